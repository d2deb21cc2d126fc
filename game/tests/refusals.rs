//! Moves that are not allowed, and positions asked for again.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use game::{Board, Cell, IllegalMove, Mark, Rules};

#[track_caller]
fn refused(board: &Board, cell: Cell, why: IllegalMove, sentence: &str) {
    let refused = board.clone().play(cell).unwrap_err();
    assert_eq!(refused.why, why);
    assert_eq!(refused.board, *board);
    assert_eq!(refused.to_string(), sentence);
}

#[test]
fn a_cell_off_the_board_is_refused() {
    let board = Board::replay(Rules::CLASSIC, &[4, 0]).unwrap();
    for cell in [9, Cell::MAX] {
        let sentence = format!("cell {cell} is outside the board: its cells are numbered 0 to 8");
        refused(
            &board,
            cell,
            IllegalMove::OutsideBoard { cell, cells: 9 },
            &sentence,
        );
    }
}

#[test]
fn a_taken_cell_is_refused() {
    let board = Board::replay(Rules::CLASSIC, &[4, 0]).unwrap();
    for (cell, by) in [(4, Mark::X), (0, Mark::O)] {
        let sentence = format!("cell {cell} already holds {by}: only an empty cell can be marked");
        refused(&board, cell, IllegalMove::CellTaken { cell, by }, &sentence);
    }
}

#[test]
fn once_the_game_is_over_every_cell_is_refused_for_that() {
    let won = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2]).unwrap();
    let drawn = Board::replay(Rules::CLASSIC, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).unwrap();
    for board in [won, drawn] {
        for cell in [8, 0, 9] {
            let sentence = "the game is over: no further move can be made";
            refused(&board, cell, IllegalMove::GameOver, sentence);
        }
    }
}

#[test]
fn the_position_a_refusal_gives_back_can_be_played_on() {
    let board = Board::replay(Rules::CLASSIC, &[4, 0]).unwrap();
    let played_on = board.clone().play(9).unwrap_err().board.play(8).unwrap();
    assert_eq!(played_on, board.play(8).unwrap());
}

#[test]
fn a_replay_stops_at_the_first_illegal_move() {
    let refused = Board::replay(Rules::CLASSIC, &[0, 1, 0, 2]).unwrap_err();
    assert_eq!(
        refused.why,
        IllegalMove::CellTaken {
            cell: 0,
            by: Mark::X
        }
    );
    assert_eq!(
        refused.board,
        Board::replay(Rules::CLASSIC, &[0, 1]).unwrap()
    );
    assert_eq!(
        Board::replay(Rules::CLASSIC, &[]),
        Ok(Board::new(Rules::CLASSIC))
    );
}

#[test]
fn earlier_positions_come_back_open() {
    let board = Board::replay(Rules::CLASSIC, &[0, 3, 1, 4, 2]).unwrap();
    assert_eq!(board.at_ply(0), Some(Board::new(Rules::CLASSIC)));
    let before = board.at_ply(4).unwrap();
    assert_eq!((before.ply(), before.to_move()), (4, Mark::X));
    assert_eq!(before.legal_cells().collect::<Vec<_>>(), [2, 5, 6, 7, 8]);
    assert_eq!(board.at_ply(5).as_ref(), Some(&board));
    assert_eq!(board.at_ply(6), None);
}

#[test]
fn cells_off_the_board_hold_nothing() {
    let board = Board::replay(Rules::CLASSIC, &[0]).unwrap();
    assert_eq!(board.mark_at(0), Some(Mark::X));
    assert_eq!(board.mark_at(1), None);
    assert_eq!(board.mark_at(9), None);
    assert_eq!(board.mark_at(Cell::MAX), None);
}
