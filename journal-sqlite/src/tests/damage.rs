//! Files that are not what was written: refused or made whole, never served wrong.

use std::fs;

use journal::{CommitError, Health, JournalControl, RoomLogs};
use journal_files::OpenError;

use super::*;
use crate::tests::contract::{ending, expect, opening, step};

/// A closed journal with rooms 1 to `rooms`, ten events each, and one that ended.
async fn closed(rooms: u64) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    for room in 1..=rooms + 1 {
        journal.commit(opening(room)).await.unwrap();
    }
    for seq in (1..10).step_by(3) {
        for room in 1..=rooms {
            journal.commit(step(room, seq, 3)).await.unwrap();
        }
    }
    journal.commit(ending(rooms + 1, 1)).await.unwrap();
    journal.alive(5).await.unwrap();
    journal.close().await;
    dir
}

async fn is_refused(journal: &SqliteJournal, room: u64) {
    assert_eq!(journal.load(room).await.unwrap_err(), CommitError::Damaged);
}

#[tokio::test]
async fn a_flipped_byte_in_a_text_refuses_its_room_and_no_other() {
    let dir = closed(3).await;
    let file = dir.path().join("oxo.db");
    let mut bytes = fs::read(&file).unwrap();
    let victim = br#""seq":5,"of":2,"#;
    let at = bytes
        .windows(victim.len())
        .position(|w| w == victim)
        .unwrap();
    bytes[at + 6] ^= 1;
    fs::write(&file, bytes).unwrap();

    let (journal, found) = open(dir.path(), lazy());
    // It is known, so that a request for it is answered with the reason why it cannot be had.
    assert_eq!(found.rooms.len(), 3);
    is_refused(&journal, 2).await;
    for room in [1, 3] {
        expect(&journal, room, 10).await;
        journal.commit(step(room, 10, 1)).await.unwrap();
    }
    assert_eq!(*journal.health().borrow(), Health::Well);
}

#[tokio::test]
async fn missing_and_misplaced_rows_are_noticed() {
    for change in [
        "DELETE FROM log WHERE id = (SELECT head FROM room WHERE id = 2)",
        "DELETE FROM log WHERE id = (SELECT min(id) FROM log WHERE room = 2)",
        "UPDATE log SET id = 1000 WHERE id = (SELECT head FROM room WHERE id = 2)",
        "UPDATE log SET prev = 0 WHERE id = (SELECT head FROM room WHERE id = 2)",
        "UPDATE log SET prev = id WHERE room = 2",
        "UPDATE log SET seq = seq + 1 WHERE room = 2",
        "UPDATE log SET private = '[]' WHERE room = 2",
        "UPDATE log SET deadline = NULL WHERE room = 2",
    ] {
        let dir = closed(3).await;
        tamper(dir.path(), change);
        let (journal, _) = open(dir.path(), lazy());
        is_refused(&journal, 2).await;
        expect(&journal, 1, 10).await;
        expect(&journal, 3, 10).await;
        // What is added is found again, though there was no orderly close.
        journal.commit(step(1, 10, 1)).await.unwrap();
        drop(journal);
        let (journal, _) = open(dir.path(), lazy());
        is_refused(&journal, 2).await;
        expect(&journal, 1, 11).await;
    }
}

/// A table that begins where another does would be written as that other.
#[tokio::test]
async fn tables_that_begin_elsewhere_refuse_the_start() {
    let swapped = "PRAGMA writable_schema = ON; \
        UPDATE sqlite_schema SET rootpage = 7 - rootpage WHERE name IN ('log', 'probe')";
    for also in ["", "; DELETE FROM meta"] {
        let dir = closed(1).await;
        tamper(dir.path(), &format!("{swapped}{also}"));
        let why = SqliteJournal::open(dir.path(), NOW_MS)
            .unwrap_err()
            .to_string();
        assert!(
            why.contains("its tables are not as they were made"),
            "{why}"
        );
    }
}

/// Row numbers stand in the leaves as they are counted: one byte for each of
/// the first 127.
#[tokio::test]
async fn an_end_that_is_out_of_order_refuses_the_start() {
    let dir = closed(3).await;
    let file = dir.path().join("oxo.db");
    let last = number(dir.path(), "SELECT max(id) FROM log") as u8;
    let mut bytes = fs::read(&file).unwrap();
    // A cell of the log: the row's number, then a header that begins with a
    // NULL for the number's own column. The newest is nearest the page's begin.
    let at = bytes
        .windows(3)
        .position(|w| w[0] == last && w[1] == 9 && w[2] == 0);
    bytes[at.unwrap()] = 1;
    fs::write(&file, bytes).unwrap();
    let why = SqliteJournal::open(dir.path(), NOW_MS)
        .unwrap_err()
        .to_string();
    assert!(why.contains("are not in order"), "{why}");
}

