//! State after a restart, however the journal came to its end.

use clock::Outage;
use futures::FutureExt;
use journal::{Batch, CommitError, JournalControl, RoomLogs};
use journal_files::OpenError;
use protocol::{RoomCode, Seat};

use super::*;
use crate::tests::contract::{code, ending, expect, hash, opening, seated, step};

async fn three_rooms(journal: &SqliteJournal) {
    for room in 1..=3 {
        journal.commit(opening(room)).await.unwrap();
        journal.commit(step(room, 1, 2)).await.unwrap();
    }
    let change = vec![code(22), seated(Seat::Guest, 5)];
    journal
        .commit(Batch {
            private: change,
            ..step(2, 3, 1)
        })
        .await
        .unwrap();
    journal.commit(ending(3, 3)).await.unwrap();
    journal.alive(NOW_MS + 77).await.unwrap();
    journal.alive(NOW_MS + 76).await.unwrap();
}

/// When journals are opened again, where it matters.
const LATER_MS: u64 = 2_000;

fn open_later(dir: &Path, options: SqliteOptions) -> (SqliteJournal, Opening) {
    SqliteJournal::open_with(dir, LATER_MS, options).unwrap()
}

async fn are_there(journal: &SqliteJournal, opening: &mut Opening) {
    opening.rooms.sort_by_key(|room| room.room);
    let [one, two] = &opening.rooms[..] else {
        panic!("{opening:?}")
    };
    assert_eq!(
        (one.room, one.deadline_ms, one.code),
        (1, 1_001, RoomCode::from_bits(1))
    );
    assert_eq!(
        (two.room, two.deadline_ms, two.code),
        (2, 1_003, RoomCode::from_bits(22))
    );
    assert!(two.secrets.contains(&(Seat::Guest, hash(5))));
    // However often it was opened at the same instant before.
    let outage = Outage {
        from_ms: NOW_MS + 77,
        to_ms: LATER_MS,
    };
    assert_eq!(opening.outages[0], outage);
    expect(journal, 1, 3).await;
    expect(journal, 2, 4).await;
    assert!(journal.load(3).await.unwrap().is_none());
    assert_eq!(
        journal.commit(step(3, 4, 1)).await,
        Err(CommitError::Conflict)
    );
}

#[tokio::test]
async fn every_step_is_there_after_a_close() {
    for options in [eager(), lazy()] {
        let dir = tempfile::tempdir().unwrap();
        let (journal, found) = open(dir.path(), options.clone());
        assert!(found.rooms.is_empty() && found.outages.is_empty());
        three_rooms(&journal).await;
        journal.close().await;
        assert_eq!(
            journal.commit(step(1, 3, 1)).await,
            Err(CommitError::Unavailable)
        );
        assert_eq!(
            std::fs::metadata(dir.path().join("oxo.db-wal"))
                .unwrap()
                .len(),
            0
        );

        // The first is still there, closed, and in nobody's way.
        let (again, mut found) = open_later(dir.path(), options);
        are_there(&again, &mut found).await;
        again.commit(step(1, 3, 1)).await.unwrap();
        expect(&again, 1, 4).await;
    }
}

#[tokio::test]
async fn every_step_is_there_after_a_drop() {
    for options in [eager(), lazy()] {
        let dir = tempfile::tempdir().unwrap();
        let (journal, _) = open(dir.path(), options.clone());
        three_rooms(&journal).await;
        drop(journal);
        let (journal, mut found) = open_later(dir.path(), options);
        are_there(&journal, &mut found).await;
    }
}

#[tokio::test]
async fn every_acknowledged_step_is_there_after_a_crash() {
    for (before, after) in [(eager(), lazy()), (lazy(), eager()), (eager(), eager())] {
        let dir = tempfile::tempdir().unwrap();
        let (journal, _) = open(dir.path(), before);
        three_rooms(&journal).await;
        drop(journal);
        let (journal, _) = open(dir.path(), lazy());
        journal.commit(step(1, 3, 1)).await.unwrap();
        let crashed = as_after_a_crash(dir.path());
        let (journal, found) = open(crashed.path(), after);
        assert_eq!(found.rooms.len(), 2);
        expect(&journal, 1, 4).await;
        expect(&journal, 2, 4).await;
    }
}

