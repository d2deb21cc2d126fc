//! Messages that rooms owe to devices and chats: how many of a kind are on their way at once, and how far each room is
//! with its own.

use std::sync::Arc;

use dashmap::DashMap;
use journal::RoomId;
use protocol::Refusal;
use referee::{Draft, Private};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    live::Live,
    transaction::RoomTransaction,
};

/// When a message is tried again that found as many on their way as may be; later by up to as much, so that not all come at once.
const BUSY_RETRY_MS: u64 = 5_000;

/// The messages of one kind that are on their way or have to be tried again, at most one of each room.
pub(super) struct OutgoingMessages<M, P> {
    permits: Arc<Semaphore>,
    by_room: DashMap<RoomId, UnderWay<M, P>>,
}

/// Attempts at one message of a room. Kept apart from the room, which leaves memory meanwhile.
struct UnderWay<M, P> {
    message: M,
    /// Not before then again; nothing while it is on its way.
    retry_ms: Option<u64>,
    /// What came of them so far.
    progress: P,
}

impl<M: PartialEq, P: Clone + Default> OutgoingMessages<M, P> {
    /// None yet, and that many at once at most.
    pub fn new(at_once: usize) -> OutgoingMessages<M, P> {
        OutgoingMessages {
            permits: Arc::new(Semaphore::new(at_once)),
            by_room: DashMap::new(),
        }
    }

    /// When a room wakes for a message that is due then: not while one is on its way, nor before it is tried again.
    pub fn wakes_ms(&self, id: RoomId, message: &M, due_ms: u64) -> Option<u64> {
        let Some(before) = self.by_room.get(&id) else {
            return Some(due_ms);
        };
        let retry_ms = before.retry_ms?;
        Some(match before.message == *message {
            true => due_ms.max(retry_ms),
            false => due_ms,
        })
    }

    /// Begins an attempt at a message, with what came of those before. Nothing when it has to wait.
    pub fn begin(
        &self,
        id: RoomId,
        message: M,
        due_ms: u64,
        now_ms: u64,
    ) -> Option<(OwnedSemaphorePermit, P)> {
        self.wakes_ms(id, &message, due_ms)
            .filter(|ms| *ms <= now_ms)?;
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok();
        let progress = match self.by_room.get(&id) {
            Some(before) if before.message == message => before.progress.clone(),
            _ => P::default(),
        };
        let under_way = UnderWay {
            message,
            retry_ms: permit.is_none().then(|| busy_retry_ms(id, now_ms)),
            progress: progress.clone(),
        };
        self.by_room.insert(id, under_way);
        permit.map(|permit| (permit, progress))
    }

    /// Changes what came of the attempts so far.
    pub fn edit<T>(&self, id: RoomId, edit: impl FnOnce(&mut P) -> T) -> Option<T> {
        let mut under_way = self.by_room.get_mut(&id)?;
        Some(edit(&mut under_way.progress))
    }

    /// An attempt has ended; the next one comes then, unless it was the last.
    fn end(&self, id: RoomId, retry_ms: Option<u64>) {
        let Some(retry_ms) = retry_ms else {
            return drop(self.by_room.remove(&id));
        };
        if let Some(mut it) = self.by_room.get_mut(&id) {
            it.retry_ms = Some(retry_ms);
        }
    }

    /// Forgets the attempts at every message but the one that is owed.
    fn retain(&self, id: RoomId, owed: Option<&M>) {
        self.by_room.remove_if(&id, |_, it| {
            it.retry_ms.is_some() && owed != Some(&it.message)
        });
    }
}

/// When a room tries again to send what it could not.
pub(super) fn busy_retry_ms(id: RoomId, now_ms: u64) -> u64 {
    now_ms + BUSY_RETRY_MS + id % BUSY_RETRY_MS
}

impl RoomDirectory {
    /// Keeps what came of a room's message, which is tried again at `retry_ms`, if at all.
    pub(super) async fn keep_outcome<M: PartialEq, P: Clone + Default>(
        &self,
        messages: &OutgoingMessages<M, P>,
        id: RoomId,
        retry_ms: Option<u64>,
        mut decide: impl FnMut(&mut Draft, &Private),
    ) {
        let Some(room) = self.find(id) else {
            return messages.end(id, None);
        };
        let now_ms = self.clock.now_ms();
        let unavailable_ms = now_ms + UNAVAILABLE_RETRY_MS;
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let kept = transaction.transact(now_ms, |draft, _, private| decide(draft, private));
        let kept = kept.await;
        drop(transaction);
        match kept {
            Ok(()) => messages.end(id, retry_ms),
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => return messages.end(id, None),
            // Nobody is told twice meanwhile: it is known here who has it.
            Err(_) => messages.end(id, Some(unavailable_ms)),
        }
        self.schedule_again(&room, unavailable_ms);
        self.note_now(&room);
    }

    /// Forgets the attempts at messages that a room does not owe any more.
    pub(super) fn forget_attempts(&self, id: RoomId, live: &Live) {
        self.notifications.retain(id, live.owed.as_deref());
        let owes_call = live.owed_call.as_ref().map(|_| &());
        self.calls.retain(id, owes_call);
    }
}
