//! Unit tests of `steps`.

use super::*;

#[test]
fn lines_step_through_a_game() {
    let mut steps = Steps::new(3);
    for (line, told, at) in [
        ("b", Told::AtStart, 0),
        ("", Told::Position, 1),
        (" N ", Told::Position, 2),
        ("last", Told::Position, 3),
        ("", Told::AtEnd, 3),
        ("b", Told::Position, 2),
        ("first", Told::Position, 0),
        ("3", Told::Position, 3),
        ("0", Told::Position, 0),
        ("4", Told::Outside, 0),
        ("99999999999999999999999", Told::Outside, 0),
        ("h", Told::Help, 0),
        (" Review", Told::Review, 0),
        ("dance", Told::Unknown("dance".into()), 0),
        ("q", Told::Quit, 0),
    ] {
        assert_eq!(steps.line(line), told, "{line}");
        assert_eq!(steps.at(), at, "{line}");
    }
}

#[test]
fn it_plays_by_itself_until_the_end_or_a_line() {
    let mut steps = Steps::new(2);
    steps.line("last");
    steps.line("p");
    assert_eq!(
        (steps.at(), steps.playing()),
        (0, true),
        "anew from the end"
    );
    steps.tick();
    assert_eq!(steps.line(""), Told::Stopped);
    assert_eq!((steps.at(), steps.playing()), (1, false));
    steps.line("p");
    steps.tick();
    assert_eq!((steps.at(), steps.playing()), (2, false));
    let mut none = Steps::new(0);
    none.line("p");
    assert!(!none.playing());
}
