//! The folder of this machine's copies: one file a game, named by the time of
//! its end and its id, or room and number; beside them the keys by which its
//! players may have a server forget it.
//!
//! A file may be given to friends; a key not.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use protocol::{GameId, Secret};
use sentences::time::stamp;

use super::{MOST_BYTES, SavedGame, SavedGameError, replay::Game};
use crate::files::{self, private, private_folder};

/// Symbols of an id that nobody meets twice among a person's games: 40 bits.
const SHORT: usize = 8;

/// Copies that are kept unless a setting says otherwise: some 20 MB.
pub const USUALLY_KEPT: usize = 10_000;

/// The folder of the copies.
#[derive(Clone, Debug)]
pub struct GameArchive {
    folder: PathBuf,
    /// The most that are kept.
    most: usize,
}

/// A file of the folder that may be a copy.
#[derive(Clone, Debug)]
pub struct ArchiveEntry {
    pub path: PathBuf,
    /// The file's name without its ending.
    stem: String,
}

/// Result of looking up a person's name for a game.
#[derive(Debug)]
pub enum ArchiveMatch {
    None,
    One(ArchiveEntry),
    /// The names of all that begin so.
    Several(Vec<String>),
}

/// Why a copy is not shown.
#[derive(Debug)]
pub enum ReadFailure {
    Io(io::Error),
    Invalid(SavedGameError),
}

/// Reads a game and makes its moves.
///
/// # Errors
/// When it cannot be read, or is no game.
pub fn read(input: impl io::Read) -> Result<Game, ReadFailure> {
    let text = files::read_bounded(input, MOST_BYTES).map_err(ReadFailure::Io)?;
    SavedGame::parse(&text)
        .and_then(Game::check)
        .map_err(ReadFailure::Invalid)
}

/// Reads a file as a game.
pub fn read_file(path: &Path) -> Result<Game, ReadFailure> {
    read(File::open(path).map_err(ReadFailure::Io)?)
}

/// Key for which a server forgets a game: the secret of a seat in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameKey {
    pub secret: Secret,
    /// The server's address; nothing in the files of earlier versions.
    pub server: Option<String>,
}

impl GameKey {
    fn read(line: &str) -> Option<GameKey> {
        let (secret, server) = line.split_once(' ').unwrap_or((line, ""));
        Some(GameKey {
            secret: Secret::new(secret).ok()?,
            server: Some(server.to_owned()).filter(|server| !server.is_empty()),
        })
    }
}

impl ArchiveEntry {
    /// The entry of a file; nothing for one that no copy would be called like.
    pub fn of(path: PathBuf) -> Option<ArchiveEntry> {
        let json = path.extension().is_some_and(|ending| ending == "json");
        let stem = path.file_stem()?.to_str().filter(|_| json)?.to_owned();
        Some(ArchiveEntry { path, stem })
    }

    /// Short name: the file's name without the time.
    pub fn handle(&self) -> &str {
        self.stem
            .split_once("Z-")
            .map_or(&self.stem, |(_, handle)| handle)
    }

    /// Enough of that for people to type: the first symbols of an id.
    pub fn short(&self) -> &str {
        let handle = self.handle();
        match handle.parse::<GameId>() {
            Ok(_) => handle.get(..SHORT).unwrap_or(handle),
            Err(_) => handle,
        }
    }
}

impl GameArchive {
    /// The folder, of which the newest copies are kept, at most this number.
    pub fn new(folder: PathBuf, most: usize) -> GameArchive {
        GameArchive { folder, most }
    }

