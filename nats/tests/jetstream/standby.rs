//! A node that stands by on the real log, under load: it leaves the writer alone while NATS elects, takes over when that
//! leaves or dies, and has all that was acknowledged.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use journal::JournalControl;
use journal_files::OpenError;
use journal_sqlite::SqliteJournal;
use tempfile::TempDir;
use tokio::{
    runtime::Runtime,
    sync::oneshot::{self, error::TryRecvError},
    task::JoinSet,
    time::timeout,
};

use crate::{
    nodes::{Nodes, SYNC_ALWAYS},
    rooms::{self, LONGEST, Ledger, NEVER, ROOMS, holds, life, open, play},
};

/// The silence after which a node takes over, as it is recommended.
const SILENCE: Duration = Duration::from_secs(3);

/// Deaths of a writer, or as `OXO_DEATHS` says.
const DEATHS: u32 = 1;

/// Steps between what happens.
const STEPS: u64 = 200;

/// A node that stands by, on a thread that a test which has failed does not wait for.
type Standby = oneshot::Receiver<Result<Arc<SqliteJournal>, OpenError>>;

/// Two nodes, of which one writes and the other follows.
struct Pair {
    servers: Nodes,
    runtime: Runtime,
    folders: [TempDir; 2],
    ledger: Arc<Ledger>,
    playing: JoinSet<()>,
}

impl Pair {
    async fn new() -> Pair {
        let servers = Nodes::start(3, SYNC_ALWAYS).await;
        servers.store().await;
        Pair {
            servers,
            runtime: rooms::runtime(),
            folders: [1, 2].map(|_| TempDir::new().unwrap()),
            ledger: Ledger::new(),
            playing: JoinSet::new(),
        }
    }

    async fn stand_by(&self, node: usize, silence: Duration) -> Standby {
        let store = Arc::new(self.servers.connect().await);
        let name = u32::try_from(node).unwrap();
        let life = life(name, store, &self.runtime, silence);
        let dir: PathBuf = self.folders[node].path().into();
        let (sender, standby) = oneshot::channel();
        std::thread::spawn(move || sender.send(open(&dir, life)));
        standby
    }

    fn play(&mut self, journal: &Arc<SqliteJournal>) {
        for room in 0..ROOMS {
            let (journal, ledger) = (Arc::clone(journal), Arc::clone(&self.ledger));
            self.playing.spawn(play(journal, ledger, room));
        }
    }

    /// The writer ends in the middle of everything, without a word.
    async fn die(&mut self, writer: Arc<SqliteJournal>) {
        self.playing.shutdown().await;
        drop(writer);
    }
}

async fn opened(standby: Standby) -> Arc<SqliteJournal> {
    let opened = timeout(LONGEST, standby).await.expect("it takes over");
    opened.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stands_by_takes_over_from_a_writer_that_leaves_or_dies_and_from_no_other() {
    let mut pair = Pair::new().await;
    let first = opened(pair.stand_by(0, SILENCE).await).await;
    pair.play(&first);
    let mut standby = pair.stand_by(1, NEVER).await;
    pair.ledger.grows_by(STEPS).await;
    // An election is nobody's silence.
    let leader = pair.servers.leader().await;
    pair.servers.nodes[leader].kill().await;
    pair.ledger.grows_by(STEPS).await;
    assert!(matches!(standby.try_recv(), Err(TryRecvError::Empty)));
    pair.servers.nodes[leader].restart().await;
    let ledger = Arc::clone(&pair.ledger);
    first.close().await;
    let mut writer = opened(standby).await;
    pair.die(first).await;
    holds(&writer, &ledger).await;
    pair.play(&writer);

    let deaths = std::env::var("OXO_DEATHS").ok();
    let deaths = deaths.map_or(DEATHS, |often| often.parse().unwrap());
    let mut gaps = Vec::new();
    for death in 0..deaths {
        pair.ledger.grows_by(STEPS).await;
        // Late, so that a machine which is too busy for a mark of life every second takes nobody for dead before.
        let standby = pair.stand_by((death % 2) as usize, SILENCE).await;
        pair.die(writer).await;
        let died = Instant::now();
        writer = opened(standby).await;
        holds(&writer, &ledger).await;
        pair.play(&writer);
        pair.ledger.grows_by(1).await;
        gaps.push(died.elapsed());
    }
    gaps.sort();
    println!(
        "{deaths} writers died, {} steps acknowledged, none lost; from the death to the next acknowledged step: \
         median {:?}, longest {:?}",
        ledger.total(),
        gaps[gaps.len() / 2],
        gaps[gaps.len() - 1]
    );
    pair.die(writer).await;
    pair.runtime.shutdown_background();
}
