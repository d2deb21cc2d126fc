//! Writes the book of openings: `cargo run --release -p engine --example book > engine/src/book.bin`.
//!
//! One side plays what a search of three million positions finds, the other anything near, after a first mark in
//! the centre: two moves each. Positions are searched as the book has them, so that the way to one makes no
//! difference.

use std::collections::BTreeMap;
use std::io::Write;

use engine::{Budget, Player, book};
use game::{Board, Cell, Level, Rules};

const NODES: u64 = 3_000_000;
/// How far from the nearest mark the other side moves: at first as O, and then.
const SECOND: u8 = 2;
const LATER: u8 = 1;

#[derive(Default)]
struct Book {
    entries: BTreeMap<book::Key, Cell>,
}

fn main() -> std::io::Result<()> {
    let centre = vec![Rules::GOMOKU.cells() / 2];
    let mut book = Book::default();
    for moves in near(&book.answer(centre.clone()), LATER) {
        book.answer(moves);
    }
    for moves in near(&centre, SECOND) {
        for moves in near(&book.answer(moves), LATER) {
            book.answer(moves);
        }
    }
    let records = book.entries.iter();
    let records = records.flat_map(|(key, &cell)| key.iter().copied().chain([cell as u8]));
    std::io::stdout().write_all(&records.collect::<Vec<u8>>())
}

impl Book {
    /// The moves, and what the book answers.
    fn answer(&mut self, mut moves: Vec<Cell>) -> Vec<Cell> {
        let board = Board::replay(Rules::GOMOKU, &moves);
        let found = board.as_ref().ok().and_then(book::key);
        if let (Ok(board), Some((key, turn))) = (board, found) {
            let cell = *self.entries.entry(key).or_insert_with(|| search(&key));
            let mut legal = board.legal_cells();
            moves.extend(legal.find(|&it| book::turned(it, turn) == cell));
        }
        moves
    }
}

/// The best move in a position of the book.
fn search(key: &book::Key) -> Cell {
    let Some(board) = book::position(key) else {
        return 0;
    };
    let mix = |seed: u64, &cell: &Cell| seed.wrapping_mul(31).wrapping_add(cell.into());
    let seed = board.moves().iter().fold(7, mix);
    let player = Player::new(Level::TOP).without_book();
    let cell = player.choose(&board, seed, Budget::nodes(NODES));
    eprintln!("{:?}: {cell:?}", board.moves());
    cell.unwrap_or_default()
}

/// The moves and each one so near to them, without those that are others' mirror images.
fn near(moves: &[Cell], most: u8) -> Vec<Vec<Cell>> {
    let rules = Rules::GOMOKU;
    let near = |cell: Cell| {
        let (column, row) = rules.column_row(cell);
        moves.iter().any(|&mark| {
            let (other_column, other_row) = rules.column_row(mark);
            column.abs_diff(other_column).max(row.abs_diff(other_row)) <= most
        })
    };
    let mut seen = Vec::new();
    let cells = (0..rules.cells()).filter(|&cell| !moves.contains(&cell) && near(cell));
    let longer = cells.map(|cell| [moves, &[cell]].concat());
    let is_new = |moves: &Vec<Cell>| {
        let board = Board::replay(rules, moves).ok();
        let key = board
            .and_then(|board| book::key(&board))
            .map(|(key, _)| key);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    };
    longer.filter(is_new).collect()
}
