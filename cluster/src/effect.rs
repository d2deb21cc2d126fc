//! Inputs of a replica, and the effects that it asks for.

use crate::log::{LogRecord, LogSeq, RecordId, Term};

/// Input of a replica.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Input<P> {
    /// There may be new records: read the log.
    CatchUp,
    /// The store republished a committed record.
    Republished(LogSeq, LogRecord<P>),
    /// Become the writer. Answered by [`Effect::Writes`] or [`Effect::Lost`].
    Fence(P),
    /// Become the writer, but only if the log still ends at that record: in place of one that was silent after it, not of one
    /// that goes on. Answered as [`Input::Fence`] is.
    TakeOver(P, LogSeq),
    /// The writer decided something on all that the log contains. Answered by [`Effect::Committed`] or
    /// [`Effect::NotCommitted`].
    Commit(P),
    /// Do not write, or try to, any more. What is under way is settled first.
    Release,
    /// Answers [`Effect::Read`] with an unbroken run of records, perhaps not all; `None` when the read failed.
    Read(Option<Vec<(LogSeq, LogRecord<P>)>>),
    /// Answers [`Effect::Append`]; `None` for whatever is not an acceptance: refused, failed, timed out.
    Appended(RecordId, Option<LogSeq>),
    /// Answers [`Effect::Wait`].
    Elapsed,
}

/// An effect that a replica asks for. Those that are answered are answered exactly once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect<P> {
    /// Read the log's records after this one, from the store's leader. Answered by [`Input::Read`].
    Read {
        /// The last record that is known.
        after: LogSeq,
    },
    /// Append this record if the log ends at its `previous`. Answered by [`Input::Appended`].
    Append(LogRecord<P>),
    /// Tell the replica when so much time has gone by. Answered by [`Input::Elapsed`].
    Wait {
        /// Milliseconds. Vary it by some per cent, lest nodes keep in step.
        delay_ms: u64,
    },
    /// Apply a record: it is committed and the next one.
    Apply(LogSeq, LogRecord<P>),
    /// The same of the node's own record, which answers [`Input::Commit`].
    Committed(LogSeq, LogRecord<P>),
    /// Another node's record stands in its place, so it is not in the log and never will be; or the log contradicts
    /// itself.
    NotCommitted,
    /// The fence is applied: the node is the writer, and knows all of the log.
    Writes(Term),
    /// The node is not the writer: another's record came first, it let go, or does not know the log's end.
    Lost,
    /// Another node is the writer from now on; nothing was under way here.
    SteppedDown,
    /// The log contradicts itself. Nothing is served until an operator has looked at it.
    Frozen,
}
