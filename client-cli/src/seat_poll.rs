//! When to ask the server again how it stands at one's seats, which it does not push.

use std::time::Duration;

use oxo_client::backoff::{Backoff, Bounds};
use tokio::time::Instant;

/// The usual wait: in a game of days nobody misses half a minute.
pub const USUAL: Duration = Duration::from_secs(25);
/// Up to so much is added, so that many clients do not ask together.
const JITTER: Bounds = Bounds {
    base_ms: 5_000,
    cap_ms: 5_000,
};

/// The request under way, or when the next is due.
#[derive(Debug)]
pub struct SeatPoll {
    /// The number of the request under way.
    asked: Option<u64>,
    /// Nothing if it is due at once.
    due: Option<Instant>,
    jitter: Backoff,
}

impl Default for SeatPoll {
    fn default() -> SeatPoll {
        SeatPoll {
            asked: None,
            due: None,
            jitter: Backoff::new(JITTER),
        }
    }
}

impl SeatPoll {
    /// Notes that the request was sent under this number.
    pub fn sent(&mut self, id: u64) {
        self.asked = Some(id);
    }

    #[must_use]
    pub fn is_asked(&self, id: u64) -> bool {
        self.asked == Some(id)
    }

    /// When to ask; nothing while an answer is awaited.
    #[must_use]
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match self.asked {
            Some(_) => None,
            None => Some(self.due.unwrap_or(now)),
        }
    }

    /// There is an answer, or there will be none: rests for this time and a little more.
    pub fn rest(&mut self, now: Instant, wait: Duration) {
        self.asked = None;
        let wait_ms = u64::try_from(wait.as_millis()).ok();
        // Without randomness all wait equally long, which still works.
        let chance = getrandom::u64().unwrap_or_default();
        self.due = Some(now + self.jitter.next(wait_ms, chance));
    }

    /// What is known may be old: asks at once, unless an answer is awaited.
    pub fn hurry(&mut self) {
        self.due = None;
    }

    /// The request will have no answer, for its connection is another's now.
    pub fn forget(&mut self) {
        *self = SeatPoll::default();
    }
}

#[cfg(test)]
mod tests;
