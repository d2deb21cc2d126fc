//! Rooms that are played on a journal, and what their players know: every step that was acknowledged, and nothing else, is
//! there afterwards.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use cluster::{NodeId, WriterId};
use cluster_nats::NatsStore;
use futures::future::join_all;
use journal::{Batch, CommitError, RoomId, RoomLogs, shared::SharedOptions};
use journal_files::{OpenError, SqliteOptions};
use journal_sqlite::SqliteJournal;
use tokio::{runtime::Runtime, time::timeout};

use crate::nodes::LOG;

/// Rooms, each with a step under way at any time.
pub const ROOMS: u64 = 16;

/// A silence that is longer than any wait of these tests.
pub const NEVER: Duration = Duration::from_secs(3_600);

/// No wait takes longer.
pub const LONGEST: Duration = Duration::from_secs(120);

/// The text of an event.
fn event(room: RoomId, seq: u64) -> Arc<str> {
    format!(r#"{{"room":{room},"seq":{seq}}}"#).into()
}

fn step(room: RoomId, after: u64) -> Batch {
    Batch {
        room,
        expected_seq: after,
        events: vec![event(room, after + 1)],
        private: Vec::new(),
        deadline_ms: Some(1),
        game: None,
        state: None,
    }
}

/// The clock of this test.
fn now_ms() -> u64 {
    static TICKS: AtomicU64 = AtomicU64::new(1);
    TICKS.fetch_add(1, Ordering::Relaxed)
}

/// Where the calls to the store run.
pub fn runtime() -> Runtime {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(1).enable_all().build().unwrap()
}

/// A new life of a node, which stands by until the writer leaves or was silent for so long.
pub fn life(
    node: u32,
    store: Arc<NatsStore>,
    runtime: &Runtime,
    silence: Duration,
) -> SharedOptions {
    static LIVES: AtomicU64 = AtomicU64::new(1);
    SharedOptions {
        store,
        log: LOG.0,
        me: WriterId {
            node: NodeId(node),
            life: LIVES.fetch_add(1, Ordering::Relaxed),
        },
        runtime: runtime.handle().clone(),
        clock: Arc::new(now_ms),
        silence,
        pause: Duration::ZERO,
        patience: Duration::from_secs(3_600),
        begins: false,
    }
}

/// Opens the copy in a directory, which blocks.
pub fn open(dir: &Path, shared: SharedOptions) -> Result<Arc<SqliteJournal>, OpenError> {
    let options = SqliteOptions {
        shared: Some(shared),
        ..SqliteOptions::default()
    };
    SqliteJournal::open_with(dir, 0, options).map(|(journal, _)| Arc::new(journal))
}

/// Knowledge of the rooms' clients: each room's last step that was acknowledged.
pub struct Ledger(Vec<AtomicU64>);

impl Ledger {
    pub fn new() -> Arc<Ledger> {
        Arc::new(Ledger((0..ROOMS).map(|_| AtomicU64::new(0)).collect()))
    }

    /// Waits until that many more steps are acknowledged.
    pub async fn grows_by(&self, steps: u64) {
        let enough = self.total() + steps;
        let grown = async {
            while self.total() < enough {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(LONGEST, grown).await.expect("the writer goes on");
    }

    pub fn total(&self) -> u64 {
        self.0
            .iter()
            .map(|acked| acked.load(Ordering::Relaxed))
            .sum()
    }
}

/// Steps of a room one after another, until the node is not the writer any more.
pub async fn play(journal: Arc<SqliteJournal>, ledger: Arc<Ledger>, room: RoomId) {
    let acked = &ledger.0[usize::try_from(room).unwrap()];
    // One that was under way may have been kept.
    let stored = journal.load(room).await.unwrap();
    let mut length = stored.map_or(0, |stored| stored.events.len() as u64);
    loop {
        match journal.commit(step(room, length)).await {
            Ok(()) => length += 1,
            Err(CommitError::Unavailable | CommitError::Unknown | CommitError::Failed) => return,
            Err(why) => panic!("room {room}: {why}"),
        }
        acked.store(length, Ordering::Relaxed);
    }
}

/// Every room has what was acknowledged, at most one step more, and nothing else.
pub async fn holds(journal: &SqliteJournal, ledger: &Ledger) {
    let rooms = (0..ROOMS).map(|room| async move {
        let stored = journal.load(room).await.unwrap();
        let events = stored.map_or_else(Vec::new, |stored| stored.events);
        let expected: Vec<_> = (1..=events.len() as u64)
            .map(|seq| event(room, seq))
            .collect();
        assert_eq!(events, expected, "room {room}");
        let acked = ledger.0[usize::try_from(room).unwrap()].load(Ordering::Relaxed);
        let length = events.len() as u64;
        assert!(
            length == acked || length == acked + 1,
            "room {room} has {length} of {acked} acknowledged"
        );
    });
    join_all(rooms).await;
}
