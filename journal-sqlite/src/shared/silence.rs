//! Stopwatch of the writer's silence in the log, while the store answers.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

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

    /// Least time from now on until it has lasted that long, unless it may have.
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

/// Whether the writer's process seems to have ended, until its records show that only this node does not reach it.
#[derive(Debug)]
pub(super) struct SeemingEnd {
    /// The writer's life, or 0, as others see its links.
    marked: Arc<AtomicU64>,
    /// The mark of the last look.
    life: u64,
    /// When that was seen first.
    since: Instant,
}

impl SeemingEnd {
    /// Before the first look at what is marked.
    pub fn new(marked: Arc<AtomicU64>, now: Instant) -> SeemingEnd {
        SeemingEnd {
            marked,
            life: 0,
            since: now,
        }
    }

    /// Looks which life is marked.
    pub fn look(&mut self, now: Instant) {
        let life = self.marked.load(Ordering::Acquire);
        if self.life != life {
            (self.life, self.since) = (life, now);
        }
    }

    /// Whether it is that life's.
    pub fn is_of(&self, life: u64) -> bool {
        self.life == life
    }

    /// Takes the mark away where a record by that life which comes now proves that it goes on: what was under way at its end
    /// has come before.
    pub fn record_by(&self, life: u64, under_way: Duration, now: Instant) {
        if self.life != 0 && self.life == life && now.duration_since(self.since) >= under_way {
            // It may be marked anew meanwhile, or another be.
            let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
            let _ = self.marked.compare_exchange(life, 0, success, failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_writer_that_seems_to_have_ended_goes_on_if_its_records_still_come_after_a_while() {
        let (begun, under_way) = (Instant::now(), Duration::from_secs(1));
        let at = |seconds: u64| begun + Duration::from_secs(seconds);
        let marked = Arc::new(AtomicU64::default());
        let mut end = SeemingEnd::new(Arc::clone(&marked), begun);
        let mut look = |life, now| {
            marked.store(life, Ordering::Release);
            end.look(now);
        };
        look(7, at(10));
        // Reached again in between.
        look(0, at(11));
        look(7, at(12));
        look(7, at(13));
        let is_refuted = |by, now| {
            end.record_by(by, under_way, now);
            marked.load(Ordering::Acquire) == 0
        };
        assert!(!is_refuted(7, at(12)));
        // Of another, which has taken over.
        assert!(!is_refuted(8, at(13)));
        assert!(is_refuted(7, at(13)));
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
