//! Unit tests of `steps`.

use super::*;

#[test]
fn lines_step_through_a_game() {
    let mut steps = Steps::new(3);
    for (line, outcome, at) in [
        ("b", StepOutcome::AtStart, 0),
        ("", StepOutcome::Position, 1),
        (" N ", StepOutcome::Position, 2),
        ("last", StepOutcome::Position, 3),
        ("", StepOutcome::AtEnd, 3),
        ("b", StepOutcome::Position, 2),
        ("first", StepOutcome::Position, 0),
        ("3", StepOutcome::Position, 3),
        ("0", StepOutcome::Position, 0),
        ("4", StepOutcome::Outside, 0),
        ("99999999999999999999999", StepOutcome::Outside, 0),
        ("h", StepOutcome::Help, 0),
        (" Review", StepOutcome::Review, 0),
        ("dance", StepOutcome::Unknown("dance".into()), 0),
        ("q", StepOutcome::Quit, 0),
    ] {
        assert_eq!(steps.line(line), outcome, "{line}");
        assert_eq!(steps.at(), at, "{line}");
    }
}

#[test]
fn a_replay_plays_by_itself_until_the_end_or_a_line() {
    let mut steps = Steps::new(2);
    steps.line("last");
    steps.line("p");
    assert_eq!(
        (steps.at(), steps.playing()),
        (0, true),
        "anew from the end"
    );
    steps.tick();
    assert_eq!(steps.line(""), StepOutcome::Stopped);
    assert_eq!((steps.at(), steps.playing()), (1, false));
    steps.line("p");
    steps.tick();
    assert_eq!((steps.at(), steps.playing()), (2, false));
    let mut none = Steps::new(0);
    none.line("p");
    assert!(!none.playing());
}
