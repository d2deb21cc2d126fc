//! The webhook of a room: who set it, how far its chat is with the room's games, and how often calls failed.

use protocol::{Seat, Webhook};

use crate::seat_notifications::day;

/// How often a call is tried.
pub(crate) const MOST_TRIES: u32 = 4;

/// What a room's webhook needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomWebhook {
    /// Who set it.
    pub by: Seat,
    /// Where it leads.
    pub webhook: Webhook,
    /// What the chat knows.
    pub told: Option<CallMark>,
    /// The call that failed last, and has to be tried again.
    pub failed: Option<FailedCall>,
    /// How many failed in a row.
    pub failures: u32,
    /// The day of the last one, counted since 1970 in UTC, and how many there were on it.
    pub called_that_day: (u64, u32),
}

/// How far a game is, as calls tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CallMark {
    /// The game's number.
    pub game: u32,
    /// How many moves have been made.
    pub ply: u32,
    /// Whether it is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
}

/// A call that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedCall {
    /// What it would have told.
    pub mark: CallMark,
    /// How often it was tried.
    pub tries: u32,
    /// The last time.
    pub at_ms: u64,
}

impl RoomWebhook {
    /// One that was set by a seat, whose chat begins with what comes after `told`.
    pub(crate) fn new(by: Seat, webhook: Webhook, told: Option<CallMark>) -> RoomWebhook {
        RoomWebhook {
            by,
            webhook,
            told,
            failed: None,
            failures: 0,
            called_that_day: (0, 0),
        }
    }

    /// Folds that it was called.
    pub(crate) fn called(&mut self, mark: CallMark, at_ms: u64, is_accepted: bool) {
        let today = day(at_ms);
        self.called_that_day = match self.called_that_day {
            (day, calls) if day == today => (day, calls + 1),
            _ => (today, 1),
        };
        let tries = match self.failed.filter(|failed| failed.mark == mark) {
            Some(failed) => failed.tries + 1,
            None => 1,
        };
        if is_accepted || tries == MOST_TRIES {
            self.told = Some(mark);
            self.failed = None;
        } else {
            self.failed = Some(FailedCall { mark, tries, at_ms });
        }
        self.failures = if is_accepted { 0 } else { self.failures + 1 };
    }
}
