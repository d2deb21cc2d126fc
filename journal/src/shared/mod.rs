//! The log that the nodes of a cluster share, before a node's own SQLite: what the writer decided is appended there, and
//! applied here in the transaction that was open meanwhile.

mod inbox;
mod record;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
};

use cluster::{Fenced, LogDriver, LogStore, LogTail, Shown, WriterId};
use tokio::runtime::Handle;

pub(crate) use inbox::LogInbox;
pub(crate) use record::{RecordParts, SharedRecord};

/// The most bytes of a record: half of what NATS takes by default, so that headers and one more step fit as well.
pub(crate) const RECORD_BYTES: usize = 512 << 10;

/// The log as this node reaches it.
#[derive(Clone)]
pub struct SharedOptions {
    /// The store.
    pub store: Arc<dyn LogStore<Vec<u8>>>,
    /// The log's random name, which a copy of another log does not have.
    pub log: u64,
    /// This node, in a life that it was never in before.
    pub me: WriterId,
    /// Where the store's calls run: a runtime of their own, which never waits for the journal.
    pub runtime: Handle,
    /// The clock, in Unix milliseconds.
    pub clock: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl fmt::Debug for SharedOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = (self.log, self.me);
        f.debug_tuple("SharedOptions").field(&name).finish()
    }
}

type Driver = LogDriver<Vec<u8>, dyn LogStore<Vec<u8>>, LogInbox>;

/// The log at the node that writes it.
pub(crate) struct SharedLog {
    driver: Arc<Driver>,
    shown: Receiver<Shown<Vec<u8>>>,
    options: SharedOptions,
}

impl SharedLog {
    /// The log behind a copy that ends at `tail`. Its calls block: none of them is for an async task.
    pub fn new(options: SharedOptions, tail: LogTail) -> SharedLog {
        let (inbox, shown) = inbox::inbox();
        let store = Arc::clone(&options.store);
        SharedLog {
            driver: LogDriver::new(options.me, tail, store, inbox),
            shown,
            options,
        }
    }

    /// The log's name.
    pub fn id(&self) -> u64 {
        self.options.log
    }

    /// The clock, in Unix milliseconds.
    pub fn now_ms(&self) -> u64 {
        (self.options.clock)()
    }

    /// Becomes the writer. Each record of the log that the copy lacks is handed to `apply`, in order, the fence last.
    ///
    /// # Errors
    /// When another node was quicker; or the first error of `apply`.
    pub fn fence<E: From<Fenced>>(
        &mut self,
        fence: Vec<u8>,
        mut apply: impl FnMut(Shown<Vec<u8>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let driver = Arc::clone(&self.driver);
        let fenced = self.call(async move { driver.fence(fence).await });
        let fenced = loop {
            // A long log is applied while it is read.
            match fenced.recv_timeout(inbox::LOOK) {
                Ok(fenced) => break fenced,
                Err(RecvTimeoutError::Disconnected) => break Err(Fenced),
                Err(RecvTimeoutError::Timeout) => self.shown.try_iter().try_for_each(&mut apply)?,
            }
        };
        self.shown.try_iter().try_for_each(apply)?;
        fenced.map(drop).map_err(E::from)
    }

    /// Appends what was decided, however long the store does not answer; gives the log's end with it.
    ///
    /// # Errors
    /// When another node is the writer: it is not in the log and never will be.
    pub fn append(&mut self, record: Vec<u8>) -> Result<LogTail, Fenced> {
        let driver = Arc::clone(&self.driver);
        let appended = self.call(async move {
            let seq = driver.commit(record).await?;
            Ok((seq, driver.tail()))
        });
        let (seq, tail) = appended.recv().unwrap_or(Err(Fenced))?;
        // Its own record; with one of another's it is not the writer any more.
        let only_own = self
            .shown
            .try_iter()
            .all(|shown| matches!(shown, Shown::Record(at, _) if at == seq));
        match only_own && tail.last == seq {
            true => Ok(tail),
            false => Err(Fenced),
        }
    }
}

impl SharedLog {
    /// Begins a call where what it starts runs on; its answer can be waited for on any thread.
    fn call<T: Send + 'static>(
        &self,
        call: impl Future<Output = T> + Send + 'static,
    ) -> Receiver<T> {
        let (answer, answered) = sync_channel(1);
        self.options.runtime.spawn(async move {
            let _ = answer.send(call.await);
        });
        answered
    }
}

impl Drop for SharedLog {
    fn drop(&mut self) {
        self.driver.release();
    }
}
