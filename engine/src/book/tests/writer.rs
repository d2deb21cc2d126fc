//! The book of openings, searched anew.
//!
//! One side plays what a search of three million positions finds, the other anything near, after a first mark in
//! the centre: two moves each. Positions are searched as the book has them, so that the way to one makes no
//! difference.

use std::collections::BTreeMap;

use game::Level;

use super::*;
use crate::{Budget, Player};

const NODES: u64 = 3_000_000;
/// How far from the nearest mark the other side moves: at first as O, and then.
const SECOND: u8 = 2;
const LATER: u8 = 1;

#[derive(Default)]
struct Book {
    entries: BTreeMap<Key, Cell>,
}

/// `OXO_BLESS=1 cargo test --release -p engine --lib book -- --ignored --nocapture` writes it; another search may find
/// other moves.
#[test]
#[ignore = "takes three minutes; run it when the search changes"]
fn the_book_is_what_a_long_search_finds() {
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
    let records = records.collect::<Vec<u8>>();
    if std::env::var_os("OXO_BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/book.bin");
        return std::fs::write(file, records).unwrap();
    }
    assert!(records == RECORDS, "OXO_BLESS=1 writes it anew");
}

impl Book {
    /// The moves, and what the book answers.
    fn answer(&mut self, mut moves: Vec<Cell>) -> Vec<Cell> {
        let board = Board::replay(Rules::GOMOKU, &moves).unwrap();
        if let Some((key, turn)) = key(&board) {
            let cell = *self.entries.entry(key).or_insert_with(|| search(&key));
            let mut legal = board.legal_cells();
            moves.extend(legal.find(|&it| turned(it, turn) == cell));
        }
        moves
    }
}

/// The best move in a position of the book.
fn search(key: &Key) -> Cell {
    let board = position(key);
    let mix = |seed: u64, &cell: &Cell| seed.wrapping_mul(31).wrapping_add(cell.into());
    let seed = board.moves().iter().fold(7, mix);
    let cell = Player::new(Level::TOP).search(&board, seed, Budget::nodes(NODES));
    println!("{:?}: {cell:?}", board.moves());
    cell.unwrap()
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
        let board = Board::replay(rules, moves).unwrap();
        let key = key(&board).map(|(key, _)| key);
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    };
    longer.filter(is_new).collect()
}
