//! Unit tests of `pattern_board`.

use super::*;
use crate::random::Random;

/// Plays and takes back at random, and compares with a board that is set up anew.
#[test]
fn an_updated_board_equals_one_that_is_set_up_anew() {
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
