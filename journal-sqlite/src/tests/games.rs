//! Finished games: kept with the step that ended them, forgotten, and deleted.

use journal::{Batch, CommitError, FinishedGames, Forgotten, JournalControl, RoomId, RoomLogs};
use protocol::{GameId, Player, ids::Computer};

use super::*;
use crate::tests::contract::{finished, hash, opening, step};

fn id(of: RoomId) -> GameId {
    finished(of, 0).id
}

/// A step that ends a game at that time.
fn with_game(room: RoomId, expected_seq: u64, ended_ms: u64) -> Batch {
    Batch {
        game: Some(Box::new(finished(room, ended_ms))),
        ..step(room, expected_seq, 1)
    }
}

/// A journal in which a game ended in each of the rooms, at 1, 2, 3 … ms.
async fn played(dir: &Path, rooms: u64) -> SqliteJournal {
    let (journal, _) = open(dir, eager());
    for room in 1..=rooms {
        journal.commit(opening(room)).await.unwrap();
        journal.commit(with_game(room, 1, room)).await.unwrap();
    }
    journal
}

#[tokio::test]
async fn a_game_is_kept_with_the_step_that_ended_it_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let journal = played(dir.path(), 2).await;
    let conflict = journal.commit(with_game(3, 9, 3)).await;
    assert_eq!(conflict, Err(CommitError::Conflict));
    assert_eq!(journal.game(id(3)).await, Ok(None));
    drop(journal);
    let (journal, _) = open(dir.path(), lazy());
    assert_eq!(journal.game(id(1)).await, Ok(Some(finished(1, 1))));
    assert_eq!(journal.game(id(2)).await, Ok(Some(finished(2, 2))));
}

#[tokio::test]
async fn one_request_to_be_forgotten_removes_a_name_and_both_remove_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let journal = played(dir.path(), 1).await;
    let game = id(1);
    assert_eq!(journal.forget(game, hash(9)).await, Ok(Forgotten::Nothing));
    assert_eq!(journal.forget(id(9), hash(1)).await, Ok(Forgotten::Nothing));
    assert_eq!(journal.game(game).await, Ok(Some(finished(1, 1))));
    for _ in 0..2 {
        assert_eq!(journal.forget(game, hash(1)).await, Ok(Forgotten::Name));
        let left = journal.game(game).await.unwrap().unwrap();
        assert_eq!(left.about.players.host, None);
        assert_eq!(left.about.players.guest, Some(Player::guest(2)));
        assert_eq!(left.events, finished(1, 1).events);
    }
    assert_eq!(journal.forget(game, hash(2)).await, Ok(Forgotten::Game));
    assert_eq!(journal.game(game).await, Ok(None));
    assert_eq!(journal.forget(game, hash(2)).await, Ok(Forgotten::Nothing));
}

#[tokio::test]
async fn the_request_of_the_only_person_in_a_game_removes_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let (journal, _) = open(dir.path(), eager());
    let mut game = finished(1, 1);
    game.about.players.guest = Some(Player {
        computer: Some(Computer::default()),
        ..Player::default()
    });
    journal.commit(opening(1)).await.unwrap();
    let batch = Batch {
        game: Some(Box::new(game)),
        ..step(1, 1, 1)
    };
    journal.commit(batch).await.unwrap();
    assert_eq!(journal.forget(id(1), hash(1)).await, Ok(Forgotten::Game));
    assert_eq!(journal.game(id(1)).await, Ok(None));
}

#[tokio::test]
async fn a_deleted_game_stays_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let journal = played(dir.path(), 2).await;
    assert_eq!(journal.delete_game(id(1)).await, Ok(true));
    drop(journal);
    let (journal, _) = open(dir.path(), lazy());
    assert_eq!(journal.game(id(1)).await, Ok(None));
    assert_eq!(journal.delete_game(id(1)).await, Ok(false));
    assert_eq!(journal.game(id(2)).await, Ok(Some(finished(2, 2))));
}

#[tokio::test]
async fn games_go_when_their_time_is_over() {
    let dir = tempfile::tempdir().unwrap();
    let journal = played(dir.path(), 300).await;
    journal.expire(299).await.unwrap();
    // Portions come when there is time; each step is followed by one at least.
    for seq in 2..12 {
        journal.commit(step(1, seq, 1)).await.unwrap();
    }
    for gone in [1, 128, 298] {
        assert_eq!(journal.game(id(gone)).await, Ok(None), "{gone}");
    }
    assert_eq!(journal.game(id(299)).await, Ok(Some(finished(299, 299))));
    journal.close().await;
    assert_eq!(number(dir.path(), "SELECT count(*) FROM game"), 2);
}

