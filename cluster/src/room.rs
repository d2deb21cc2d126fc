//! A replica with its store: does what the replica wants done, and hands the answers back.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::oneshot;

use crate::{
    effect::{Acquired, Effect, Input, WriterClaim},
    log::{LogRecord, LogSeq, RecordBody, Term, WriterId},
    replica::Replica,
    store::{LogStore, RoomKey},
};

/// A change that becomes visible in a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown<P> {
    /// The log's next record, by whomever. It is committed.
    Record(LogSeq, LogRecord<P>),
    /// Another node writes the room now.
    LetGo,
    /// The log contradicts itself; the room is not served.
    Frozen,
}

/// Notified of each record that becomes visible, in order. It is called under a lock, so it must not block or call
/// back.
pub trait RoomObserver<P>: Send + Sync + 'static {
    /// Something became visible.
    fn shown(&self, shown: Shown<P>);
}

/// One room at one node. One caller at a time acquires or commits: the holder of the room's lock. If a caller is
/// dropped meanwhile, the next one acquires the room again and finds in the log what became of it.
pub struct RoomReplica<P, S, O> {
    room: RoomKey,
    store: Arc<S>,
    observer: O,
    state: Mutex<ReplicaState<P>>,
}

struct ReplicaState<P> {
    replica: Replica<P>,
    acquiring: Option<oneshot::Sender<Acquired>>,
    committing: Option<oneshot::Sender<Option<LogSeq>>>,
}

impl<P, S, O> RoomReplica<P, S, O>
where
    P: Clone + Send + 'static,
    S: LogStore<P>,
    O: RoomObserver<P>,
{
    /// A room of which nothing is known. Hand it what the store republishes, and say [`RoomReplica::missed`] first.
    pub fn new(
        me: WriterId,
        room: RoomKey,
        store: Arc<S>,
        observer: O,
    ) -> Arc<RoomReplica<P, S, O>> {
        Arc::new(RoomReplica {
            room,
            store,
            observer,
            state: Mutex::new(ReplicaState {
                replica: Replica::new(me),
                acquiring: None,
                committing: None,
            }),
        })
    }

    /// Finds the room's writer, or becomes it. The writer of the term `silent`, if any, does not answer.
    pub async fn acquire(self: &Arc<Self>, silent: Term) -> Acquired {
        let (sender, receiver) = oneshot::channel();
        self.lock().acquiring = Some(sender);
        self.input(Input::Acquire { silent });
        receiver.await.unwrap_or(Acquired::Unavailable)
    }

    /// Commits what was decided on all that was shown. `None`: nobody knows; acquire the room and decide again.
    pub async fn commit(self: &Arc<Self>, body: RecordBody<P>) -> Option<LogSeq> {
        let (sender, receiver) = oneshot::channel();
        self.lock().committing = Some(sender);
        self.input(Input::Commit(body));
        receiver.await.ok().flatten()
    }

    /// The store republished a record.
    pub fn republished(self: &Arc<Self>, seq: LogSeq, record: LogRecord<P>) {
        self.input(Input::Republished(seq, record));
    }

    /// The store may have republished what did not arrive.
    pub fn missed(self: &Arc<Self>) {
        self.input(Input::CatchUp);
    }

    /// Another node knows the log up to there. Every node tells all others once a second of the rooms
    /// that it follows, not only the writer, who may be gone with what he wrote last.
    pub fn heard(self: &Arc<Self>, last: LogSeq) {
        self.input(Input::Heard(last));
    }

    /// Lets others write the room.
    pub fn release(self: &Arc<Self>) {
        self.input(Input::Release);
    }

    /// The answer to a node that asks for the room's writer.
    pub fn claim(&self) -> Option<WriterClaim> {
        self.lock().replica.claim()
    }

    /// The last record that is known here.
    pub fn last(&self) -> LogSeq {
        self.lock().replica.tail().last()
    }

    /// Whether the room is written here, as far as is known.
    pub fn may_commit(&self) -> bool {
        self.lock().replica.may_commit()
    }

    /// A step is taken whole or panics in the observer, which has seen it then; what is guarded is whole.
    fn lock(&self) -> MutexGuard<'_, ReplicaState<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn input(self: &Arc<Self>, input: Input<P>) {
        let mut state = self.lock();
        for effect in state.replica.handle(input) {
            self.perform(&mut state, effect);
        }
    }

    fn perform(self: &Arc<Self>, state: &mut ReplicaState<P>, effect: Effect<P>) {
        let this = Arc::clone(self);
        match effect {
            Effect::Ask => {
                self.answer(async move { Input::Asked(this.store.ask(this.room).await) })
            }
            Effect::Read { after } => {
                self.answer(async move { Input::Read(this.store.read(this.room, after).await) });
            }
            Effect::Append(record) => self.answer(async move {
                let id = record.id;
                Input::Appended(id, this.store.append(this.room, record).await)
            }),
            Effect::Wait { timer, delay_ms } => self.answer(async move {
                tokio::time::sleep(Duration::from_millis(delay_ms)).await;
                Input::Elapsed(timer)
            }),
            Effect::Apply(seq, record) => self.observer.shown(Shown::Record(seq, record)),
            Effect::Committed(seq, record) => {
                self.observer.shown(Shown::Record(seq, record));
                reply(&mut state.committing, Some(seq));
            }
            Effect::NotCommitted => reply(&mut state.committing, None),
            Effect::Acquired(acquired) => reply(&mut state.acquiring, acquired),
            Effect::LetGo => self.observer.shown(Shown::LetGo),
            Effect::Frozen => self.observer.shown(Shown::Frozen),
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
