//! Records every finished game of a session in the archive. An I/O error becomes a
//! sentence; the game goes on.

use std::{io, rc::Rc};

use oxo_client::session::{Room, Update};
use protocol::{Secret, View};

use super::{SavedGame, store::GameArchive};
use crate::{key::say, locale::Catalogue};

/// Keeps the games of one session.
pub struct GameRecorder {
    archive: GameArchive,
    text: Rc<Catalogue>,
    /// Number and start of the game that was kept last: the room may have
    /// changed its code since.
    last: Option<(u32, u64)>,
}

impl GameRecorder {
    #[must_use]
    pub fn new(archive: GameArchive, text: Rc<Catalogue>) -> GameRecorder {
        GameRecorder {
            archive,
            text,
            last: None,
        }
    }

    /// Keeps the game that an update shows to be over, with the secret of
    /// one's seat. The answer is what went wrong.
    pub fn observe(&mut self, update: &Update, secret: Option<&Secret>) -> Option<String> {
        let (room, ended_ms) = match update {
            Update::Event {
                frame,
                before,
                room,
            } if before.running().is_some() => (room, frame.at_ms),
            Update::Snapshot(room) if sit_who_played(&room.view) => (room, room.view.at_ms),
            _ => return None,
        };
        let saved = SavedGame::of(room)?;
        let which = (saved.record.game.number, saved.record.game.started_ms);
        if self.last.replace(which) == Some(which) {
            return None;
        }
        let error = self.keep(&saved, room, secret, ended_ms).err()?;
        let path = self.archive.folder().display();
        Some(say!(self.text, DISK_GAMES, path, detail = error))
    }

    fn keep(
        &self,
        saved: &SavedGame,
        room: &Room,
        secret: Option<&Secret>,
        ended_ms: u64,
    ) -> io::Result<()> {
        self.archive.keep(saved, ended_ms)?;
        match (saved.record.id, secret) {
            (Some(id), Some(secret)) if room.seat.is_some() => self.archive.keep_key(id, secret),
            _ => Ok(()),
        }
    }
}

/// Whether the players in the seats played the last game: one who sat down since
/// has not moved yet.
fn sit_who_played(view: &View) -> bool {
    let Some(game) = &view.game else { return false };
    let movers = game.moves.iter().take(2);
    let movers = movers.map(|played| game.seat_of(played.mark));
    let mut seated = movers.filter_map(|seat| view.seats[seat].as_ref());
    !game.moves.is_empty() && seated.all(|seated| seated.moved)
}

#[cfg(test)]
mod tests;
