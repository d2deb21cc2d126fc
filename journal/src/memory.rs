//! The engine that keeps rooms in memory: a restart forgets them. Finished
//! games are not kept: memory would fill with them. Nor are the texts of a room's
//! events, but for those of its last step: a room that is played in for days grows no larger.
//!
//! It is also the model that the tests hold the other engines to: of a room whose steps come without
//! the room after them every text is kept.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

use futures::future::{BoxFuture, FutureExt, ready};
use parking_lot::Mutex;
use protocol::reply::Kept;
use referee::{Private, RoomState};
use tokio::sync::watch;

use super::{Batch, CommitError, FinishedGames, Health, JournalControl, RoomLogs, Stored};
use crate::RoomId;

/// Rooms by their number; nothing outlives the process.
#[derive(Debug)]
pub struct MemoryJournal {
    rooms: Mutex<Rooms>,
    health: watch::Sender<Health>,
}

/// Boxed: half of a map's places may be empty.
type Rooms = HashMap<RoomId, Box<RoomLog>>;

#[derive(Debug, Default)]
struct RoomLog {
    /// The number of the last event.
    seq: u64,
    /// Both as in [`Stored`].
    events: Vec<Arc<str>>,
    state: Option<Arc<RoomState>>,
    private: Private,
}

impl MemoryJournal {
    /// An empty one.
    pub fn new() -> MemoryJournal {
        MemoryJournal {
            rooms: Mutex::default(),
            health: watch::Sender::new(Health::Well),
        }
    }

    /// Number of rooms kept, for tests that none is left behind.
    pub fn rooms(&self) -> usize {
        self.locked(|rooms| rooms.len())
    }

    fn locked<T>(&self, f: impl FnOnce(&mut Rooms) -> T) -> T {
        f(&mut self.rooms.lock())
    }
}

impl Default for MemoryJournal {
    fn default() -> Self {
        MemoryJournal::new()
    }
}

/// Takes one step, or nothing of it.
fn keep(rooms: &mut Rooms, batch: Batch) -> Result<(), CommitError> {
    let entry = rooms.entry(batch.room);
    let seq = match &entry {
        Entry::Occupied(log) => log.get().seq,
        Entry::Vacant(_) => 0,
    };
    if seq != batch.expected_seq {
        return Err(CommitError::Conflict);
    }
    if batch.deadline_ms.is_none() {
        if let Entry::Occupied(log) = entry {
            log.remove();
        }
        return Ok(());
    }
    let log = entry.or_default();
    debug_assert!(
        batch.state.is_some() || log.state.is_none(),
        "texts are missing"
    );
    log.seq += batch.events.len() as u64;
    match batch.state {
        Some(_) => log.events = batch.events,
        None => log.events.extend(batch.events),
    }
    log.state = batch.state;
    for change in &batch.private {
        log.private.apply(change);
    }
    Ok(())
}

impl RoomLogs for MemoryJournal {
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(self.locked(|rooms| keep(rooms, batch))).boxed()
    }

    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Option<Stored>, CommitError>> {
        let stored = self.locked(|rooms| {
            rooms.get(&room).map(|log| Stored {
                events: log.events.clone(),
                state: log.state.clone(),
                private: log.private.clone(),
            })
        });
        ready(Ok(stored)).boxed()
    }
}

impl FinishedGames for MemoryJournal {}

impl JournalControl for MemoryJournal {
    fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    fn kept(&self) -> Kept {
        Kept::Memory
    }
}

#[cfg(test)]
mod tests;
