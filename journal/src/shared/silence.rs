//! How long the writer of the log has been silent, while the store answered.

use std::time::{Duration, Instant};

/// The writer's silence, as a node sees it that follows the log.
#[derive(Debug)]
pub(super) struct Silence {
    longest: Duration,
    /// Since when the store has answered and shown nothing.
    since: Instant,
}

impl Silence {
    /// Begins now: the node knows nothing of before.
    pub fn new(longest: Duration, now: Instant) -> Silence {
        Silence {
            longest,
            since: now,
        }
    }

    /// A record has come, or the store does not answer this node, whom the writer may fare like: it begins again.
    pub fn broken(&mut self, now: Instant) {
        self.since = self.since.max(now);
    }

    /// How long it lasts at least from now on, unless it may be over.
    pub fn left(&self, now: Instant) -> Option<Duration> {
        let lasted = now.saturating_duration_since(self.since);
        self.longest
            .checked_sub(lasted)
            .filter(|left| !left.is_zero())
    }

    /// Whether it is over: the log was read and had nothing new when that was `asked`. When it was answered proves
    /// nothing: this process may have stood still in between.
    pub fn is_over(&self, asked: Instant) -> bool {
        asked.saturating_duration_since(self.since) >= self.longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_is_silent_for_as_long_as_the_store_answers_and_shows_nothing() {
        let begun = Instant::now();
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let mut silence = Silence::new(Duration::from_secs(3), begun);
        assert!(!silence.is_over(at(2)) && silence.is_over(at(3)));
        // A record, or a read without an answer, at 5 s.
        silence.broken(at(5));
        assert!(!silence.is_over(at(7)) && silence.is_over(at(8)));
        // The answer to a read of before says nothing of the time since.
        assert!(!silence.is_over(at(4)));
        assert_eq!(silence.left(at(6)), Some(Duration::from_secs(2)));
        assert_eq!(silence.left(at(8)), None);
        // What happened before is known already.
        silence.broken(at(1));
        assert!(!silence.is_over(at(7)));
    }
}
