//! A room's webhook: the content of its calls, and their sender.

use futures::future::BoxFuture;
use journal::RoomId;
use protocol::{Player, RoomCode, Settings, Webhook, event::Score, ids::BySeat, view::GameView};
use referee::{CallMark, ChatNews};

use super::notifications::Delivery;

/// The most calls that are on their way at once.
pub(super) const AT_ONCE: usize = 32;

/// Calls webhooks.
pub trait WebhookCaller: Send + Sync {
    /// Why that address will never be called, in English; nothing where it may be.
    fn objection(&self, webhook: &Webhook) -> Option<&'static str>;

    /// Makes one attempt at a call.
    fn call(&self, call: WebhookCall) -> BoxFuture<'static, Delivery>;
}

/// Players of the game.
pub type Players = BySeat<Option<Player>>;

/// Call of a chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookCall {
    /// Where.
    pub webhook: Webhook,
    /// The event.
    pub news: ChatNews,
    /// The room for as long as it lives.
    pub id: RoomId,
    /// Other news of the webhook have another number.
    pub number: u32,
    /// The room's code, where everybody may watch.
    pub room: Option<RoomCode>,
    /// Rules of the games.
    pub settings: Settings,
    /// Players of the game.
    pub players: Players,
    /// The game.
    pub game: GameView,
    /// The running score.
    pub score: Score,
    /// The server's time.
    pub now_ms: u64,
}

/// Result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallOutcome {
    pub mark: CallMark,
    pub at_ms: u64,
    pub is_accepted: bool,
}
