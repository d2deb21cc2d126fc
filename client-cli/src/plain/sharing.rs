//! Sharing in plain lines: a room's games with a chat, and the seat with another device.

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
    command::{ChatCommand, DeviceCommand},
    console::{Console, LineEffect},
    typed::{Decided, asks},
};

impl Console {
    /// Effect of a line about the seat's other devices.
    pub(super) fn device(&self, command: Option<DeviceCommand>) -> Decided {
        let text = &self.settings.text;
        match command {
            _ if !self.client.supports(DEVICES) => Err(say!(text, SEAT_UNSUPPORTED)),
            None => Err(say!(text, TYPED_DEVICE)),
            Some(DeviceCommand::Share) => Ok(LineEffect::Draw(SecretRequest::ShareSeat)),
            Some(DeviceCommand::RemoveOthers) => asks(Body::UnshareSeat),
        }
    }

    /// Effect of a line about the chat. One that was set is removed even where the server sets none any more.
    pub(super) fn chat(&self, command: &ChatCommand, room: &Room) -> Decided {
        let text = &self.settings.text;
        let setter = room.now.webhook;
        match command {
            ChatCommand::Stop if setter.is_some() => asks(Body::RemoveWebhook),
            _ if setter.is_none() && !self.client.supports(CHATS) => {
                Err(say!(text, CHAT_UNSUPPORTED))
            }
            ChatCommand::Stop => Err(say!(text, CHAT_NONE)),
            ChatCommand::Show => {
                let chat = setter.map(|seat| speech::chat_notice(Scene::of(text, room), seat));
                let chat = chat.unwrap_or_else(|| say!(text, CHAT_NONE));
                Ok(LineEffect::Say(vec![chat, say!(text, TYPED_CHAT)]))
            }
            ChatCommand::Tell(typed) => match address::webhook(typed) {
                Some(url) => Ok(LineEffect::Draw(SecretRequest::TellChat(url))),
                None => Err(say!(text, CHAT_WRONG)),
            },
        }
    }

    /// The request with the secret that was drawn for it.
    pub fn with_secret(&mut self, request: SecretRequest, secret: Secret) -> LineEffect {
        if request == SecretRequest::ShareSeat {
            self.token = Some(secret.clone());
        }
        LineEffect::Ask(AskKind::Other(request.body(secret, self.settings.text.tag)))
    }

    /// Lines about the server's answer.
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
