//! Records of a session on disk, for every frontend: its seats and its finished games.

use oxo_client::session::Update;

use crate::{archive::game_recorder::GameRecorder, seats};

/// Watches a session for its seats and its games.
#[derive(Default)]
pub struct SessionRecorder {
    pub seats: seats::SeatTracker,
    games: Option<GameRecorder>,
    /// Whether it was said that something cannot be kept, which is enough.
    told: bool,
}

impl SessionRecorder {
    /// Records seats, and games if there is a recorder for them.
    #[must_use]
    pub fn new(games: Option<GameRecorder>) -> SessionRecorder {
        SessionRecorder {
            seats: seats::SeatTracker::default(),
            games,
            told: false,
        }
    }

    /// Whether to say that something cannot be kept: once.
    pub fn tells(&mut self) -> bool {
        !std::mem::replace(&mut self.told, true)
    }

    /// Takes the place of another, which may have said so already.
    #[must_use]
    pub fn in_place_of(self, other: &SessionRecorder) -> SessionRecorder {
        SessionRecorder {
            told: other.told,
            ..self
        }
    }

    /// Sees what happened. The answer is what could not be kept, as a sentence.
    pub fn observe(&mut self, update: &Update) -> Option<String> {
        // First, for the end of a game may be the end of its seat.
        let games = self.games.as_mut();
        let secret = self.seats.present().map(|(_, secret)| secret);
        let complaint = games.and_then(|games| games.observe(update, secret));
        self.seats.observe(update);
        complaint.filter(|_| self.tells())
    }
}

#[cfg(test)]
mod tests;
