//! Records of a session on disk, for every frontend: its seats and its finished games.

use oxo_client::session::Update;

use crate::{archive::game_recorder::GameRecorder, seats};

/// Watches a session for its seats and its games.
#[derive(Default)]
pub struct SessionRecorder {
    pub seats: seats::SeatTracker,
    games: Option<GameRecorder>,
}

impl SessionRecorder {
    /// Records seats, and games if there is a recorder for them.
    #[must_use]
    pub fn new(games: Option<GameRecorder>) -> SessionRecorder {
        SessionRecorder {
            seats: seats::SeatTracker::default(),
            games,
        }
    }

    /// Sees what happened. The answer is what could not be kept, as a sentence.
    pub fn observe(&mut self, update: &Update) -> Option<String> {
        // First, for the end of a game may be the end of its seat.
        let games = self.games.as_mut();
        let secret = self.seats.present().map(|(_, secret)| secret);
        let complaint = games.and_then(|games| games.observe(update, secret));
        self.seats.observe(update);
        complaint
    }
}

#[cfg(test)]
mod tests;
