//! Becoming a room's writer: ask who is, and if nobody answers, read the log and fence it.

use super::{Replica, ReplicaRole, attempt::Attempt};
use crate::{
    effect::{Acquired, Effect, Timer, WriterClaim},
    log::{LogSeq, RecordBody, Term},
};

/// Failures after which nobody can be found.
const TRIES: u32 = 5;

/// The first wait, which doubles: two slow nodes must not fence each other for ever.
const BACKOFF_MS: u64 = 2_000;

/// A term above all others.
const ANY: Term = Term(u64::MAX);

impl<P: Clone> Replica<P> {
    pub(super) fn acquire(&mut self, silent: Term, effects: &mut Vec<Effect<P>>) {
        if self.may_commit() {
            let term = self.tail.term();
            return effects.push(Effect::Acquired(Acquired::Here(term)));
        }
        // The caller of the commit does not wait for it any more.
        if let ReplicaRole::Committing(_) = self.role {
            self.step_down(effects);
        }
        if self.tail.has_ended() {
            return effects.push(Effect::Acquired(Acquired::Ended));
        }
        // Any other role is an attempt, whose answer is for this one, too.
        if !matches!(self.role, ReplicaRole::Follower) {
            return;
        }
        let mut attempt = Attempt {
            asked: silent,
            failures: 0,
        };
        // It wrote the room itself and stopped: nobody else does, as far as it knows.
        if self.tail.writer() == Some(self.me) {
            attempt.asked = attempt.asked.max(self.tail.term());
        }
        let is_known = self.tail.last() != LogSeq::NONE;
        if is_known && attempt.asked >= self.tail.term() {
            return self.read_to_fence(attempt, effects);
        }
        self.ask(attempt, effects);
    }

    fn ask(&mut self, attempt: Attempt, effects: &mut Vec<Effect<P>>) {
        self.role = ReplicaRole::Asking(attempt);
        effects.push(Effect::Ask);
    }

    pub(super) fn asked(&mut self, claim: Option<WriterClaim>, effects: &mut Vec<Effect<P>>) {
        let ReplicaRole::Asking(mut attempt) = self.role else {
            return;
        };
        // A node that claims a term below the log's was fenced and does not know it.
        match claim.filter(|claim| claim.term >= self.tail.term() && claim.term > attempt.asked) {
            Some(claim) => {
                self.role = ReplicaRole::Follower;
                effects.push(Effect::Acquired(Acquired::Elsewhere(claim)));
            }
            None => {
                // The writer that the read shows was asked for just now.
                attempt.asked = ANY;
                self.read_to_fence(attempt, effects);
            }
        }
    }

    fn read_to_fence(&mut self, attempt: Attempt, effects: &mut Vec<Effect<P>>) {
        self.role = ReplicaRole::Reading(attempt);
        self.read(effects);
    }

    /// The log was read: append a fence, unless it shows a writer who was not asked for.
    pub(super) fn fence_or_ask(&mut self, mut attempt: Attempt, effects: &mut Vec<Effect<P>>) {
        let end = if self.tail.has_ended() {
            Some(Acquired::Ended)
        } else {
            (self.tail.last() == LogSeq::NONE).then_some(Acquired::Nothing)
        };
        if let Some(end) = end {
            self.role = ReplicaRole::Follower;
            return effects.push(Effect::Acquired(end));
        }
        let is_own = self.tail.writer() == Some(self.me);
        if self.tail.term() > attempt.asked && !is_own {
            return self.ask(attempt, effects);
        }
        attempt.asked = self.tail.term();
        let fence = self.offer(self.tail.term().next(), RecordBody::Fence);
        self.role = ReplicaRole::Fencing(attempt, fence.clone());
        effects.push(Effect::Append(fence));
    }

    /// A read was fruitless or a fence not accepted. The first time may be chance, so it is tried again at once.
    pub(super) fn retry(&mut self, mut attempt: Attempt, effects: &mut Vec<Effect<P>>) {
        attempt.asked = attempt.asked.min(self.tail.term());
        attempt.failures += 1;
        if attempt.failures == 1 {
            return self.read_to_fence(attempt, effects);
        }
        if attempt.failures == TRIES {
            self.role = ReplicaRole::Follower;
            return effects.push(Effect::Acquired(Acquired::Unavailable));
        }
        self.role = ReplicaRole::BackingOff(attempt);
        effects.push(Effect::Wait {
            timer: Timer::Backoff,
            delay_ms: BACKOFF_MS << (attempt.failures - 2),
        });
    }

    pub(super) fn backed_off(&mut self, effects: &mut Vec<Effect<P>>) {
        if let ReplicaRole::BackingOff(attempt) = self.role {
            self.read_to_fence(attempt, effects);
        }
    }
}
