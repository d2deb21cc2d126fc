//! Messages of rooms to devices and chats: how many of a kind are on their way at once, and how far each room is
//! with its own.

use std::sync::Arc;

use dashmap::DashMap;
use journal::RoomId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// When a message is tried again that found as many on their way as may be; later by up to as much, so that not all come at once.
const BUSY_RETRY_MS: u64 = 5_000;

/// The messages of one kind that are on their way or have to be tried again, at most one of each room.
pub(super) struct OutgoingMessages<M, P> {
    permits: Arc<Semaphore>,
    by_room: DashMap<RoomId, PendingAttempt<M, P>>,
}

/// Attempts at one message of a room. Kept apart from the room, which leaves memory meanwhile.
struct PendingAttempt<M, P> {
    message: M,
    /// Not before then again; nothing while it is on its way.
    retry_ms: Option<u64>,
    /// Their results so far.
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
        let under_way = PendingAttempt {
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
    pub fn end(&self, id: RoomId, retry_ms: Option<u64>) {
        let Some(retry_ms) = retry_ms else {
            return drop(self.by_room.remove(&id));
        };
        if let Some(mut it) = self.by_room.get_mut(&id) {
            it.retry_ms = Some(retry_ms);
        }
    }

    /// Forgets the attempts of a room at every message but the pending one. One under way is forgotten when it ends.
    pub fn forget_but(&self, id: RoomId, pending: Option<&M>) {
        self.by_room.remove_if(&id, |_, it| {
            it.retry_ms.is_some() && pending != Some(&it.message)
        });
    }
}

/// When a room tries again that found no permit, or its chat busy.
pub(super) fn busy_retry_ms(id: RoomId, now_ms: u64) -> u64 {
    now_ms + BUSY_RETRY_MS + id % BUSY_RETRY_MS
}

#[cfg(test)]
mod tests;
