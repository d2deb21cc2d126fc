//! A player as a child of six: it completes a line, stops one, and else marks anything.

use game::{Board, Cell, Mark, windows};

/// The cell it marks; `chance` decides where no line can be completed or stopped.
pub(crate) fn choose(board: &Board, chance: u64) -> Cell {
    let (own, other) = (board.to_move(), board.to_move().other());
    completing(board, own)
        .or_else(|| completing(board, other))
        .unwrap_or_else(|| {
            let cells: Vec<Cell> = board.legal_cells().collect();
            cells[chance as usize % cells.len()]
        })
}

/// The first cell by which this side would have a line.
fn completing(board: &Board, mark: Mark) -> Option<Cell> {
    let missing = windows(board.rules()).filter_map(|(_, mut cells)| {
        cells.retain(|cell| board.mark_at(*cell) != Some(mark));
        cells.pop().filter(|_| cells.is_empty())
    });
    missing.filter(|cell| board.mark_at(*cell).is_none()).min()
}
