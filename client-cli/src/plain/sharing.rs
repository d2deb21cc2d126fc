//! What is shared of a room in plain lines: its games with a chat, and the seat with another device.

use frontend::{
    room_sharing::{self, CHATS, DEVICES, SecretRequest},
    speech::{self, Scene},
};
use oxo_client::{
    address,
    session::{AskKind, Room},
};
use protocol::{Accepted, Secret, request::Body};
use sentences::{say, time::seconds};
use tokio::time::Instant;

use super::{
    command::{ChatCommand, ConsoleCommand, DeviceCommand},
    console::{Console, ConsoleAction},
};

/// What a line leads to.
pub(super) enum SharingReply {
    Said(Vec<String>),
    Ask(Body),
    Draw(SecretRequest),
}

impl Console {
    /// What a line about sharing leads to; nothing for a line about anything else.
    pub(super) fn shares(&self, typed: &ConsoleCommand, room: &Room) -> Option<SharingReply> {
        let text = &self.settings.text;
        let shared = match typed {
            ConsoleCommand::Chat(_) | ConsoleCommand::Device(_) if room.seat.is_none() => {
                SharingReply::Said(vec![say!(text, TYPED_WATCHING)])
            }
            ConsoleCommand::Chat(command) => self.chat(command, room),
            ConsoleCommand::Device(_) if !self.client.supports(DEVICES) => {
                SharingReply::Said(vec![say!(text, SEAT_UNSUPPORTED)])
            }
            ConsoleCommand::Device(None) => SharingReply::Said(vec![say!(text, TYPED_DEVICE)]),
            ConsoleCommand::Device(Some(DeviceCommand::Share)) => {
                SharingReply::Draw(SecretRequest::ShareSeat)
            }
            ConsoleCommand::Device(Some(DeviceCommand::RemoveOthers)) => {
                SharingReply::Ask(Body::UnshareSeat)
            }
            _ => return None,
        };
        Some(shared)
    }

    /// A chat that was set is removed even where the server sets none any more.
    fn chat(&self, command: &ChatCommand, room: &Room) -> SharingReply {
        let text = &self.settings.text;
        let told = room.now.webhook;
        match command {
            ChatCommand::Stop if told.is_some() => SharingReply::Ask(Body::RemoveWebhook),
            _ if told.is_none() && !self.client.supports(CHATS) => {
                SharingReply::Said(vec![say!(text, CHAT_UNSUPPORTED)])
            }
            ChatCommand::Stop => SharingReply::Said(vec![say!(text, CHAT_NONE)]),
            ChatCommand::Show => {
                let told = told.map(|seat| speech::chat_told(Scene::of(text, room), seat));
                let told = told.unwrap_or_else(|| say!(text, CHAT_NONE));
                SharingReply::Said(vec![told, say!(text, TYPED_CHAT)])
            }
            ChatCommand::Tell(typed) => match address::webhook(typed) {
                Some(url) => SharingReply::Draw(SecretRequest::TellChat(url)),
                None => SharingReply::Said(vec![say!(text, CHAT_WRONG)]),
            },
        }
    }

    /// Does what a line leads to, as far as there is a connection for it.
    pub(super) fn begin(&mut self, shared: SharingReply) -> (Vec<String>, ConsoleAction) {
        match shared {
            SharingReply::Said(lines) => (lines, ConsoleAction::Nothing),
            _ if !self.client.link.is_up() => {
                let down = say!(self.settings.text, LINK_DOWN);
                (vec![down], ConsoleAction::Nothing)
            }
            SharingReply::Ask(body) => self.asks(AskKind::Other(body)),
            SharingReply::Draw(request) => (Vec::new(), ConsoleAction::Draw(request)),
        }
    }

    /// Asks with the secret that was drawn for it.
    pub fn with_secret(
        &mut self,
        request: SecretRequest,
        secret: Secret,
    ) -> (Vec<String>, ConsoleAction) {
        if request == SecretRequest::ShareSeat {
            self.token = Some(secret.clone());
        }
        let body = request.body(secret, self.settings.text.tag);
        self.asks(AskKind::Other(body))
    }

    /// What is said of the server's answer.
    pub(super) fn shared(&self, accepted: &Accepted, now: Instant) -> Vec<String> {
        let text = &self.settings.text;
        match accepted {
            Accepted::WebhookSet => vec![say!(text, CHAT_HEARS)],
            Accepted::WebhookRemoved => vec![say!(text, CHAT_STOPPED)],
            Accepted::SeatShared { until_ms, devices } => {
                self.shared_seat(*until_ms, *devices, now)
            }
            Accepted::SeatUnshared { devices } => vec![speech::removed_devices(text, *devices)],
            _ => Vec::new(),
        }
    }

    fn shared_seat(&self, until_ms: u64, devices: u32, now: Instant) -> Vec<String> {
        let text = &self.settings.text;
        let (Some(room), Some(token)) = (&self.client.room, &self.token) else {
            return Vec::new();
        };
        let link = room_sharing::seat_link(&self.address, room.code, room.url.as_deref(), token);
        let left = seconds(until_ms.saturating_sub(room.clock.now_ms(now)));
        let mut lines = vec![
            say!(text, SEAT_OPEN),
            link,
            say!(text, SEAT_GOOD, seconds = left),
        ];
        if devices > 1 {
            lines.push(say!(text, SEAT_DEVICES, count = devices));
        }
        lines
    }
}

#[cfg(test)]
mod tests;
