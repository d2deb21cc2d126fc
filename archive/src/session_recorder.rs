//! Records of a session on disk, for every frontend: its seats and its finished games.

use std::{io, rc::Rc};

use oxo_client::session::Update;
use protocol::Secret;
use sentences::{Catalogue, say, system_words};

use crate::{
    game_recorder::GameRecorder,
    seats::{self, SeatStore},
    store::GameKey,
};

/// Watches a session for its seats and its games.
pub struct SessionRecorder {
    text: Rc<Catalogue>,
    folder: SeatStore,
    pub seats: seats::SeatTracker,
    games: Option<GameRecorder>,
    /// Whether it was said that something cannot be kept, which is enough.
    reported: bool,
}

impl SessionRecorder {
    /// Records seats in their folder, and games if there is a recorder for them.
    pub fn new(
        text: Rc<Catalogue>,
        folder: SeatStore,
        games: Option<GameRecorder>,
    ) -> SessionRecorder {
        SessionRecorder {
            text,
            folder,
            seats: seats::SeatTracker::default(),
            games,
            reported: false,
        }
    }

    /// Holds a new seat, stored where that is possible before its secret is sent. The answer is
    /// why it could not be stored, as a sentence.
    pub fn hold_seat(&mut self, server: &str, secret: Secret) -> Option<String> {
        let (held, error) = self.folder.hold_new(server, secret);
        self.seats.keep(held);
        let complaint = error.map(|error| self.seats_unsaved(&error));
        complaint.filter(|_| self.reports_once())
    }

    fn seats_unsaved(&self, error: &io::Error) -> String {
        let path = self.folder.folder().display();
        let detail = system_words(&self.text, error);
        say!(self.text, DISK_SEATS, path, detail)
    }

    /// Whether to say that something cannot be kept: once.
    fn reports_once(&mut self) -> bool {
        !std::mem::replace(&mut self.reported, true)
    }

    /// Takes the place of another, which may have said so already.
    #[must_use]
    pub fn in_place_of(self, other: &SessionRecorder) -> SessionRecorder {
        SessionRecorder {
            reported: other.reported,
            ..self
        }
    }

    /// Sees what happened. The answer is what could not be kept, as a sentence.
    pub fn observe(&mut self, update: &Update) -> Option<String> {
        // First, for the end of a game may be the end of its seat.
        let games = self.games.as_mut();
        let key = self.seats.present_seat().map(|seat| GameKey {
            secret: seat.secret.clone(),
            server: Some(seat.server.clone()),
        });
        let complaint = games.and_then(|games| games.observe(update, key));
        let error = self.seats.observe(update);
        let complaint = complaint.or_else(|| error.map(|error| self.seats_unsaved(&error)));
        complaint.filter(|_| self.reports_once())
    }
}

#[cfg(test)]
mod tests;
