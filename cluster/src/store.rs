//! Interface to the store: the contract that the simulated store and the real one keep.

use futures::future::BoxFuture;

use crate::log::{LogRecord, LogSeq};

/// Records in the order of the log.
pub type LogSlice<P> = Vec<(LogSeq, LogRecord<P>)>;

/// A store of one log that compares before it appends, as one node reaches it. Every call ends by itself in bounded time.
///
/// Besides, a store may republish each record that it has accepted to every node, in order, at most once:
/// [`LogDriver::republished`](crate::LogDriver::republished) takes them.
pub trait LogStore<P>: Send + Sync + 'static {
    /// Appends a record if the log's last number is its `previous`. `Some` only if the store has said that a
    /// majority keeps it. `None` may mean that it is kept, or will be.
    fn append(&self, record: LogRecord<P>) -> BoxFuture<'_, Option<LogSeq>>;

    /// Reads the log's records behind `after` from the leader: an unbroken run of them, perhaps not all. It may be
    /// out of date. `None`: it could not be read.
    fn read(&self, after: LogSeq) -> BoxFuture<'_, Option<LogSlice<P>>>;
}
