//! What is of the computer at the table: its thinking, its hints, its sitting
//! down, and the games that two of them play one after another.

#[cfg(test)]
mod tests;

use crossterm::event::KeyCode;
use game::Level;
use oxo_client::session::AskKind;
use protocol::{
    Cell, Command, Computer, Refusal, Seat,
    frame::QueuePlace,
    request::{Body, SeatComputer},
};

use super::{
    Table,
    action::Action,
    clock,
    legend::Entry,
    shown::{Hint, Tone},
};
use crate::{key::say, speech};

impl Table {
    /// Whether one waits for somebody while one plays here.
    pub fn queued(&mut self, place: Option<QueuePlace>) {
        self.queued = place;
    }

    /// Whether a computer sits here at all.
    pub(super) fn has_computer(&self) -> bool {
        let view = &self.room.view;
        Seat::BOTH
            .into_iter()
            .any(|seat| view.computer(seat).is_some())
    }

    /// Whose turn it is, when it is not one's own.
    pub(super) fn their_turn(&self, seat: Seat) -> String {
        let (text, name) = (&self.text, self.scene().name(seat));
        match self.room.view.computer(seat) {
            Some(_) if self.watches() => say!(text, COMPUTER_THINKS, name = name),
            Some(_) => say!(text, COMPUTER_THINKING),
            None => say!(text, TABLE_THEIR_TURN, name = name),
        }
    }

    /// What is left until the next game begins by itself.
    pub(super) fn next_game(&self, now_ms: u64) -> Option<clock::Left> {
        let over = self.room.view.game.as_ref()?.over?;
        let next_ms = over.next_ms.filter(|_| self.room.view.ended.is_none())?;
        Some(clock::until(next_ms, now_ms))
    }

    /// The computer has answered what it would play.
    pub fn hinted(&mut self, game: u32, ply: u32, cell: Cell) {
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.hint = Some(Hint { game, ply, cell });
        if self.hint().is_some() {
            let cell = self.scene().cell(cell);
            self.say(say!(self.text, COMPUTER_HINT, cell = cell), Tone::Calm);
        }
    }

    /// The cell to show as a hint, while the position is the one that was asked about.
    pub(super) fn hint(&self) -> Option<Cell> {
        let hint = self.hint?;
        let game = self.room.view.running()?;
        let same = game.number == hint.game && game.moves.len() == hint.ply;
        same.then_some(hint.cell)
    }

    /// Whether the computer may be asked what it would play.
    pub(super) fn may_hint(&self) -> bool {
        self.room.my_turn() && self.room.opponent().is_some()
    }

    /// Asks it.
    pub(super) fn ask_hint(&mut self, linked: bool) -> Action {
        match self.may_hint() {
            true => self.ask(AskKind::Other(Body::Hint), linked),
            false => self.refuse(speech::refusal(self.scene(), &Refusal::NoHint, 0)),
        }
    }

    /// Whether a computer may sit down opposite: in a free seat, in the place of
    /// another between games, or of a player whose absence lasts.
    pub(super) fn may_seat_computer(&self) -> bool {
        let view = &self.room.view;
        let Some(me) = self.room.seat.filter(|_| view.ended.is_none()) else {
            return false;
        };
        match &view.seats[me.other()] {
            None => !self.waits_for_friend(),
            Some(seated) if seated.player.is_computer() => view.running().is_none(),
            Some(seated) => seated.lost.is_some(),
        }
    }

    /// The levels, with the keys that choose them.
    pub(super) fn levels(&self) -> (String, Vec<Entry>) {
        let entry = |level: Level| {
            let digit = char::from(b'0' + level.number());
            let label = speech::level(&self.text, level);
            (digit.to_string(), KeyCode::Char(digit), label)
        };
        let levels = Level::ALL.into_iter().map(entry);
        (say!(self.text, COMPUTER_LEVEL_ASK), levels.collect())
    }

    /// A computer is to sit down opposite.
    pub(super) fn seat_computer(&mut self, digit: char, linked: bool) -> Action {
        let number = u8::try_from(digit).unwrap_or_default().wrapping_sub(b'0');
        let level = Level::new(number).unwrap_or(Level::TOP);
        let centre = self.room.opponent().is_some_and(|computer| computer.centre);
        let computer = Computer { level, centre };
        let command = Command::SeatComputer(SeatComputer { computer });
        self.ask(AskKind::Seat(command), linked)
    }

    /// Of a game that came to its end already, that a computer had taken over.
    pub(super) fn tell_replaced(&mut self) {
        let game = self.room.view.game.as_ref();
        let replaced = game
            .filter(|game| game.over.is_some())
            .and_then(|game| game.replaced.as_ref());
        if let Some(replaced) = replaced {
            let line = speech::replaced(self.scene(), replaced);
            self.say(line, Tone::Calm);
        }
    }
}