#[tokio::test]
async fn a_step_whose_caller_goes_away_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    journal.commit(opening(1)).await.unwrap();
    // One look is enough to give the order; nobody waits for the answer.
    let _ = journal.commit(step(1, 1, 1)).now_or_never();
    expect(&journal, 1, 2).await;
    let _ = journal.commit(step(1, 2, 1)).now_or_never();
    drop(journal);
    let (journal, _) = open(dir.path(), lazy());
    expect(&journal, 1, 3).await;
}

#[tokio::test]
async fn a_text_that_would_not_read_back_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    for text in ["", "{\n}"] {
        let batch = Batch {
            events: vec![text.into()],
            ..opening(1)
        };
        assert_eq!(journal.commit(batch).await, Err(CommitError::Unavailable));
    }
    assert!(journal.load(1).await.unwrap().is_none());
}

#[tokio::test]
async fn nothing_is_left_of_rooms_that_ended() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    for room in 1..=3 {
        journal.commit(opening(room)).await.unwrap();
        // One of them is longer than a portion.
        for seq in 1..if room == 2 { 1_500 } else { 3 } {
            // Many at once, though the runtime would have its turn in between.
            let order = tokio::task::unconstrained(journal.commit(step(room, seq, 1)));
            let _ = order.now_or_never();
        }
    }
    expect(&journal, 3, 3).await;
    journal.commit(ending(1, 3)).await.unwrap();
    journal.commit(ending(2, 1_500)).await.unwrap();
    journal.close().await;
    // Closing marks them; their rows go later.
    assert_eq!(
        number(
            dir.path(),
            "SELECT count(*) FROM room WHERE deadline IS NULL"
        ),
        2
    );

    let (journal, found) = open(dir.path(), eager());
    assert_eq!(found.rooms.len(), 1);
    // Each step is followed by a portion at least.
    for seq in 3..20 {
        journal.commit(step(3, seq, 1)).await.unwrap();
    }
    journal.close().await;
    assert_eq!(number(dir.path(), "SELECT count(*) FROM log"), 20);
    assert_eq!(number(dir.path(), "SELECT count(*) FROM room"), 1);
}

#[tokio::test]
async fn a_second_server_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    let refused = SqliteJournal::open(dir.path(), NOW_MS).unwrap_err();
    assert!(matches!(refused, OpenError::Locked(_)));
    assert!(
        refused
            .to_string()
            .starts_with("another server is using the data directory")
    );
    journal.close().await;
    open(dir.path(), lazy());
}

#[tokio::test]
async fn other_files_are_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let refused = |expected: &str| {
        let refused = SqliteJournal::open(dir.path(), NOW_MS)
            .unwrap_err()
            .to_string();
        assert!(refused.contains(expected), "{refused}");
    };
    tamper(dir.path(), "CREATE TABLE theirs(a)");
    refused("is not a journal of oxo-server");
    std::fs::write(
        dir.path().join("oxo.db"),
        "no database at all, whatever it is",
    )
    .unwrap();
    refused("is damaged");
    std::fs::remove_file(dir.path().join("oxo.db")).unwrap();
    open(dir.path(), lazy());
    tamper(dir.path(), "PRAGMA user_version = 2");
    refused("was written by a newer oxo-server (its format is 2, this one knows 1)");
    // The mark of the formats that there were before the first of today's.
    tamper(dir.path(), "PRAGMA application_id = 0x4f584f01");
    refused("was written by an early oxo-server");

    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let why = SqliteJournal::open(&file.join("data"), NOW_MS)
        .unwrap_err()
        .to_string();
    assert!(why.contains("cannot be used"), "{why}");
}

#[tokio::test]
async fn a_gap_of_a_running_server_is_an_outage_for_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    journal.commit(opening(1)).await.unwrap();
    let gap = Outage {
        from_ms: NOW_MS + 5,
        to_ms: NOW_MS + 9,
    };
    journal.outage(gap).await.unwrap();
    journal.alive(NOW_MS + 10).await.unwrap();
    journal.close().await;
    let (_, found) = SqliteJournal::open_with(dir.path(), NOW_MS + 20, lazy()).unwrap();
    let since = Outage {
        from_ms: NOW_MS + 10,
        to_ms: NOW_MS + 20,
    };
    assert_eq!(found.outages, [gap, since]);
}
