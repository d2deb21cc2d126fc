//! A lost link: its known causes, and the time of the next reminder.

use std::time::Duration;

use oxo_client::session::LossKind;
use tokio::time::Instant;

use crate::{key::say, locale::Catalogue};

/// Between two lines while nothing changes.
const PATIENT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub struct LostLink {
    pub retry_at: Instant,
    pub kind: LossKind,
    next: Instant,
}

impl LostLink {
    #[must_use]
    pub fn new(kind: LossKind, now: Instant, retry_at: Instant) -> LostLink {
        LostLink {
            retry_at,
            kind,
            next: now + PATIENT,
        }
    }

    /// Another attempt has failed. Whether more is known by that.
    pub fn again(&mut self, kind: LossKind, retry_at: Instant) -> bool {
        self.retry_at = retry_at;
        let kind = self.kind.and(kind);
        std::mem::replace(&mut self.kind, kind) != kind
    }

    /// When to speak again.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        self.next
    }

    /// Speaks, if it is time.
    pub fn tick(&mut self, text: &Catalogue, now: Instant) -> Option<String> {
        if now < self.next {
            return None;
        }
        self.next = now + PATIENT;
        let wait = self.retry_at.saturating_duration_since(now).as_secs();
        Some(say!(text, LINK_STILL, seconds = wait))
    }
}

#[cfg(test)]
mod tests;
