//! Unit tests of `core`.

use protocol::request::InGame;

use super::*;

#[test]
fn requests_waiting_for_a_room_that_was_left_are_dropped_and_others_kept() {
    let mut core = SessionCore::new(
        &SessionOptions::new("test", "Ana"),
        PlayMode::Online,
        Instant::now(),
    );
    let rooms = || AskKind::Other(Body::Rooms(protocol::request::Rooms::default()));
    for (id, what) in [
        (1, AskKind::Seat(Command::Resign(InGame { game: 1 }))),
        (2, rooms()),
        (3, AskKind::Other(Body::Hint)),
    ] {
        let id = Some(id);
        core.ask(Ask { id, what });
    }
    assert_eq!(core.leave_asks(), [1, 3]);
    let left: Vec<_> = core.waiting.iter().map(|ask| ask.id).collect();
    assert_eq!(left, [Some(2)]);
}
