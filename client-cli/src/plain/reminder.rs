//! A reminder, from time to time, that there is still no link.

use std::time::Duration;

use sentences::{Catalogue, say};
use tokio::time::Instant;

/// Between two lines while nothing changes.
const PATIENT: Duration = Duration::from_secs(30);

/// When the next line is due.
#[derive(Debug)]
pub struct Reminder(Instant);

impl Reminder {
    /// The first line is due some time after the link was lost.
    pub fn new(now: Instant) -> Reminder {
        Reminder(now + PATIENT)
    }

    /// When to speak again.
    pub fn deadline(&self) -> Instant {
        self.0
    }

    /// Speaks, if it is time.
    pub fn tick(&mut self, text: &Catalogue, retry_at: Instant, now: Instant) -> Option<String> {
        if now < self.0 {
            return None;
        }
        self.0 = now + PATIENT;
        let wait = retry_at.saturating_duration_since(now).as_secs();
        Some(say!(text, LINK_STILL, seconds = wait))
    }
}

#[cfg(test)]
mod tests;
