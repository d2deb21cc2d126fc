//! This machine's open seats: one private file each, written before its secret is sent,
//! and locked while a process plays it. A tracker keeps them true to a session's
//! updates.

mod tracker;

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use protocol::{
    RoomCode, Secret,
    request::{MOST_SEATS, Seats},
};
use sentences::time::unix_ms;
use serde::{Deserialize, Serialize};

pub use tracker::SeatTracker;

use crate::files::{self, private, private_folder};

/// Stored form of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    /// The server's address.
    pub server: String,
    /// Nothing until the server has answered.
    pub room: Option<RoomCode>,
    pub secret: Secret,
    /// When it was drawn, by this machine's clock, in Unix milliseconds; only
    /// to tell older from newer.
    pub drawn_ms: u64,
}

/// A seat of this machine on one server: its secret tells it from another in the same room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSeat {
    pub room: RoomCode,
    pub secret: Secret,
}

impl SavedSeat {
    /// It without its server; nothing before it has a room.
    pub fn own(&self) -> Option<OwnSeat> {
        let room = self.room?;
        let secret = self.secret.clone();
        Some(OwnSeat { room, secret })
    }
}

/// Selection of a person's seats: all, those in a room, or those in a room of one server.
#[derive(Clone, Debug, Default)]
pub struct SeatFilter {
    pub room: Option<RoomCode>,
    pub server: Option<String>,
}

impl SeatFilter {
    /// Whether a seat is one of those that are meant.
    pub fn includes(&self, seat: &SavedSeat) -> bool {
        let in_room = self.room.is_none() || seat.room == self.room;
        let server = self.server.as_ref();
        in_room && server.is_none_or(|server| seat.server == *server)
    }
}

/// The folder of the seats.
#[derive(Clone, Debug)]
pub struct SeatStore {
    folder: PathBuf,
}

/// A seat that this process holds, or is about to take from another.
#[derive(Debug)]
pub struct SeatGuard {
    seat: SavedSeat,
    path: PathBuf,
    lock: SeatLock,
    /// Whether the file says less than `seat`, because it could not be written. It is tried again
    /// with each update.
    unsaved: bool,
}

/// Player of a seat.
#[derive(Debug)]
enum SeatLock {
    /// This process: locked as long as the file is open, whatever becomes of the process. A file
    /// of its own, for some systems let nobody read a locked file.
    Ours(#[expect(dead_code, reason = "held for its lock")] File),
    /// Another process.
    Elsewhere,
    /// Nobody that is known of: there can be no lock, on a disk that is read-only or full.
    Unknown,
}

impl SeatStore {
    /// The seats of that folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> SeatStore {
        SeatStore { folder }
    }

    /// That folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Stores a new seat and holds it; where nothing can be stored, holds it for this process
    /// until that is possible, and answers why.
    pub(crate) fn hold_new(&self, server: &str, secret: Secret) -> (SeatGuard, Option<io::Error>) {
        // Without randomness there is no secret either; the time is for form's sake.
        let id = getrandom::u64().unwrap_or_else(|_| unix_ms());
        let path = self.folder.join(format!("{id:016x}.json"));
        let mut held = SeatGuard {
            path,
            lock: SeatLock::Unknown,
            seat: drawn(server, secret),
            unsaved: true,
        };
        let error = held.save().err();
        (held, error)
    }

    /// The seats that no process holds, newest first; those of a server if one
    /// is given. What cannot be read, or never got a room, is removed.
    pub fn open(&self, server: Option<&str>) -> Vec<SeatGuard> {
        self.all(server, |held| !held.is_elsewhere())
    }

    /// The seats that another process plays, likewise.
    pub fn in_use(&self, server: Option<&str>) -> Vec<SeatGuard> {
        self.all(server, SeatGuard::is_elsewhere)
    }

    /// The newest of the seats that are meant; one that another process plays comes first.
    pub fn meant(&self, meant: &SeatFilter) -> Option<SeatGuard> {
        let newest =
            |seats: Vec<SeatGuard>| seats.into_iter().find(|held| meant.includes(&held.seat));
        // Looked for before the open seats are held, which would count as in use.
        newest(self.in_use(None)).or_else(|| newest(self.open(None)))
    }

    /// The seats of a server, or of all, that have a room, newest first. Locks nothing: other
    /// processes are not kept from them.
    pub fn saved(&self, server: Option<&str>) -> Vec<SavedSeat> {
        let seats = self.files().into_iter().filter_map(|path| {
            let text = fs::read(path).ok()?;
            serde_json::from_slice::<SavedSeat>(&text).ok()
        });
        let there = |seat: &SavedSeat| server.is_none_or(|server| seat.server == server);
        let mut seats: Vec<_> = seats.filter(there).collect();
        seats.retain(|seat| seat.room.is_some());
        seats.sort_by_key(|seat| std::cmp::Reverse(seat.drawn_ms));
        seats
    }

