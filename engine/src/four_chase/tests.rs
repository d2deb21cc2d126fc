//! Unit tests of `four_chase`.

use patterns::{PatternGrid, Random};

use super::*;
use crate::budget::Budget;
use crate::continuous_fours::fours;
use crate::grid::Grid;
use crate::position::Position;

/// Two searches that share nothing but the rules.
#[test]
fn wins_by_fours_agree_with_a_search_that_counts_windows() {
    let (mut found, mut missing) = (0, 0);
    for (rules, plies) in [("9x9x5", 26), ("7x7x4", 12), ("12x6x5", 24)] {
        let rules = rules.parse().unwrap();
        let (grid, windows) = (PatternGrid::new(rules).unwrap(), Grid::new(rules));
        let mut random = Random::new(5);
        for _ in 0..150 {
            let mut board = PatternBoard::new(&grid);
            let mut position = Position::new(&windows);
            for ply in 0..plies {
                let safe: Vec<Cell> = position.harmless(ply % 2).collect();
                let cell = safe[random.below(safe.len())];
                board.put(cell, ply % 2);
                position.put(cell, ply % 2);
            }
            let meter = || NodeMeter::new(Budget::nodes(1 << 40));
            let expected = fours(&mut position, 0, &mut meter()).unwrap();
            let mut chase = FourChase::complete();
            let win = chase.win(&mut board, 0, 1 << 40, &mut meter()).unwrap();
            assert_eq!(win.is_some(), expected.is_some());
            found += u32::from(win.is_some());
            missing += u32::from(win.is_none());
        }
    }
    assert!(found > 50 && missing > 50, "{found}, {missing}");
}
