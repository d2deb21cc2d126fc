//! The log that the nodes of a cluster share, before a node's own SQLite: what the writer decided is appended there, and
//! applied here in the transaction that was open meanwhile.

mod inbox;
mod record;
mod silence;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    time::{Duration, Instant},
};

use cluster::{Fenced, LogDriver, LogStore, LogTail, Shown, WriterId};
use tokio::runtime::Handle;

use inbox::InboxItem;
use silence::Silence;

pub(crate) use inbox::LogInbox;
pub(crate) use record::{RecordParts, SharedRecord};

/// The most bytes of a record: half of what NATS takes by default, so that headers and one more step fit as well.
pub(crate) const RECORD_BYTES: usize = 512 << 10;

/// How often a node that follows looks for new records. That much of the log at most, and what is under way, is left to
/// apply when it takes over.
const LOOK_EVERY: Duration = Duration::from_millis(250);

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
    /// How long the writer may be silent before this node takes its place, while the store answers this one. Until then it
    /// stands by: it applies what the log shows. Nodes of one log differ by some hundred milliseconds, lest they try at
    /// once. A writer appends a record three times in that time, whether it has something to decide or not. `None`: it takes
    /// over at once, from whomever.
    pub silence: Option<Duration>,
    /// Set when a node that stands by is to give up.
    pub stop: Arc<AtomicBool>,
}

impl fmt::Debug for SharedOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = (self.log, self.me);
        f.debug_tuple("SharedOptions").field(&name).finish()
    }
}

/// A copy of the log, to which what the log shows is applied.
pub(crate) trait LogCopy {
    /// Why it cannot be.
    type Error: From<Fenced> + From<FollowError>;

    /// Applies what is shown next.
    fn apply(&mut self, shown: Shown<Vec<u8>>) -> Result<(), Self::Error>;

    /// Whether nobody writes after its last record: there is none, or it says that its writer leaves.
    fn is_left(&self) -> bool;

    /// There is nothing to apply at the moment.
    fn idle(&mut self) -> Result<(), Self::Error>;
}

/// Why a node does not follow the log any longer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FollowError {
    /// It was asked to stop.
    Stopped,
    /// The log ends before the copy does.
    LogShorter,
}

type Driver = LogDriver<Vec<u8>, dyn LogStore<Vec<u8>>, LogInbox>;

/// The log at the node that writes it.
pub(crate) struct SharedLog {
    driver: Arc<Driver>,
    inbox: Receiver<InboxItem>,
    options: SharedOptions,
}

impl SharedLog {
    /// The log behind a copy that ends at `tail`. Its calls block: none of them is for an async task.
    pub fn new(options: SharedOptions, tail: LogTail) -> SharedLog {
        let (sender, inbox) = inbox::inbox();
        let store = Arc::clone(&options.store);
        SharedLog {
            driver: LogDriver::new(options.me, tail, store, sender),
            inbox,
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

    /// How long the writer may be silent, if this node stands by.
    pub fn silence(&self) -> Option<Duration> {
        self.options.silence
    }

    /// Follows the log until its writer has left or is silent for too long.
    ///
    /// # Errors
    /// When this node is to stop, the log does not have what the copy has, or with the first error of the copy.
    pub fn follow<C: LogCopy>(&mut self, copy: &mut C, longest: Duration) -> Result<(), C::Error> {
        let mut silence = Silence::new(longest, Instant::now());
        // Whether something has come since the last read: then there may be more of it.
        let mut is_new = false;
        self.look();
        loop {
            self.go_on()?;
            match self.inbox.recv_timeout(LOOK_EVERY) {
                Ok(InboxItem::Shown(shown)) => {
                    copy.apply(shown)?;
                    silence.broken(Instant::now());
                    is_new = true;
                }
                Ok(InboxItem::Looked { asked, is_answered }) => {
                    let is_end = is_answered && !std::mem::take(&mut is_new);
                    match self.driver.is_checked() {
                        true if is_end && (copy.is_left() || silence.is_over(asked)) => {
                            return Ok(());
                        }
                        // A read may be of some seconds ago, and what it lacks still come.
                        false if is_end && silence.is_over(asked) => {
                            return Err(FollowError::LogShorter.into());
                        }
                        _ => {}
                    }
                    if !is_answered {
                        silence.broken(Instant::now());
                    }
                }
                Err(_) => {
                    copy.idle()?;
                    self.look();
                }
            }
        }
    }

    /// Becomes the writer. Each record of the log that the copy lacks is applied to it, in order, the fence last. One that
    /// stands by takes over only at the end that it knows: another one's fence may be behind it.
    ///
    /// # Errors
    /// When another node was quicker, or this one is to stop; or the first error of the copy.
    pub fn fence<C: LogCopy>(&mut self, fence: Vec<u8>, copy: &mut C) -> Result<(), C::Error> {
        let driver = Arc::clone(&self.driver);
        let stands_by = self.options.silence.is_some();
        let fenced = self.call(async move {
            match stands_by {
                true => driver.take_over(fence).await,
                false => driver.fence(fence).await,
            }
        });
        let fenced = loop {
            self.go_on()?;
            // A long log is applied while it is read.
            match fenced.recv_timeout(inbox::LOOK) {
                Ok(fenced) => break fenced,
                Err(RecvTimeoutError::Disconnected) => break Err(Fenced),
                Err(RecvTimeoutError::Timeout) => self.apply_waiting(copy)?,
            }
        };
        self.apply_waiting(copy)?;
        fenced.map(drop).map_err(C::Error::from)
    }

    /// Appends what was decided, however long the store does not answer, or no longer than `longest`; gives the log's end
    /// with it.
    ///
    /// # Errors
    /// When another node is the writer: it is not in the log and never will be. After `longest` nobody knows.
    pub fn append(
        &mut self,
        record: Vec<u8>,
        longest: Option<Duration>,
    ) -> Result<LogTail, Fenced> {
        let driver = Arc::clone(&self.driver);
        let appended = self.call(async move {
            let seq = driver.commit(record).await?;
            Ok((seq, driver.tail()))
        });
        let appended = match longest {
            None => appended.recv().ok(),
            Some(longest) => appended.recv_timeout(longest).ok(),
        };
        let (seq, tail) = appended.unwrap_or(Err(Fenced))?;
        // Its own record; with one of another's it is not the writer any more.
        let only_own = self
            .inbox
            .try_iter()
            .filter_map(InboxItem::shown)
            .all(|shown| matches!(shown, Shown::Record(at, _) if at == seq));
        match only_own && tail.last == seq {
            true => Ok(tail),
            false => Err(Fenced),
        }
    }

    fn apply_waiting<C: LogCopy>(&self, copy: &mut C) -> Result<(), C::Error> {
        let mut waiting = self.inbox.try_iter().filter_map(InboxItem::shown);
        waiting.try_for_each(|shown| copy.apply(shown))
    }

    /// Asks the store for what is new, unless that is under way.
    fn look(&self) {
        let _runtime = self.options.runtime.enter();
        self.driver.missed();
    }

    fn go_on(&self) -> Result<(), FollowError> {
        match self.options.stop.load(Ordering::Relaxed) {
            true => Err(FollowError::Stopped),
            false => Ok(()),
        }
    }

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
