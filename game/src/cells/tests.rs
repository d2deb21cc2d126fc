//! Unit tests of `cells`.

use super::CellSet;

#[test]
fn a_set_holds_exactly_the_inserted_cells() {
    let mut set = CellSet::default();
    let put = [0, 63, 64, 200, 360];
    put.iter().for_each(|&cell| set.insert(cell));
    for cell in 0..400 {
        assert_eq!(set.contains(cell), put.contains(&cell), "cell {cell}");
    }
}

#[test]
fn cells_that_no_board_has_are_ignored() {
    let mut set = CellSet::default();
    set.insert(u16::MAX);
    assert!(!set.contains(u16::MAX));
    assert_eq!(set, CellSet::default());
}
