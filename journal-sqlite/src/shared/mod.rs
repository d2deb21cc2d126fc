//! The log that the nodes of a cluster share, before a node's own SQLite: what the writer decided is appended there, and
//! applied here in the transaction that was open meanwhile.

mod base;
mod inbox;
mod record;
mod silence;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    time::{Duration, Instant},
};

use cluster::{Fenced, LogChange, LogDriver, LogSeq, LogStore, LogTail, WriterId};
use journal::shared::SharedOptions;

pub use base::begin_log;
use inbox::InboxItem;
use silence::{SeemingEnd, Silence};

pub(crate) use inbox::LogInbox;
pub(crate) use record::SharedRecord;

/// The most bytes of a record: half of NATS's default limit, so that headers and one more step fit as well.
pub(crate) const RECORD_BYTES: usize = 512 << 10;

/// Time that a writer that is to stop waits for an append under way.
const SETTLING: Duration = Duration::from_secs(2);

/// Time between two checks whether to give up, while the log's driver does not answer; what has come is applied then.
const CHECK_EVERY: Duration = Duration::from_millis(20);
/// Time between two looks of a follower for new records. That much of the log at most, and the records under way,
/// are left to apply when it takes over.
const LOOK_EVERY: Duration = Duration::from_millis(250);

/// A copy of the log, to which what the log shows is applied.
pub(crate) trait LogCopy {
    /// Why it cannot be.
    type Error: From<Fenced> + From<FollowError>;

    /// Applies what is shown next.
    fn apply(&mut self, shown: LogChange<Vec<u8>>) -> Result<(), Self::Error>;

    /// The last record that it has.
    fn end(&self) -> LogSeq;

    /// Whether nobody writes after its last record: there is none, it says that its writer leaves, or that was this node in
    /// a former life.
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
    /// The log begins behind the end of the copy.
    LogBegins,
}

type Driver = LogDriver<Vec<u8>, dyn LogStore<Vec<u8>>, LogInbox>;

/// Why a record was not appended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AppendFailure {
    /// Another node writes: it is not in the log and never will be.
    Fenced,
    /// This node is to stop, and the store has not answered: nobody knows.
    Unanswered,
    /// The store has not taken it for too long; it may yet.
    CutOff,
}

/// The log as one node follows and writes it.
pub(crate) struct SharedLog {
    driver: Arc<Driver>,
    inbox: Receiver<InboxItem>,
    /// Records that came while this node wrote, and are to be applied.
    unapplied: VecDeque<LogChange<Vec<u8>>>,
    options: SharedOptions,
    /// Set once this node is to stop.
    stop: Arc<AtomicBool>,
    /// The highest record that another node is known to have written.
    superseded: Arc<AtomicU64>,
    /// The life of the writer whose process seems to have ended.
    gone: Arc<AtomicU64>,
}

impl SharedLog {
    /// The log behind a copy that ends at `tail`. Its calls block: none of them is for an async task.
    pub fn new(options: SharedOptions, tail: LogTail, stop: Arc<AtomicBool>) -> SharedLog {
        let (sender, inbox) = inbox::inbox();
        let store = Arc::clone(&options.store);
        SharedLog {
            driver: LogDriver::new(options.me, tail, store, sender),
            inbox,
            unapplied: VecDeque::new(),
            options,
            stop,
            superseded: Arc::default(),
            gone: Arc::default(),
        }
    }

    /// The log's name.
    pub fn id(&self) -> u64 {
        self.options.log
    }

    /// This node in its present life.
    pub fn me(&self) -> WriterId {
        self.options.me
    }

