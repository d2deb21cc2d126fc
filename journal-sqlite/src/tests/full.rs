//! A disk that is full, and has room again.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use journal::{CommitError, Health, JournalControl, RoomLogs, disk::Obstacle};

use super::*;
use crate::tests::contract::{expect, opening, step};

/// Keeps steps until none can be kept any more; gives how many were.
async fn fill(journal: &SqliteJournal) -> u64 {
    let mut kept = 1;
    loop {
        match journal.commit(step(1, kept, 20)).await {
            Ok(()) => kept += 20,
            Err(why) => {
                assert_eq!(why, CommitError::Unavailable);
                return kept;
            }
        }
    }
}

#[tokio::test]
async fn a_full_disk_refuses_and_recovers() {
    let dir = tempfile::tempdir().unwrap();
    let pages = Arc::new(AtomicU32::new(64));
    let options = SqliteOptions {
        max_pages: Some(Arc::clone(&pages)),
        ..eager()
    };
    let (journal, _) = open(dir.path(), options);
    let mut health = journal.health();
    journal.commit(opening(1)).await.unwrap();
    let kept = fill(&journal).await;
    assert_eq!(
        *health.borrow_and_update(),
        Health::Unable(Obstacle::DiskFull)
    );
    assert_eq!(
        journal.commit(step(1, kept, 20)).await,
        Err(CommitError::Unavailable)
    );
    assert_eq!(journal.alive(9).await, Err(CommitError::Unavailable));
    // What was kept can still be read.
    expect(&journal, 1, kept).await;

    pages.store(u32::MAX, Ordering::Relaxed);
    health
        .wait_for(|health| *health == Health::Well)
        .await
        .unwrap();
    expect(&journal, 1, kept).await;
    journal.commit(step(1, kept, 20)).await.unwrap();
    journal.close().await;
    let (journal, _) = open(dir.path(), lazy());
    expect(&journal, 1, kept + 20).await;
}

#[tokio::test]
async fn a_journal_is_closed_and_opened_around_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteOptions {
        probe_every: Duration::from_secs(3_600),
        max_pages: Some(Arc::new(64.into())),
        ..lazy()
    };
    let (journal, _) = open(dir.path(), options);
    journal.commit(opening(1)).await.unwrap();
    let kept = fill(&journal).await;
    journal.close().await;
    let (journal, _) = open(dir.path(), lazy());
    expect(&journal, 1, kept).await;
    journal.commit(step(1, kept, 20)).await.unwrap();
}
