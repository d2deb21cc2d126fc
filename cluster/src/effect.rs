//! Inputs of a replica, and the effects that it asks for.

use crate::log::{LogRecord, LogSeq, NodeId, RecordBody, RecordId, Term};

/// A node's word that it is a room's writer. It may be out of date: the highest term wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriterClaim {
    /// The node.
    pub node: NodeId,
    /// The term in which it writes.
    pub term: Term,
}

/// Input of a replica.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input<P> {
    /// Republished records may have been missed: the subscription is new, overflowed or reconnected.
    CatchUp,
    /// The store republished a committed record.
    Republished(LogSeq, LogRecord<P>),
    /// Another node's regular notice of how far it knows the log.
    Heard(LogSeq),
    /// The room is needed: find its writer, or become it. Answered by one [`Effect::Acquired`].
    Acquire {
        /// The writer of this term, or an earlier one, does not answer; nobody is `Term(0)`.
        silent: Term,
    },
    /// The room decided something on all that the log contains. Answered by [`Effect::Committed`] or
    /// [`Effect::NotCommitted`]. Allowed of the writer, and of anybody while there is no such room, to create it.
    Commit(RecordBody<P>),
    /// Let others write the room, without being asked to: the node is drained.
    Release,
    /// Answers [`Effect::Ask`]; `None` when nobody answered in time.
    Asked(Option<WriterClaim>),
    /// Answers [`Effect::Read`] with records in their order, perhaps not all; `None` when the read failed.
    Read(Option<Vec<(LogSeq, LogRecord<P>)>>),
    /// Answers [`Effect::Append`]; `None` for whatever is not an acceptance: refused, failed, timed out.
    Appended(RecordId, Option<LogSeq>),
    /// Answers [`Effect::Wait`].
    Elapsed(Timer),
}

/// The reason for which a replica waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Timer {
    /// Before the next try to become the writer.
    Backoff,
    /// Before the next try to read what is known to be missing.
    CatchUp,
}

/// An effect that a replica asks for. Those that are answered are answered exactly once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect<P> {
    /// Ask all nodes for the room's writer. Answered by [`Input::Asked`].
    Ask,
    /// Read the log's records after this one, from the store's leader. Answered by [`Input::Read`].
    Read {
        /// The last record that is known.
        after: LogSeq,
    },
    /// Append this record if the log ends at its `previous`. Answered by [`Input::Appended`].
    Append(LogRecord<P>),
    /// Tell the replica when so much time has gone by. Answered by [`Input::Elapsed`].
    Wait {
        /// The timer, for the answer.
        timer: Timer,
        /// How long, in milliseconds. Vary it by some per cent, lest nodes keep in step.
        delay_ms: u64,
    },
    /// Fold a record and show it: it is committed and the next one. One that
    /// [stands alone](RecordBody::stands_alone) replaces all that was folded before.
    Apply(LogSeq, LogRecord<P>),
    /// The record is committed, and is the next one: show it and acknowledge it.
    Committed(LogSeq, LogRecord<P>),
    /// Nobody knows whether it was committed. The room is not written here any more: acquire it, and
    /// decide again on what the log then says.
    NotCommitted,
    /// The result of acquiring the room.
    Acquired(Acquired),
    /// Another node writes the room from now on; nothing was under way here.
    LetGo,
    /// The log contradicts itself. The room is not served until an operator has looked at it.
    Frozen,
}

/// The result of acquiring a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acquired {
    /// This node writes it, and knows all of its log.
    Here(Term),
    /// Another node says that it writes it.
    Elsewhere(WriterClaim),
    /// The log is empty: no such room. A read may be stale, so this is not a proof.
    Nothing,
    /// The room has ended.
    Ended,
    /// Nobody could be found, and no fence was accepted.
    Unavailable,
    /// The log contradicts itself.
    Frozen,
}
