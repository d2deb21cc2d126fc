//! Two people at one terminal: the keys are those of whoever is to move, and
//! what both want needs no offer and no answer.

#[cfg(test)]
mod tests;

use crossterm::event::KeyCode;
use oxo_client::{session::AskKind, transport::PlayMode};
use protocol::{
    Command, Mark,
    event::OfferKind,
    request::{Claim, Claimed, MakeOffer},
};

use super::{Table, action::Action, legend::Entry, question::Confirm};
use crate::key::say;

impl Table {
    /// The wishes that have a letter.
    pub(super) fn pair_wish(&mut self, code: KeyCode, linked: bool) -> Action {
        let game = self.room.view.running();
        let dead = game.is_some_and(|game| game.no_open_lines);
        let number = self.room.game_number();
        let back = u32::try_from(self.made()).ok();
        let back = back.and_then(|made| made.checked_sub(1));
        let command = match (code, game.is_some()) {
            (KeyCode::Char('d'), true) if dead => Command::Claim(Claim {
                game: number,
                result: Claimed::Draw,
            }),
            (KeyCode::Char('d'), true) => return self.ask_back(Confirm::Draw),
            (KeyCode::Char('r'), true) => return self.ask_back(Confirm::Restart),
            (KeyCode::Char('g'), true) => return self.ask_back(self.way_to_give_up()),
            (KeyCode::Char('t'), true) if back.is_some() => {
                agreed(number, OfferKind::Takeback, back)
            }
            (KeyCode::Char('r'), false) => agreed(number, OfferKind::Rematch, None),
            _ => return Action::Effects(Vec::new()),
        };
        self.ask(AskKind::Seat(command), linked)
    }

    /// Asks whether that is meant.
    pub(super) fn ask_back(&mut self, confirm: Confirm) -> Action {
        self.asked.ask_back(confirm);
        Action::Effects(Vec::new())
    }

    /// The keys of the last line.
    pub(super) fn pair_wishes(&self, keys: &mut Vec<Entry>) {
        let text = &self.text;
        let mut letter = |letter: char, label| {
            keys.push((letter.to_string(), KeyCode::Char(letter), label));
        };
        let Some(game) = self.room.view.running() else {
            return letter('r', say!(text, SCREEN_DO_REMATCH));
        };
        if !game.moves.is_empty() {
            letter('t', say!(text, SCREEN_DO_TAKE_BACK));
        }
        letter(
            'd',
            match game.no_open_lines {
                true => say!(text, SCREEN_DO_CLAIM_DRAW),
                false => say!(text, LOCAL_DO_DRAW),
            },
        );
        letter(
            'g',
            match self.way_to_give_up() {
                Confirm::Abort => say!(text, SCREEN_DO_CALL_OFF),
                _ => say!(text, SCREEN_DO_GIVE_UP),
            },
        );
        letter('r', say!(text, SCREEN_DO_RESTART));
    }

    /// Who is to move, by mark and name.
    pub(super) fn pair_turn(&self) -> Option<String> {
        let PlayMode::Hotseat { named } = self.room.mode else {
            return None;
        };
        let (text, view) = (&self.text, &self.room.view);
        let seat = view.running()?.turn?.seat;
        let name = self.scene().name(seat);
        let mark = view.mark_of(seat).unwrap_or(Mark::X);
        Some(match named {
            true => say!(text, LOCAL_TURN, mark = mark, name = name),
            false => say!(text, TABLE_THEIR_TURN, name = name),
        })
    }
}

/// An offer about that game, which two at one terminal have agreed on.
pub(super) fn agreed(game: u32, kind: OfferKind, ply: Option<u32>) -> Command {
    Command::Offer(MakeOffer { game, kind, ply })
}
