//! A journal in memory for tests: its disk can be stuck, and its calls are counted.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use futures::future::{BoxFuture, FutureExt};
use journal::{
    Batch, CommitError, FinishedGames, Health, JournalControl, Opening, RoomId, RoomLogs, Stored,
    Summary, memory::MemoryJournal,
};
use protocol::reply::Kept;
use tokio::sync::watch;

/// The journal.
#[derive(Debug, Default)]
pub struct TestJournal {
    memory: MemoryJournal,
    /// Whether nothing is committed.
    pub stuck: watch::Sender<bool>,
    /// Whether there is no room for further rooms.
    pub full: AtomicBool,
    loads: AtomicU64,
    commits: AtomicU64,
    rooms: Mutex<Vec<RoomId>>,
}

impl TestJournal {
    /// Number of reads of a room, and of writes, so far.
    pub fn asked(&self) -> (u64, u64) {
        (self.loads.load(Relaxed), self.commits.load(Relaxed))
    }

    /// Index for a restarted server: the rooms that have not ended, due in an hour.
    ///
    /// # Panics
    /// When a room cannot be read.
    pub async fn opening(&self, now_ms: u64) -> Opening {
        let mut opening = Opening {
            opened_ms: now_ms,
            ..Opening::default()
        };
        let rooms = self.rooms.lock();
        let rooms = rooms.unwrap_or_else(PoisonError::into_inner).clone();
        for room in rooms {
            let stored = self.memory.load(room).await;
            let Some(stored) = stored.expect("a journal that reads") else {
                continue; // It has ended.
            };
            let private = stored.private;
            opening.rooms.push(Summary {
                room,
                code: private.code.expect("a code"),
                secrets: private.secrets().collect(),
                deadline_ms: now_ms + 3_600_000,
                is_correspondence: private.is_correspondence,
                is_public: private.is_public,
            });
        }
        opening
    }
}

impl RoomLogs for TestJournal {
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>> {
        self.commits.fetch_add(1, Relaxed);
        if batch.expected_seq == 0 {
            let rooms = self.rooms.lock();
            rooms
                .unwrap_or_else(PoisonError::into_inner)
                .push(batch.room);
        }
        async {
            let mut stuck = self.stuck.subscribe();
            let _ = stuck.wait_for(|stuck| !stuck).await;
            self.memory.commit(batch).await
        }
        .boxed()
    }

    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Option<Stored>, CommitError>> {
        self.loads.fetch_add(1, Relaxed);
        self.memory.load(room)
    }

    fn has_room(&self) -> bool {
        !self.full.load(Relaxed)
    }
}

impl FinishedGames for TestJournal {}

impl JournalControl for TestJournal {
    fn health(&self) -> watch::Receiver<Health> {
        self.memory.health()
    }

    fn kept(&self) -> Kept {
        self.memory.kept()
    }
}
