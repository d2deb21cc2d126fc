//! Book of openings: moves of the top level for the first plies on 15×15 with lines of five or more.
//!
//! Found by a search of far more positions than a move may cost otherwise. `book/tests/writer.rs` writes
//! `book.bin`, which is searched as it is: records of equal length, ascending. The file is of
//! 29 November 2026, by the search of the commit that brought it (three minutes); another search may find other moves.

use game::{Board, Cell, Rules};

use crate::grid;

/// The most marks of a position in the book.
const MARKS: usize = 4;
/// Bytes of a record: the marks and the move.
const RECORD: usize = MARKS + 1;
/// In place of marks that are not there.
const NOTHING: u8 = u8::MAX;

static RECORDS: &[u8] = include_bytes!("book.bin");

/// A position's marks, turned so that they come first of all eight ways: those of X ascending, then those of O.
type Key = [u8; MARKS];

/// The move of the book in a position, if it has one.
pub fn find(board: &Board) -> Option<Cell> {
    let (key, turn) = key(board)?;
    let (records, _) = RECORDS.as_chunks::<RECORD>();
    let at = records.binary_search_by(|record| record[..MARKS].cmp(&key));
    let cell = Cell::from(records[at.ok()?][MARKS]);
    (0..Rules::GOMOKU.cells()).find(|&before| turned(before, turn) == cell)
}

/// A position as the book has it, and the turn that leads there; nothing of other rules and with more marks.
fn key(board: &Board) -> Option<(Key, u8)> {
    let marks = board.moves();
    if board.rules() != Rules::GOMOKU || marks.len() > MARKS {
        return None;
    }
    let turn = |turn: u8| {
        let mut key = [NOTHING; MARKS];
        let own = marks.len().div_ceil(2);
        for (ply, &cell) in marks.iter().enumerate() {
            key[ply / 2 + ply % 2 * own] = turned(cell, turn) as u8;
        }
        key[..own].sort_unstable();
        key[own..].sort_unstable();
        (key, turn)
    };
    (0..8).map(turn).min()
}

/// A cell of the board after one of its eight turns.
fn turned(cell: Cell, turn: u8) -> Cell {
    grid::turned(Rules::GOMOKU, cell, turn)
}

#[cfg(test)]
mod tests;
