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

#[test]
fn a_link_that_falls_silent_after_a_goodbye_is_not_closed_and_the_goodbye_is_the_reason() {
    let mut now = Instant::now();
    let options = SessionOptions::new("test", "Ana");
    let mut core = SessionCore::new(&options, PlayMode::Online, now);
    core.frame(r#"{"type":"bye","reason":"restarting"}"#, now);
    // Asks first, and then gives it up.
    for _ in 0..2 {
        assert!(!core.is_silent());
        now = core.deadline(now);
        core.look(now);
    }
    assert!(core.is_silent());
    assert!(matches!(core.link_down(), LinkLoss::Bye(_)));
}
