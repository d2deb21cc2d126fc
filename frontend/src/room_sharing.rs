//! Sharing of a room beyond the invitation: its games with a chat, and a player's seat with
//! another device of their own. Both need a fresh secret, which the shell draws.

use std::fmt;

use oxo_client::address::{self, Address};
use protocol::{
    RoomCode, Secret, Webhook,
    request::{Body, SetWebhook, ShareSeat},
};

/// The feature of a server that tells chats of games.
pub const CHATS: &str = "webhook";

/// The feature of a server that lets several devices hold a seat.
pub const DEVICES: &str = "shared_seats";

/// A request that carries a secret of its own. Its debug output hides the address, by which anybody may write to the chat.
#[derive(Clone, PartialEq, Eq)]
pub enum SecretRequest {
    /// Tell the chat of this address.
    TellChat(String),
    /// Share the seat.
    ShareSeat,
}

impl SecretRequest {
    /// Draws its secret.
    pub fn draw(&self) -> Result<Secret, getrandom::Error> {
        match self {
            SecretRequest::TellChat(_) => Secret::draw_key(),
            SecretRequest::ShareSeat => Secret::draw(),
        }
    }

    /// The request with its secret; a chat is told in that language.
    #[must_use]
    pub fn body(self, secret: Secret, language: &str) -> Body {
        match self {
            SecretRequest::TellChat(url) => Body::SetWebhook(SetWebhook {
                webhook: Box::new(Webhook {
                    url,
                    key: secret,
                    language: language.to_owned(),
                }),
            }),
            SecretRequest::ShareSeat => Body::ShareSeat(ShareSeat { token: secret }),
        }
    }
}

impl fmt::Debug for SecretRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SecretRequest::TellChat(_) => "tell_chat(…)",
            SecretRequest::ShareSeat => "share_seat",
        })
    }
}

/// The link that shares a seat in a room, by the room's own address if the server has told one.
pub fn seat_link(server: &Address, room: RoomCode, url: Option<&str>, token: &Secret) -> String {
    let url = url.filter(|url| !url.is_empty());
    let url = url.map_or_else(|| server.page(&format!("/r/{room}")), str::to_owned);
    address::shared_seat(&url, token)
}

#[cfg(test)]
mod tests;
