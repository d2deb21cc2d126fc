//! Coefficients of the evaluation's values in a position, for fitting them.

use std::collections::BTreeMap;

use game::Board;

use crate::line_patterns::LinePattern;
use crate::pattern_board::PatternBoard;
use crate::pattern_grid::PatternGrid;
use crate::pattern_worth::{PatternWorth, sets};

/// Number of values: two for each set of patterns, and the worth of being to move, which is the last.
pub fn value_count() -> usize {
    2 * sets().len() + 1
}

/// The values that count in a position, by their places in the file that they are read from, and how often each
/// counts for the side to move; the worth of being to move is left out.
pub fn counts(grid: &PatternGrid, board: &Board) -> Vec<(u16, i16)> {
    let worth = PatternWorth::of(grid.rules.line().into());
    let patterns = PatternBoard::of(grid, board);
    let mover = board.to_move().index();
    let mut counts = BTreeMap::new();
    for cell in board.legal_cells() {
        for (turn, sign) in [(0, 1), (1, -1)] {
            let set = patterns.patterns(mover ^ turn, cell);
            // Where nothing is near, nothing counts, so that the size of the board does not.
            let near = set.iter().any(|&pattern| pattern > LinePattern::One);
            if near && let Some(at) = worth.place(set) {
                *counts.entry((2 * at + turn) as u16).or_default() += sign;
            }
        }
    }
    counts.into_iter().collect()
}
