//! Every 3×3 position in every order of moves, and wins picked for their peculiarities.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use crate::oracle;

use game::{Board, Cell, LineRule, Mark, Outcome, Rules};
use oracle::before_last;

/// The eight lines of the classic board in the order the crate promises.
const CLASSIC_LINES: [[Cell; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Outcome the board ought to give, from a table of the lines and nothing else.
fn classic_outcome(moves: &[Cell]) -> Outcome {
    let holder = |cell: &Cell| {
        moves
            .iter()
            .position(|made| made == cell)
            .map(|ply| Mark::BOTH[ply % 2])
    };
    for by in Mark::BOTH {
        let lines: Vec<Vec<Cell>> = CLASSIC_LINES
            .iter()
            .filter(|line| line.iter().all(|cell| holder(cell) == Some(by)))
            .map(|line| line.to_vec())
            .collect();
        if !lines.is_empty() {
            return Outcome::Won { by, lines };
        }
    }
    if moves.len() == 9 {
        return Outcome::Drawn;
    }
    let no_open_lines = CLASSIC_LINES.iter().all(|line| {
        let has = |mark| line.iter().any(|cell| holder(cell) == Some(mark));
        has(Mark::X) && has(Mark::O)
    });
    Outcome::Open { no_open_lines }
}

#[test]
fn every_classic_game_agrees_with_a_table_of_lines_at_every_move() {
    fn walk(board: &Board, visited: &mut u32) {
        *visited += 1;
        assert_eq!(
            *board.outcome(),
            classic_outcome(board.moves()),
            "{:?}",
            board.moves()
        );
        let free: Vec<Cell> = (0..9)
            .filter(|&cell| board.mark_at(cell).is_none())
            .collect();
        let legal: Vec<Cell> = board.legal_cells().collect();
        assert_eq!(
            legal,
            if board.outcome().is_over() {
                vec![]
            } else {
                free
            }
        );
        assert_eq!(board.to_move(), Mark::BOTH[board.ply() % 2]);
        for cell in legal {
            walk(&board.clone().play(cell).unwrap(), visited);
        }
    }
    let mut visited = 0;
    walk(&Board::new(Rules::CLASSIC), &mut visited);
    assert_eq!(visited, 549_946);
}

#[track_caller]
fn wins(rules: &str, rows: &[&str], by: Mark, lines: &[&[Cell]]) {
    let (board, last) = before_last(rules, rows);
    assert!(!board.outcome().is_over());
    let board = board.play(last).unwrap();
    let lines = lines.iter().map(|line| line.to_vec()).collect();
    assert_eq!(*board.outcome(), Outcome::Won { by, lines });
    assert_eq!(
        *board.outcome(),
        oracle::outcome(board.rules(), board.moves())
    );
    assert_eq!(board.legal_cells().count(), 0);
}

#[test]
fn a_move_that_fills_the_board_and_two_lines_wins() {
    wins(
        "3x3",
        &["x x *", "o o x", "o o x"],
        Mark::X,
        &[&[0, 1, 2], &[2, 5, 8]],
    );
}

#[test]
fn one_move_completes_three_lines() {
    let rows = [
        "o o x o .",
        ". . x . .",
        "o . * x x",
        ". . . x .",
        "o . o . x",
    ];
    wins(
        "5x5x3",
        &rows,
        Mark::X,
        &[&[12, 13, 14], &[2, 7, 12], &[12, 18, 24]],
    );
}

#[test]
fn one_move_completes_four_lines() {
    let rows = [
        "o o x o o",
        ". . x . .",
        "o o * x x",
        ". x . x .",
        "x . o o x",
    ];
    let lines: [&[Cell]; 4] = [&[12, 13, 14], &[2, 7, 12], &[12, 18, 24], &[12, 16, 20]];
    wins("5x5x3", &rows, Mark::X, &lines);
}

#[test]
fn four_lines_meet_in_their_middles() {
    let rows = [
        "o o o . o o o",
        "o x o x o x o",
        ". o x x x o .",
        "o x x * x x o",
        ". o x x x o .",
        ". x . x . x .",
        ". . . . . . .",
    ];
    let lines: [&[Cell]; 4] = [
        &[22, 23, 24, 25, 26],
        &[10, 17, 24, 31, 38],
        &[8, 16, 24, 32, 40],
        &[12, 18, 24, 30, 36],
    ];
    wins("7x7x5", &rows, Mark::X, &lines);
}

#[test]
fn the_second_side_wins_too() {
    wins(
        "4x3x3",
        &["x x o o", "x o . .", "* . . x"],
        Mark::O,
        &[&[2, 5, 8]],
    );
}

#[test]
fn a_longer_run_is_one_line_of_all_its_cells() {
    let empty = ". . . . . . . . . . . . . . .";
    let mut rows = [empty; 15];
    rows[0] = "o . o . o . o . o . . . . . .";
    rows[7] = ". . . x x x * x x . . . . . .";
    wins("gomoku", &rows, Mark::X, &[&[108, 109, 110, 111, 112, 113]]);
    rows[0] = "o . o . o . o . o . o . o . o";
    rows[7] = ". . . x x x x * x x x x . . .";
    wins(
        "gomoku",
        &rows,
        Mark::X,
        &[&[108, 109, 110, 111, 112, 113, 114, 115, 116]],
    );
}

#[test]
fn a_run_does_not_reach_round_the_edge() {
    let board = Board::replay("4x4x3".parse().unwrap(), &[2, 0, 3, 9, 4, 15]).unwrap();
    assert_eq!(
        *board.outcome(),
        Outcome::Open {
            no_open_lines: false
        }
    );
    let board = board.play(5).unwrap();
    assert_eq!(
        *board.outcome(),
        Outcome::Open {
            no_open_lines: false
        }
    );
}

#[test]
fn a_line_that_has_to_be_exact_is_not_made_by_a_longer_one() {
    let rules: Rules = "7x2x3-exact".parse().unwrap();
    // Four at once, then three beside a gap.
    let longer = Board::replay(rules, &[0, 7, 1, 8, 3, 10, 2]).unwrap();
    assert!(!longer.outcome().is_over());
    let exact = Board::replay(rules, &[0, 7, 1, 8, 4, 10, 2]).unwrap();
    let wanted = Outcome::Won {
        by: Mark::X,
        lines: vec![vec![0, 1, 2]],
    };
    assert_eq!(*exact.outcome(), wanted);
}

#[test]
fn in_misere_the_side_that_makes_a_line_loses() {
    let rules = Rules::CLASSIC.with(LineRule::Loses);
    let lost = Board::replay(rules, &[0, 3, 1, 4, 2]).unwrap();
    let wanted = Outcome::Won {
        by: Mark::O,
        lines: vec![vec![0, 1, 2]],
    };
    assert_eq!(*lost.outcome(), wanted);
    assert!(lost.play(8).is_err());
    let drawn = Board::replay(rules, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).unwrap();
    assert_eq!(*drawn.outcome(), Outcome::Drawn);
}
