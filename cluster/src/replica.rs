//! One node's part of a room: it follows the log, and finds or becomes the room's writer.

mod acquire;
mod attempt;

use crate::{
    effect::{Acquired, Effect, Input, Timer, WriterClaim},
    log::{LogRecord, LogSeq, LogTail, RecordBody, RecordId, Successor, Term, WriterId},
};
use attempt::Attempt;

/// How long after a fruitless read what is missing is read again.
const CATCH_UP_MS: u64 = 500;

/// One node's part of the protocol for one room. See the [crate's page](crate).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replica<P> {
    me: WriterId,
    /// Records it has offered to the store.
    offered: u64,
    tail: LogTail,
    /// A record that is known to be there; beyond the tail, records are missing.
    ahead: LogSeq,
    is_reading: bool,
    /// Between two reads for what is missing.
    is_waiting: bool,
    role: ReplicaRole<P>,
}

/// The role of a replica in its room.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ReplicaRole<P> {
    /// It follows the log.
    Follower,
    /// It has asked who writes.
    Asking(Attempt),
    /// It reads, in order to append a fence.
    Reading(Attempt),
    /// Its fence is under way.
    Fencing(Attempt, LogRecord<P>),
    /// It waits before it reads again.
    BackingOff(Attempt),
    /// Its fence was accepted, and the tail is all of the log as far as it knows.
    Writer,
    /// It is the writer, or creates the room, and a record is under way.
    Committing(LogRecord<P>),
    /// The log contradicts itself.
    Frozen,
}

impl<P: Clone> Replica<P> {
    /// A replica that knows nothing yet. Subscribe to what the store republishes, then say [`Input::CatchUp`].
    #[must_use]
    pub fn new(me: WriterId) -> Replica<P> {
        Replica {
            me,
            offered: 0,
            tail: LogTail::default(),
            ahead: LogSeq::NONE,
            is_reading: false,
            is_waiting: false,
            role: ReplicaRole::Follower,
        }
    }

    /// The log's end as it knows it. Everything up to there was given to be shown.
    #[must_use]
    pub fn tail(&self) -> &LogTail {
        &self.tail
    }

    /// Its answer to nodes that ask for the room's writer; `None`: it does not answer. Only an accepted append proves
    /// that it is right.
    #[must_use]
    pub fn claim(&self) -> Option<WriterClaim> {
        let writes = match self.role {
            ReplicaRole::Writer => true,
            // A node that creates a room has no term before it has created it.
            ReplicaRole::Committing(_) => self.tail.last() != LogSeq::NONE,
            _ => false,
        };
        writes.then_some(WriterClaim {
            node: self.me.node,
            term: self.tail.term(),
        })
    }

    /// Whether something can be committed now.
    #[must_use]
    pub fn may_commit(&self) -> bool {
        matches!(self.role, ReplicaRole::Writer)
    }

    /// Takes an input and gives what is to be done, in this order.
    #[must_use]
    pub fn handle(&mut self, input: Input<P>) -> Vec<Effect<P>> {
        let mut effects = Vec::new();
        if matches!(self.role, ReplicaRole::Frozen) {
            self.refuse(&input, &mut effects);
            return effects;
        }
        match input {
            Input::CatchUp => self.read(&mut effects),
            Input::Republished(seq, record) => self.learn(seq, record, &mut effects),
            Input::Heard(last) => self.hear(last, &mut effects),
            Input::Acquire { silent } => self.acquire(silent, &mut effects),
            Input::Commit(body) => self.commit(body, &mut effects),
            Input::Release => self.release(),
            Input::Asked(claim) => self.asked(claim, &mut effects),
            Input::Read(records) => self.was_read(records, &mut effects),
            Input::Appended(id, seq) => self.appended(id, seq, &mut effects),
            Input::Elapsed(Timer::Backoff) => self.backed_off(&mut effects),
            Input::Elapsed(Timer::CatchUp) => {
                self.is_waiting = false;
                self.read(&mut effects);
            }
        }
        self.close_gap(&mut effects);
        effects
    }

    /// Takes a committed record, wherever it comes from.
    fn learn(&mut self, seq: LogSeq, record: LogRecord<P>, effects: &mut Vec<Effect<P>>) {
        match self.tail.follow(seq, &record) {
            Successor::Known => {}
            Successor::Gap => self.hear(seq, effects),
            Successor::Fork => self.freeze(effects),
            Successor::Next => self.settle(seq, record, effects),
        }
    }

    /// Applies the log's next record: it decides whatever was under way on the record before it.
    fn settle(&mut self, seq: LogSeq, record: LogRecord<P>, effects: &mut Vec<Effect<P>>) {
        self.ahead = self.ahead.max(seq);
        match &self.role {
            ReplicaRole::Fencing(_, own) if own.id == record.id => {
                self.role = ReplicaRole::Writer;
                let acquired = Effect::Acquired(Acquired::Here(record.term));
                effects.extend([Effect::Apply(seq, record), acquired]);
                return;
            }
            ReplicaRole::Committing(own) if own.id == record.id => {
                self.role = match self.tail.has_ended() {
                    true => ReplicaRole::Follower,
                    false => ReplicaRole::Writer,
                };
                effects.push(Effect::Committed(seq, record));
                return;
            }
            ReplicaRole::Committing(_) | ReplicaRole::Writer => self.step_down(effects),
            // A fence that lost its place is answered yet; it is tried anew then.
            _ => {}
        }
        effects.push(Effect::Apply(seq, record));
    }

