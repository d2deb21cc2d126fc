//! A human-error model: a weaker level overlooks whole lines, as people do, more often those far
//! from the last moves and on a diagonal, less those that are almost full. What is overlooked is
//! so for one turn, in every position that is thought of, for both sides.

use game::{Board, Cell, Rules};
use patterns::Random;

use crate::grid::Grid;

/// Factor by which a diagonal is overlooked more.
const DIAGONAL: f64 = 1.5;
/// Part added for each cell between the line and the last moves.
const FAR: f64 = 0.35;
/// Factor for a line that needs one more mark.
const FULL: f64 = 0.4;
/// Nothing is likelier overlooked than seen once more.
const MOST: f64 = 0.9;

/// The grid with only the windows that are seen; `miss` is how likely a line beside
/// the last moves is not, and may be more than 1, where a nearly full one is overlooked, too.
pub(crate) fn seen(board: &Board, miss: f64, random: &mut Random) -> Grid {
    let rules = board.rules();
    if miss <= 0.0 {
        return Grid::new(rules);
    }
    let seed = random.bits();
    let last = &board.moves()[board.ply().saturating_sub(2)..];
    Grid::of(rules, |direction, window| {
        let factor = [
            if direction < 2 { 1.0 } else { DIAGONAL },
            1.0 + FAR * f64::from(distance(rules, window, last)),
            if is_nearly_full(board, window) {
                FULL
            } else {
                1.0
            },
        ];
        let miss = factor
            .iter()
            .fold(miss, |miss, factor| miss * factor)
            .min(MOST);
        // One draw for all windows along a line: a person misses it, not a part of it.
        let line = seed ^ u64::from(through(rules, direction, window));
        Random::new(line).share() >= miss
    })
}

/// The number of the row, column or diagonal that a window lies on.
fn through(rules: Rules, direction: usize, window: &[Cell]) -> u16 {
    let (column, row) = rules.column_row(window[0]);
    let place = match direction {
        0 => row,
        1 => column,
        2 => column + game::MAX_SIDE - row.min(game::MAX_SIDE),
        _ => column + row,
    };
    (direction as u16) << 8 | u16::from(place)
}

/// Number of cells between a window and the nearest of the last moves.
fn distance(rules: Rules, window: &[Cell], last: &[Cell]) -> u8 {
    let apart = |one: Cell, other: Cell| {
        let ((column, row), (there, down)) = (rules.column_row(one), rules.column_row(other));
        column.abs_diff(there).max(row.abs_diff(down))
    };
    let pairs = last
        .iter()
        .flat_map(|&last| window.iter().map(move |&cell| apart(cell, last)));
    pairs.min().unwrap_or(0).saturating_sub(1)
}

/// Whether all cells but one hold marks of one side.
fn is_nearly_full(board: &Board, window: &[Cell]) -> bool {
    let of = |mark| {
        window
            .iter()
            .filter(|&&cell| board.mark_at(cell) == Some(mark))
            .count()
    };
    game::Mark::BOTH
        .into_iter()
        .any(|mark| of(mark) + 1 == window.len())
}
