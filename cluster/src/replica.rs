//! One node's part of the log: it follows, and becomes the writer or stops being it.

#[cfg(test)]
mod tests;

use crate::{
    effect::{Effect, Input},
    log::{LogRecord, LogSeq, LogTail, RecordBody, RecordId, Successor, WriterId},
};

/// Time from an append or a read that told nothing to the next one.
const AGAIN_MS: u64 = 500;

/// One node's part of the protocol. See the [crate's page](crate).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replica<P> {
    me: WriterId,
    /// Records it has offered to the store.
    offered: u64,
    tail: LogTail,
    /// Whether the tail that it began with was seen in the log: a copy of another one ends elsewhere, or otherwise.
    is_checked: bool,
    /// Whether the log was seen to begin behind the tail: the records between them were purged.
    begins_later: bool,
    /// A record that is known to be there; beyond the tail, records are missing.
    ahead: LogSeq,
    is_reading: bool,
    is_waiting: bool,
    role: ReplicaRole<P>,
}

/// Role of a node in the log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ReplicaRole<P> {
    /// It follows.
    Follower,
    /// It reads what there is, in order to append a fence with this.
    Reading(P),
    /// Its record is under way: a fence, or the writer's entry.
    Appending {
        record: LogRecord<P>,
        /// Whether a call to the store has it.
        is_sent: bool,
        /// Whether the node stops writing once it is settled.
        lets_go: bool,
    },
    /// Its fence was accepted, and the tail is all of the log as far as it knows.
    Writer,
    /// The log contradicts itself.
    Frozen,
}

impl<P: Clone> Replica<P> {
    /// A replica that knows the log up to `tail`. Say [`Input::CatchUp`] first and again and again.
    pub fn new(me: WriterId, tail: LogTail) -> Replica<P> {
        Replica {
            me,
            offered: 0,
            tail,
            is_checked: tail.last == LogSeq::NONE,
            begins_later: false,
            ahead: tail.last,
            is_reading: false,
            is_waiting: false,
            role: ReplicaRole::Follower,
        }
    }

    /// The log's end as it knows it. Everything up to there was given to be applied.
    pub fn tail(&self) -> &LogTail {
        &self.tail
    }

    /// Whether the log has what the replica began with, as far as was seen. A log that never shows it has become shorter.
    pub fn is_checked(&self) -> bool {
        self.is_checked
    }

    /// Whether the log has lost its beginning up to behind the tail, so that this replica cannot follow it.
    pub fn begins_later(&self) -> bool {
        self.begins_later
    }

    /// Whether it is the writer as far as it knows: only an accepted append proves that.
    pub fn writes(&self) -> bool {
        match &self.role {
            ReplicaRole::Writer => true,
            ReplicaRole::Appending { record, .. } => matches!(record.body, RecordBody::Entry(_)),
            ReplicaRole::Follower | ReplicaRole::Reading(_) | ReplicaRole::Frozen => false,
        }
    }

    /// Whether something can be committed now.
    pub fn may_commit(&self) -> bool {
        matches!(self.role, ReplicaRole::Writer)
    }

    /// Takes an input and gives the effects to run, in this order.
    #[must_use]
    pub fn handle(&mut self, input: Input<P>) -> Vec<Effect<P>> {
        let mut effects = Vec::new();
        if matches!(self.role, ReplicaRole::Frozen) {
            match input {
                Input::Fence(_) | Input::TakeOver(..) => effects.push(Effect::Lost),
                Input::Commit(_) => effects.push(Effect::NotCommitted),
                _ => {}
            }
            return effects;
        }
        match input {
            Input::CatchUp => self.read(&mut effects),
            Input::Republished(seq, record) => self.learn(seq, record, &mut effects),
            Input::Fence(payload) => self.fence(payload, &mut effects),
            Input::TakeOver(payload, end) => self.take_over(payload, end, &mut effects),
            Input::Commit(payload) => self.commit(payload, &mut effects),
            Input::Release => self.release(&mut effects),
            Input::Read(records) => self.was_read(records, &mut effects),
            Input::Appended(id, seq) => self.appended(id, seq, &mut effects),
            Input::Elapsed => self.elapsed(&mut effects),
        }
        // What is known to be missing is read, unless that was tried just now.
        if self.is_behind() && !self.is_waiting && !matches!(self.role, ReplicaRole::Frozen) {
            self.read(&mut effects);
        }
        effects
    }

