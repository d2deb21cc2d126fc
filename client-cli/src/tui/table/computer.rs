//! The computer at the table: its thinking, its hints, and the games that two of them play one
//! after another.

#[cfg(test)]
mod tests;

use std::ops::Deref;

use frontend::speech;
use protocol::{Cell, Seat};
use sentences::say;

use super::{ComputerHint, LiveTable, TablePage, clock::TimeLeft};
use crate::tui::theme::Role;

impl<P: Deref<Target = TablePage>> LiveTable<'_, P> {
    pub(super) fn has_computer(&self) -> bool {
        let view = &self.room.view;
        Seat::BOTH.iter().any(|seat| view.computer(*seat).is_some())
    }

    /// Seat to move, when it is not one's own.
    pub(super) fn their_turn(&self, seat: Seat) -> String {
        let (text, name) = (&self.page.text, self.scene().name(seat));
        match self.room.view.computer(seat) {
            Some(_) if self.watches() => say!(text, COMPUTER_THINKS, name = name),
            Some(_) => say!(text, COMPUTER_THINKING),
            None => say!(text, TABLE_THEIR_TURN, name = name),
        }
    }

    /// Time left until the next game begins by itself.
    pub(super) fn next_game(&self, now_ms: u64) -> Option<TimeLeft> {
        let over = self.room.view.game.as_ref()?.over?;
        let next_ms = over.next_ms.filter(|_| self.room.view.ended.is_none())?;
        Some(TimeLeft::until(next_ms, now_ms))
    }

    /// The cell to show as a hint, while the position is the one that was asked about.
    pub(super) fn hint(&self) -> Option<Cell> {
        let hint = self.page.hint?;
        let game = self.room.view.running()?;
        let same = game.number == hint.game && game.moves.len() == hint.ply;
        same.then_some(hint.cell)
    }
}

impl LiveTable<'_, &mut TablePage> {
    /// The computer has answered what it would play.
    pub fn hinted(&mut self, game: u32, ply: u32, cell: Cell) {
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.page.hint = Some(ComputerHint { game, ply, cell });
        if self.hint().is_some() {
            let cell = self.scene().cell(cell);
            let said = say!(self.page.text, COMPUTER_HINT, cell = cell);
            self.page.say(said, Role::Plain);
        }
    }

    /// Of a game that came to its end already, that a computer had taken over.
    pub(super) fn show_replacement(&mut self) {
        let game = self.room.view.game.as_ref();
        let replaced = game
            .filter(|game| game.over.is_some())
            .and_then(|game| game.replaced.as_ref());
        if let Some(replaced) = replaced {
            let line = speech::replaced(self.scene(), replaced);
            self.page.say(line, Role::Plain);
        }
    }
}
