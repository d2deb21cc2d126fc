//! The contract that every engine is held to, and the helpers of the engines' tests.

use std::sync::Arc;

use protocol::{
    Accepted, GameId, Player, RoomCode, Seat, Secret, SecretHash, Settings, ids::BySeat,
};
use referee::{Private, PrivateChange};

use super::{Batch, CommitError, Finished, GameDetails, Journal, RoomId, Stored};

/// The text of an event; the journal does not mind what it says.
pub fn text(room: RoomId, seq: u64) -> Arc<str> {
    format!(r#"{{"type":"event","seq":{seq},"of":{room},"line":"ä\n✕"}}"#).into()
}

pub fn hash(of: u64) -> SecretHash {
    Secret::new(format!("{of:024}")).unwrap().hash()
}

pub fn code(of: u64) -> PrivateChange {
    PrivateChange::Code {
        code: RoomCode::from_bits(of),
    }
}

pub fn seated(seat: Seat, of: u64) -> PrivateChange {
    PrivateChange::Seated {
        seat,
        hash: hash(of),
    }
}

pub fn done(seat: Seat, n: u64) -> PrivateChange {
    let reply = Accepted::Moved { seq: n };
    PrivateChange::Done { seat, n, reply }
}

/// A step with `count` events after `expected_seq`, and no private part.
pub fn step(room: RoomId, expected_seq: u64, count: u64) -> Batch {
    Batch {
        room,
        expected_seq,
        events: (1..=count).map(|i| text(room, expected_seq + i)).collect(),
        private: Vec::new(),
        deadline_ms: Some(1_000 + expected_seq),
        game: None,
        state: None,
    }
}

/// The step that opens a room: one event, its code and its host.
pub fn opening(room: RoomId) -> Batch {
    Batch {
        private: vec![code(room), seated(Seat::Host, room)],
        ..step(room, 0, 1)
    }
}

/// The step that ends a room.
pub fn ending(room: RoomId, expected_seq: u64) -> Batch {
    Batch {
        deadline_ms: None,
        ..step(room, expected_seq, 1)
    }
}

/// Expects a room with all its events up to `seq`.
pub async fn expect(journal: &dyn Journal, room: RoomId, seq: u64) -> Private {
    let Stored {
        events, private, ..
    } = journal.load(room).await.unwrap().unwrap();
    let expected: Vec<_> = (1..=seq).map(|seq| text(room, seq)).collect();
    assert_eq!(events, expected);
    private
}

async fn what_is_kept_is_loaded(journal: &dyn Journal) {
    assert!(journal.load(7).await.unwrap().is_none());
    journal.commit(opening(7)).await.unwrap();
    journal
        .commit(Batch {
            private: vec![seated(Seat::Guest, 8)],
            ..step(7, 1, 3)
        })
        .await
        .unwrap();
    journal
        .commit(Batch {
            private: vec![done(Seat::Guest, 1)],
            ..step(7, 4, 1)
        })
        .await
        .unwrap();
    let private = expect(journal, 7, 5).await;
    assert_eq!(private.code, Some(RoomCode::from_bits(7)));
    assert_eq!(private.seats.host.unwrap().hash, hash(7));
    let guest = private.seats.guest.unwrap();
    assert_eq!((guest.hash, guest.n), (hash(8), 1));
}

async fn a_wrong_length_is_a_conflict_and_changes_nothing(journal: &dyn Journal) {
    journal.commit(opening(7)).await.unwrap();
    for wrong in [0, 2, u64::MAX] {
        let batch = Batch {
            private: vec![code(9)],
            ..step(7, wrong.min(9), 1)
        };
        let batch = Batch {
            expected_seq: wrong,
            ..batch
        };
        assert_eq!(journal.commit(batch).await, Err(CommitError::Conflict));
    }
    assert_eq!(
        journal.commit(step(8, 1, 1)).await,
        Err(CommitError::Conflict)
    );
    assert!(journal.load(8).await.unwrap().is_none());
    let private = expect(journal, 7, 1).await;
    assert_eq!(private.code, Some(RoomCode::from_bits(7)));
    journal.commit(step(7, 1, 1)).await.unwrap();
    expect(journal, 7, 2).await;
}

async fn a_step_may_have_no_events(journal: &dyn Journal) {
    journal.commit(opening(7)).await.unwrap();
    for n in 1..=2 {
        let batch = Batch {
            private: vec![done(Seat::Host, n)],
            ..step(7, 1, 0)
        };
        journal.commit(batch).await.unwrap();
    }
    let private = expect(journal, 7, 1).await;
    let last = private.seats.host.unwrap();
    assert_eq!(last.n, 2);
    assert_eq!(last.last, Some(Accepted::Moved { seq: 2 }));
}

async fn a_room_that_ended_is_gone(journal: &dyn Journal) {
    journal.commit(opening(7)).await.unwrap();
    journal.commit(opening(8)).await.unwrap();
    journal.commit(ending(7, 1)).await.unwrap();
    assert!(journal.load(7).await.unwrap().is_none());
    assert_eq!(
        journal.commit(step(7, 2, 1)).await,
        Err(CommitError::Conflict)
    );
    expect(journal, 8, 1).await;
}

/// A game that ended with the step that ends room `of`.
pub fn finished(of: RoomId, ended_ms: u64) -> Finished {
    Finished {
        id: GameId::from_bits(of.into()),
        ended_ms,
        about: GameDetails {
            room: RoomCode::from_bits(of),
            settings: Settings::default(),
            players: BySeat {
                host: Some(Player::named("Ana")),
                guest: Some(Player::guest(2)),
            },
            score: protocol::event::Score::default(),
            owners: BySeat {
                host: Some(hash(of)),
                guest: Some(hash(of + 1)),
            },
            other_owners: vec![(Seat::Guest, hash(of + 100))],
        },
        events: vec![text(of, 1), text(of, 2)],
    }
}

async fn rooms_do_not_disturb_one_another(journal: Arc<dyn Journal>) {
    let play = |room: RoomId| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            journal.commit(opening(room)).await.unwrap();
            for seq in 1..10 {
                journal.commit(step(room, seq, 1)).await.unwrap();
                let late = journal.commit(step(room, seq, 1)).await;
                assert_eq!(late, Err(CommitError::Conflict));
            }
        })
    };
    let rooms: Vec<_> = (1..=200).map(play).collect();
    for room in rooms {
        room.await.unwrap();
    }
    for room in 1..=200 {
        expect(&*journal, room, 10).await;
    }
}

async fn a_deleted_game_is_gone(journal: &dyn Journal) {
    let game = finished(7, 5);
    let id = game.id;
    journal.commit(opening(7)).await.unwrap();
    journal
        .commit(Batch {
            game: Some(Box::new(game)),
            ..step(7, 1, 1)
        })
        .await
        .unwrap();
    // An engine may keep no games.
    let kept = journal.game(id).await.unwrap().is_some();
    for deleted in [kept, false] {
        assert_eq!(journal.delete_game(id).await, Ok(deleted));
        assert_eq!(journal.game(id).await, Ok(None));
    }
    expect(journal, 7, 2).await;
}

/// Runs all of it, each part on a new journal.
pub async fn all(new: impl Fn() -> Arc<dyn Journal>) {
    what_is_kept_is_loaded(&*new()).await;
    a_wrong_length_is_a_conflict_and_changes_nothing(&*new()).await;
    a_step_may_have_no_events(&*new()).await;
    a_room_that_ended_is_gone(&*new()).await;
    a_deleted_game_is_gone(&*new()).await;
    rooms_do_not_disturb_one_another(new()).await;
    let journal = new();
    journal.alive(5).await.unwrap();
    journal.close().await;
}