    /// Has a writer that does not have that record wait for no append any more.
    pub fn superseded(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.superseded)
    }

    /// Has the silence of the writer in that life last less long than another's.
    pub fn gone(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.gone)
    }

    /// Lets others write.
    pub fn release(&self) {
        self.driver.release();
    }

    /// This node in that life.
    pub fn in_life(&self, life: u64) -> WriterId {
        let node = self.options.me.node;
        WriterId { node, life }
    }

    /// The clock, in Unix milliseconds.
    pub fn now_ms(&self) -> u64 {
        (self.options.clock)()
    }

    /// Longest silence of the writer.
    pub fn silence(&self) -> Duration {
        self.options.silence
    }

    /// Until when, by the clock, the writer of a record that was sent at `sent_ms` and accepted knows all of the log.
    pub fn current_until_ms(&self, sent_ms: u64) -> u64 {
        sent_ms.saturating_add(self.options.current_for_ms())
    }

    /// Follows the log until its writer has left or is silent for too long, unless this node begins by taking over.
    ///
    /// # Errors
    /// When this node is to stop, the log does not have what the copy has or begins behind it, or with the first error of the copy.
    pub fn follow<C: LogCopy>(&mut self, copy: &mut C) -> Result<(), C::Error> {
        if self.options.begins {
            return Ok(());
        }
        let mut silence = Silence::new(Instant::now());
        let mut seeming_end = SeemingEnd::new(Arc::clone(&self.gone), Instant::now());
        // Whether something has come since the last read: then there may be more of it.
        let mut is_new = false;
        self.apply_kept(copy)?;
        self.look();
        loop {
            self.go_on()?;
            seeming_end.look(Instant::now());
            let longest = self.longest_silence(&seeming_end);
            let next_look = silence.left(longest, Instant::now());
            let next_look = next_look.unwrap_or(LOOK_EVERY);
            match self.inbox.recv_timeout(next_look.min(LOOK_EVERY)) {
                Ok(InboxItem::LogChange(shown)) => {
                    let by = writer_of(&shown);
                    copy.apply(shown)?;
                    silence.broken(Instant::now());
                    seeming_end.record_by(by, self.options.silence / 3, Instant::now());
                    is_new = true;
                }
                Ok(InboxItem::Looked { .. }) if self.driver.begins_later() => {
                    return Err(FollowError::LogBegins.into());
                }
                Ok(InboxItem::Looked { asked, is_answered }) => {
                    match self.driver.is_checked() {
                        _ if !is_answered => silence.broken(Instant::now()),
                        _ if is_new => is_new = false,
                        true if copy.is_left() || silence.has_lasted(longest, asked) => {
                            return Ok(());
                        }
                        // A read may be of some seconds ago, and its missing records still come.
                        false if silence.has_lasted(self.options.silence, asked) => {
                            return Err(FollowError::LogShorter.into());
                        }
                        _ => {}
                    }
                }
                Err(_) => {
                    copy.idle()?;
                    self.look();
                }
            }
        }
    }

    /// Longest silence of the writer until this node takes over.
    fn longest_silence(&self, seeming_end: &SeemingEnd) -> Duration {
        let longest = match self.driver.tail().id {
            Some(last) if seeming_end.is_of(last.writer.life) => self.options.silence_of_gone(),
            _ => self.options.silence,
        };
        longest.saturating_add(self.options.pause)
    }

    /// Becomes the writer. Each record of the log that the copy lacks is applied to it, in order, the fence last. One that
    /// stands by takes over only where its copy ends: behind it may be another one's fence, or the next record of a writer
    /// who was silent and goes on.
    ///
    /// # Errors
    /// When another node was quicker, or this one is to stop; or the first error of the copy.
    pub fn fence<C: LogCopy>(&mut self, fence: Vec<u8>, copy: &mut C) -> Result<(), C::Error> {
        let driver = Arc::clone(&self.driver);
        let (begins, end) = (self.options.begins, copy.end());
        let fenced = self.call(async move {
            match begins {
                true => driver.fence(fence).await,
                false => driver.take_over(fence, end).await,
            }
        });
        let fenced = loop {
            self.go_on()?;
            // A long log is applied while it is read.
            match fenced.recv_timeout(CHECK_EVERY) {
                Ok(fenced) => break fenced,
                Err(RecvTimeoutError::Disconnected) => break Err(Fenced),
                Err(RecvTimeoutError::Timeout) => self.apply_waiting(copy)?,
            }
        };
        self.apply_waiting(copy)?;
        fenced?;
        self.options.begins = false;
        Ok(())
    }

    /// Appends a decision, as long as patience lasts, nobody else is known to write and this node is not to stop; gives the log's end with it.
    ///
    /// # Errors
    /// When another node is the writer, or nobody knows whether it was appended. Then it may be, until another record is
    /// behind the one before it, and is shown like that of another.
    pub fn append(&mut self, record: Vec<u8>) -> Result<LogTail, AppendFailure> {
        let driver = Arc::clone(&self.driver);
        let appended = self.call(async move { driver.commit(record).await });
        let seq = self.answer_of(&appended)?;
        let seq = seq.map_err(|Fenced| AppendFailure::Fenced)?;
        let mut own = None;
        for change in self.inbox.try_iter().filter_map(InboxItem::change) {
            match change {
                LogChange::Record(at, record) if at == seq => {
                    own = Some(LogTail::with(at, &record))
                }
                // Of another writer, which has taken over behind it.
                other => self.unapplied.push_back(other),
            }
        }
        own.ok_or(AppendFailure::Unanswered)
    }

    /// The answer to an append.
    fn answer_of<T>(&self, answer: &Receiver<T>) -> Result<T, AppendFailure> {
        let (asked, mut stopping) = (Instant::now(), None);
        loop {
            match answer.recv_timeout(CHECK_EVERY) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => return Err(AppendFailure::Unanswered),
                Err(RecvTimeoutError::Timeout) if self.go_on().is_ok() => {
                    let last = self.driver.tail().last;
                    let is_superseded = self.superseded.load(Ordering::Acquire) > last.0;
                    if is_superseded || asked.elapsed() >= self.options.patience {
                        self.release();
                        return Err(AppendFailure::CutOff);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let since: &mut Instant = stopping.get_or_insert_with(Instant::now);
                    if since.elapsed() >= SETTLING {
                        return Err(AppendFailure::Unanswered);
                    }
                }
            }
        }
    }

    fn apply_waiting<C: LogCopy>(&mut self, copy: &mut C) -> Result<(), C::Error> {
        self.apply_kept(copy)?;
        let mut waiting = self.inbox.try_iter().filter_map(InboxItem::change);
        waiting.try_for_each(|shown| copy.apply(shown))
    }

    fn apply_kept<C: LogCopy>(&mut self, copy: &mut C) -> Result<(), C::Error> {
        let mut kept = std::mem::take(&mut self.unapplied).into_iter();
        kept.try_for_each(|shown| copy.apply(shown))
    }

    /// Asks the store for new records, unless that is under way.
    fn look(&self) {
        let _runtime = self.options.runtime.enter();
        self.driver.missed();
    }

    fn go_on(&self) -> Result<(), FollowError> {
        match self.stop.load(Ordering::Acquire) {
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

/// In which life its writer appended what is shown; 0 where it is no record.
fn writer_of(shown: &LogChange<Vec<u8>>) -> u64 {
    match shown {
        LogChange::Record(_, record) => record.id.writer.life,
        LogChange::SteppedDown | LogChange::Frozen => 0,
    }
}

impl Drop for SharedLog {
    fn drop(&mut self) {
        self.driver.release();
    }
}
