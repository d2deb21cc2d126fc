//! The webhook of a room: who set it, how far its chat is with the room's games, and how often calls failed.

use protocol::{Seat, Webhook};

/// Most tries of a call; then it counts as delivered.
pub(crate) const MOST_TRIES: u32 = 4;

/// State of a room's webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomWebhook {
    /// Seat that set it.
    pub by: Seat,
    /// Where it leads.
    pub webhook: Webhook,
    /// Last call that the chat has.
    pub delivered: Option<CallMark>,
    /// The call that failed last, and has to be tried again.
    pub failed: Option<FailedCall>,
    /// Number of failures in a row.
    pub failures: u32,
    /// Number of calls delivered or given up: another number is another piece of news.
    pub number: u32,
}

/// How far a game is, as calls tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CallMark {
    /// The game's number.
    pub game: u32,
    /// Number of moves made.
    pub ply: u32,
    /// When the present turn began; 0 once the game is over.
    pub since_ms: u64,
    /// Whether it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// A call that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// The call it stands for.
    pub mark: CallMark,
    /// Number of tries.
    pub tries: u32,
    /// The last time.
    pub at_ms: u64,
}

impl RoomWebhook {
    /// One that was set by a seat, whose chat begins with the news after `delivered`.
    pub(crate) fn new(by: Seat, webhook: Webhook, delivered: Option<CallMark>) -> RoomWebhook {
        RoomWebhook {
            by,
            webhook,
            delivered,
            failed: None,
            failures: 0,
            number: 0,
        }
    }

    /// Whether the chat has yet to hear that this game has begun.
    pub(crate) fn is_new_game(&self, mark: CallMark) -> bool {
        self.delivered.is_none_or(|last| last.game != mark.game)
    }

    /// The failure of the call that would have delivered the same: that a game has begun is the same however far it is by now.
    pub(crate) fn failed_before(&self, mark: CallMark) -> Option<FailedCall> {
        let is_begun = |it: CallMark| self.is_new_game(it) && !it.is_over;
        self.failed.filter(|failed| {
            let of_game = failed.mark.game == mark.game;
            failed.mark == mark || of_game && is_begun(failed.mark) && is_begun(mark)
        })
    }

    /// Folds that it was called.
    pub(crate) fn called(&mut self, mark: CallMark, at_ms: u64, is_accepted: bool) {
        let tries = self.failed_before(mark).map_or(0, |failed| failed.tries) + 1;
        if is_accepted || tries == MOST_TRIES {
            self.delivered = Some(mark);
            self.failed = None;
            self.number += 1;
        } else {
            self.failed = Some(FailedCall { mark, tries, at_ms });
        }
        self.failures = if is_accepted { 0 } else { self.failures + 1 };
    }

    /// Folds that the turn goes on so much later.
    pub(crate) fn postponed(&mut self, ms: u64) {
        let failed = self.failed.as_mut().map(|failed| &mut failed.mark);
        for mark in self.delivered.iter_mut().chain(failed) {
            if !mark.is_over {
                mark.since_ms += ms;
            }
        }
    }
}
