//! Nodes that stand by: they follow, and write once nobody else does.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use cluster::{LogRecord, LogSeq};
use rusqlite::{Connection, OpenFlags};

use super::{
    folder, played, rooms,
    store::{MemoryLog, Mishaps, life},
};
use crate::{
    Engine, Log, Opening,
    shared::{SharedOptions, SharedRecord},
    sqlite::{FILE, OpenError, SqliteJournal, SqliteOptions},
    tests::contract::{expect, opening, step},
};

/// A silence that none of these tests waits for.
const NEVER: Duration = Duration::from_secs(3_600);

/// No wait takes longer.
const LONGEST: Duration = Duration::from_secs(120);

type Opened = Result<(SqliteJournal, Opening), OpenError>;

fn open(dir: &Path, shared: SharedOptions) -> Opened {
    let options = SqliteOptions {
        shared: Some(shared),
        ..SqliteOptions::default()
    };
    SqliteJournal::open_with(dir, 0, options)
}

fn patient(log: &Arc<MemoryLog>, node: u32, silence: Duration) -> SharedOptions {
    SharedOptions {
        silence: Some(silence),
        ..life(log, node, 1_000 * u64::from(node))
    }
}

/// A node that stands by until it has opened its copy.
struct Node {
    dir: tempfile::TempDir,
    opened: JoinHandle<Opened>,
    stop: Arc<AtomicBool>,
}

impl Node {
    fn new(log: &Arc<MemoryLog>, node: u32, silence: Duration) -> Node {
        Node::on(folder(), log, node, silence)
    }

    fn on(dir: tempfile::TempDir, log: &Arc<MemoryLog>, node: u32, silence: Duration) -> Node {
        let shared = patient(log, node, silence);
        let stop = Arc::clone(&shared.stop);
        let path = dir.path().to_owned();
        let opened = std::thread::spawn(move || open(&path, shared));
        Node { dir, opened, stop }
    }

    /// Waits until its copy has all of the log.
    async fn has_all(&self, log: &MemoryLog) {
        until("the copy has all", || {
            let last = log.records().last().map_or(0, |(seq, _)| seq.0);
            applied(self.dir.path()) == Some(last)
        })
        .await;
    }

    /// Waits until it is the writer.
    async fn writes(self) -> (SqliteJournal, Opening, tempfile::TempDir) {
        until("it opens", || self.opened.is_finished()).await;
        let (journal, opening) = self.opened.join().unwrap().unwrap();
        (journal, opening, self.dir)
    }
}

/// The last record that a copy has.
fn applied(dir: &Path) -> Option<u64> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let copy = Connection::open_with_flags(dir.join(FILE), flags).ok()?;
    let seq = copy.query_row("SELECT seq FROM applied", (), |row| row.get::<_, i64>(0));
    seq.ok().map(i64::cast_unsigned)
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let waited = tokio::time::timeout(LONGEST, wait).await;
    waited.unwrap_or_else(|_| panic!("not so: {what}"));
}

fn decided((_, record): &(LogSeq, LogRecord<Vec<u8>>)) -> SharedRecord {
    SharedRecord::decode(record.body.payload()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_follows_and_takes_over_at_once_from_a_writer_that_leaves() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    played(&one).await;
    let other = Node::new(&log, 2, NEVER);
    other.has_all(&log).await;
    one.commit(step(1, 41, 1)).await.unwrap();
    other.has_all(&log).await;
    assert!(!other.opened.is_finished());
    one.close().await;
    let (other, opened, _dir) = other.writes().await;
    assert_eq!((rooms(&opened), opened.outages.len()), (vec![1, 3], 1));
    expect(&other, 1, 42).await;
    other.commit(step(1, 42, 1)).await.unwrap();
    // The first comes again with its copy.
    drop(one);
    let one = Node::on(dir, &log, 1, NEVER);
    one.has_all(&log).await;
    other.close().await;
    let (one, _, dir) = one.writes().await;
    expect(&one, 1, 43).await;
    // And alone, with nobody to wait for.
    one.close().await;
    drop(one);
    let (one, ..) = Node::on(dir, &log, 1, NEVER).writes().await;
    expect(&one, 1, 43).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_is_silent_is_replaced_while_the_store_answers() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    played(&one).await;
    drop(one);
    log.is_unreadable.store(true, Ordering::Relaxed);
    let other = Node::on(dir, &log, 2, Duration::from_millis(1));
    // Where nobody can read, nobody knows who is silent, or whether the log has what the copy has.
    let reads = log.reads() + 3;
    until("it has tried to read", || log.reads() >= reads).await;
    assert!(!other.opened.is_finished());
    log.is_unreadable.store(false, Ordering::Relaxed);
    let (other, opened, _dir) = other.writes().await;
    assert_eq!(rooms(&opened), [1, 3]);
    other.commit(step(1, 41, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_with_nothing_to_decide_appends_marks_of_life_and_says_when_it_leaves() {
    let log = MemoryLog::new(Mishaps::default());
    let (writer, ..) = Node::new(&log, 1, Duration::from_millis(30)).writes().await;
    until("it lives", || log.records().len() >= 5).await;
    writer.close().await;
    let records = log.records();
    let (last, lived) = records.split_last().unwrap();
    assert!(decided(last).leaves);
    assert!(
        lived
            .iter()
            .map(decided)
            .all(|mark| mark.steps.is_empty() && !mark.leaves)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_that_stand_by_one_takes_over_and_the_other_follows_it() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, ..) = Node::new(&log, 1, NEVER).writes().await;
    one.commit(opening(1)).await.unwrap();
    let mut nodes = [2, 3].map(|node| Some(Node::new(&log, node, NEVER)));
    for node in nodes.iter().flatten() {
        node.has_all(&log).await;
    }
    one.close().await;
    let opened = |node: &Option<Node>| node.as_ref().is_some_and(|node| node.opened.is_finished());
    until("one is the writer", || nodes.iter().any(opened)).await;
    let first = nodes.iter().position(opened).unwrap();
    let (first, second) = (
        nodes[first].take().unwrap(),
        nodes[1 - first].take().unwrap(),
    );
    let (first, ..) = first.writes().await;
    first.commit(step(1, 1, 1)).await.unwrap();
    second.has_all(&log).await;
    assert!(!second.opened.is_finished());
    first.close().await;
    let (second, ..) = second.writes().await;
    expect(&second, 1, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stands_by_stops_when_it_is_asked_to_and_its_directory_is_free() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, ..) = Node::new(&log, 1, NEVER).writes().await;
    one.commit(opening(1)).await.unwrap();
    let other = Node::new(&log, 2, NEVER);
    other.has_all(&log).await;
    other.stop.store(true, Ordering::Relaxed);
    until("it stops", || other.opened.is_finished()).await;
    assert!(matches!(
        other.opened.join().unwrap(),
        Err(OpenError::Stopped)
    ));
    let other = Node::on(other.dir, &log, 2, NEVER);
    one.close().await;
    let (other, ..) = other.writes().await;
    expect(&other, 1, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_has_become_shorter_than_a_copy_is_said_and_not_written() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    played(&one).await;
    one.close().await;
    drop(one);
    let records = log.records().len();
    let shorter = log.shorter(records - 1);
    let refused = open(dir.path(), patient(&shorter, 1, Duration::from_millis(1)));
    let Err(OpenError::LogShorter { seq, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(seq, records as u64);
    assert_eq!(shorter.records().len(), records - 1);
    let (one, ..) = Node::on(dir, &log, 1, NEVER).writes().await;
    expect(&one, 1, 41).await;
}
