//! Unit tests of `grid`.

use std::collections::HashSet;

use super::*;

#[test]
fn every_symmetry_takes_windows_to_windows_and_back() {
    for (rules, count) in [("3x3", 8), ("4x3x3", 4), ("8x8x5", 8), ("9x9x5", 1)] {
        let grid = Grid::new(rules.parse().unwrap());
        let distinct: HashSet<_> = grid.turns.iter().collect();
        assert_eq!(distinct.len(), count, "{rules}");
        for turn in 0..count {
            for window in 0..grid.window_count() {
                let cells = grid.window(window).iter();
                let mut there: Vec<Cell> = cells.map(|&cell| grid.turned(turn, cell)).collect();
                there.sort_unstable();
                assert!((0..grid.window_count()).any(|other| grid.window(other) == there));
            }
            for cell in 0..grid.cells as Cell {
                assert_eq!(grid.turned_back(turn, grid.turned(turn, cell)), cell);
            }
        }
    }
}

#[test]
fn no_two_positions_of_a_small_board_share_a_key() {
    let grid = Grid::new("3x3".parse().unwrap());
    let mut numbers = vec![0u64];
    for cell in 0..9 {
        for known in 0..numbers.len() {
            numbers.extend([0, 1].map(|side| numbers[known] + grid.key(0, side, cell)));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 3usize.pow(9));
}
