//! The moves that a search of patterns looks at, and their order.

use game::Cell;
use patterns::{PatternBoard, Side, Threat};

use crate::move_ordering::MoveHistory;

/// More than any urgency.
const FIRST: i32 = 1 << 28;
const KILLER: i32 = 100;

/// Where a mark builds on others or stops them. On a board without such cells, all that matter.
pub(crate) fn candidates(board: &PatternBoard<'_>) -> Vec<Cell> {
    for least in [Threat::Building, Threat::Faint] {
        let near = |cell: &Cell| board.threat(0, *cell).max(board.threat(1, *cell)) >= least;
        let cells: Vec<Cell> = (0..board.grid.cells as Cell).filter(near).collect();
        if !cells.is_empty() {
            return cells;
        }
    }
    Vec::new()
}

/// The moves of `side` that may stop an open four of the other side, which has one or more to
/// make: those that leave each of them at most one cell to complete, and fours. Exact: a window
/// that needs its mark and one more is stopped in these two cells only.
pub(crate) fn defences(board: &mut PatternBoard<'_>, side: Side) -> Vec<Cell> {
    let mut cells = stops(board, side);
    for cell in board.threatening(side, Threat::Four) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// The same without the fours.
pub(crate) fn stops(board: &mut PatternBoard<'_>, side: Side) -> Vec<Cell> {
    let other = 1 - side;
    let threats: Vec<Cell> = board.threatening(other, Threat::OpenFour).collect();
    let mut stops: Option<Vec<Cell>> = None;
    for threat in threats {
        board.put(threat, other);
        let completes = |cell: &Cell| board.threat(other, *cell) == Threat::Five;
        let stop = |cell: &Cell| *cell == threat || completes(cell);
        match &mut stops {
            Some(stops) => stops.retain(stop),
            None => {
                let cells = board.threatening(other, Threat::Five);
                stops = Some(cells.chain([threat]).collect());
            }
        }
        board.take(threat, other);
    }
    stops.unwrap_or_default()
}

/// The most promising first, `best` before all, and no more than `most`.
pub(crate) fn order(
    memory: &MoveHistory,
    board: &PatternBoard<'_>,
    cells: &mut Vec<Cell>,
    ply: usize,
    side: Side,
    best: Option<Cell>,
    most: usize,
) {
    let worth = |cell: Cell| {
        if best == Some(cell) {
            return FIRST;
        }
        board.urgency(side, cell) + memory.bonus(ply, side, cell, KILLER)
    };
    let mut valued: Vec<(i32, Cell)> = cells.iter().map(|&cell| (-worth(cell), cell)).collect();
    if valued.len() > most {
        valued.select_nth_unstable(most);
        valued.truncate(most);
    }
    valued.sort_unstable();
    cells.clear();
    cells.extend(valued.into_iter().map(|(_, cell)| cell));
}

#[cfg(test)]
mod tests;
