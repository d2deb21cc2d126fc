//! How long the writer of the log has been silent, while the store answered.

use std::time::{Duration, Instant};

/// The writer's silence, as a node sees it that follows the log.
#[derive(Debug)]
pub(super) struct Silence {
    /// Since when the store has answered and shown nothing.
    since: Instant,
}

impl Silence {
    /// Begins now: the node knows nothing of before.
    pub fn new(now: Instant) -> Silence {
        Silence { since: now }
    }

    /// A record has come, or the store does not answer this node, whom the writer may fare like: it begins again.
    pub fn broken(&mut self, now: Instant) {
        self.since = self.since.max(now);
    }

    /// How long it is at least from now on until it has lasted that long, unless it may have.
    pub fn left(&self, longest: Duration, now: Instant) -> Option<Duration> {
        let lasted = now.saturating_duration_since(self.since);
        longest.checked_sub(lasted).filter(|left| !left.is_zero())
    }

    /// Whether it has lasted that long: the log was read and had nothing new when that was `asked`. When it was answered
    /// proves nothing: this process may have stood still in between.
    pub fn has_lasted(&self, longest: Duration, asked: Instant) -> bool {
        asked.saturating_duration_since(self.since) >= longest
    }
}

/// That the writer's process seems to have ended, until its records show that only this node does not reach it.
#[derive(Debug)]
pub(super) struct SeemingEnd {
    /// The writer's life, or 0.
    life: u64,
    /// When that was seen first.
    since: Instant,
}

impl SeemingEnd {
    /// Nobody seems to have ended.
    pub fn none(now: Instant) -> SeemingEnd {
        SeemingEnd {
            life: 0,
            since: now,
        }
    }

    /// That life seems to have ended now, or as before.
    pub fn seen(&mut self, life: u64, now: Instant) {
        if self.life != life {
            *self = SeemingEnd { life, since: now };
        }
    }

    /// Whether a record by that life which comes now proves that it goes on: what was under way at its end has come before.
    pub fn is_refuted(&self, by: u64, under_way: Duration, now: Instant) -> bool {
        self.life != 0 && self.life == by && now.duration_since(self.since) >= under_way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_that_seems_to_have_ended_goes_on_if_its_records_still_come_after_a_while() {
        let (begun, under_way) = (Instant::now(), Duration::from_secs(1));
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let mut end = SeemingEnd::none(begun);
        assert!(!end.is_refuted(0, under_way, at(9)));
        end.seen(7, at(10));
        end.seen(7, at(11));
        assert!(!end.is_refuted(7, under_way, at(10)) && end.is_refuted(7, under_way, at(11)));
        // Of another, which has taken over.
        assert!(!end.is_refuted(8, under_way, at(11)));
        // Reached again in between.
        end.seen(0, at(12));
        end.seen(7, at(13));
        assert!(!end.is_refuted(7, under_way, at(13)));
    }

    #[test]
    fn a_writer_is_silent_for_as_long_as_the_store_answers_and_shows_nothing() {
        let (begun, longest) = (Instant::now(), Duration::from_secs(3));
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let mut silence = Silence::new(begun);
        assert!(!silence.has_lasted(longest, at(2)) && silence.has_lasted(longest, at(3)));
        // A record, or a read without an answer, at 5 s.
        silence.broken(at(5));
        assert!(!silence.has_lasted(longest, at(7)) && silence.has_lasted(longest, at(8)));
        // The answer to a read of before says nothing of the time since.
        assert!(!silence.has_lasted(longest, at(4)));
        assert_eq!(silence.left(longest, at(6)), Some(Duration::from_secs(2)));
        assert_eq!(silence.left(longest, at(8)), None);
        // Shorter, once there is a reason for it.
        let shorter = Duration::from_secs(2);
        assert!(silence.has_lasted(shorter, at(7)) && !silence.has_lasted(longest, at(7)));
        // What happened before is known already.
        silence.broken(at(1));
        assert!(!silence.has_lasted(longest, at(7)));
    }
}
