//! The journal's engine on the real log: nodes that take over from each other under load lose nothing and invent nothing.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use cluster::{LogStore, NodeId, WriterId};
use cluster_nats::NatsStore;
use futures::future::join_all;
use journal::{
    Batch, CommitError, Engine, Health, JournalFailure, Log, RoomId,
    shared::SharedOptions,
    sqlite::{OpenError, SqliteJournal, SqliteOptions},
};
use tempfile::TempDir;
use tokio::{runtime::Runtime, task::JoinSet, time::timeout};

use crate::nodes::{LOG, Nodes, SYNC_ALWAYS};

/// Rooms, each with a step under way at any time.
const ROOMS: u64 = 16;

/// How often one node takes over from the other, or as `OXO_TAKEOVERS` says.
const TAKEOVERS: u32 = 3;

/// Steps between two takeovers.
const STEPS: u64 = 200;

/// No wait takes longer.
const LONGEST: Duration = Duration::from_secs(120);

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
    }
}

/// The clock of this test.
fn now_ms() -> u64 {
    static TICKS: AtomicU64 = AtomicU64::new(1);
    TICKS.fetch_add(1, Ordering::Relaxed)
}

/// Lives that were ever drawn.
static LIVES: AtomicU64 = AtomicU64::new(1);

/// A new life of a node, with the copy in its directory. Against a writer that goes on it may take some tries.
async fn open(dir: &Path, node: u32, store: NatsStore, runtime: &Runtime) -> Arc<SqliteJournal> {
    let store: Arc<dyn LogStore<Vec<u8>>> = Arc::new(store);
    let opened = async {
        loop {
            let options = SqliteOptions {
                shared: Some(SharedOptions {
                    store: Arc::clone(&store),
                    log: LOG.0,
                    me: WriterId {
                        node: NodeId(node),
                        life: LIVES.fetch_add(1, Ordering::Relaxed),
                    },
                    runtime: runtime.handle().clone(),
                    clock: Arc::new(now_ms),
                }),
                ..SqliteOptions::default()
            };
            let dir = dir.to_owned();
            let open = move || SqliteJournal::open_with(&dir, 0, options);
            match tokio::task::spawn_blocking(open).await.unwrap() {
                Ok((journal, _)) => return Arc::new(journal),
                Err(OpenError::Fenced) => {}
                Err(why) => panic!("{why}"),
            }
        }
    };
    timeout(LONGEST, opened).await.expect("it opens")
}

/// What clients of the rooms know: each room's last step that was acknowledged.
struct Ledger(Vec<AtomicU64>);

impl Ledger {
    fn total(&self) -> u64 {
        self.0
            .iter()
            .map(|acked| acked.load(Ordering::Relaxed))
            .sum()
    }
}

/// Steps of a room one after another, until the node is not the writer any more.
async fn play(journal: Arc<SqliteJournal>, ledger: Arc<Ledger>, room: RoomId) {
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
async fn holds(journal: &SqliteJournal, ledger: &Ledger) {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_takes_over_has_all_that_was_acknowledged_and_the_other_acknowledges_nothing() {
    let takeovers = std::env::var("OXO_TAKEOVERS").ok();
    let takeovers = takeovers.map_or(TAKEOVERS, |often| often.parse().unwrap());
    let mut servers = Nodes::start(3, SYNC_ALWAYS).await;
    servers.store().await;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let folders = [1, 2].map(|_| TempDir::new().unwrap());
    let ledger = Arc::new(Ledger((0..ROOMS).map(|_| AtomicU64::new(0)).collect()));
    let mut playing = JoinSet::new();
    let mut writer: Option<Arc<SqliteJournal>> = None;
    for takeover in 0..=takeovers {
        let node = takeover % 2;
        let dir = folders[node as usize].path();
        let store = servers.connect().await;
        let next = open(dir, node, store, &runtime).await;
        // The former learns of it by its next step, whatever that was.
        timeout(LONGEST, async {
            while playing.join_next().await.is_some() {}
        })
        .await
        .expect("the former writer lets go");
        if let Some(former) = writer.take() {
            let health = *former.health().borrow();
            assert_eq!(health, Health::Failed(JournalFailure::Fenced));
        }
        holds(&next, &ledger).await;
        for room in 0..ROOMS {
            playing.spawn(play(Arc::clone(&next), Arc::clone(&ledger), room));
        }
        let enough = ledger.total() + STEPS;
        timeout(LONGEST, async {
            while ledger.total() < enough {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        })
        .await
        .expect("the writer goes on");
        // A server of NATS dies with some of them, too.
        if takeover == takeovers / 2 {
            let leader = servers.leader().await;
            let node = servers.nodes.iter_mut().find(|node| node.name == leader);
            let node = node.unwrap();
            node.kill().await;
            node.restart().await;
        }
        writer = Some(next);
    }
    println!(
        "{takeovers} takeovers in {} tries, {} steps acknowledged, none lost",
        LIVES.load(Ordering::Relaxed) - 2,
        ledger.total()
    );
    drop(writer);
    playing.abort_all();
    runtime.shutdown_background();
}
