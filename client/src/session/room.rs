//! The room as a session knows it.

use std::sync::Arc;

use protocol::{Cell, Computer, Now, RoomCode, Seat, View, request::Move};

use crate::{clock::ServerClock, transport::PlayMode};

/// The room as the session knows it; cheap to clone.
#[derive(Clone, Debug)]
pub struct Room {
    /// Its code.
    pub code: RoomCode,
    /// One's own seat; nothing for a watcher. Of two at one terminal, the seat
    /// whose turn it is.
    pub seat: Option<Seat>,
    /// Players here, and where the authority is.
    pub mode: PlayMode,
    /// The address for a friend, if one sits here.
    pub url: Option<String>,
    /// The fold of its events.
    pub view: Arc<View>,
    /// The present state, as `now` reports it.
    pub now: Now,
    /// The server's time.
    pub clock: ServerClock,
}

impl Room {
    /// Seat from which one sees the room: nobody's for a watcher, nor for two
    /// who sit side by side.
    #[must_use]
    pub fn me(&self) -> Option<Seat> {
        self.seat.filter(|_| !self.mode.is_shared())
    }

    /// The number of the present or last game, which commands about it carry;
    /// 0 before the first.
    #[must_use]
    pub fn game_number(&self) -> u32 {
        self.view.game.as_ref().map_or(0, |game| game.number)
    }

    /// Whether its clock counts days: one that runs on while the server is away, for a short outage
    /// gives nothing back.
    #[must_use]
    pub fn counts_days(&self) -> bool {
        self.view.settings.clock.is_correspondence()
    }

    /// Whether it is one's own turn; of two at one terminal it always is.
    #[must_use]
    pub fn my_turn(&self) -> bool {
        let turn = self.view.running().and_then(|game| game.turn);
        turn.is_some_and(|turn| Some(turn.seat) == self.seat)
    }

    /// The next move of the game that runs.
    #[must_use]
    pub fn next_move(&self, cell: Cell) -> Option<Move> {
        let game = self.view.running()?;
        Some(Move {
            game: game.number,
            ply: u32::try_from(game.moves.len()).ok()?,
            cell,
        })
    }

    /// Whether it has ended, or one's own seat in it was given up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let given_up = |seat: Seat| self.view.seats[seat].is_none();
        self.view.ended.is_some() || self.seat.is_some_and(given_up)
    }

    /// Whether a seat stays behind when its owner goes now.
    #[must_use]
    pub fn keeps_seat(&self) -> bool {
        self.seat.is_some() && self.mode.is_online() && !self.is_over()
    }

    /// The computer opposite, if one sits there.
    #[must_use]
    pub fn opponent(&self) -> Option<Computer> {
        self.view.computer(self.seat?.other())
    }

    /// With two at one terminal, the session's seat is the one whose turn it is.
    pub(super) fn follow_turn(&mut self) {
        let turn = self.view.running().and_then(|game| game.turn);
        if let Some(turn) = turn.filter(|_| self.mode.is_shared()) {
            self.seat = Some(turn.seat);
        }
    }
}
