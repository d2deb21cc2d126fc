//! A player as a child of six: completes a line, stops one, and else marks anything.

use game::{Board, Cell, Mark};

/// The cell it marks; `chance` decides where no line can be completed or stopped.
pub(crate) fn choose(board: &Board, chance: u64) -> Cell {
    let cells: Vec<Cell> = board.legal_cells().collect();
    let (own, other) = (board.to_move(), board.to_move().other());
    let completing = |mark| cells.iter().find(|&&cell| completes(board, cell, mark));
    let any = &cells[chance as usize % cells.len()];
    *completing(own).or_else(|| completing(other)).unwrap_or(any)
}

/// Whether this mark in the cell is part of a line.
fn completes(board: &Board, cell: Cell, mark: Mark) -> bool {
    let rules = board.rules();
    let (column, row) = rules.column_row(cell);
    let run = |right: i8, down: i8| {
        let cell = |steps: i8| {
            let column = column.checked_add_signed(right * steps)?;
            rules.cell_at(column, row.checked_add_signed(down * steps)?)
        };
        let marked =
            |steps: &i8| cell(*steps).is_some_and(|cell| board.mark_at(cell) == Some(mark));
        (1..rules.line() as i8).take_while(marked).count()
    };
    let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let long = |(right, down): (i8, i8)| run(right, down) + run(-right, -down) + 1;
    directions
        .into_iter()
        .any(|direction| long(direction) >= usize::from(rules.line()))
}
