//! The computer's search for a move, on a thread of its own.

use engine::{Budget, Player, opening};
use game::Board;
use protocol::{Computer, OpeningStage, View};
use referee::computer::{ComputerAct, places_left};

use archive::search_thread::SearchThread;

/// Starts to search a position: for a move, or for what to do in the opening.
pub(super) fn search(
    computer: Computer,
    board: Board,
    view: &View,
    seed: u64,
) -> SearchThread<ComputerAct> {
    let stage = view.running().and_then(|game| game.opening);
    let (places_left, opens) = (places_left(view), view.settings.opens);
    SearchThread::start(move |stopped| {
        let level = computer.level;
        let player = Player::new(computer.level);
        let player = match computer.centre {
            true => player.opening_in_centre(),
            false => player,
        };
        let nodes = engine::nodes_on(computer.level, &board);
        let budget = Budget::nodes(nodes).until(stopped);
        let cell = match stage {
            None => player.choose(&board, seed, budget),
            Some(OpeningStage::Place) => opening::place(&board, places_left, level, seed, budget),
            Some(_) => {
                let mark = opens.mark(opening::take(&board, level, budget));
                return Some(ComputerAct::Choose(mark.into()));
            }
        };
        cell.map(ComputerAct::Mark)
    })
}
