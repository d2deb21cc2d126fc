//! Unit tests of `mark`.

use super::Mark;

#[test]
fn each_mark_is_the_others_other() {
    assert_eq!(Mark::BOTH, [Mark::X, Mark::O]);
    for mark in Mark::BOTH {
        assert_ne!(mark, mark.other());
        assert_eq!(mark, mark.other().other());
    }
}

#[test]
fn marks_are_written_and_serialised_as_one_letter() {
    for (mark, letter) in [(Mark::X, "X"), (Mark::O, "O")] {
        assert_eq!(mark.to_string(), letter);
        let json = format!("\"{letter}\"");
        assert_eq!(serde_json::to_string(&mark).unwrap(), json);
        assert_eq!(serde_json::from_str::<Mark>(&json).unwrap(), mark);
    }
    assert!(serde_json::from_str::<Mark>("\"x\"").is_err());
    assert_eq!(format!("{:>3}", Mark::X), "  X");
}
