//! The computer on 15×15 with lines of five: what it must not miss, in the positions of
//! `threats/positions.txt`. An exhaustive search that shares nothing with the crate's says of each
//! that it is what it is called, and of each move that it does what it must.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod oracle;

use engine::{Budget, Player, review::review};
use game::{Board, Cell, Judged, Level, Rules, Verdict, notation};
use oracle::TranspositionTable;

const SEEDS: u64 = 2;
/// Budget of a move, much less than a server gives.
const NODES: u64 = 30_000;

/// The positions called `kind`, with the one who is to move, 1 for X and 2 for O.
fn positions(kind: &str) -> Vec<(Board, TranspositionTable, u8)> {
    let lines = include_str!("threats/positions.txt").lines();
    let found: Vec<_> = lines
        .filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '))
        .map(|names| {
            let cells = names
                .split(' ')
                .map(|name| notation::parse(Rules::GOMOKU, name).unwrap());
            let moves: Vec<_> = cells.collect();
            let board = Board::replay(Rules::GOMOKU, &moves).unwrap();
            (
                board,
                TranspositionTable::after(&moves),
                1 + (moves.len() % 2) as u8,
            )
        })
        .collect();
    assert!(found.len() >= 10, "{} called {kind}", found.len());
    found
}

/// The top level's moves, for a few seeds, and the positions after them.
fn answers(
    board: &Board,
    table: &TranspositionTable,
    by: u8,
) -> Vec<(String, TranspositionTable, usize)> {
    let choose = |seed| Player::new(Level::TOP).choose(board, seed, Budget::nodes(NODES));
    let mut cells: Vec<_> = (0..SEEDS).filter_map(choose).collect();
    cells.sort_unstable();
    cells.dedup();
    let after = |cell: Cell| {
        let at = format!("{:?} then {cell}", board.moves());
        (at, table.with(cell.into(), by), usize::from(cell))
    };
    cells.into_iter().map(after).collect()
}

#[test]
fn a_win_in_one_is_never_missed() {
    for (board, table, by) in positions("win") {
        let wins = table.wins(by);
        assert!(!wins.is_empty());
        for (at, _, cell) in answers(&board, &table, by) {
            assert!(wins.contains(&cell), "{at}");
        }
    }
}

#[test]
fn a_win_in_one_is_always_stopped() {
    for (board, table, by) in positions("stop") {
        let must = table.wins(3 - by);
        assert!(table.wins(by).is_empty() && must.len() == 1);
        for (at, _, cell) in answers(&board, &table, by) {
            assert_eq!(must, [cell], "{at}");
        }
    }
}

#[test]
fn wins_by_fours_are_found() {
    for (board, table, by) in positions("fours") {
        assert!(table.wins(by).is_empty() && table.fours(by));
        for (at, after, _) in answers(&board, &table, by) {
            assert!(after.lost(by, 0), "{at}");
        }
    }
}

#[test]
fn wins_by_threes_are_found() {
    for (board, table, by) in positions("threes") {
        assert!(!table.fours(by));
        for (at, after, _) in answers(&board, &table, by) {
            // A four comes before the three that it prepares.
            assert!(after.lost(by, 0) || after.lost(by, 1), "{at}");
        }
    }
}

#[test]
fn a_win_by_fours_is_parried_where_anything_does() {
    for (board, table, by) in positions("parry") {
        let other = 3 - by;
        assert!(table.fours(other) && table.free().any(|cell| !table.with(cell, by).fours(other)));
        for (at, after, _) in answers(&board, &table, by) {
            assert!(!after.fours(other), "{at}");
        }
    }
}

/// Verdict on the last move.
fn said(board: &Board, cell: usize) -> Judged {
    let moves = [board.moves(), &[cell as Cell]].concat();
    let review = review(Rules::GOMOKU, &moves, Budget::nodes(200_000));
    assert!(!review.exact);
    review.moves.last().unwrap().clone().unwrap()
}

#[test]
fn a_win_by_fours_that_is_not_played_is_called_thrown_away_unless_it_waits() {
    let mut lost = 0;
    for (board, table, by) in positions("fours") {
        // Far away; now and then there are threats enough for a move more.
        let judged = said(&board, table.free().next().unwrap());
        assert_ne!(judged.verdict, Verdict::Only, "{:?}", board.moves());
        lost += usize::from(judged.verdict == Verdict::Lost);
        let best = judged.best.iter().map(|&cell| table.with(cell.into(), by));
        assert!(best.into_iter().all(|after| after.lost(by, 0)));
    }
    assert!(lost >= 8, "{lost}");
}

#[test]
fn a_win_by_fours_that_is_not_parried_is_called_so_unless_all_is_lost() {
    let mut lost = 0;
    for (board, table, by) in positions("parry") {
        let allows = |cell: &usize| table.with(*cell, by).fours(3 - by);
        let judged = said(&board, table.free().find(allows).unwrap());
        assert_ne!(judged.verdict, Verdict::Only, "{:?}", board.moves());
        lost += usize::from(judged.verdict == Verdict::Lost);
        let best = judged.best.iter().map(|&cell| usize::from(cell));
        assert!(best.into_iter().all(|cell| !allows(&cell)));
    }
    assert!(lost >= 10, "{lost}");
}
