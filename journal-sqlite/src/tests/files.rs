//! Files that are not the journal's any more: at a start, and under a server.

use std::{
    fs,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use journal::{CommitError, Health, JournalControl, RoomLogs, Stored, progress::no_progress};
use journal_files::{DiskSpace, backup, check};

use super::*;
use crate::tests::contract::{expect, opening, step};

/// Something that is done to a file or a directory.
type Change = fn(&Path);

/// The directory that a crash leaves of a journal with one room.
async fn crashed() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    journal.commit(opening(1)).await.unwrap();
    journal.commit(step(1, 1, 5)).await.unwrap();
    as_after_a_crash(dir.path())
}

/// The content of each file of a directory but the lock.
fn files(dir: &Path) -> Vec<(std::ffi::OsString, Vec<u8>)> {
    let entries = fs::read_dir(dir).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .filter(|entry| entry.file_name() != "oxo.lock")
        .map(|entry| (entry.file_name(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Puts another program's database in the place of a file.
fn foreign(file: &Path) {
    let elsewhere = tempfile::tempdir().unwrap();
    let theirs = elsewhere.path().join("songs.db");
    let connection = rusqlite::Connection::open(&theirs).unwrap();
    connection
        .execute_batch("CREATE TABLE song(name TEXT); INSERT INTO song VALUES ('Águas de Março')")
        .unwrap();
    fs::copy(theirs, file).unwrap();
}

#[tokio::test]
async fn a_file_beside_a_log_that_is_not_its_own_refuses_the_start_and_nothing_is_changed() {
    let spoil: [(&str, Change); 4] = [
        ("is empty", |file| fs::write(file, "").unwrap()),
        ("is not a journal", |file| foreign(file)),
        ("is not a journal", |file| {
            fs::write(file, [7; 8192]).unwrap()
        }),
        ("is not a journal", |file| {
            let mut bytes = fs::read(file).unwrap();
            bytes[3] ^= 1;
            fs::write(file, bytes).unwrap();
        }),
    ];
    for (what, spoil) in spoil {
        let dir = crashed().await;
        let file = dir.path().join("oxo.db");
        let whole = fs::read(&file).unwrap();
        spoil(&file);
        let before = files(dir.path());
        let to = dir.path().join("copy.db");
        let said = [
            SqliteJournal::open(dir.path(), NOW_MS)
                .unwrap_err()
                .to_string(),
            check(&file, &no_progress()).unwrap_err().to_string(),
            backup(dir.path(), &to, &no_progress())
                .unwrap_err()
                .to_string(),
        ];
        for why in said {
            assert!(
                why.contains(what) && why.contains("nothing was changed"),
                "{why}"
            );
        }
        assert_eq!(files(dir.path()), before);
        // The file brought back is served with all that its log has.
        fs::write(&file, whole).unwrap();
        let (journal, _) = open(dir.path(), lazy());
        expect(&journal, 1, 6).await;
    }
}

#[tokio::test]
async fn a_restore_keeps_the_log_of_a_file_that_is_gone() {
    let dir = crashed().await;
    let file = dir.path().join("oxo.db");
    let to = dir.path().join("copy.db");
    backup(dir.path(), &to, &no_progress()).unwrap();
    fs::write(&file, "").unwrap();
    let log = fs::read(dir.path().join("oxo.db-wal")).unwrap();
    journal_files::restore(dir.path(), &to, &no_progress()).unwrap();
    let aside = dir.path().join("oxo.db.before-restore-wal");
    assert_eq!(fs::read(aside).unwrap(), log);
    let (journal, _) = open(dir.path(), lazy());
    expect(&journal, 1, 6).await;
}

/// Options with which files are looked at all the time.
fn watchful() -> SqliteOptions {
    SqliteOptions {
        watch_every: Duration::from_millis(1),
        ..lazy()
    }
}

#[tokio::test]
async fn files_that_are_taken_from_under_the_server_end_it() {
    let take: [Change; 6] = [
        |dir| fs::remove_file(dir.join("oxo.db")).unwrap(),
        |dir| fs::remove_file(dir.join("oxo.db-wal")).unwrap(),
        |dir| fs::remove_file(dir.join("oxo.db-shm")).unwrap(),
        |dir| {
            fs::copy(dir.join("oxo.db"), dir.join("other")).unwrap();
            fs::rename(dir.join("other"), dir.join("oxo.db")).unwrap();
        },
        |dir| fs::rename(dir, dir.with_extension("away")).unwrap(),
        |dir| fs::write(dir.join("oxo.db"), "").unwrap(),
    ];
    for take in take {
        let parent = tempfile::tempdir().unwrap();
        let dir = parent.path().join("data");
        let (journal, _) = open(&dir, watchful());
        let mut health = journal.health();
        journal.commit(opening(1)).await.unwrap();
        assert_eq!(*health.borrow_and_update(), Health::Well);
        take(&dir);
        health
            .wait_for(|health| *health == Health::Taken)
            .await
            .unwrap();
        assert_eq!(
            journal.commit(step(1, 1, 1)).await,
            Err(CommitError::Failed)
        );
        journal.close().await;
        assert_eq!(*journal.health().borrow(), Health::Taken);
    }
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_has_no_room_for_rooms_and_moves_go_on() {
    static FREE: AtomicU64 = AtomicU64::new(400);
    const MIB: u64 = 1 << 20;
    let options = SqliteOptions {
        disk: |_| {
            Ok(DiskSpace {
                free_bytes: FREE.load(Relaxed) * MIB,
                bytes: 10_000 * MIB,
            })
        },
        ..watchful()
    };
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), options.clone());
    // Less than 512 MiB, and less than a twentieth.
    assert!(!journal.has_room());
    journal.commit(opening(1)).await.unwrap();
    journal.commit(step(1, 1, 1)).await.unwrap();
    FREE.store(510, Relaxed);
    while !journal.has_room() {
        tokio::task::yield_now().await;
    }
    FREE.store(499, Relaxed);
    while journal.has_room() {
        tokio::task::yield_now().await;
    }
    expect(&journal, 1, 2).await;
}

#[tokio::test]
async fn a_later_log_beside_an_earlier_database_mixes_no_two_states_of_a_room() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    for room in 1..=20 {
        journal.commit(opening(room)).await.unwrap();
    }
    journal.close().await;
    drop(journal);
    let early = fs::read(dir.path().join("oxo.db")).unwrap();
    let (journal, _) = open(dir.path(), eager());
    for seq in 1..100 {
        for room in 1..=20 {
            journal.commit(step(room, seq, 1)).await.unwrap();
        }
    }
    let late = as_after_a_crash(dir.path());
    drop(journal);
    fs::write(late.path().join("oxo.db"), early).unwrap();
    // Whether it starts, and which rooms are refused, depends on which pages are in the log.
    let Ok((journal, _)) = SqliteJournal::open(late.path(), NOW_MS) else {
        return;
    };
    for room in 1..=20 {
        match journal.load(room).await {
            Ok(Some(Stored { events, .. })) => {
                expect(&journal, room, events.len() as u64).await;
            }
            refused => assert_eq!(refused.unwrap_err(), CommitError::Damaged),
        }
    }
}
