//! The table as it stands: the board, whose turn it is, and what may be typed.
//!
//! Knows nothing of what has just happened.

use protocol::View;

use super::console::{Console, scene};
use crate::{
    faces::board::{self, Drawing},
    key::say,
};

impl Console {
    /// The board, with the digits beside it when it is one's turn.
    pub(super) fn board(&self) -> Vec<String> {
        let Some(room) = &self.room else {
            return Vec::new();
        };
        let drawing = Drawing {
            charset: self.taste.charset,
            digits: Some(self.taste.keys).filter(|_| self.my_turn()),
        };
        board::board(&room.view, drawing)
    }

    pub(super) fn my_turn(&self) -> bool {
        let Some(room) = &self.room else { return false };
        let turn = room.view.running().and_then(|game| game.turn);
        turn.is_some_and(|turn| room.seat == Some(turn.seat))
    }

    /// What the table waits for.
    pub(super) fn prompt(&self) -> Vec<String> {
        let Some(room) = &self.room else {
            return Vec::new();
        };
        let text = &self.taste.text;
        let scene = scene(text, room);
        let view = &room.view;
        let Some(me) = room.seat else {
            return Vec::new();
        };
        if view.offer.is_some_and(|offer| offer.by != me) {
            return vec![say!(text, TABLE_ANSWER)];
        }
        let Some(game) = view.running() else {
            let again = view.game.is_some() && view.seats[me.other()].is_some();
            return again.then(|| say!(text, TABLE_AGAIN)).into_iter().collect();
        };
        let mut lines = Vec::new();
        if game.dead {
            lines.push(say!(text, TABLE_DEAD));
        }
        let example = example(view);
        match game.turn {
            Some(turn) if turn.seat == me => {
                if let Some(mark) = view.mark_of(me) {
                    lines.push(say!(text, TABLE_YOUR_TURN, mark = mark));
                }
                let digits = game::notation::digit(view.settings.rules, self.taste.keys, 0);
                lines.push(match digits {
                    Some(_) => say!(text, TABLE_CELLS_DIGITS, example = example),
                    None => say!(text, TABLE_CELLS, example = example),
                });
            }
            Some(turn) => {
                lines.push(say!(text, TABLE_THEIR_TURN, name = scene.name(turn.seat)));
            }
            None => {}
        }
        lines
    }
}

/// A free cell to show how cells are typed, from the middle on.
pub(super) fn example(view: &View) -> String {
    let rules = view.settings.rules;
    let free = |cell: &u16| {
        let game = view.game.as_ref();
        game.is_none_or(|game| game.moves.iter().all(|played| played.cell != *cell))
    };
    let middle = rules.cells() / 2;
    (middle..rules.cells())
        .chain(0..middle)
        .find(free)
        .and_then(|cell| game::notation::name(rules, cell))
        .unwrap_or_default()
}
