//! Console output about the table: the board, whose turn it is, and what can be typed.

use frontend::{
    speech::{self, Scene},
    text_board::{self, BoardStyle},
};
use oxo_client::session::Room;
use protocol::{OpeningStage, View};
use sentences::{say, time::seconds};

use super::console::Console;

impl Console {
    /// The board, with the digits beside it when it is one's turn.
    pub(super) fn board(&self, room: &Room) -> Vec<String> {
        let style = BoardStyle {
            charset: self.settings.charset,
            digits: Some(self.settings.keys).filter(|_| room.my_turn()),
        };
        text_board::board(&room.view, style)
    }

    /// Prompt of a table at which one only watches: between two computers
    /// the next game begins by itself.
    fn watched(&self, room: &Room) -> Vec<String> {
        let over = room.view.game.as_ref().and_then(|game| game.over);
        let next_ms = over.and_then(|over| over.next_ms);
        let next = next_ms.map(|next_ms| {
            let count = seconds(next_ms.saturating_sub(room.view.at_ms));
            say!(self.settings.text, COMPUTER_NEXT, count)
        });
        next.into_iter().collect()
    }

    /// The form in which a cell is typed, the first times.
    pub(super) fn how_to_move(&self, view: &View) -> Option<String> {
        let left = self.hints.get().checked_sub(1)?;
        self.hints.set(left);
        let (text, example) = (&self.settings.text, example(view));
        Some(
            match game::notation::digit(view.settings.rules, self.settings.keys, 0) {
                Some(_) => say!(text, TABLE_CELLS_DIGITS, example),
                None => say!(text, TABLE_CELLS, example),
            },
        )
    }

    /// The choices of the opening, in words.
    pub(super) fn opening_lines(&self, room: &Room) -> Vec<String> {
        let text = &self.settings.text;
        let game = room.view.running();
        let stage = game.and_then(|game| game.opening);
        let mine = room.my_turn() || room.mode.is_shared();
        let stage = stage.filter(|_| mine);
        let chooses = stage.is_some_and(|stage| !stage.choices().is_empty());
        let choose = chooses.then(|| match stage {
            Some(OpeningStage::ChooseOrPlaceTwo) => say!(text, TABLE_CHOOSE_OR_TWO),
            _ => say!(text, TABLE_CHOOSE),
        });
        let places = stage.is_some_and(OpeningStage::may_place);
        let cells = places.then(|| self.how_to_move(&room.view)).flatten();
        let said = speech::opening_turn(Scene::of(text, room));
        [said, choose, cells].into_iter().flatten().collect()
    }

    /// Lines that say what the table waits for.
    pub(super) fn prompt(&self, room: &Room) -> Vec<String> {
        if let Some(lines) = self.pair_prompt(room) {
            return lines;
        }
        let text = &self.settings.text;
        let scene = Scene::of(text, room);
        let view = &room.view;
        let Some(me) = room.seat else {
            return self.watched(room);
        };
        if view.offer.is_some_and(|offer| offer.by != me) {
            return vec![say!(text, TABLE_ANSWER)];
        }
        let Some(game) = view.running() else {
            let again = view.game.is_some() && view.seats[me.other()].is_some();
            let again = again.then(|| match (self.mode.is_online(), room.opponent()) {
                (false, _) => say!(text, LOCAL_AGAIN),
                (true, Some(_)) => say!(text, COMPUTER_AGAIN),
                (true, None) => say!(text, TABLE_AGAIN),
            });
            return again.into_iter().collect();
        };
        let mut lines = Vec::new();
        if game.no_open_lines {
            lines.push(say!(text, TABLE_NO_OPEN_LINES));
        }
        if game.opening.is_some() {
            lines.extend(self.opening_lines(room));
            return lines;
        }
        match game.turn {
            Some(turn) if turn.seat == me => {
                if let Some(mark) = view.mark_of(me) {
                    lines.push(say!(text, TABLE_YOUR_TURN, mark));
                }
                lines.extend(self.how_to_move(view));
            }
            Some(_) if room.opponent().is_some() => lines.push(say!(text, COMPUTER_THINKING)),
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
