//! Games played at random on boards of every size, judged after each move by the oracle.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use crate::oracle;

use game::{Board, Cell, Rules};
use proptest::prelude::*;

fn any_rules() -> impl Strategy<Value = Rules> {
    let sides = prop_oneof![
        3 => (1u8..=6, 3u8..=6),
        2 => (3u8..=19, 1u8..=19),
        1 => (15u8..=19, 15u8..=19),
    ];
    (sides, any::<bool>(), any::<prop::sample::Index>()).prop_map(|((a, b), turned, pick)| {
        let (width, height) = if turned { (b, a) } else { (a, b) };
        let line = 3 + pick.index(usize::from(width.max(height)) - 2) as u8;
        Rules::new(width, height, line).unwrap()
    })
}

/// Rules and an order of all their cells.
fn any_game() -> impl Strategy<Value = (Rules, Vec<Cell>)> {
    any_rules().prop_flat_map(|rules| {
        let cells: Vec<Cell> = (0..rules.cells()).collect();
        (Just(rules), Just(cells).prop_shuffle())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn outcome_is_what_the_whole_board_shows((rules, order) in any_game()) {
        let mut board = Board::new(rules);
        for &cell in &order {
            if board.outcome().is_over() {
                prop_assert!(board.clone().play(cell).is_err());
                break;
            }
            prop_assert!(board.legal_cells().any(|legal| legal == cell));
            board = board.play(cell).unwrap();
            prop_assert_eq!(board.outcome(), &oracle::outcome(rules, board.moves()), "{} {:?}", rules, board.moves());
        }
        prop_assert!(board.outcome().is_over());
    }

    #[test]
    fn a_position_at_a_ply_is_the_replay_of_its_moves((rules, order) in any_game(), pick: prop::sample::Index) {
        let last = match Board::replay(rules, &order) {
            Ok(board) => board,
            Err(refused) => refused.board,
        };
        let ply = pick.index(last.ply() + 1);
        let at = last.at_ply(ply).unwrap();
        prop_assert_eq!(&at, &Board::replay(rules, &order[..ply]).unwrap());
        let again = order[ply..last.ply()].iter().try_fold(at, |board, &cell| board.play(cell));
        prop_assert_eq!(again.as_ref(), Ok(&last));
        prop_assert_eq!(last.at_ply(last.ply() + 1), None);
    }

    #[test]
    fn a_board_is_its_moves((rules, order) in any_game()) {
        let mut board = Board::new(rules);
        for (ply, &cell) in order.iter().enumerate() {
            prop_assert_eq!(board.ply(), ply);
            prop_assert_eq!(board.moves(), &order[..ply]);
            let by = board.to_move();
            match board.play(cell) {
                Ok(after) => board = after,
                Err(_) => break,
            }
            prop_assert_eq!(board.mark_at(cell), Some(by));
        }
    }
}
