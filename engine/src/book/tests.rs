//! Unit tests of `book`.

mod writer;

use super::*;

/// Of the file as it was made: whoever makes another writes its sum here.
const SUM: u64 = 0x7a57_c569_a38f_095e;

/// The position that a key stands for.
fn position(key: &Key) -> Board {
    let marks = key.iter().filter(|&&it| it != NOTHING);
    let marks: Vec<Cell> = marks.map(|&it| it.into()).collect();
    let own = marks.len().div_ceil(2);
    let moves = (0..marks.len()).map(|ply| marks[ply / 2 + ply % 2 * own]);
    Board::replay(Rules::GOMOKU, &moves.collect::<Vec<Cell>>()).unwrap()
}

#[test]
fn every_record_is_a_legal_move_in_a_position_as_it_is_looked_up() {
    let (records, rest) = RECORDS.as_chunks::<RECORD>();
    assert!(rest.is_empty() && records.len() > 50 && RECORDS.len() <= 20_000);
    assert!(records.is_sorted_by(|one, next| one[..MARKS] < next[..MARKS]));
    for record in records {
        let board = position(record.first_chunk().unwrap());
        assert_eq!(key(&board), Some((record[..MARKS].try_into().unwrap(), 0)));
        assert_eq!(find(&board), Some(record[MARKS].into()));
        assert!(board.play(record[MARKS].into()).is_ok());
    }
}

#[test]
fn a_rotated_or_mirrored_position_has_the_move_transformed_alike() {
    for record in RECORDS.as_chunks::<RECORD>().0 {
        let board = position(record.first_chunk().unwrap());
        for turn in 0..8 {
            let moves: Vec<Cell> = board
                .moves()
                .iter()
                .map(|&cell| turned(cell, turn))
                .collect();
            let other = Board::replay(Rules::GOMOKU, &moves).unwrap();
            let played = |board: Board| find(&board).and_then(|cell| board.play(cell).ok());
            let after = [played(board.clone()), played(other)];
            let marks = after.map(|board| orbit(&board.unwrap()));
            assert_eq!(marks[0], marks[1]);
        }
    }
}

/// A position's marks, turned so that they come first.
fn orbit(board: &Board) -> Vec<Cell> {
    let turn = |turn: u8| {
        let turned = |skip: usize| {
            let mut cells: Vec<Cell> = board
                .moves()
                .iter()
                .skip(skip)
                .step_by(2)
                .map(|&cell| turned(cell, turn))
                .collect();
            cells.sort_unstable();
            cells
        };
        [turned(0), turned(1)].concat()
    };
    (0..8).map(turn).min().unwrap()
}

#[test]
fn other_rules_have_no_book() {
    let first = |rules: &str| {
        let rules: Rules = rules.parse().unwrap();
        find(&Board::new(rules).play(rules.cells() / 2).unwrap())
    };
    assert!(first("15x15x5").is_some());
    for rules in ["15x15x5-exact", "15x15x6", "14x14x5", "15x15x5-misere"] {
        assert_eq!(first(rules), None, "{rules}");
    }
}

#[test]
fn the_file_is_the_one_that_was_made() {
    let sum = RECORDS
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    assert_eq!(sum, SUM, "{sum:#x}");
}
