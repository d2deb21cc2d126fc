//! The engine with a shared log before it: the contract, copies, takeovers.

mod copies;
mod letting_go;
mod lost;
mod standby;
mod store;
mod taking_over;

use std::{path::Path, sync::Arc, time::Duration};

use clock::Outage;
use cluster::RecordBody;
use journal::{
    Batch, CommitError, FinishedGames, Forgotten, Health, JournalControl, Opening, RoomLogs,
    shared::SharedOptions,
};
use journal_files::{FileFault, OpenError, SqliteOptions};
use protocol::Seat;
use tempfile::TempDir;

use self::store::{MemoryLog, Mishaps, NEVER, life};
use super::SharedRecord;
use crate::{
    SqliteJournal,
    tests::contract::{self, code, ending, expect, finished, hash, opening, seated, step},
};

/// The copy of a node in a directory, from that instant on.
fn open_at(
    dir: &Path,
    log: &Arc<MemoryLog>,
    node: u32,
    now_ms: u64,
) -> Result<(SqliteJournal, Opening), OpenError> {
    let options = SqliteOptions {
        shared: Some(life(log, node, now_ms)),
        ..SqliteOptions::default()
    };
    SqliteJournal::open_with(dir, 0, options)
}

fn open(dir: &Path, log: &Arc<MemoryLog>, node: u32) -> (SqliteJournal, Opening) {
    open_at(dir, log, node, 1_000).unwrap()
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The rooms that an opening reports.
fn rooms(opening: &Opening) -> Vec<u64> {
    let mut rooms: Vec<u64> = opening.rooms.iter().map(|room| room.room).collect();
    rooms.sort_unstable();
    rooms
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_the_contract() {
    let mishaps = Mishaps {
        refused: 17,
        unanswered: 23,
    };
    // One of them appends marks of life all the time.
    for (mishaps, silence) in [
        (Mishaps::default(), NEVER),
        (mishaps, NEVER),
        (Mishaps::default(), Duration::from_millis(3)),
    ] {
        let folders = std::cell::RefCell::new(Vec::new());
        contract::all(|| {
            let dir = folder();
            let shared = SharedOptions {
                silence,
                ..life(&MemoryLog::new(mishaps), 1, 1_000)
            };
            let options = SqliteOptions {
                shared: Some(shared),
                ..SqliteOptions::default()
            };
            let (journal, _) = SqliteJournal::open_with(dir.path(), 0, options).unwrap();
            folders.borrow_mut().push(dir);
            Arc::new(journal)
        })
        .await;
    }
}

/// Rooms 1 to 3, of which the second has ended, and a game of the third.
async fn played(journal: &SqliteJournal) {
    for room in 1..=3 {
        journal.commit(opening(room)).await.unwrap();
    }
    for seq in 1..=40 {
        journal.commit(step(1, seq, 1)).await.unwrap();
    }
    journal.commit(ending(2, 1)).await.unwrap();
    let with_game = Batch {
        private: vec![seated(Seat::Guest, 9), code(33)],
        game: Some(Box::new(finished(3, 77))),
        ..step(3, 1, 2)
    };
    journal.commit(with_game).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_made_from_the_log_and_goes_on_from_where_it_ends() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    played(&journal).await;
    drop(journal);
    // Another node, with nothing; then the first again, with what it has; then the other.
    for (dir, node, seq) in [(&other, 2, 41), (&one, 1, 42), (&other, 2, 43)] {
        let (journal, opening) = open(dir.path(), &log, node);
        assert_eq!(rooms(&opening), [1, 3]);
        expect(&journal, 1, seq).await;
        let private = expect(&journal, 3, 3).await;
        assert_eq!(private.seats.guest.unwrap().hash, hash(9));
        assert!(journal.load(2).await.unwrap().is_none());
        let game = journal.game(finished(3, 77).id).await.unwrap();
        assert_eq!(game, Some(finished(3, 77)));
        journal.commit(step(1, seq, 1)).await.unwrap();
        drop(journal);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_to_forget_are_obeyed_in_every_copy() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    let (named, gone) = (finished(3, 77), finished(4, 78));
    for (room, game) in [(3, &named), (4, &gone)] {
        journal.commit(opening(room)).await.unwrap();
        let batch = Batch {
            game: Some(Box::new(game.clone())),
            ..step(room, 1, 1)
        };
        journal.commit(batch).await.unwrap();
    }
    let forgotten = journal.forget(named.id, hash(4)).await;
    assert_eq!(forgotten, Ok(Forgotten::Name));
    assert_eq!(journal.delete_game(gone.id).await, Ok(true));
    drop(journal);
    let (journal, _) = open(other.path(), &log, 2);
    let left = journal.game(named.id).await.unwrap().unwrap();
    assert!(left.about.players.host.is_some() && left.about.players.guest.is_none());
    assert_eq!(journal.game(gone.id).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_are_over_their_time_go_in_every_copy_at_the_same_record() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, _) = open(one.path(), &log, 1);
    played(&journal).await;
    let game = finished(3, 77);
    journal.expire(game.ended_ms + 1).await.unwrap();
    assert_eq!(journal.game(game.id).await, Ok(None));
    let (_, last) = log.records().pop().unwrap();
    let (decided, _) = SharedRecord::decode(last.body.payload()).unwrap();
    assert_eq!(decided.expire_ms, Some(game.ended_ms + 1));
    drop(journal);
    let (journal, _) = open(other.path(), &log, 2);
    assert_eq!(journal.game(game.id).await, Ok(None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_that_was_fenced_keeps_nothing_and_follows() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (former, _) = open(one.path(), &log, 1);
    former.commit(opening(1)).await.unwrap();
    let (journal, opening) = open(other.path(), &log, 2);
    assert_eq!(rooms(&opening), [1]);
    let late = former.commit(step(1, 1, 1)).await;
    assert_eq!(late, Err(CommitError::Unavailable));
    assert_eq!(*former.health().borrow(), Health::Following);
    assert_eq!(former.load(1).await.err(), Some(CommitError::Unavailable));
    expect(&journal, 1, 1).await;
    journal.commit(step(1, 1, 1)).await.unwrap();
    drop(former);
    // The copy of the former has nothing that is not in the log.
    drop(journal);
    let (journal, _) = open(one.path(), &log, 1);
    expect(&journal, 1, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_between_two_writers_is_an_outage_in_every_copy() {
    let log = MemoryLog::new(Mishaps::default());
    let (one, other) = (folder(), folder());
    let (journal, opened) = open_at(one.path(), &log, 1, 5_000).unwrap();
    assert_eq!((opened.outages, opened.opened_ms), (vec![], 5_000));
    journal.commit(opening(1)).await.unwrap();
    drop(journal);
    let first = Outage {
        from_ms: 5_000,
        to_ms: 9_000,
    };
    let (journal, opened) = open_at(other.path(), &log, 2, 9_000).unwrap();
    assert_eq!(opened.outages, [first]);
    let told = Outage {
        from_ms: 9_000,
        to_ms: 9_500,
    };
    journal.outage(told).await.unwrap();
    drop(journal);
    let second = Outage {
        from_ms: 9_000,
        to_ms: 20_000,
    };
    let (_journal, opened) = open_at(one.path(), &log, 1, 20_000).unwrap();
    assert_eq!(opened.outages, [first, told, second]);
    // A clock that is behind does not go back.
    drop(_journal);
    let (_journal, opened) = open_at(other.path(), &log, 2, 3).unwrap();
    assert_eq!(opened.opened_ms, 20_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_that_wait_for_a_record_are_grouped_into_the_next() {
    let log = MemoryLog::new(Mishaps::default());
    let dir = folder();
    let (journal, _) = open(dir.path(), &log, 1);
    let journal = Arc::new(journal);
    let rooms: Vec<_> = (1..=500)
        .map(|room| {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move { journal.commit(opening(room)).await })
        })
        .collect();
    for room in rooms {
        room.await.unwrap().unwrap();
    }
    let records = log.records();
    let steps = records.iter().map(|(_, record)| {
        let (_, steps) = SharedRecord::decode(record.body.payload()).unwrap();
        steps.len()
    });
    assert_eq!(steps.sum::<usize>(), 500);
    let fences = records
        .iter()
        .filter(|(_, record)| matches!(record.body, RecordBody::Fence(_)));
    assert_eq!(fences.count(), 1);
    assert!(records.len() < 500, "{} records", records.len());
}

#[test]
fn a_copy_of_another_log_is_refused_and_left_alone() {
    let log = MemoryLog::new(Mishaps::default());
    let dir = folder();
    drop(open(dir.path(), &log, 1));
    let mut other = life(&log, 1, 1_000);
    other.log = 8;
    let options = SqliteOptions {
        shared: Some(other),
        ..SqliteOptions::default()
    };
    let refused = SqliteJournal::open_with(dir.path(), 0, options);
    assert!(matches!(
        refused,
        Err(OpenError::File {
            fault: FileFault::OtherLog,
            ..
        })
    ));
    drop(open(dir.path(), &log, 1));
}

#[test]
fn a_copy_that_the_log_does_not_follow_is_damage() {
    let log = MemoryLog::new(Mishaps::default());
    let dir = folder();
    drop(open(dir.path(), &log, 1));
    // The same name, and not the same records.
    let forked = MemoryLog::new(Mishaps::default());
    for node in [3, 4] {
        drop(open(folder().path(), &forked, node));
    }
    let refused = open_at(dir.path(), &forked, 1, 1_000);
    assert!(matches!(
        refused,
        Err(OpenError::File {
            fault: FileFault::Damaged(_),
            ..
        })
    ));
}
