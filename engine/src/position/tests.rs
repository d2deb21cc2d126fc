//! Unit tests of `position`.

use game::Rules;
use patterns::{PatternBoard, PatternGrid, Random, Threat};

use super::*;

/// The same position by counting windows and by patterns, which share nothing but the rules.
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
