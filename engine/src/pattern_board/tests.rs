//! Unit tests of `pattern_board`.

use game::Rules;

use super::*;
use crate::grid::Grid;
use crate::position::{Ends, Position};
use crate::random::Random;

/// Plays and takes back at random, and compares with a board that is set up anew.
#[test]
fn what_is_kept_up_to_date_is_what_a_new_board_has() {
    for rules in ["15x15x5", "7x7x4", "9x5x6", "19x1x5", "8x8x3"] {
        let grid = PatternGrid::new(rules.parse().unwrap()).unwrap();
        let mut random = Random::new(3);
        let mut board = PatternBoard::new(&grid);
        let mut marks = Vec::new();
        for step in 0..300 {
            if random.below(3) == 0 || board.empty_count() == 0 {
                if let Some((cell, side)) = marks.pop() {
                    board.take(cell, side);
                }
            } else {
                let empty: Vec<Cell> = (0..grid.cells as Cell)
                    .filter(|&cell| board.is_empty(cell))
                    .collect();
                let mark = (empty[random.below(empty.len())], step % 2);
                board.put(mark.0, mark.1);
                marks.push(mark);
            }
            let mut anew = PatternBoard::new(&grid);
            marks.iter().for_each(|&(cell, side)| anew.put(cell, side));
            assert_eq!(board.threats, anew.threats, "{rules}");
            assert_eq!(board.counts, anew.counts, "{rules}");
            assert_eq!(board.worth, anew.worth, "{rules}");
            assert_eq!(board.key, anew.key, "{rules}");
        }
    }
}

#[test]
fn fives_are_the_cells_that_complete_a_window() {
    for rules in ["9x9x5", "7x7x4"] {
        let rules: Rules = rules.parse().unwrap();
        let (grid, windows) = (PatternGrid::new(rules).unwrap(), Grid::new(rules));
        let mut fives = 0;
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut board = PatternBoard::new(&grid);
            let mut position = Position::new(&windows);
            for ply in 0..grid.cells - 5 {
                let empty: Vec<Cell> = position.empties().collect();
                let cell = empty[random.below(empty.len())];
                if position.line_counts(ply % 2, cell).completes() {
                    break;
                }
                board.put(cell, ply % 2);
                position.put(cell, ply % 2);
                for side in 0..2 {
                    let five: Vec<Cell> = board.threatening(side, Threat::Five).collect();
                    assert_eq!(five, position.completing(side).collect::<Vec<_>>());
                    fives += five.len();
                }
                assert_eq!(board.is_dead(), position.is_dead());
            }
            let open: Vec<Cell> = board.threatening(0, Threat::OpenFour).collect();
            for cell in open {
                if board.threat(0, cell) == Threat::OpenFour {
                    position.put(cell, 0);
                    assert!(matches!(position.ends(0), Ends::Two(..)));
                    position.take(cell, 0);
                }
            }
        }
        assert!(fives > 100, "{fives}");
    }
}
