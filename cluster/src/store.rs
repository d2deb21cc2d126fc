//! Interface of a room to the store and to the other nodes: the contract that the simulated store and the real one
//! keep.

use futures::future::BoxFuture;

use crate::{
    effect::WriterClaim,
    log::{LogRecord, LogSeq},
};

/// A room's key in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomKey(pub u64);

/// Records in the order of their log.
pub type LogSlice<P> = Vec<(LogSeq, LogRecord<P>)>;

/// A store of logs that compares before it appends, as one node reaches it. Every call ends by itself in bounded time.
///
/// Besides, the store republishes each record that it has accepted to every node, in order, at most once: the node's
/// own task hands them to [`RoomReplica::republished`](crate::RoomReplica::republished).
pub trait LogStore<P>: Send + Sync + 'static {
    /// Appends a record if the log's last number is its `previous`. `Some` only if the store has said that a
    /// majority keeps it. `None` may mean that it is kept, or will be.
    fn append(&self, room: RoomKey, record: LogRecord<P>) -> BoxFuture<'_, Option<LogSeq>>;

    /// Reads a log's records behind `after` from the leader: an unbroken run of them, or one that begins
    /// with a record that stands alone. It may be out of date. `None`: it could not be read.
    fn read(&self, room: RoomKey, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<P>>>;

    /// Asks the other nodes which of them writes a room. `None`: nobody answered in time.
    fn ask(&self, room: RoomKey) -> BoxFuture<'_, Option<WriterClaim>>;
}
