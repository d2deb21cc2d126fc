//! Playing styles: at random, mostly by the rules, never at a loss.
//!
//! In every state of a room at least one of the two has something to do, so that games go on
//! without end.

use protocol::{Cell, Seat, View, event::OfferKind, view::GameView};
use serde_json::{Value, json};

use crate::seeded_random::SeededRandom;

/// Aim of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Brings the running game to its end, by the rules.
    Finish,
    /// Plays on and on, with offers and mistakes.
    Play,
    /// Finishes and then gives the seat up.
    Leave,
}

/// The next command of a seat, without its number; nothing when it is for the
/// other to do something.
pub fn choose(view: &View, seat: Seat, aim: Aim, chance: &mut SeededRandom) -> Option<Value> {
    let game = view.game.as_ref()?;
    if game.over.is_some() {
        return match aim {
            Aim::Finish => None,
            Aim::Leave => Some(json!({"type": "leave"})),
            Aim::Play => between_games(view, seat),
        };
    }
    let turn = game.turn.is_some_and(|turn| turn.seat == seat);
    if aim != Aim::Play {
        return turn.then(|| step(game, legal(view, game, chance)));
    }
    let answer = view.offer.filter(|offer| offer.by != seat);
    if let Some(offer) = answer.filter(|_| chance.once_in(2)) {
        let kind = if chance.once_in(2) {
            "accept"
        } else {
            "decline"
        };
        return Some(json!({"type": kind, "offer": offer.id}));
    }
    match (chance.below(64), turn) {
        (0..4, _) => Some(mistake(view, game, chance)),
        (4, _) => Some(json!({"type": "offer", "kind": "draw"})),
        (5..7, _) => {
            let ply = chance.below(game.moves.len() as u64 + 1);
            Some(json!({"type": "offer", "kind": "takeback", "ply": ply}))
        }
        (7, true) if chance.once_in(4) => Some(json!({"type": "resign"})),
        (8, true) if chance.once_in(4) => Some(json!({"type": "offer", "kind": "restart"})),
        (_, true) => Some(step(game, legal(view, game, chance))),
        (_, false) => None,
    }
}

fn between_games(view: &View, seat: Seat) -> Option<Value> {
    match view.offer {
        None => Some(json!({"type": "offer", "kind": OfferKind::Rematch})),
        Some(offer) if offer.by != seat => Some(json!({"type": "accept", "offer": offer.id})),
        Some(_) => None,
    }
}

fn step(game: &GameView, cell: Cell) -> Value {
    json!({"type": "move", "game": game.number, "ply": game.moves.len(), "cell": cell})
}

/// A free cell of a game that is not over, so that there is one.
fn legal(view: &View, game: &GameView, chance: &mut SeededRandom) -> Cell {
    let taken = |cell: &Cell| game.moves.iter().any(|played| played.cell == *cell);
    let cells = 0..view.settings.rules.cells();
    let free: Vec<Cell> = cells.filter(|cell| !taken(cell)).collect();
    *chance.pick(&free).expect("a free cell")
}

/// A move that is refused, unless it is a good one by chance.
fn mistake(view: &View, game: &GameView, chance: &mut SeededRandom) -> Value {
    let cells = u64::from(view.settings.rules.cells());
    let mut request = step(game, 0);
    match chance.below(3) {
        0 => request["cell"] = cells.into(),
        1 => request["cell"] = chance.below(cells).into(),
        _ => request["ply"] = (game.moves.len() + 1).into(),
    }
    request
}
