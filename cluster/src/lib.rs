//! One writer a room, fenced by its log: a node's part of the protocol, as a pure state machine.
//!
//! Several nodes share a store of logs, one log a room, whose only guarantee is the conditional append: a record is
//! stored if the log still ends where the appender believes it to end. There is no lease, no election and no clock. A
//! node that appends a *fence* on the log's end is the room's writer, knows all of the log, and everybody before is
//! fenced: the log does not end any more where they believe.
//!
//! A [`Replica`] is what one node does for one room. It takes [`Input`]s (what the node wants, what the
//! store and other nodes answered) and gives [`Effect`]s (what to ask, read, append, show). It does no
//! I/O and reads no clock. A [`RoomReplica`] puts it on a [`LogStore`]. The model drives the one, the simulation
//! the other, both as they are shipped.
//!
//! Three rules carry it:
//!
//! 1. **A record names its predecessor** ([`LogRecord::previous`]). A reader takes a record only behind the one
//!    it names, wherever it came from, so lost, repeated and reordered messages cannot show what is not in the log.
//! 2. **Nothing but an accepted append proves anything.** A refusal, an error and a time-out all mean that
//!    nobody knows; a read may be stale, and so may be a node's claim that it is the writer.
//! 3. **An append that was not accepted is never tried again.** The node stops being the writer, reads and fences anew:
//!    an accepted fence settles whether the lost append is in the log, for ever, and the command is decided again on
//!    what the log says.
#![warn(missing_docs)]

mod effect;
mod log;
mod replica;
mod room;
mod store;

pub use effect::{Acquired, Effect, Input, Timer, WriterClaim};
pub use log::{
    LogRecord, LogSeq, LogTail, NodeId, RecordBody, RecordId, Successor, Term, WriterId,
};
pub use replica::Replica;
pub use room::{RoomObserver, RoomReplica, Shown};
pub use store::{LogSlice, LogStore, RoomKey};
