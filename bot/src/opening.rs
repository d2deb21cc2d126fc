//! Openings of a bot's games: its program knows only moves, so the computer places and chooses for it.

use engine::{Budget, opening};
use game::{Board, Level};
use protocol::{
    Command, OpeningStage, View,
    request::{Choose, Move},
    view::GameView,
};
use referee::computer::places_left;

/// Positions that are looked at, of which a processor does some hundred thousand in a tenth of a second.
const NODES: u64 = 100_000;

/// Command for the opening; nothing where the game's moves are none.
pub(super) fn act(view: &View, game: &GameView) -> Option<Command> {
    let moves: Vec<game::Cell> = game.moves.iter().map(|played| played.cell).collect();
    let board = Board::replay(view.settings.rules, &moves).ok()?;
    let (budget, level) = (Budget::nodes(NODES), Level::TOP);
    let ply = u32::try_from(moves.len()).ok()?;
    let number = game.number;
    Some(match game.opening? {
        OpeningStage::Place => Command::Move(Move {
            game: number,
            ply,
            cell: opening::place(&board, places_left(view), level, game.started_ms, budget)?,
        }),
        _ => Command::Choose(Choose {
            game: number,
            ply,
            choice: view
                .settings
                .opens
                .mark(opening::take(&board, level, budget))
                .into(),
        }),
    })
}