#[tokio::test]
async fn damaged_summaries_are_made_anew_from_the_log() {
    for change in [
        "UPDATE room SET head = head - 1 WHERE id = 2",
        "UPDATE room SET who = replace(who, 'code', 'kode') WHERE id = 2",
        "DELETE FROM room WHERE id = 2",
        "DELETE FROM room",
        "UPDATE meta SET checkpoint = checkpoint + 1",
        "UPDATE meta SET alive = alive + 1",
        "DELETE FROM meta",
    ] {
        let dir = closed(3).await;
        tamper(dir.path(), change);
        // The second time what was made is read.
        for _ in 0..2 {
            let (journal, found) = open(dir.path(), lazy());
            assert_eq!(found.rooms.len(), 3, "{change}");
            for room in 1..=3 {
                expect(&journal, room, 10).await;
            }
            assert!(journal.load(4).await.unwrap().is_none());
        }
    }
}

#[tokio::test]
async fn an_interrupted_purge_is_no_damage() {
    let dir = closed(1).await;
    tamper(
        dir.path(),
        "DELETE FROM log WHERE id = (SELECT min(id) FROM log WHERE room = 2)",
    );
    // Neither to summaries nor to who makes them anew.
    tamper(dir.path(), "DELETE FROM meta");
    let (journal, found) = open(dir.path(), eager());
    assert_eq!(found.rooms.len(), 1);
    for seq in 10..20 {
        journal.commit(step(1, seq, 1)).await.unwrap();
    }
    journal.close().await;
    assert_eq!(
        number(dir.path(), "SELECT count(*) FROM log WHERE room = 2"),
        0
    );
}

#[tokio::test]
async fn damage_after_the_checkpoint_stays_known() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), lazy());
    for room in [1, 2] {
        journal.commit(opening(room)).await.unwrap();
        journal.commit(step(room, 1, 1)).await.unwrap();
    }
    drop(journal);
    tamper(
        dir.path(),
        "UPDATE log SET events = replace(events, 'event', 'tnede') WHERE id = 4",
    );
    for _ in 0..2 {
        let (journal, found) = open(dir.path(), eager());
        assert_eq!(found.rooms.len(), 2);
        is_refused(&journal, 2).await;
        assert_eq!(
            journal.commit(step(2, 1, 1)).await,
            Err(CommitError::Conflict)
        );
        expect(&journal, 1, 2).await;
        journal.close().await;
    }
}

#[tokio::test]
async fn damage_that_no_room_can_be_named_for_refuses_the_start() {
    for change in [
        "DELETE FROM log WHERE id = 2",
        "UPDATE log SET room = 9 WHERE id = 2",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let (journal, _) = open(dir.path(), lazy());
        for room in [1, 2, 3] {
            journal.commit(opening(room)).await.unwrap();
        }
        drop(journal);
        tamper(dir.path(), change);
        let why = SqliteJournal::open(dir.path(), NOW_MS)
            .unwrap_err()
            .to_string();
        assert!(why.contains("is damaged (row 2 of its log"), "{why}");
    }
}

/// Plays on in every room that is not refused; gives how many were refused.
/// A room is as it was, or is refused, before a restart and after.
async fn play_on(dir: &Path, rooms: u64) -> Result<usize, OpenError> {
    let (journal, _) = SqliteJournal::open_with(dir, NOW_MS, eager())?;
    let mut lengths = Vec::new();
    let mut refused = 0;
    for room in 1..=rooms {
        match journal.load(room).await {
            Err(CommitError::Damaged) => refused += 1,
            // The end of the log: nothing can be added, and the server ends.
            Err(CommitError::Failed) => break,
            _ => {
                expect(&journal, room, 10).await;
                match journal.commit(step(room, 10, 1)).await {
                    Ok(()) => lengths.push((room, 11)),
                    Err(why) => assert_eq!(why, CommitError::Failed),
                }
            }
        }
    }
    journal.close().await;
    drop(journal);
    let (journal, _) = SqliteJournal::open_with(dir, NOW_MS, eager())?;
    for (room, seq) in lengths {
        match journal.load(room).await {
            Err(CommitError::Damaged) => refused += 1,
            _ => drop(expect(&journal, room, seq).await),
        }
    }
    Ok(refused)
}

#[tokio::test]
async fn a_flipped_byte_anywhere_never_serves_wrong_data() {
    let dir = closed(40).await;
    let bytes = fs::read(dir.path().join("oxo.db")).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let (mut starts, mut rooms, mut nothing) = (0, 0, 0);
    // A stride that meets every kind of page and, over all, every kind of place.
    for at in (0..bytes.len()).step_by(499).chain((0..100).step_by(3)) {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1 << (at % 8);
        let _ = fs::remove_file(scratch.path().join("oxo.db-wal"));
        fs::write(scratch.path().join("oxo.db"), bytes).unwrap();
        match play_on(scratch.path(), 40).await {
            Err(_) => starts += 1,
            Ok(0) => nothing += 1,
            Ok(_) => rooms += 1,
        }
    }
    assert!(
        starts > 0 && rooms > 0 && nothing > 0,
        "{starts} {rooms} {nothing}"
    );
}
