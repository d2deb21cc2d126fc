//! The instants at which a clock face changes.

use super::*;

#[test]
fn a_clock_face_changes_exactly_when_it_announces() {
    let text = Catalogue::for_language("en");
    for ms in [
        1,
        99,
        100,
        101,
        9_900,
        9_999,
        10_000,
        10_001,
        10_999,
        11_000,
        61_000,
        61_001,
        86_400_000,
        86_400_001,
        90_000_000,
        1_209_600_000,
    ] {
        let left = TimeLeft { ms, running: true };
        let after = left.changes_in_ms().unwrap();
        assert!(after > 0 && after <= ms, "{ms}");
        let then = |after| {
            TimeLeft {
                ms: ms - after,
                running: true,
            }
            .face(&text)
        };
        assert_ne!(then(after), left.face(&text), "{ms} after {after}");
        assert_eq!(then(after - 1), left.face(&text), "{ms} before {after}");
    }
}

#[test]
fn tenths_are_shown_only_of_a_running_clock_near_its_end() {
    let text = Catalogue::for_language("en");
    let face = |ms, running| TimeLeft { ms, running }.face(&text);
    assert_eq!(face(9_950, true), "0:10");
    assert_eq!(face(9_900, true), "0:09.9");
    assert_eq!(face(0, true), "0:00.0");
    assert_eq!(face(9_900, false), "0:10");
    assert_eq!(face(75_000, true), "1:15");
    assert_eq!(
        TimeLeft {
            ms: 0,
            running: true
        }
        .changes_in_ms(),
        None
    );
    assert_eq!(
        TimeLeft {
            ms: 9,
            running: false
        }
        .changes_in_ms(),
        None
    );
}
