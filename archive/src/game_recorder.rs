//! Recorder of a session's finished games in the archive. An I/O error becomes a sentence; the game goes on, and its
//! record is written with the next one, or at the session's end.

use std::{collections::VecDeque, io, rc::Rc};

use oxo_client::session::Update;
use protocol::{GameId, View};
use sentences::{Catalogue, say, system_words};

use super::{
    SavedGame,
    store::{GameArchive, GameKey},
};

/// Keeps the games of one session.
pub struct GameRecorder {
    archive: GameArchive,
    text: Rc<Catalogue>,
    /// Whether games are kept that one only watches.
    watched: bool,
    /// Number and start of the game that was kept last: the room may have
    /// changed its code since.
    last: Option<(u32, u64)>,
    /// Games that could not be written yet, the oldest first.
    unwritten: VecDeque<EndedGame>,
}

/// A game as it is kept, with the key by which a server forgets it.
struct EndedGame {
    saved: SavedGame,
    ended_ms: u64,
    key: Option<(GameId, GameKey)>,
}

/// The most games that wait to be written; beyond them the oldest go.
const UNWRITTEN: usize = 64;

impl GameRecorder {
    /// One that keeps games there; those that are only `watched`, too, if that is wanted.
    pub fn new(archive: GameArchive, text: Rc<Catalogue>, watched: bool) -> GameRecorder {
        GameRecorder {
            archive,
            text,
            watched,
            last: None,
            unwritten: VecDeque::new(),
        }
    }

    /// Keeps the game that an update shows to be over, with the key of
    /// one's seat. The answer is what went wrong.
    pub fn observe(&mut self, update: &Update, key: Option<GameKey>) -> Option<String> {
        let (room, ended_ms) = match update {
            Update::Event {
                frame,
                before,
                room,
            } if before.running().is_some() => (room, frame.at_ms),
            Update::Snapshot(room) if sit_who_played(&room.view) => (room, room.view.at_ms),
            _ => return None,
        };
        if room.seat.is_none() && !self.watched {
            return None;
        }
        let saved = SavedGame::of(room)?;
        let which = (saved.record.game.number, saved.record.game.started_ms);
        if self.last.replace(which) == Some(which) {
            return None;
        }
        let key = saved.record.id.zip(key.filter(|_| room.seat.is_some()));
        if self.unwritten.len() == UNWRITTEN {
            self.unwritten.pop_front();
        }
        self.unwritten.push_back(EndedGame {
            saved,
            ended_ms,
            key,
        });
        let error = self.write().err()?;
        let path = self.archive.folder().display();
        let detail = system_words(&self.text, &error);
        Some(say!(self.text, DISK_GAMES, path, detail))
    }

    /// Writes all that waits, as far as that is possible.
    fn write(&mut self) -> io::Result<()> {
        let (archive, mut outcome) = (&self.archive, Ok(()));
        self.unwritten.retain(|game| {
            let written = game.write(archive);
            let waits = written.is_err();
            if waits {
                outcome = written;
            }
            waits
        });
        outcome
    }
}

impl EndedGame {
    fn write(&self, archive: &GameArchive) -> io::Result<()> {
        archive.keep(&self.saved, self.ended_ms)?;
        match &self.key {
            Some((id, key)) => archive.keep_key(*id, key),
            None => Ok(()),
        }
    }
}

impl Drop for GameRecorder {
    /// The last attempt. Why it may fail was said.
    fn drop(&mut self) {
        let _ = self.write();
    }
}

/// Whether the players in the seats played the last game: one who sat down since
/// has not moved yet.
fn sit_who_played(view: &View) -> bool {
    let Some(game) = &view.game else { return false };
    let movers = (0..game.moves.len()).filter_map(|ply| game.mover(ply, view.settings.opens));
    let mut seated = movers.filter_map(|seat| view.seats[seat].as_ref());
    !game.moves.is_empty() && seated.all(|seated| seated.moved)
}

#[cfg(test)]
mod tests;
