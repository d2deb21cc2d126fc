//! Writers that let go: one that hands over, and one that the log takes nothing from any more.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use journal::{CommitError, Health, JournalControl, RoomLogs, shared::SharedOptions};
use journal_files::{FileFault, OpenError, SqliteOptions};

use super::{
    folder, rooms,
    standby::Node,
    store::{MemoryLog, Mishaps, NEVER, life},
};
use crate::{
    SqliteJournal,
    tests::contract::{expect, opening, step},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_is_cut_off_releases_the_log_and_has_its_pending_step_when_it_decides_again()
{
    let log = MemoryLog::new(Mishaps::default());
    let dir = folder();
    let options = SqliteOptions {
        shared: Some(SharedOptions {
            // Its marks of life are far enough apart that none is under way when the log takes nothing any more.
            silence: Duration::from_millis(900),
            patience: Duration::from_millis(80),
            begins: false,
            ..life(&log, 1, 1_000)
        }),
        ..SqliteOptions::default()
    };
    let (journal, mut openings) = SqliteJournal::follow(dir.path(), 0, options).unwrap();
    let journal = Arc::new(journal);
    openings.next().await.unwrap();
    journal.commit(opening(1)).await.unwrap();
    log.is_unreachable.store(true, Ordering::Relaxed);
    log.is_unreadable.store(true, Ordering::Relaxed);
    let asked = journal.commit(step(1, 1, 1)).await;
    assert_eq!(asked, Err(CommitError::Unknown));
    assert_eq!(*journal.health().borrow(), Health::Following);
    let asked = journal.commit(step(1, 1, 1)).await;
    assert_eq!(asked, Err(CommitError::Unavailable));
    log.is_unreachable.store(false, Ordering::Relaxed);
    log.is_unreadable.store(false, Ordering::Relaxed);
    // What nobody knew of was sent again, and is there before anything else is decided.
    openings.next().await.unwrap();
    expect(journal.as_ref(), 1, 2).await;
    journal.commit(step(1, 2, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_superseded_writer_waits_for_no_append() {
    let log = MemoryLog::new(Mishaps::default());
    let mut one = Node::new(&log, 1, NEVER);
    one.opens().await.unwrap();
    one.journal.commit(opening(1)).await.unwrap();
    // What it has itself says nothing of another.
    one.journal.superseded(one.journal.copy().unwrap().seq);
    log.is_unreachable.store(true, Ordering::Relaxed);
    let under_way = async { one.journal.commit(step(1, 1, 1)).await };
    let goes_on = async {
        // It looks more often than that whether it is to wait on.
        tokio::time::sleep(Duration::from_millis(60)).await;
        log.is_unreachable.store(false, Ordering::Relaxed);
    };
    let (asked, ()) = tokio::join!(under_way, goes_on);
    asked.unwrap();
    log.is_unreachable.store(true, Ordering::Relaxed);
    let record = one.journal.copy().unwrap().seq + 1;
    let hears = async { one.journal.superseded(record) };
    let (asked, ()) = tokio::join!(one.journal.commit(step(1, 2, 1)), hears);
    assert_eq!(asked, Err(CommitError::Unknown));
    assert!(one.follows());
    log.is_unreachable.store(false, Ordering::Relaxed);
    // What it asked for last is settled by the log.
    let mut other = Node::new(&log, 2, Duration::from_millis(40));
    other.opens().await.unwrap();
    one.has_all(&log).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_hands_over_follows_until_it_is_its_turn_again() {
    let log = MemoryLog::new(Mishaps::default());
    let mut one = Node::new(&log, 1, NEVER);
    one.opens().await.unwrap();
    one.journal.commit(opening(1)).await.unwrap();
    let mut other = Node::new(&log, 2, NEVER);
    other.has_all(&log).await;
    one.journal.hand_over().await.unwrap();
    other.opens().await.unwrap();
    assert!(one.follows());
    other.journal.commit(step(1, 1, 1)).await.unwrap();
    one.has_all(&log).await;
    let refused = one.journal.commit(step(1, 2, 1)).await;
    assert_eq!(refused, Err(CommitError::Unavailable));
    let refused = one.journal.hand_over().await;
    assert_eq!(refused, Err(CommitError::Unavailable));
    other.journal.hand_over().await.unwrap();
    one.opens().await.unwrap();
    one.journal.commit(step(1, 2, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_hands_over_to_nobody_decides_again_after_the_silence() {
    let log = MemoryLog::new(Mishaps::default());
    let mut one = Node::new(&log, 1, Duration::from_millis(30));
    one.opens().await.unwrap();
    one.journal.commit(opening(1)).await.unwrap();
    one.journal.hand_over().await.unwrap();
    let opened = one.opens().await.unwrap();
    assert_eq!(rooms(&opened), [1]);
    one.journal.commit(step(1, 1, 1)).await.unwrap();
    let records = log.records();
    let fences = records
        .iter()
        .filter(|(_, record)| matches!(record.body, cluster::RecordBody::Fence(_)));
    assert_eq!(fences.count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_whose_disk_is_full_leaves_the_log_to_the_others() {
    let log = MemoryLog::new(Mishaps::default());
    let dir = folder();
    let options = SqliteOptions {
        shared: Some(life(&log, 1, 1_000)),
        max_pages: Some(Arc::new(64.into())),
        ..SqliteOptions::default()
    };
    let (journal, mut openings) = SqliteJournal::follow(dir.path(), 0, options).unwrap();
    openings.next().await.unwrap();
    journal.commit(opening(1)).await.unwrap();
    let mut kept = 1;
    while journal.commit(step(1, kept, 20)).await.is_ok() {
        kept += 20;
    }
    let why = openings.next().await;
    assert!(
        matches!(
            why,
            Err(OpenError::File {
                fault: FileFault::Unwritable(_),
                ..
            })
        ),
        "{why:?}"
    );
    let mut other = Node::new(&log, 2, Duration::from_millis(40));
    other.opens().await.unwrap();
    expect(&other.journal, 1, kept).await;
}
