//! One log, one writer, a copy on every node: a node's part of the protocol, as a pure state machine.
//!
//! Several nodes share one log in a store whose only guarantee is the conditional append: a record is stored if the
//! log still ends where the appender believes it to end. There is no lease, no election and no clock. A node that
//! appends a *fence* on the log's end is the writer, knows all of the log, and everybody before is fenced: the log does
//! not end any more where they believe.
//!
//! A [`Replica`] is what one node does. It takes [`Input`]s (what the node wants, what the store answered) and gives
//! [`Effect`]s (what to read, append, apply). It does no I/O and reads no clock. A [`LogDriver`] puts it on a
//! [`LogStore`]. The model drives the one, the simulation the other, both as they are shipped.
//!
//! Three rules carry it:
//!
//! 1. **A record names its predecessor** ([`LogRecord::previous`]). A reader takes a record only behind the one
//!    it names, wherever it came from, so lost, repeated and reordered messages cannot show a
//!    record that is not in the log.
//! 2. **Nothing but an accepted append proves anything.** A refusal, an error and a time-out all mean that
//!    nobody knows; a read may be stale, and one that shows nothing new proves nothing.
//! 3. **An append that was not accepted is sent again, but only the same.** The identical record, with the same name
//!    on the same predecessor: at most one record can stand behind a predecessor, so however many copies of it are under
//!    way, it is stored once or never. The writer repeats it until it is accepted or another's record is read in its
//!    place. Then it is fenced, and its pending record is not in the log and never will be.
#![warn(missing_docs)]

mod driver;
mod effect;
mod log;
mod replica;
mod store;

pub use driver::{Fenced, LogChange, LogDriver, LogObserver};
pub use effect::{Effect, Input};
pub use log::{
    LogRecord, LogSeq, LogTail, NodeId, RecordBody, RecordId, Successor, Term, WriterId,
};
pub use replica::Replica;
pub use store::{LogSlice, LogStore};
