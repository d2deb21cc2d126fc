//! Unit tests of `line_counts`.

use super::LineCounts;

#[test]
fn windows_are_counted_by_what_they_need() {
    let mut line_counts = LineCounts::default();
    for marks in [4, 3, 3, 1, 0] {
        line_counts.trade(LineCounts::default(), LineCounts::of(5, marks));
    }
    assert_eq!(
        [1, 2, 3, 4].map(|need| line_counts.needing(need)),
        [1, 2, 0, 1]
    );
    assert!(line_counts.completes() && line_counts.is_touched(5) && !line_counts.is_empty());
    line_counts.trade(LineCounts::of(5, 4), LineCounts::of(5, 5));
    assert!(!line_counts.completes());
}

#[test]
fn a_window_without_marks_touches_nothing_whatever_the_line() {
    for line in 3..=19 {
        let empty = LineCounts::of(line, 0);
        assert!(!empty.is_touched(line) && !empty.is_empty(), "{line}");
        assert!(LineCounts::of(line, 1).is_touched(line), "{line}");
    }
}
