//! The engine that keeps rooms in memory: a restart forgets them. Finished
//! games are not kept: memory would fill with them.
//!
//! It is also the model that the tests hold the other engines to.

use std::{collections::HashMap, sync::Arc};

use futures::future::{BoxFuture, FutureExt, ready};
use parking_lot::Mutex;
use protocol::reply::Kept;
use referee::Private;
use tokio::sync::watch;

use super::{Archive, Batch, CommitError, Engine, Health, Log, Stored};
use crate::RoomId;

/// Rooms by their number; nothing outlives the process.
#[derive(Debug)]
pub struct MemoryJournal {
    rooms: Mutex<HashMap<RoomId, RoomLog>>,
    health: watch::Sender<Health>,
}

#[derive(Debug, Default)]
struct RoomLog {
    events: Vec<Arc<str>>,
    private: Private,
}

impl MemoryJournal {
    /// An empty one.
    #[must_use]
    pub fn new() -> MemoryJournal {
        MemoryJournal {
            rooms: Mutex::default(),
            health: watch::Sender::new(Health::Well),
        }
    }

    /// How many rooms are kept, for tests that none is left behind.
    #[must_use]
    pub fn rooms(&self) -> usize {
        self.locked(|rooms| rooms.len())
    }

    /// A step is applied whole or not at all and nothing in it can panic
    /// half-way, so a poisoned lock still guards something whole.
    fn locked<T>(&self, f: impl FnOnce(&mut HashMap<RoomId, RoomLog>) -> T) -> T {
        f(&mut self.rooms.lock())
    }
}

impl Default for MemoryJournal {
    fn default() -> Self {
        MemoryJournal::new()
    }
}

/// Takes one step, or nothing of it.
fn keep(rooms: &mut HashMap<RoomId, RoomLog>, batch: Batch) -> Result<(), CommitError> {
    let length = rooms
        .get(&batch.room)
        .map_or(0, |log| log.events.len() as u64);
    if length != batch.expected_seq {
        return Err(CommitError::Conflict);
    }
    if batch.deadline_ms.is_none() {
        rooms.remove(&batch.room);
        return Ok(());
    }
    let log = rooms.entry(batch.room).or_default();
    log.events.extend(batch.events);
    for change in &batch.private {
        log.private.apply(change);
    }
    Ok(())
}

impl Log for MemoryJournal {
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(self.locked(|rooms| keep(rooms, batch))).boxed()
    }

    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Option<Stored>, CommitError>> {
        let stored = self.locked(|rooms| {
            rooms.get(&room).map(|log| Stored {
                events: log.events.clone(),
                private: log.private.clone(),
            })
        });
        ready(Ok(stored)).boxed()
    }
}

impl Archive for MemoryJournal {}

impl Engine for MemoryJournal {
    fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    fn kept(&self) -> Kept {
        Kept::Memory
    }
}

#[cfg(test)]
mod tests;
