//! The largest boards and the narrowest: nothing about them is special.

use crate::oracle;

use game::{Board, Cell, IllegalMove, Mark, Outcome, Rules};

/// The cells of 19×19 in reading order, so that the marks make a chequered board, but for the
/// pairs of neighbours named, which change places.
fn chequered(swapped: &[(usize, usize)]) -> Vec<Cell> {
    let mut moves: Vec<Cell> = (0..361).collect();
    swapped.iter().for_each(|&(a, b)| moves.swap(a, b));
    moves
}

#[test]
fn nineteen_by_nineteen_to_the_last_cell() {
    let rules = Rules::new(19, 19, 19).unwrap();
    let drawn = Board::replay(rules, &chequered(&[(0, 1), (17, 18)])).unwrap();
    assert_eq!(*drawn.outcome(), Outcome::Drawn);
    assert_eq!(drawn.ply(), 361);

    let falling = (0..19).map(|k| k * 20).collect();
    let won = Board::replay(rules, &chequered(&[(17, 18)])).unwrap();
    assert_eq!(won.ply(), 361, "the last cell of all completes the line");
    assert_eq!(
        *won.outcome(),
        Outcome::Won {
            by: Mark::X,
            lines: vec![falling]
        }
    );

    let refused = Board::replay(rules, &chequered(&[])).unwrap_err();
    let rising = (1..20).map(|k| k * 18).collect();
    assert_eq!(refused.why, IllegalMove::GameOver);
    assert_eq!(refused.board.ply(), 343);
    assert_eq!(
        *refused.board.outcome(),
        Outcome::Won {
            by: Mark::X,
            lines: vec![rising]
        }
    );
}

#[test]
fn nineteen_by_nineteen_rows_and_columns() {
    let rules = Rules::new(19, 19, 19).unwrap();
    let row: Vec<Cell> = (0..37)
        .map(|ply| [0, 19][ply % 2] + ply as Cell / 2)
        .collect();
    let board = Board::replay(rules, &row).unwrap();
    let lines = vec![(0..19).collect()];
    assert_eq!(*board.outcome(), Outcome::Won { by: Mark::X, lines });
    let column: Vec<Cell> = (0..37)
        .map(|ply| [18, 0][ply % 2] + ply as Cell / 2 * 19)
        .collect();
    let board = Board::replay(rules, &column).unwrap();
    let lines = vec![(0..19).map(|k| 18 + 19 * k).collect()];
    assert_eq!(*board.outcome(), Outcome::Won { by: Mark::X, lines });
}

#[test]
fn nineteen_by_nineteen_dies_with_its_last_open_window() {
    // X down the falling diagonal with O beside it leaves open the last row, the outer columns
    // and both diagonals; the moves after that close them, the rising diagonal with the last.
    let rules = Rules::new(19, 19, 19).unwrap();
    let mut moves: Vec<Cell> = (0..18).flat_map(|k| [k * 20, k * 20 + 1]).collect();
    moves.extend([342, 360, 18, 95, 5, 324]);
    let board = Board::replay(rules, &moves).unwrap();
    for ply in 0..=board.ply() {
        let at = board.at_ply(ply).unwrap();
        assert_eq!(
            *at.outcome(),
            oracle::outcome(rules, at.moves()),
            "ply {ply}"
        );
    }
    assert_eq!(
        *board.at_ply(41).unwrap().outcome(),
        Outcome::Open {
            no_open_lines: false
        }
    );
    assert_eq!(
        *board.outcome(),
        Outcome::Open {
            no_open_lines: true
        }
    );
    let played_on = board.play(7).unwrap();
    assert_eq!(
        *played_on.outcome(),
        Outcome::Open {
            no_open_lines: true
        }
    );
}

#[test]
fn boards_one_cell_wide_or_high() {
    for (rules, name) in [("1x5x3", "column"), ("5x1x3", "row")] {
        let rules: Rules = rules.parse().unwrap();
        let won = Board::replay(rules, &[1, 0, 3, 4, 2]).unwrap();
        let lines = vec![vec![1, 2, 3]];
        assert_eq!(
            *won.outcome(),
            Outcome::Won { by: Mark::X, lines },
            "{name}"
        );
        let drawn = Board::replay(rules, &[2, 1, 0, 3]).unwrap();
        assert_eq!(
            *drawn.outcome(),
            Outcome::Open {
                no_open_lines: true
            },
            "{name}"
        );
        assert_eq!(*drawn.play(4).unwrap().outcome(), Outcome::Drawn, "{name}");
    }
    let long = Rules::new(1, 19, 19).unwrap();
    assert_eq!(
        *Board::new(long).outcome(),
        Outcome::Open {
            no_open_lines: false
        }
    );
    let blocked = Board::replay(long, &[18, 0]).unwrap();
    assert_eq!(
        *blocked.outcome(),
        Outcome::Open {
            no_open_lines: true
        }
    );
}

#[test]
fn no_board_is_dead_before_the_second_move() {
    for (width, height) in (1..=19).flat_map(|width| (1..=19).map(move |height| (width, height))) {
        for line in 3..=width.max(height) {
            let rules = Rules::new(width, height, line).unwrap();
            assert_eq!(
                *Board::new(rules).outcome(),
                Outcome::Open {
                    no_open_lines: false
                },
                "{rules}"
            );
            let board = Board::replay(rules, &[rules.cells() / 2]).unwrap();
            assert_eq!(
                *board.outcome(),
                Outcome::Open {
                    no_open_lines: false
                },
                "{rules}"
            );
        }
    }
}
