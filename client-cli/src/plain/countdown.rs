//! Countdown of a lost link: how long the seat is safe, and when to say so again.

use std::time::Duration;

use tokio::time::Instant;

use crate::{key::say, locale::Catalogue, time::seconds};

/// Between two lines while there is plenty of time.
const CALM: Duration = Duration::from_secs(10);
/// Between two lines near the end.
const CLOSE: Duration = Duration::from_secs(5);
/// Between two lines when there is nothing to count.
const PATIENT: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub struct Countdown {
    pub retry_at: Instant,
    /// When the other side may claim, and how long that was at first.
    grace: Option<(Instant, Duration)>,
    overdue_said: bool,
    next: Instant,
}

impl Countdown {
    /// Begins at the loss. The server counts from when it notices, a little
    /// later, so what is told is never too much.
    #[must_use]
    pub fn new(now: Instant, retry_at: Instant, grace_ms: Option<u64>) -> Countdown {
        let grace = grace_ms.map(Duration::from_millis);
        let mut countdown = Countdown {
            retry_at,
            grace: grace.map(|grace| (now + grace, grace)),
            overdue_said: false,
            next: now,
        };
        countdown.next = now + countdown.rhythm(now);
        countdown
    }

    /// The sentence at the loss.
    #[must_use]
    pub fn first(&self, text: &Catalogue) -> String {
        match self.grace {
            Some((_, grace)) => say!(text, LINK_LOST_SEAT, count = grace.as_secs()),
            None => say!(text, LINK_LOST),
        }
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
        self.next = now + self.rhythm(now);
        let left = self.left(now);
        if let Some((_, grace)) = self.grace
            && !left.is_zero()
        {
            let left = seconds(u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
            return Some(say!(text, LINK_COUNT, count = grace.as_secs(), left));
        }
        if self.grace.is_some() && !self.overdue_said {
            self.overdue_said = true;
            return Some(say!(text, LINK_OVERDUE));
        }
        let wait = self.retry_at.saturating_duration_since(now).as_secs();
        Some(say!(text, LINK_STILL, seconds = wait))
    }

    fn left(&self, now: Instant) -> Duration {
        self.grace.map_or(Duration::ZERO, |(until, _)| {
            until.saturating_duration_since(now)
        })
    }

    fn rhythm(&self, now: Instant) -> Duration {
        let left = self.left(now);
        if left.is_zero() {
            PATIENT
        } else if left > 2 * CALM {
            CALM
        } else {
            CLOSE.min(left)
        }
    }
}

#[cfg(test)]
mod tests;
