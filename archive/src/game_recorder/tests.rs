//! Unit tests of `game_recorder`.

use std::sync::Arc;

use oxo_client::{clock::ServerClock, session::Room, transport::PlayMode};
use protocol::{Event, EventFrame, GameId, Now, Player, Seat, event::Score};
use tokio::time::Instant;

use super::*;
use crate::{replay::Game, sample::games::won, store::read_file};

struct RecorderSetup {
    _folder: tempfile::TempDir,
    archive: GameArchive,
    recorder: GameRecorder,
}

fn setup() -> RecorderSetup {
    let folder = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(folder.path().join("games"), 100);
    let text = Rc::new(Catalogue::for_language("en"));
    let recorder = GameRecorder::new(archive.clone(), text, false);
    RecorderSetup {
        _folder: folder,
        archive,
        recorder,
    }
}

fn room(view: View) -> Room {
    Room {
        code: won(1).record.room,
        seat: Some(Seat::Guest),
        mode: PlayMode::Online,
        url: None,
        view: Arc::new(view),
        now: Now::default(),
        clock: ServerClock::set(0, Instant::now()),
    }
}

/// The end of the game by its last move: before and after.
fn end() -> (View, Update) {
    let game = Game::check(won(1)).unwrap();
    let mut before = game.view(5);
    let running = before.game.as_mut().unwrap();
    running.over = None;
    let frame = EventFrame {
        room: won(1).record.room,
        seq: 9,
        at_ms: 1_795_229_000_000,
        event: Event::Unknown,
    };
    let after = game.view(5);
    let update = Update::Event {
        frame,
        before: Arc::new(before),
        room: room(after.clone()),
    };
    (after, update)
}

#[test]
fn a_game_that_ends_is_kept_from_ones_own_side() {
    let mut setup = setup();
    let (after, update) = end();
    assert_eq!(setup.recorder.observe(&update, None), None);
    setup.recorder.observe(&Update::Snapshot(room(after)), None);
    let entries = setup.archive.entries().unwrap();
    assert_eq!(entries.len(), 1);
    let kept = read_file(&entries[0].path).unwrap();
    assert_eq!(kept.saved().seat, Some(Seat::Guest));
    assert_eq!(kept.saved().record.players.host, Some(Player::named("Ana")));
}

#[test]
fn a_game_that_others_played_is_not_kept_under_a_newcomers_name() {
    let mut setup = setup();
    let (mut view, _) = end();
    view.seats.guest.as_mut().unwrap().moved = false;
    let mut unmoved = view.clone();
    unmoved.game.as_mut().unwrap().moves.clear();
    for view in [view.clone(), unmoved] {
        setup.recorder.observe(&Update::Snapshot(room(view)), None);
        assert!(setup.archive.entries().unwrap().is_empty());
    }
    // Nor when one sees the newcomer sit down.
    let before = Arc::new(view.clone());
    let joined = Event::Joined {
        seat: Seat::Guest,
        player: Player::named("Eve"),
        score: Score::default(),
        replaced: None,
        turn: None,
    };
    let frame = EventFrame {
        room: won(1).record.room,
        seq: 10,
        at_ms: 0,
        event: joined,
    };
    let room = room(view);
    setup.recorder.observe(
        &Update::Event {
            frame,
            before,
            room,
        },
        None,
    );
    assert!(setup.archive.entries().unwrap().is_empty());
}

#[test]
fn the_secret_of_a_seat_is_kept_for_a_game_with_an_id() {
    let mut setup = setup();
    let (mut view, _) = end();
    let id = GameId::from_bits(5);
    let key = GameKey {
        secret: protocol::Secret::draw().unwrap(),
        server: None,
    };
    let game = view.game.as_mut().unwrap();
    game.over.as_mut().unwrap().id = Some(id);
    let update = Update::Snapshot(room(view));
    let said = setup.recorder.observe(&update, Some(key.clone()));
    assert_eq!(said, None);
    assert_eq!(setup.archive.keys(id), [key]);
}

#[test]
fn a_game_that_one_watches_is_kept_only_where_that_is_asked_for() {
    for watched in [false, true] {
        let mut setup = setup();
        setup.recorder.watched = watched;
        let (after, _) = end();
        let room = Room {
            seat: None,
            ..room(after)
        };
        setup.recorder.observe(&Update::Snapshot(room), None);
        let kept = setup.archive.entries().unwrap().len();
        assert_eq!(kept, usize::from(watched));
    }
}

#[test]
fn a_game_that_cannot_be_kept_is_kept_when_there_is_room() {
    for ends in [false, true] {
        let mut setup = setup();
        std::fs::write(setup.archive.folder(), "a file in the way").unwrap();
        let (_, update) = end();
        assert!(setup.recorder.observe(&update, None).is_some());
        std::fs::remove_file(setup.archive.folder()).unwrap();
        let (mut next, _) = end();
        next.game.as_mut().unwrap().number += 1;
        if !ends {
            let said = setup.recorder.observe(&Update::Snapshot(room(next)), None);
            assert_eq!(said, None);
        }
        drop(setup.recorder);
        let kept = setup.archive.entries().unwrap().len();
        assert_eq!(kept, if ends { 1 } else { 2 });
    }
}

#[test]
fn a_game_that_cannot_be_saved_is_reported_once() {
    let mut setup = setup();
    std::fs::write(setup.archive.folder(), "a file in the way").unwrap();
    let (after, update) = end();
    let said = setup.recorder.observe(&update, None).unwrap();
    assert!(said.contains("could not be saved"), "{said}");
    let again = setup.recorder.observe(&Update::Snapshot(room(after)), None);
    assert_eq!(again, None);
}