    /// The rooms of a server in which this machine has a seat, under any name. Locks nothing.
    pub fn rooms(&self, server: &str) -> Vec<RoomCode> {
        let here = self.saved(Some(server)).into_iter();
        here.filter_map(|seat| seat.room).collect()
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .collect()
    }

    fn all(&self, server: Option<&str>, which: impl Fn(&SeatGuard) -> bool) -> Vec<SeatGuard> {
        let files = self.files().into_iter();
        let mut found: Vec<SeatGuard> = files
            .filter_map(take_up)
            .filter(|held| server.is_none_or(|server| held.seat.server == server))
            .filter(which)
            .collect();
        found.sort_by_key(|held| std::cmp::Reverse(held.seat.drawn_ms));
        found
    }
}

impl SeatGuard {
    /// As it was last stored, or is to be.
    pub fn seat(&self) -> &SavedSeat {
        &self.seat
    }

    /// Whether another process plays it.
    pub fn is_elsewhere(&self) -> bool {
        matches!(self.lock, SeatLock::Elsewhere)
    }

    /// Notes the room that the seat is in.
    fn is_in(&mut self, room: RoomCode) -> io::Result<()> {
        if self.seat.room == Some(room) {
            return Ok(());
        }
        self.seat.room = Some(room);
        self.unsaved = true;
        self.save()
    }

    /// Does what could not be done yet: takes the lock once the process that the seat was taken
    /// from lets go, and writes unsaved changes.
    fn catch_up(&mut self) {
        if self.is_elsewhere() {
            self.lock = lock(&self.path);
        }
        if self.unsaved {
            // That it cannot be written was said.
            let _ = self.save();
        }
    }

    /// Writes the seat, locked first: one without a lock is taken for a leftover.
    fn save(&mut self) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            private_folder(folder)?;
        }
        if matches!(self.lock, SeatLock::Unknown) {
            self.lock = lock(&self.path);
        }
        self.write()?;
        self.unsaved = false;
        Ok(())
    }

    /// Forgets the seat.
    pub fn remove(self) {
        remove(&self.path);
    }

    fn write(&self) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        files::write_json(&self.path, &beside, &self.seat)
    }
}

/// The requests for how it stands at seats: one for as many as may be asked about at once.
pub fn requests(seats: Vec<SavedSeat>) -> impl Iterator<Item = Seats> {
    let secrets: Vec<Secret> = seats.into_iter().map(|seat| seat.secret).collect();
    let requests = secrets.chunks(MOST_SEATS).map(|secrets| Seats {
        secrets: secrets.to_vec(),
    });
    requests.collect::<Vec<_>>().into_iter()
}

/// A new seat, not in a room yet.
fn drawn(server: &str, secret: Secret) -> SavedSeat {
    SavedSeat {
        server: server.to_owned(),
        room: None,
        secret,
        drawn_ms: unix_ms(),
    }
}

/// A stored seat, locked unless another process holds it.
fn take_up(path: PathBuf) -> Option<SeatGuard> {
    let lock = lock(&path);
    // Read under the lock, or a process that just ended may have changed it.
    let text = fs::read(&path).ok()?;
    match serde_json::from_slice::<SavedSeat>(&text) {
        Ok(seat) if seat.room.is_some() => Some(SeatGuard {
            seat,
            path,
            lock,
            unsaved: false,
        }),
        _ => {
            if matches!(lock, SeatLock::Ours(_)) {
                remove(&path);
            }
            None
        }
    }
}

/// Removes the files of a seat. What stays behind is found stale and removed the next time.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    let _ = fs::remove_file(lock_path(path));
}

fn lock_path(path: &Path) -> PathBuf {
    path.with_extension("lock")
}

/// Locks the seat of that file.
fn lock(path: &Path) -> SeatLock {
    let mut options = OpenOptions::new();
    let open = private(options.write(true).create(true).truncate(false)).open(lock_path(path));
    let Ok(file) = open else {
        return SeatLock::Unknown;
    };
    match file.try_lock() {
        Ok(()) => SeatLock::Ours(file),
        Err(fs::TryLockError::WouldBlock) => SeatLock::Elsewhere,
        Err(fs::TryLockError::Error(_)) => SeatLock::Unknown,
    }
}

#[cfg(test)]
mod tests;
