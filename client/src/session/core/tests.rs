//! Unit tests of `core`.

use protocol::request::InGame;

use super::*;

#[test]
fn what_waits_for_a_room_that_is_left_is_dropped_and_the_rest_is_kept() {
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