    /// Where they are kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The files, newest first; none where there is no folder.
    pub fn entries(&self) -> io::Result<Vec<ArchiveEntry>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut entries: Vec<ArchiveEntry> = entries
            .filter_map(|entry| ArchiveEntry::of(entry.ok()?.path()))
            .collect();
        entries.sort_by(|one, other| other.stem.cmp(&one.stem));
        Ok(entries)
    }

    /// Keeps a game that ended at that time, once: seen again, it stays as it
    /// is.
    pub fn keep(&self, saved: &SavedGame, ended_ms: u64) -> io::Result<()> {
        private_folder(&self.folder)?;
        let handle = handle_of(saved);
        let mut alike = self.entries()?.into_iter();
        // A broken file of that name is not this game, and is written anew.
        let known = |entry: ArchiveEntry| {
            let text = File::open(&entry.path).and_then(|f| files::read_bounded(f, MOST_BYTES));
            let old = text.map(|text| SavedGame::parse(&text));
            matches!(old, Ok(Ok(old)) if old.is(saved))
        };
        if alike.any(|entry| entry.handle() == handle && known(entry)) {
            return Ok(());
        }
        let name = format!("{}-{handle}", stamp(ended_ms));
        // Both players may sit at this machine and write at the same time.
        let mine = getrandom::u64().map_err(io::Error::other)?;
        let beside = self.folder.join(format!("{name}.{mine:016x}.new"));
        let path = self.folder.join(name + ".json");
        files::write_json(&path, &beside, saved)?;
        self.forget_oldest()
    }

    /// Deletes the copies that are more than are kept.
    fn forget_oldest(&self) -> io::Result<()> {
        for entry in self.entries()?.into_iter().skip(self.most) {
            match fs::remove_file(entry.path) {
                // Another process was first.
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Finds a copy by its handle or file name, or by an unambiguous beginning
    /// of one.
    pub fn find(&self, typed: &str) -> io::Result<ArchiveMatch> {
        let typed = typed.trim().to_lowercase();
        if typed.is_empty() {
            return Ok(ArchiveMatch::None);
        }
        let names =
            |entry: &ArchiveEntry| [entry.handle().to_lowercase(), entry.stem.to_lowercase()];
        let mut found = self.entries()?;
        found.retain(|entry| names(entry).iter().any(|name| name.starts_with(&typed)));
        // "K7QX-4MTR-1" is meant, even if there is a "K7QX-4MTR-10".
        if found.iter().any(|entry| names(entry).contains(&typed)) {
            found.retain(|entry| names(entry).contains(&typed));
        }
        Ok(match found.len() {
            0 => ArchiveMatch::None,
            1 => found.pop().map_or(ArchiveMatch::None, ArchiveMatch::One),
            _ => ArchiveMatch::Several(found.into_iter().map(|entry| entry.stem).collect()),
        })
    }

    /// Keeps the key by which a server will forget a game, a line each:
    /// there may be two, when both players sit at this machine.
    pub(crate) fn keep_key(&self, id: GameId, key: &GameKey) -> io::Result<()> {
        if self.keys(id).contains(key) {
            return Ok(());
        }
        private_folder(&self.folder.join("keys"))?;
        // Appended, for both may write at the same time.
        let mut options = OpenOptions::new();
        let mut file = private(options.append(true).create(true)).open(self.key_path(id))?;
        // On a line of its own, whatever half a line a full disk has left.
        let server = key.server.as_deref().unwrap_or_default();
        let line = format!("\n{} {server}\n", key.secret.reveal());
        file.write_all(line.as_bytes())?;
        file.sync_all()
    }

    /// The keys of a game; none if it was only watched, or is unknown.
    pub fn keys(&self, id: GameId) -> Vec<GameKey> {
        let text = fs::read_to_string(self.key_path(id)).unwrap_or_default();
        text.lines().filter_map(GameKey::read).collect()
    }

    /// Forgets the keys of a game.
    pub fn forget_keys(&self, id: GameId) {
        // One that stays behind opens nothing any more.
        let _ = fs::remove_file(self.key_path(id));
    }

    fn key_path(&self, id: GameId) -> PathBuf {
        self.folder.join("keys").join(id.to_string())
    }
}

fn handle_of(saved: &SavedGame) -> String {
    let record = &saved.record;
    match record.id {
        Some(id) => id.to_string(),
        None => format!("{}-{}", record.room, record.game.number),
    }
}

#[cfg(test)]
mod tests;
