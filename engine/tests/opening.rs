//! Openings: balanced marks, and the better side of a position.

use engine::analyse::{MoveScore, analyse};
use engine::{Budget, Value, opening, value};
use game::{Board, Level, Mark, Rules};

const NODES: u64 = 150_000;

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// Both sides of a position in which the next to move has a four in reach.
#[test]
fn every_level_takes_the_winning_side() {
    let five = rules("15x15x5");
    let at = |column, row| five.cell_at(column, row).unwrap();
    // X has four in a row, open at both ends; O is to move, and cannot stop both.
    let lost = [
        at(5, 7),
        at(0, 0),
        at(6, 7),
        at(0, 2),
        at(7, 7),
        at(0, 4),
        at(8, 7),
    ];
    let won = [&lost[..], &[at(0, 6)]].concat();
    for level in Level::ALL {
        for moves in [&lost[..], &won[..]] {
            let board = Board::replay(five, moves).unwrap();
            let taken = opening::take(&board, level, Budget::nodes(NODES));
            assert_eq!(taken, Mark::X, "{level:?} after {}", moves.len());
        }
    }
}

/// On 5×5 with a line of four the middle wins for X, as the solver proves; a balanced mark leaves a draw.
#[test]
fn the_first_mark_leaves_neither_side_a_win_where_that_is_possible() {
    let rules = rules("5x5x4");
    for seed in 0..4 {
        let empty = Board::new(rules);
        let cell = opening::place(&empty, 1, Level::TOP, seed, Budget::nodes(2_200_000));
        let board = empty.play(cell.unwrap()).unwrap();
        let (found, _) = value(&board, Budget::nodes(20_000_000));
        assert_eq!(found, Some(Value::Draw), "seed {seed}: {cell:?}");
    }
}

/// The analysis, with the whole budget for one position, agrees that neither side is far ahead.
#[test]
fn the_last_mark_leaves_an_even_game_on_a_large_board() {
    for (marks, seed) in [(1, 1), (3, 2), (3, 3)] {
        let mut board = Board::new(rules("15x15x5"));
        for left in (1..=marks).rev() {
            let cell = opening::place(&board, left, Level::TOP, seed, Budget::nodes(NODES));
            board = board.play(cell.unwrap()).unwrap();
        }
        let analysis = analyse(&board, 1, Budget::nodes(NODES), &mut |_| {});
        let score = analysis.moves[0].score;
        // 400 points are a chance of 73 %.
        let is_even = matches!(score, MoveScore::Estimate(points) if points.abs() < 400);
        assert!(is_even, "{score:?} after {:?}", board.moves());
    }
}

#[test]
fn marks_are_legal_and_follow_from_the_seed() {
    for (size, left) in [
        ("5x5x4", 3),
        ("7x9x4", 3),
        ("15x15x5", 3),
        ("19x19x6-misere", 1),
    ] {
        for seed in 0..3 {
            let mut board = Board::new(rules(size));
            for left in (1..=left).rev() {
                let place =
                    || opening::place(&board, left, Level::TOP, seed, Budget::nodes(20_000));
                let cell = place();
                assert_eq!(cell, place(), "{size}");
                board = board.play(cell.unwrap()).unwrap();
            }
        }
    }
}

/// Three in a row win: X has two, open at both ends, so that the open two that O could make comes too late.
#[test]
fn a_line_that_is_about_to_be_completed_comes_before_one_that_is_open() {
    let rules = rules("7x7x3");
    let at = |column, row| rules.cell_at(column, row).unwrap();
    let marks = [at(2, 3), at(5, 5), at(3, 3)];
    let board = Board::replay(rules, &marks).unwrap();
    for level in Level::ALL {
        let taken = opening::take(&board, level, Budget::nodes(NODES));
        assert_eq!(taken, Mark::X, "{level:?}");
    }
}

/// One mark in the middle is an advantage: a chooser takes it.
#[test]
fn a_first_mark_in_the_middle_is_taken_over() {
    for size in ["7x7x4", "15x15x5"] {
        let rules = rules(size);
        let middle = rules
            .cell_at(rules.width() / 2, rules.height() / 2)
            .unwrap();
        let board = Board::replay(rules, &[middle]).unwrap();
        for level in [3, 4, 5] {
            let level = Level::new(level).unwrap();
            let taken = opening::take(&board, level, Budget::nodes(NODES));
            assert_eq!(taken, Mark::X, "{size} at {level:?}");
        }
    }
}
