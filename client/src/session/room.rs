//! The room as a session knows it.

use std::sync::Arc;

use protocol::{Now, RoomCode, Seat, View};

use crate::{clock::ServerClock, transport::PlayMode};

/// The room as the session knows it; cheap to clone.
#[derive(Clone, Debug)]
pub struct Room {
    /// Its code.
    pub code: RoomCode,
    /// One's own seat; nothing for a watcher. Of two at one terminal, the seat
    /// of whoever is to move.
    pub seat: Option<Seat>,
    /// Who plays here, and where the authority is.
    pub mode: PlayMode,
    /// The address for a friend, if one sits here.
    pub url: Option<String>,
    /// The fold of its events.
    pub view: Arc<View>,
    /// What is true at this moment.
    pub now: Now,
    /// The server's time.
    pub clock: ServerClock,
}

impl Room {
    /// Whose place one sees the room from: nobody's for a watcher, nor for two
    /// who sit side by side.
    #[must_use]
    pub fn me(&self) -> Option<Seat> {
        self.seat.filter(|_| !self.is_shared())
    }

    /// Whether two people share this terminal.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.mode.is_shared()
    }

    /// Whether the table is in this process: without links, codes and others.
    #[must_use]
    pub fn is_local(&self) -> bool {
        !self.mode.is_online()
    }

    /// Of two at one terminal, whoever is to move has the keys.
    pub(super) fn follow_turn(&mut self) {
        let turn = self.view.running().and_then(|game| game.turn);
        if let Some(turn) = turn.filter(|_| self.is_shared()) {
            self.seat = Some(turn.seat);
        }
    }
}
