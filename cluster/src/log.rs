//! The log: records that name their predecessor, and the end of it as one node knows it.

/// A node of the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// One life of a node. One that restarts has a new one: it remembers none of its earlier appends, so it
/// must not take that for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriterId {
    /// The node.
    pub node: NodeId,
    /// Drawn at random for each life.
    pub life: u64,
}

/// Counts the writers of the log. Each fence raises it by one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub u64);

impl Term {
    /// The term after this one.
    #[must_use]
    pub fn next(self) -> Term {
        Term(self.0 + 1)
    }
}

/// The store's number of a record. It grows along the log, perhaps with gaps.
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
    Fence(P),
    /// A decision of the writer.
    Entry(P),
}

impl<P> RecordBody<P> {
    /// The payload.
    pub fn payload(&self) -> &P {
        match self {
            RecordBody::Fence(payload) | RecordBody::Entry(payload) => payload,
        }
    }
}

/// Relation of a record to the known part of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successor {
    /// It is the next one, and is known from now on.
    Next,
    /// It was known already.
    Known,
    /// Records before it are missing.
    Gap,
    /// It contradicts the known records. The store has lost or changed something.
    Fork,
}

/// The end of the log as one node knows it. Whatever is before it is committed; there may be more. A node that begins
/// again takes up the one that it kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LogTail {
    /// The last known record, or [`LogSeq::NONE`].
    pub last: LogSeq,
    /// Its name; nothing where there is no record.
    pub id: Option<RecordId>,
    /// The term of the last known writer.
    pub term: Term,
}

impl LogTail {
    /// The end of a log whose last record this is.
    pub fn with<P>(seq: LogSeq, record: &LogRecord<P>) -> LogTail {
        LogTail {
            last: seq,
            id: Some(record.id),
            term: record.term,
        }
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
        if record.previous > self.last {
            return Successor::Gap;
        }
        if record.previous < self.last || !self.admits(record) {
            return Successor::Fork;
        }
        *self = LogTail::with(seq, record);
        Successor::Next
    }

    /// Whether a record may stand behind the last: a fence begins the next term, and an entry is of the one who fenced.
    fn admits<P>(&self, record: &LogRecord<P>) -> bool {
        match record.body {
            RecordBody::Fence(_) => record.term == self.term.next(),
            RecordBody::Entry(_) => {
                let writer = self.id.map(|id| id.writer);
                record.term == self.term && writer == Some(record.id.writer)
            }
        }
    }
}

#[cfg(test)]
mod tests;
