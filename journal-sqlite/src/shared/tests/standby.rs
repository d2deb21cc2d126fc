//! Nodes that stand by: they follow, and write once nobody else does.

use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use clock::Outage;
use cluster::{LogRecord, LogSeq};
use journal::{
    CommitError, FinishedGames, Health, JournalControl, Opening, RoomLogs, shared::SharedOptions,
};
use journal_files::{FILE, FileFault, LogStep, OpenError, SqliteOptions, detach};
use rusqlite::{Connection, OpenFlags};
use tokio::time::timeout;

use super::{
    folder, played, rooms,
    store::{MemoryLog, Mishaps, NEVER, life},
};
use crate::{
    Openings, SqliteJournal,
    shared::SharedRecord,
    tests::contract::{expect, finished, opening, step},
};

/// No wait takes longer.
const LONGEST: Duration = Duration::from_secs(120);

fn options(shared: SharedOptions) -> SqliteOptions {
    SqliteOptions {
        shared: Some(shared),
        ..SqliteOptions::default()
    }
}

pub fn patient(log: &Arc<MemoryLog>, node: u32, silence: Duration) -> SharedOptions {
    SharedOptions {
        silence,
        begins: false,
        ..life(log, node, 1_000 * u64::from(node))
    }
}

/// A node that stands by until it decides.
pub struct Node {
    pub dir: tempfile::TempDir,
    pub journal: SqliteJournal,
    openings: Openings,
}

impl Node {
    pub fn new(log: &Arc<MemoryLog>, node: u32, silence: Duration) -> Node {
        Node::on(folder(), log, node, silence)
    }

    pub fn on(dir: tempfile::TempDir, log: &Arc<MemoryLog>, node: u32, silence: Duration) -> Node {
        let options = options(patient(log, node, silence));
        let (journal, openings) = SqliteJournal::follow(dir.path(), 0, options).unwrap();
        Node {
            dir,
            journal,
            openings,
        }
    }

    pub fn follows(&self) -> bool {
        *self.journal.health().borrow() == Health::Following
    }

    /// Waits until its copy has all of the log.
    pub async fn has_all(&self, log: &MemoryLog) {
        until("the copy has all", || {
            let last = log.records().last().map_or(0, |(seq, _)| seq.0);
            applied(self.dir.path()) == Some(last)
        })
        .await;
    }

    /// Waits until it is the writer.
    pub async fn opens(&mut self) -> Result<Opening, OpenError> {
        timeout(LONGEST, self.openings.next())
            .await
            .expect("it opens")
    }

    /// The same of one that is not followed any further.
    pub async fn writes(mut self) -> (SqliteJournal, Opening, tempfile::TempDir) {
        let opening = self.opens().await.unwrap();
        (self.journal, opening, self.dir)
    }
}

/// The last record that a copy has.
fn applied(dir: &Path) -> Option<u64> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let copy = Connection::open_with_flags(dir.join(FILE), flags).ok()?;
    let seq = copy.query_row("SELECT seq FROM applied", (), |row| row.get::<_, i64>(0));
    seq.ok().map(i64::cast_unsigned)
}

pub async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let waited = timeout(LONGEST, wait).await;
    waited.unwrap_or_else(|_| panic!("not so: {what}"));
}

