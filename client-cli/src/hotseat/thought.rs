//! The computer's search for a move, on a thread of its own.

use engine::{Budget, Player};
use game::Board;
use protocol::{Cell, Computer};

pub(super) use crate::search_thread::SearchThread;

/// Starts to search a position.
pub(super) fn search(computer: Computer, board: Board, seed: u64) -> SearchThread<Cell> {
    SearchThread::start(move |stopped| {
        let player = Player::new(computer.level);
        let player = match computer.centre {
            true => player.opening_in_centre(),
            false => player,
        };
        let nodes = engine::nodes_on(computer.level, &board);
        let budget = Budget::nodes(nodes).until(stopped);
        player.choose(&board, seed, budget)
    })
}
