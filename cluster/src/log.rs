//! A room's log: records that name their predecessor, and the end of it as one node knows it.

/// A node of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// One life of a node's replica of a room. A node that restarts, or lets a room go and takes it up again,
/// has a new one: it remembers nothing of what it appended before, so it must not take that for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriterId {
    /// The node.
    pub node: NodeId,
    /// Drawn at random for each life.
    pub life: u64,
}

/// Counts the writers of a room. Each fence raises it by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub u64);

impl Term {
    /// The term of a room's creator.
    pub const FIRST: Term = Term(1);

    /// The term after this one.
    #[must_use]
    pub fn next(self) -> Term {
        Term(self.0 + 1)
    }
}

/// The store's number of a record. It grows along a log, with gaps: the store numbers many logs together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogSeq(pub u64);

impl LogSeq {
    /// The end of a log without records.
    pub const NONE: LogSeq = LogSeq(0);
}

/// Names one record, whether it was stored or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId {
    /// The node that appended it.
    pub writer: WriterId,
    /// The writer's own count.
    pub count: u64,
}

/// A record as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogRecord<P> {
    /// Its name, by which an appender recognises its own.
    pub id: RecordId,
    /// The record it was appended on, which the store compared.
    pub previous: LogSeq,
    /// The writer's term.
    pub term: Term,
    /// Its content.
    pub body: RecordBody<P>,
}

/// The content of a record. The payload is opaque here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RecordBody<P> {
    /// "From here on I write": begins a term.
    Fence,
    /// A step of the room.
    Step(P),
    /// All of the room, in place of every record before it.
    Snapshot(P),
    /// The room's last step, in place of every record before it. It stays as a tombstone, because
    /// a log that is gone would begin at nothing again, and let a late creation through.
    End(P),
}

impl<P> RecordBody<P> {
    /// Whether it can be understood without the records before it.
    #[must_use]
    pub fn stands_alone(&self) -> bool {
        matches!(self, RecordBody::Snapshot(_) | RecordBody::End(_))
    }
}

/// Relation of a record to the known part of its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// It is the next one, and is known from now on.
    Next,
    /// It was known already.
    Known,
    /// Records before it are missing.
    Gap,
    /// It contradicts what is known. The store has lost or changed something.
    Fork,
}

/// The end of a log as one node knows it. Whatever it contains is committed; there may be more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LogTail {
    last: LogSeq,
    id: Option<RecordId>,
    term: Term,
    writer: Option<WriterId>,
    ended: bool,
}

impl LogTail {
    /// The last known record, or [`LogSeq::NONE`].
    #[must_use]
    pub fn last(&self) -> LogSeq {
        self.last
    }

    /// The term of the last known writer.
    #[must_use]
    pub fn term(&self) -> Term {
        self.term
    }

    /// The last known writer.
    #[must_use]
    pub fn writer(&self) -> Option<WriterId> {
        self.writer
    }

    /// Whether the room has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Takes a committed record if it is the next one.
    pub fn follow<P>(&mut self, seq: LogSeq, record: &LogRecord<P>) -> Successor {
        if seq < self.last {
            return Successor::Known;
        }
        if seq == self.last {
            return match self.id == Some(record.id) {
                true => Successor::Known,
                false => Successor::Fork,
            };
        }
        if record.previous > self.last && !record.body.stands_alone() {
            return Successor::Gap;
        }
        if !self.admits(record) {
            return Successor::Fork;
        }
        *self = LogTail {
            last: seq,
            id: Some(record.id),
            term: record.term,
            writer: Some(record.id.writer),
            ended: matches!(record.body, RecordBody::End(_)),
        };
        Successor::Next
    }

    /// Whether a record that comes after all that is known may be there.
    fn admits<P>(&self, record: &LogRecord<P>) -> bool {
        if self.ended || record.previous < self.last {
            return false;
        }
        let continues = record.term == self.term && Some(record.id.writer) == self.writer;
        if record.previous > self.last {
            // Fences between may be among the records that it replaces.
            return continues || record.term > self.term;
        }
        match record.body {
            RecordBody::Fence => record.term == self.term.next(),
            _ if self.last == LogSeq::NONE => record.term == Term::FIRST,
            _ => continues,
        }
    }
}

#[cfg(test)]
mod tests;