    /// Takes a committed record, wherever it comes from.
    fn learn(&mut self, seq: LogSeq, record: LogRecord<P>, effects: &mut Vec<Effect<P>>) {
        match self.tail.follow(seq, &record) {
            Successor::Known => {}
            Successor::Gap => self.ahead = self.ahead.max(seq),
            Successor::Fork => self.freeze(effects),
            Successor::Next => self.settle(seq, record, effects),
        }
    }

    /// Applies the log's next record: it decides whatever was under way on the record before it.
    fn settle(&mut self, seq: LogSeq, record: LogRecord<P>, effects: &mut Vec<Effect<P>>) {
        self.ahead = self.ahead.max(seq);
        let own = match &self.role {
            ReplicaRole::Appending {
                record: own,
                lets_go,
                ..
            } if own.id == record.id => Some(*lets_go),
            _ => None,
        };
        let Some(lets_go) = own else {
            self.step_down(effects);
            return effects.push(Effect::Apply(seq, record));
        };
        self.role = match lets_go {
            true => ReplicaRole::Follower,
            false => ReplicaRole::Writer,
        };
        let term = record.term;
        match record.body {
            RecordBody::Entry(_) => effects.push(Effect::Committed(seq, record)),
            RecordBody::Fence(_) => {
                effects.push(Effect::Apply(seq, record));
                effects.push(match lets_go {
                    true => Effect::Lost,
                    false => Effect::Writes(term),
                });
            }
        }
    }

    /// Another's record has come: a writer, or a replica that tries to become one, stops. One that only reads goes on.
    fn step_down(&mut self, effects: &mut Vec<Effect<P>>) {
        effects.push(match &self.role {
            ReplicaRole::Writer => Effect::SteppedDown,
            ReplicaRole::Appending { record, .. } => match record.body {
                RecordBody::Fence(_) => Effect::Lost,
                RecordBody::Entry(_) => Effect::NotCommitted,
            },
            ReplicaRole::Follower | ReplicaRole::Reading(_) | ReplicaRole::Frozen => return,
        });
        self.role = ReplicaRole::Follower;
    }

    fn fence(&mut self, payload: P, effects: &mut Vec<Effect<P>>) {
        match self.role {
            ReplicaRole::Follower => {
                self.role = ReplicaRole::Reading(payload);
                self.read(effects);
            }
            ReplicaRole::Writer => effects.push(Effect::Writes(self.tail.term)),
            // Whoever asked before is answered, and has to ask again.
            _ => effects.push(Effect::Lost),
        }
    }

    fn take_over(&mut self, payload: P, end: LogSeq, effects: &mut Vec<Effect<P>>) {
        let is_end = self.is_checked && !self.is_behind() && self.tail.last == end;
        match self.role {
            ReplicaRole::Follower if is_end => {
                self.offer(RecordBody::Fence(payload), effects);
            }
            ReplicaRole::Writer => effects.push(Effect::Writes(self.tail.term)),
            ReplicaRole::Follower => {
                // So that another try knows more.
                self.read(effects);
                effects.push(Effect::Lost);
            }
            _ => effects.push(Effect::Lost),
        }
    }

    fn commit(&mut self, payload: P, effects: &mut Vec<Effect<P>>) {
        if !self.may_commit() {
            return effects.push(Effect::NotCommitted);
        }
        self.offer(RecordBody::Entry(payload), effects);
    }

    fn release(&mut self, effects: &mut Vec<Effect<P>>) {
        match &mut self.role {
            ReplicaRole::Reading(_) => {
                self.role = ReplicaRole::Follower;
                effects.push(Effect::Lost);
            }
            ReplicaRole::Writer => self.role = ReplicaRole::Follower,
            ReplicaRole::Appending { lets_go, .. } => *lets_go = true,
            ReplicaRole::Follower | ReplicaRole::Frozen => {}
        }
    }