#[tokio::test]
async fn a_damaged_game_is_refused_and_no_other() {
    for change in [
        "UPDATE game SET events = replace(events, 'event', 'tnede') WHERE n = 1",
        "UPDATE game SET about = replace(about, 'Ana', 'Eve') WHERE n = 1",
        "UPDATE game SET ended = 7 WHERE n = 1",
    ] {
        let dir = tempfile::tempdir().unwrap();
        played(dir.path(), 2).await.close().await;
        tamper(dir.path(), change);
        let (journal, _) = open(dir.path(), lazy());
        assert_eq!(journal.game(id(1)).await, Err(CommitError::Damaged));
        assert_eq!(journal.game(id(2)).await, Ok(Some(finished(2, 2))));
        // It can be deleted all the same.
        assert_eq!(journal.delete_game(id(1)).await, Ok(true));
        assert_eq!(journal.game(id(1)).await, Ok(None));
    }
}

/// Damage among finished games costs games; moves go on being kept.
#[tokio::test]
async fn damage_among_games_harms_no_room() {
    let dir = tempfile::tempdir().unwrap();
    played(dir.path(), 300).await.close().await;
    // Nothing of the index is left that could be read.
    let page = number(
        dir.path(),
        "SELECT rootpage FROM sqlite_schema WHERE name = 'game_id'",
    );
    let at = usize::try_from(page - 1).unwrap() * 4096;
    let mut bytes = std::fs::read(dir.path().join("oxo.db")).unwrap();
    bytes[at..at + 4096].fill(0xa5);
    std::fs::write(dir.path().join("oxo.db"), bytes).unwrap();

    let (journal, _) = open(dir.path(), eager());
    let asked = journal.game(id(1)).await;
    assert_eq!(asked, Err(CommitError::Damaged));
    let forgotten = journal.forget(id(1), hash(1)).await;
    assert_eq!(forgotten, Err(CommitError::Damaged));
    journal.commit(with_game(7, 2, 400)).await.unwrap();
    let deleted = journal.delete_game(id(1)).await;
    assert_eq!(deleted, Err(CommitError::Damaged));
    journal.expire(50).await.unwrap();
    for seq in 3..12 {
        journal.commit(step(7, seq, 1)).await.unwrap();
    }
    assert_eq!(*journal.health().borrow(), journal::Health::Well);
}

#[tokio::test]
async fn a_game_with_an_unreadable_end_keeps_no_other_from_expiring() {
    let dir = tempfile::tempdir().unwrap();
    played(dir.path(), 3).await.close().await;
    tamper(dir.path(), "UPDATE game SET ended = 1 << 50 WHERE n = 1");
    let (journal, _) = open(dir.path(), eager());
    journal.expire(3).await.unwrap();
    for seq in 2..12 {
        journal.commit(step(1, seq, 1)).await.unwrap();
    }
    assert_eq!(journal.game(id(2)).await, Ok(None));
    assert_eq!(journal.game(id(3)).await, Ok(Some(finished(3, 3))));
}

#[tokio::test]
async fn the_oldest_games_go_when_the_database_takes_too_much() {
    const MOST: u64 = 1 << 20;
    let dir = tempfile::tempdir().unwrap();
    let options = SqliteOptions {
        most_bytes: MOST,
        ..eager()
    };
    let (journal, _) = open(dir.path(), options.clone());
    let mut room = 0;
    while room == 0 || journal.game(id(1)).await.unwrap().is_some() {
        room += 1;
        journal.commit(opening(room)).await.unwrap();
        journal.commit(with_game(room, 1, room)).await.unwrap();
        assert!(room < 100_000, "no game is ever deleted");
    }
    assert!(journal.has_room());
    assert!(journal.game(id(room)).await.unwrap().is_some());
    // When there are none left no more rooms are opened, and moves go on.
    let mut seq = 2;
    while journal.has_room() {
        journal.commit(step(1, seq, 100)).await.unwrap();
        seq += 100;
    }
    assert_eq!(journal.game(id(room)).await, Ok(None));
    journal.commit(step(1, seq, 1)).await.unwrap();
    drop(journal);
    let (journal, _) = open(dir.path(), options);
    journal.alive(5).await.unwrap();
    while journal.has_room() {
        tokio::task::yield_now().await;
    }
}
