//! Positions for tests of the computer.

use game::{Board, Cell, Rules};

/// A position after some moves at random, or nothing if the game ended before.
pub fn at_random(rules: Rules, plies: u16, seed: u64) -> Option<Board> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut board = Board::new(rules);
    for _ in 0..plies {
        let cells: Vec<Cell> = board.legal_cells().collect();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let cell = *cells.get((state >> 33) as usize % cells.len().max(1))?;
        board = board.play(cell).unwrap();
    }
    (!board.outcome().is_over()).then_some(board)
}
