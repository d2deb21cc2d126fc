//! The manager's side: its commands to a program that plays, without `INFO`, and the program's answers.

use game::{Cell, Rules};

/// The command that begins a game.
pub fn start(rules: Rules) -> String {
    match (rules.width(), rules.height()) {
        (width, height) if width == height => format!("START {width}"),
        (width, height) => format!("RECTSTART {width},{height}"),
    }
}

/// The question for a move after this one.
pub fn turn(rules: Rules, last: Cell) -> String {
    format!("TURN {}", place(rules, last))
}

/// The question with the whole position, in lines: each mark with whose it is, 1 of who moves next, 2 of the other.
pub fn board(rules: Rules, moves: &[Cell]) -> String {
    let owner = |ply: usize| 1 + (moves.len() - ply) % 2;
    let line = |(ply, cell): (usize, &Cell)| format!("{},{}\n", place(rules, *cell), owner(ply));
    let marks: String = moves.iter().enumerate().map(line).collect();
    format!("BOARD\n{marks}DONE")
}

/// Reads a place as column and row.
pub fn column_row(place: &str) -> Option<(u8, u8)> {
    let (column, row) = place.split_once(',')?;
    column.trim().parse().ok().zip(row.trim().parse().ok())
}

fn place(rules: Rules, cell: Cell) -> String {
    let (column, row) = rules.column_row(cell);
    format!("{column},{row}")
}
