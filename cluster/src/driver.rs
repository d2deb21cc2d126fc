//! A replica with its store: the driver runs the replica's effects, and hands the answers back.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::oneshot;

use crate::{
    effect::{Effect, Input},
    log::{LogRecord, LogSeq, LogTail, Term, WriterId},
    replica::Replica,
    store::LogStore,
};

/// A change that becomes visible at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogChange<P> {
    /// The log's next record, by whomever. It is committed.
    Record(LogSeq, LogRecord<P>),
    /// Another node is the writer now.
    SteppedDown,
    /// The log contradicts itself; nothing is served.
    Frozen,
}

/// Notified of each record that becomes visible, in order. It is called under a lock, so it must not call back; while it
/// waits, so does the driver.
pub trait LogObserver<P>: Send + Sync + 'static {
    /// Something became visible.
    fn shown(&self, shown: LogChange<P>);

    /// A read of the log has come to an end, after its records were shown. Nothing new in an answered one: the log had
    /// nothing more when it was `asked`, as far as the store knew.
    fn looked(&self, _asked: Instant, _is_answered: bool) {}
}

/// Another node is the writer: the record to append is not in the log and never will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another node writes the log")]
pub struct Fenced;

/// The log at one node. One caller at a time fences or commits.
pub struct LogDriver<P, S: ?Sized, O> {
    store: Arc<S>,
    observer: O,
    state: Mutex<DriverState<P>>,
}

struct DriverState<P> {
    replica: Replica<P>,
    fencing: Option<oneshot::Sender<Option<Term>>>,
    committing: Option<oneshot::Sender<Option<LogSeq>>>,
}

impl<P, S: ?Sized, O> LogDriver<P, S, O>
where
    P: Clone + Send + 'static,
    S: LogStore<P>,
    O: LogObserver<P>,
{
    /// A log that is known up to `tail`. Say [`LogDriver::missed`] first and again and again; it may be handed what the store republishes, too.
    pub fn new(me: WriterId, tail: LogTail, store: Arc<S>, observer: O) -> Arc<LogDriver<P, S, O>> {
        Arc::new(LogDriver {
            store,
            observer,
            state: Mutex::new(DriverState {
                replica: Replica::new(me, tail),
                fencing: None,
                committing: None,
            }),
        })
    }

    /// Becomes the writer: when it does, all of the log has been shown.
    ///
    /// # Errors
    /// When another node's record came first. While the store does not answer, it tries again, until
    /// [`LogDriver::release`].
    pub async fn fence(self: &Arc<Self>, payload: P) -> Result<Term, Fenced> {
        self.become_writer(Input::Fence(payload)).await
    }

    /// The same, but only if the log still ends at that record.
    ///
    /// # Errors
    /// When it has another one behind it, or was never read.
    pub async fn take_over(self: &Arc<Self>, payload: P, end: LogSeq) -> Result<Term, Fenced> {
        self.become_writer(Input::TakeOver(payload, end)).await
    }

    async fn become_writer(self: &Arc<Self>, input: Input<P>) -> Result<Term, Fenced> {
        let (sender, receiver) = oneshot::channel();
        self.lock().fencing = Some(sender);
        self.input(input);
        receiver.await.ok().flatten().ok_or(Fenced)
    }

    /// Commits a decision that was made on all records shown, however long the store does not answer.
    ///
    /// # Errors
    /// When this node is not the writer, or not any more.
    pub async fn commit(self: &Arc<Self>, payload: P) -> Result<LogSeq, Fenced> {
        let (sender, receiver) = oneshot::channel();
        self.lock().committing = Some(sender);
        self.input(Input::Commit(payload));
        receiver.await.ok().flatten().ok_or(Fenced)
    }

    /// The store republished a record.
    pub fn republished(self: &Arc<Self>, seq: LogSeq, record: LogRecord<P>) {
        self.input(Input::Republished(seq, record));
    }

    /// There may be new records: the log is read.
    pub fn missed(self: &Arc<Self>) {
        self.input(Input::CatchUp);
    }

    /// Lets others write.
    pub fn release(self: &Arc<Self>) {
        self.input(Input::Release);
    }

    /// The log's end as it is known here.
    pub fn tail(&self) -> LogTail {
        *self.lock().replica.tail()
    }

    /// Whether the log was seen to have the end that this began with.
    pub fn is_checked(&self) -> bool {
        self.lock().replica.is_checked()
    }

    /// Whether the log was seen to begin behind the known end here.
    pub fn begins_later(&self) -> bool {
        self.lock().replica.begins_later()
    }

    /// Whether this node writes, as far as is known.
    pub fn writes(&self) -> bool {
        self.lock().replica.writes()
    }

    /// A step is taken whole or panics in the observer, which has seen it then; the guarded state is whole.
    fn lock(&self) -> MutexGuard<'_, DriverState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn input(self: &Arc<Self>, input: Input<P>) {
        let mut state = self.lock();
        for effect in state.replica.handle(input) {
            self.perform(&mut state, effect);
        }
    }

    fn perform(self: &Arc<Self>, state: &mut DriverState<P>, effect: Effect<P>) {
        let this = Arc::clone(self);
        match effect {
            Effect::Read { after } => {
                let asked = Instant::now();
                tokio::spawn(async move {
                    let read = this.store.read(after).await;
                    let is_answered = read.is_some();
                    this.input(Input::Read(read));
                    this.observer.looked(asked, is_answered);
                });
            }
            Effect::Append(record) => self.answer(async move {
                let id = record.id;
                Input::Appended(id, this.store.append(record).await)
            }),
            Effect::Wait { delay_ms } => self.answer(async move {
                tokio::time::sleep(Duration::from_millis(delay_ms)).await;
                Input::Elapsed
            }),
            Effect::Apply(seq, record) => self.observer.shown(LogChange::Record(seq, record)),
            Effect::Committed(seq, record) => {
                self.observer.shown(LogChange::Record(seq, record));
                reply(&mut state.committing, Some(seq));
            }
            Effect::NotCommitted => reply(&mut state.committing, None),
            Effect::Writes(term) => reply(&mut state.fencing, Some(term)),
            Effect::Lost => reply(&mut state.fencing, None),
            Effect::SteppedDown => self.observer.shown(LogChange::SteppedDown),
            Effect::Frozen => self.observer.shown(LogChange::Frozen),
        }
    }

    /// Every call ends by itself, so these tasks are as many as the replica waits for: a few.
    fn answer(self: &Arc<Self>, call: impl Future<Output = Input<P>> + Send + 'static) {
        let this = Arc::clone(self);
        tokio::spawn(async move { this.input(call.await) });
    }
}

/// Answers the caller that waits. A caller that was dropped wants no answer.
fn reply<T>(waiting: &mut Option<oneshot::Sender<T>>, answer: T) {
    if let Some(sender) = waiting.take() {
        let _ = sender.send(answer);
    }
}
