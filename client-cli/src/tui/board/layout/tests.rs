//! The cell sizes chosen for a board.

use super::*;

fn step(rules: (u8, u8, u8), width: u16, height: u16) -> (u16, u16) {
    let rules = Rules::new(rules.0, rules.1, rules.2).unwrap();
    let plan = BoardLayout::new(rules, Rect::new(0, 0, width, height), None);
    assert_eq!(plan.columns, 0..rules.width());
    assert_eq!(plan.rows, 0..rules.height());
    (plan.step.x.pitch, plan.step.y.pitch)
}

#[test]
fn the_largest_cells_that_fit_are_taken() {
    assert_eq!(step((3, 3, 3), 120, 40), (24, 10));
    assert_eq!(step((3, 3, 3), 50, 20), (14, 6));
    assert_eq!(step((3, 3, 3), 40, 11), (8, 3));
    assert_eq!(step((7, 6, 4), 84, 36), (10, 4));
    assert_eq!(step((7, 6, 4), 50, 20), (6, 3));
    assert_eq!(step((15, 15, 5), 84, 36), (4, 2));
    assert_eq!(step((15, 15, 5), 50, 20), (3, 1));
    assert_eq!(step((19, 19, 5), 50, 20), (2, 1));
}

#[test]
fn a_window_follows_its_focus_and_stops_at_the_edges() {
    assert_eq!(around(9, 19, 10), 4..14);
    assert_eq!(around(0, 19, 10), 0..10);
    assert_eq!(around(18, 19, 10), 9..19);
    assert_eq!(around(3, 5, 90), 0..5);
    let area = Rect::new(0, 0, 30, 8);
    for focus in [0, 180, 360] {
        let plan = BoardLayout::new(Rules::new(19, 19, 5).unwrap(), area, Some(focus));
        let rules = Rules::new(19, 19, 5).unwrap();
        assert!(plan.shown(rules, focus).is_some(), "{focus} {plan:?}");
        assert!(plan.cells(rules).count() < 361);
    }
}