    /// Sends a record on the known end of the log.
    fn offer(&mut self, body: RecordBody<P>, effects: &mut Vec<Effect<P>>) {
        self.offered += 1;
        let record = LogRecord {
            id: RecordId {
                writer: self.me,
                count: self.offered,
            },
            previous: self.tail.last,
            term: match body {
                RecordBody::Fence(_) => self.tail.term.next(),
                RecordBody::Entry(_) => self.tail.term,
            },
            body,
        };
        self.role = ReplicaRole::Appending {
            record: record.clone(),
            is_sent: true,
            lets_go: false,
        };
        effects.push(Effect::Append(record));
    }

    fn appended(&mut self, id: RecordId, seq: Option<LogSeq>, effects: &mut Vec<Effect<P>>) {
        let ReplicaRole::Appending {
            record, is_sent, ..
        } = &mut self.role
        else {
            return;
        };
        // It may have been learnt from the log before, and the answer is late.
        if record.id != id {
            return;
        }
        *is_sent = false;
        match seq {
            // Whether it is there, or another's, is seen in the log.
            None => self.read(effects),
            Some(seq) => {
                let record = record.clone();
                match self.tail.follow(seq, &record) {
                    Successor::Next => self.settle(seq, record, effects),
                    // Accepted at a number that the log had passed.
                    _ => self.freeze(effects),
                }
            }
        }
    }

    fn is_behind(&self) -> bool {
        self.ahead > self.tail.last
    }

    /// Reads what comes after the tail, unless a read is under way.
    fn read(&mut self, effects: &mut Vec<Effect<P>>) {
        if !self.is_reading {
            self.is_reading = true;
            let last = self.tail.last;
            let before = LogSeq(last.0.saturating_sub(1));
            effects.push(Effect::Read {
                after: if self.is_checked { last } else { before },
            });
        }
    }

    fn was_read(
        &mut self,
        records: Option<Vec<(LogSeq, LogRecord<P>)>>,
        effects: &mut Vec<Effect<P>>,
    ) {
        self.is_reading = false;
        let before = self.tail.last;
        let has_failed = records.is_none();
        self.is_checked |= records.iter().flatten().any(|(seq, _)| *seq >= before);
        let first = records.as_ref().and_then(|records| records.first());
        self.begins_later |= first.is_some_and(|(_, record)| record.previous > before);
        for (seq, record) in records.into_iter().flatten() {
            if !matches!(self.role, ReplicaRole::Frozen) {
                self.learn(seq, record, effects);
            }
        }
        let is_fruitless = has_failed || self.tail.last == before;
        let is_unsettled = matches!(self.role, ReplicaRole::Appending { is_sent: false, .. });
        match &self.role {
            ReplicaRole::Frozen => {}
            // There may be more of it.
            ReplicaRole::Reading(_) if !is_fruitless => self.read(effects),
            ReplicaRole::Reading(payload) if !has_failed && !self.is_behind() => {
                let fence = RecordBody::Fence(payload.clone());
                self.offer(fence, effects);
            }
            _ if is_unsettled || self.is_behind() || has_failed => self.wait(effects),
            _ if !is_fruitless => self.read(effects),
            _ => {}
        }
    }

    fn wait(&mut self, effects: &mut Vec<Effect<P>>) {
        if !self.is_waiting {
            self.is_waiting = true;
            effects.push(Effect::Wait { delay_ms: AGAIN_MS });
        }
    }

    /// The time for another try: the same record again, or another read.
    fn elapsed(&mut self, effects: &mut Vec<Effect<P>>) {
        self.is_waiting = false;
        match &mut self.role {
            ReplicaRole::Appending {
                record, is_sent, ..
            } if !*is_sent => {
                *is_sent = true;
                effects.push(Effect::Append(record.clone()));
            }
            _ => self.read(effects),
        }
    }

    fn freeze(&mut self, effects: &mut Vec<Effect<P>>) {
        match self.role {
            ReplicaRole::Reading(_) => effects.push(Effect::Lost),
            ReplicaRole::Writer | ReplicaRole::Appending { .. } => self.step_down(effects),
            ReplicaRole::Follower | ReplicaRole::Frozen => {}
        }
        self.role = ReplicaRole::Frozen;
        effects.push(Effect::Frozen);
    }
}
