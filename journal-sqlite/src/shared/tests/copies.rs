//! Comparison of copies by their marks, which are the same where copies are, and differ where something was lost.

use std::path::Path;

use journal::{CopyMark, MARKS, progress::no_progress};
use journal_files::{CompareError, CopyDifferences, backup, check, differences, kept_end};

use super::*;

/// Rooms 1 to 3, and one game that is forgotten and one that is too old; then that many steps of room 1.
async fn played_on(journal: &SqliteJournal, steps: u64) {
    played(journal).await;
    for (room, id) in [(4, 78), (5, 79)] {
        journal.commit(opening(room)).await.unwrap();
        let batch = Batch {
            game: Some(Box::new(finished(room, id))),
            ..step(room, 1, 1)
        };
        journal.commit(batch).await.unwrap();
    }
    let forgotten = journal.forget(finished(4, 78).id, hash(4)).await;
    assert_eq!(forgotten, Ok(Forgotten::Name));
    assert_eq!(journal.delete_game(finished(5, 79).id).await, Ok(true));
    go_on(journal, 41, steps).await;
}

async fn go_on(journal: &SqliteJournal, from: u64, steps: u64) {
    for seq in from..from + steps {
        journal.commit(step(1, seq, 1)).await.unwrap();
    }
}

fn kept(dir: &Path) -> [CopyMark; MARKS] {
    kept_end(dir).unwrap().unwrap().marks
}

fn faults(dir: &Path) -> Vec<String> {
    check(&dir.join("oxo.db"), &no_progress()).unwrap().faults
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn copies_of_the_same_log_have_the_same_marks() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    played_on(&journal, 2_100).await;
    let shown = journal.copy().unwrap().marks;
    drop(journal);
    let seqs = shown.map(|mark| mark.seq);
    assert_eq!(seqs[MARKS - 3..], [0, 1_000, 2_000]);
    assert_ne!(shown[MARKS - 1].sum, shown[MARKS - 2].sum);
    assert_eq!(kept(one.path()), shown);
    let (journal, _) = open(other.path(), &log, 2);
    assert_eq!(journal.copy().unwrap().marks, shown);
    journal.expire(finished(3, 77).ended_ms + 1).await.unwrap();
    go_on(&journal, 2_141, 8_000).await;
    drop(journal);
    drop(open(one.path(), &log, 1));
    // The oldest were let go.
    assert_eq!(kept(one.path())[0].seq, 3_000);
    assert_eq!(kept(one.path()), kept(other.path()));
    for dir in [&one, &other] {
        assert_eq!(faults(dir.path()), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_or_undone_steps_are_not_in_the_digest() {
    let log = MemoryLog::new(Mishaps {
        refused: 17,
        unanswered: 23,
    });
    let (one, other) = (folder(), folder());
    let (former, _) = open(one.path(), &log, 1);
    former.commit(opening(1)).await.unwrap();
    assert_eq!(
        former.commit(step(1, 7, 1)).await,
        Err(CommitError::Conflict)
    );
    let (journal, _) = open(other.path(), &log, 2);
    let late = former.commit(step(1, 1, 1)).await;
    assert_eq!(late, Err(CommitError::Unavailable));
    journal.commit(step(1, 1, 1)).await.unwrap();
    drop(former);
    drop(journal);
    drop(open(one.path(), &log, 1));
    assert_eq!(faults(one.path()), [""; 0]);
    assert_eq!(faults(other.path()), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_has_lost_something_differs_and_a_check_says_so() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    played_on(&journal, 10).await;
    drop(journal);
    drop(open(other.path(), &log, 2));
    let file = other.path().join("oxo.db");
    let lost = rusqlite::Connection::open(&file).unwrap();
    let game = finished(3, 77).id.bits().to_be_bytes();
    assert_eq!(
        lost.execute("DELETE FROM game WHERE id = ?1", [game]),
        Ok(1)
    );
    drop(lost);
    let [fault] = faults(other.path()).try_into().unwrap();
    assert!(fault.contains("some were lost or changed"), "{fault}");
    // By the time the game would have gone, the copies are the same again, and what was lost is not forgotten.
    let (journal, _) = open(one.path(), &log, 1);
    journal.expire(finished(3, 77).ended_ms + 1).await.unwrap();
    go_on(&journal, 51, 1_000).await;
    drop(journal);
    drop(open(other.path(), &log, 2));
    let marks = [&one, &other].map(|dir| kept(dir.path())[MARKS - 1]);
    assert_eq!(marks.map(|mark| mark.seq), [1_000; 2]);
    assert_ne!(marks[0].sum, marks[1].sum);
}

fn compared(one: &Path, other: &Path) -> Result<CopyDifferences, CompareError> {
    let [one, other] = [one, other].map(|dir| dir.join("oxo.db"));
    differences(&one, &other, &no_progress())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn differences_between_two_copies_are_named_also_when_one_is_behind() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    played_on(&journal, 10).await;
    drop(journal);
    // That of a node which has the same records.
    let file = other.path().join("oxo.db");
    backup(one.path(), &file, &no_progress()).unwrap();
    let same = compared(one.path(), other.path()).unwrap();
    assert!(same.is_empty(), "{same:?}");
    let lost = rusqlite::Connection::open(&file).unwrap();
    let game = finished(3, 77).id;
    let bits = game.bits().to_be_bytes();
    let deleted = lost.execute("DELETE FROM game WHERE id = ?1", [bits]);
    assert_eq!(deleted, Ok(1));
    let found = compared(one.path(), other.path()).unwrap();
    assert_eq!((found.rooms, found.games), (vec![], vec![game]));
    // What happened since is no difference, and a game of the last minute may have.
    let (journal, _) = open(one.path(), &log, 1);
    go_on(&journal, 51, 10).await;
    journal.commit(opening(9)).await.unwrap();
    drop(journal);
    let same = compared(one.path(), other.path()).unwrap();
    assert!(same.is_empty() && same.seq > 0, "{same:?}");
    let change = "UPDATE log SET events = 'x' WHERE id = (SELECT max(id) FROM log WHERE room = 1)";
    assert_eq!(lost.execute(change, ()), Ok(1));
    drop(lost);
    for [one, other] in [[&one, &other], [&other, &one]] {
        let found = compared(one.path(), other.path()).unwrap();
        assert_eq!(found.rooms, [1]);
    }
    // Only copies can be compared.
    let alone = folder();
    drop(SqliteJournal::open(alone.path(), 0).unwrap());
    let why = compared(one.path(), alone.path());
    assert!(matches!(why, Err(CompareError::NoCopy { .. })), "{why:?}");
}