    /// Somebody knows of a record there.
    fn hear(&mut self, seq: LogSeq, effects: &mut Vec<Effect<P>>) {
        self.ahead = self.ahead.max(seq);
        // A writer knows all of its own records, so this is another's. While one
        // is under way it may be that one, and the read will tell.
        if matches!(self.role, ReplicaRole::Writer) && self.is_behind() {
            self.step_down(effects);
        }
    }

    fn is_behind(&self) -> bool {
        self.ahead > self.tail.last()
    }

    /// Stops being the writer, because another is, or may be.
    fn step_down(&mut self, effects: &mut Vec<Effect<P>>) {
        effects.push(match self.role {
            ReplicaRole::Committing(_) => Effect::NotCommitted,
            _ => Effect::LetGo,
        });
        self.role = ReplicaRole::Follower;
    }

    fn release(&mut self) {
        if matches!(self.role, ReplicaRole::Writer) {
            self.role = ReplicaRole::Follower;
        }
    }

    fn commit(&mut self, body: RecordBody<P>, effects: &mut Vec<Effect<P>>) {
        let creates = self.tail.last() == LogSeq::NONE;
        let term = match self.role {
            ReplicaRole::Writer => self.tail.term(),
            ReplicaRole::Follower if creates => Term::FIRST,
            // It let the room go between the decision and now.
            _ => return effects.push(Effect::NotCommitted),
        };
        let record = self.offer(term, body);
        self.role = ReplicaRole::Committing(record.clone());
        effects.push(Effect::Append(record));
    }

    /// A record on the end of what is known.
    fn offer(&mut self, term: Term, body: RecordBody<P>) -> LogRecord<P> {
        self.offered += 1;
        LogRecord {
            id: RecordId {
                writer: self.me,
                count: self.offered,
            },
            previous: self.tail.last(),
            term,
            body,
        }
    }

    fn appended(&mut self, id: RecordId, seq: Option<LogSeq>, effects: &mut Vec<Effect<P>>) {
        let under_way = match &self.role {
            ReplicaRole::Fencing(_, record) | ReplicaRole::Committing(record) => record,
            _ => return,
        };
        // It may have been learnt from the log before, and the answer is late.
        if under_way.id != id {
            return;
        }
        // Of another place in the log than that behind the tail, it says nothing: a later snapshot
        // was taken meanwhile, and has replaced the record.
        let seq = seq.filter(|_| under_way.previous == self.tail.last());
        match (seq, &self.role) {
            (Some(seq), _) => {
                let record = under_way.clone();
                match self.tail.follow(seq, &record) {
                    Successor::Next => self.settle(seq, record, effects),
                    // Accepted at a number that the log had passed.
                    _ => self.freeze(effects),
                }
            }
            (None, &ReplicaRole::Fencing(attempt, _)) => self.retry(attempt, effects),
            (None, _) => self.step_down(effects),
        }
    }

    /// Reads what comes after the tail, unless a read is under way.
    fn read(&mut self, effects: &mut Vec<Effect<P>>) {
        if !self.is_reading {
            self.is_reading = true;
            let after = self.tail.last();
            effects.push(Effect::Read { after });
        }
    }

    fn was_read(
        &mut self,
        records: Option<Vec<(LogSeq, LogRecord<P>)>>,
        effects: &mut Vec<Effect<P>>,
    ) {
        self.is_reading = false;
        let has_failed = records.is_none();
        for (seq, record) in records.into_iter().flatten() {
            if !matches!(self.role, ReplicaRole::Frozen) {
                self.learn(seq, record, effects);
            }
        }
        let is_fruitless = has_failed || self.is_behind();
        match self.role {
            ReplicaRole::Frozen => {}
            ReplicaRole::Reading(attempt) if is_fruitless => self.retry(attempt, effects),
            ReplicaRole::Reading(attempt) => self.fence_or_ask(attempt, effects),
            _ if is_fruitless && !self.is_waiting => {
                self.is_waiting = true;
                effects.push(Effect::Wait {
                    timer: Timer::CatchUp,
                    delay_ms: CATCH_UP_MS,
                });
            }
            _ => {}
        }
    }

    /// Reads what is known to be missing, unless that was tried just now.
    fn close_gap(&mut self, effects: &mut Vec<Effect<P>>) {
        let is_frozen = matches!(self.role, ReplicaRole::Frozen);
        if self.is_behind() && !self.is_waiting && !is_frozen {
            self.read(effects);
        }
    }

    fn freeze(&mut self, effects: &mut Vec<Effect<P>>) {
        match self.role {
            ReplicaRole::Committing(_) => effects.push(Effect::NotCommitted),
            ReplicaRole::Follower | ReplicaRole::Writer | ReplicaRole::Frozen => {}
            // Somebody waits for the attempt's outcome.
            _ => effects.push(Effect::Acquired(Acquired::Frozen)),
        }
        self.role = ReplicaRole::Frozen;
        effects.push(Effect::Frozen);
    }

    /// The answer of a frozen replica.
    fn refuse(&mut self, input: &Input<P>, effects: &mut Vec<Effect<P>>) {
        match input {
            Input::Acquire { .. } => effects.push(Effect::Acquired(Acquired::Frozen)),
            Input::Commit(_) => effects.push(Effect::NotCommitted),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
