//! Unit tests of `session_recorder`.

use std::{rc::Rc, sync::Arc};

use oxo_client::{clock::ServerClock, session::Room, transport::PlayMode};
use protocol::{Event, EventFrame, GameId, Now, Seat, event::RoomEnd, frame::Matched};
use sentences::Catalogue;
use tokio::time::Instant;

use super::*;
use crate::{replay::Game, sample::games::won, seats::SeatStore, store::GameArchive};

#[test]
fn a_game_that_ends_with_its_room_keeps_the_seats_secret() {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().join("games"), 100);
    let text = Rc::new(Catalogue::for_language("en"));
    let seats = SeatStore::new(folder.path().join("seats"));
    let games = GameRecorder::new(archive.clone(), Rc::clone(&text), false);
    let mut recorder = SessionRecorder::new(text, seats.clone(), Some(games));
    let secret = Secret::draw().unwrap();
    assert_eq!(recorder.hold_seat("ws://h:1", secret.clone()), None);
    let code = won(1).record.room;
    recorder.observe(&Update::Matched(Matched {
        room: code,
        seat: Seat::Host,
    }));

    let mut saved = won(1);
    let id = GameId::from_bits(3);
    saved.record.game.over.as_mut().unwrap().id = Some(id);
    let mut after = Game::check(saved).unwrap().view(5);
    let mut before = after.clone();
    before.game.as_mut().unwrap().over = None;
    after.ended = Some(RoomEnd::Age);
    let room = Room {
        code,
        seat: Some(Seat::Host),
        mode: PlayMode::Online,
        url: None,
        view: Arc::new(after),
        now: Now::default(),
        clock: ServerClock::set(0, Instant::now()),
    };
    let frame = EventFrame {
        room: code,
        seq: 9,
        at_ms: 0,
        event: Event::Unknown,
    };
    let complaint = recorder.observe(&Update::Event {
        frame,
        before: Arc::new(before),
        room,
    });
    assert_eq!(complaint, None);
    let keys = archive.keys(id);
    assert_eq!(keys.len(), 1);
    assert_eq!(keys[0].secret, secret);
    assert_eq!(keys[0].server.as_deref(), Some("ws://h:1"));
    assert!(seats.open(None).is_empty(), "the seat is gone");
}