fn decided((_, record): &(LogSeq, LogRecord<Vec<u8>>)) -> (SharedRecord, Vec<LogStep>) {
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
    assert!(other.follows());
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
    assert!(other.follows());
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
    assert!(decided(last).0.leaves);
    assert!(
        lived
            .iter()
            .map(decided)
            .all(|(mark, steps)| steps.is_empty() && !mark.leaves)
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
    let opened = |node: &Option<Node>| node.as_ref().is_some_and(|node| !node.follows());
    until("one is the writer", || nodes.iter().any(opened)).await;
    let first = nodes.iter().position(opened).unwrap();
    let (first, second) = (
        nodes[first].take().unwrap(),
        nodes[1 - first].take().unwrap(),
    );
    let (first, ..) = first.writes().await;
    first.commit(step(1, 1, 1)).await.unwrap();
    second.has_all(&log).await;
    assert!(second.follows());
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
    let Node {
        dir,
        journal,
        mut openings,
    } = other;
    journal.close().await;
    let stopped = timeout(LONGEST, openings.next()).await.unwrap();
    assert!(matches!(stopped, Err(OpenError::Stopped)));
    let other = Node::on(dir, &log, 2, NEVER);
    one.close().await;
    let (other, ..) = other.writes().await;
    expect(&other, 1, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restarted_decider_goes_on_at_once_unless_another_node_has_decided() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    played(&one).await;
    // Without a word.
    drop(one);
    let (one, _, dir) = Node::on(dir, &log, 1, NEVER).writes().await;
    one.commit(step(1, 41, 1)).await.unwrap();
    drop(one);
    let other = options(life(&log, 2, 9_000));
    let elsewhere = folder();
    let (other, _) = SqliteJournal::open_with(elsewhere.path(), 0, other).unwrap();
    let one = Node::on(dir, &log, 1, NEVER);
    one.has_all(&log).await;
    assert!(one.follows());
    other.close().await;
    let (one, ..) = one.writes().await;
    expect(&one, 1, 42).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_decides_follows_and_decides_again_without_being_opened_anew() {
    let log = MemoryLog::new(Mishaps::default());
    let mut one = Node::new(&log, 1, NEVER);
    one.opens().await.unwrap();
    played(&one.journal).await;
    // Another takes over while this one decides.
    let other = options(life(&log, 2, 9_000));
    let dir = folder();
    let (other, _) = SqliteJournal::open_with(dir.path(), 0, other).unwrap();
    other.commit(step(1, 41, 1)).await.unwrap();
    let late = one.journal.commit(step(1, 41, 1)).await;
    assert_eq!(late, Err(CommitError::Unavailable));
    assert!(one.follows());
    one.has_all(&log).await;
    // What is kept of finished games can be read all the time, and nothing else.
    let game = finished(3, 77);
    assert_eq!(one.journal.game(game.id).await, Ok(Some(game)));
    let unread = one.journal.load(1).await.err();
    assert_eq!(unread, Some(CommitError::Unavailable));
    other.commit(step(1, 42, 1)).await.unwrap();
    other.close().await;
    let opened = one.opens().await.unwrap();
    assert_eq!((rooms(&opened), opened.opened_ms), (vec![1, 3], 9_000));
    expect(&one.journal, 1, 43).await;
    one.journal.commit(step(1, 43, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_decider_has_a_time_until_which_it_is_current() {
    let log = MemoryLog::new(Mishaps::default());
    let mut one = Node::new(&log, 1, NEVER);
    let current = one.journal.current().unwrap();
    let until_ms = || *current.borrow();
    assert_eq!(until_ms(), 0);
    one.opens().await.unwrap();
    // Half of the silence, from when the record was sent.
    assert_eq!(until_ms(), 1_000 + 1_800_000);
    let other = options(life(&log, 2, 9_000));
    let dir = folder();
    let (other, _) = SqliteJournal::open_with(dir.path(), 0, other).unwrap();
    one.journal.commit(opening(1)).await.unwrap_err();
    until("it lets go", || until_ms() == 0).await;
    let current = other.current().unwrap();
    assert_eq!(*current.borrow(), 9_000 + 1_800_000);
    other.close().await;
    assert_eq!(*current.borrow(), 0);
    let alone = SqliteJournal::open(folder().path(), 0).unwrap().0;
    assert!(alone.current().is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_whose_store_does_not_answer_can_be_stopped() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, dir) = Node::new(&log, 1, NEVER).writes().await;
    one.commit(opening(1)).await.unwrap();
    log.is_unreachable.store(true, Ordering::Relaxed);
    log.is_unreadable.store(true, Ordering::Relaxed);
    let (waiting, ()) = tokio::join!(one.commit(step(1, 1, 1)), async {
        until("it has tried", || log.appends() >= 3).await;
        timeout(LONGEST, one.close()).await.expect("it closes");
    });
    // It may be in the log: what was under way may still arrive there.
    assert_eq!(waiting, Err(CommitError::Unknown));
    drop(one);
    log.is_unreachable.store(false, Ordering::Relaxed);
    log.is_unreadable.store(false, Ordering::Relaxed);
    let (one, ..) = Node::on(dir, &log, 1, Duration::from_millis(1))
        .writes()
        .await;
    expect(&one, 1, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_becomes_a_journal_of_its_own_whose_clocks_stood_since_the_last_record() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, _, _dir) = Node::new(&log, 1, NEVER).writes().await;
    let mut other = Node::new(&log, 2, NEVER);
    played(&one).await;
    one.close().await;
    other.opens().await.unwrap();
    let Node { dir, journal, .. } = other;
    journal.close().await;
    drop(journal);
    assert_eq!(detach(dir.path()).unwrap(), Some(2_000));
    assert_eq!(detach(dir.path()).unwrap(), None);
    let (alone, opening) = SqliteJournal::open(dir.path(), 50_000).unwrap();
    assert_eq!(rooms(&opening), [1, 3]);
    let stood = Outage {
        from_ms: 2_000,
        to_ms: 50_000,
    };
    assert_eq!(opening.outages.last(), Some(&stood));
    expect(&alone, 1, 41).await;
    alone.commit(step(1, 41, 1)).await.unwrap();
}

#[test]
fn a_copy_is_not_opened_as_a_lone_journal_nor_a_lone_journal_as_a_copy() {
    let log = MemoryLog::new(Mishaps::default());
    let (copy, alone) = (folder(), folder());
    drop(SqliteJournal::open_with(copy.path(), 0, options(life(&log, 1, 1_000))).unwrap());
    let refused = SqliteJournal::open(copy.path(), 0);
    assert!(matches!(
        refused,
        Err(OpenError::File {
            fault: FileFault::Shared,
            ..
        })
    ));
    let (journal, _) = SqliteJournal::open(alone.path(), 0).unwrap();
    futures::executor::block_on(journal.commit(opening(1))).unwrap();
    drop(journal);
    let refused = SqliteJournal::open_with(alone.path(), 0, options(life(&log, 2, 1_000)));
    assert!(matches!(
        refused,
        Err(OpenError::File {
            fault: FileFault::Alone,
            ..
        })
    ));
    drop(SqliteJournal::open(alone.path(), 0).unwrap());
}
