//! This machine's open seats: one file a seat, written before its secret is
//! sent, private to the user, and locked while a process plays it.
//!
//! Knows nothing of links; it watches a session's updates to know what became
//! of a seat.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

use protocol::{Accepted, Answer, RoomCode, Secret};
use serde::{Deserialize, Serialize};

use crate::{
    files::{self, private, private_folder},
    session::{End, Room, Update},
};

/// What is kept of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The server's address.
    pub server: String,
    /// Nothing until the server has answered.
    pub room: Option<RoomCode>,
    pub secret: Secret,
    /// When it was drawn, by this machine's clock, in Unix milliseconds; only
    /// to tell older from newer.
    pub drawn_ms: u64,
}

/// The folder of the seats.
#[derive(Clone, Debug)]
pub struct Seats {
    folder: PathBuf,
}

/// A seat that this process holds.
#[derive(Debug)]
pub struct Held {
    seat: Seat,
    path: PathBuf,
    lock_path: PathBuf,
    /// Locked as long as it is open, whatever becomes of the process. A file
    /// of its own, for some systems let nobody read a locked file.
    _lock: File,
}

impl Seats {
    #[must_use]
    pub fn new(folder: PathBuf) -> Seats {
        Seats { folder }
    }

    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Stores a new seat and holds it.
    ///
    /// # Errors
    /// When it cannot be stored; its secret must not be sent then.
    pub fn store(&self, server: &str, secret: Secret) -> io::Result<Held> {
        private_folder(&self.folder)?;
        let id = getrandom::u64().map_err(io::Error::other)?;
        let path = self.folder.join(format!("{id:016x}.json"));
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let drawn_ms = since.map_or(0, |since| since.as_millis());
        let seat = Seat {
            server: server.to_owned(),
            room: None,
            secret,
            drawn_ms: u64::try_from(drawn_ms).unwrap_or(u64::MAX),
        };
        let held = hold(path, seat)?.ok_or(io::ErrorKind::WouldBlock)?;
        held.write()?;
        Ok(held)
    }

    /// The seats that no process holds, newest first; those of a server if one
    /// is given. What cannot be read, or never got a room, is removed.
    #[must_use]
    pub fn open(&self, server: Option<&str>) -> Vec<Held> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut open: Vec<Held> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .filter_map(take_up)
            .filter(|held| server.is_none_or(|server| held.seat.server == server))
            .collect();
        open.sort_by_key(|held| std::cmp::Reverse(held.seat.drawn_ms));
        open
    }
}

impl Held {
    #[must_use]
    pub fn seat(&self) -> &Seat {
        &self.seat
    }

    /// Notes the room that the seat is in.
    fn is_in(&mut self, room: RoomCode) {
        if self.seat.room != Some(room) {
            self.seat.room = Some(room);
            // The old file still leads back: codes may be old ones.
            let _ = self.write();
        }
    }

    /// Forgets the seat.
    pub fn remove(self) {
        // What stays behind is found stale and removed the next time.
        let _ = fs::remove_file(&self.path);
        let _ = fs::remove_file(&self.lock_path);
    }

    fn write(&self) -> io::Result<()> {
        let beside = self.path.with_extension("new");
        files::write(&self.path, &beside, &serde_json::to_vec(&self.seat)?)
    }
}

fn take_up(path: PathBuf) -> Option<Held> {
    let stale = |held: Held| {
        held.remove();
        None
    };
    let nobody = Seat {
        server: String::new(),
        room: None,
        secret: Secret::draw().ok()?,
        drawn_ms: 0,
    };
    let mut held = hold(path, nobody).ok()??;
    // Read under the lock, or a process that just ended may have changed it.
    let text = fs::read(&held.path).ok()?;
    match serde_json::from_slice::<Seat>(&text) {
        Ok(seat) if seat.room.is_some() => {
            held.seat = seat;
            Some(held)
        }
        _ => stale(held),
    }
}

/// Locks a seat's file; nothing if another process holds it.
fn hold(path: PathBuf, seat: Seat) -> io::Result<Option<Held>> {
    let lock_path = path.with_extension("lock");
    let lock =
        private(OpenOptions::new().write(true).create(true).truncate(false)).open(&lock_path)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Ok(None),
        Err(fs::TryLockError::Error(error)) => return Err(error),
    }
    Ok(Some(Held {
        seat,
        path,
        lock_path,
        _lock: lock,
    }))
}

/// Watches a session and keeps the files of its seats true.
#[derive(Debug, Default)]
pub struct Keeper {
    held: Vec<Held>,
    /// The room of the seat in use.
    present: Option<RoomCode>,
}

impl Keeper {
    /// Keeps a seat.
    pub fn keep(&mut self, held: Held) {
        self.held.push(held);
    }

    /// The seat in use, with its room.
    #[must_use]
    pub fn present(&self) -> Option<(RoomCode, &Secret)> {
        let room = self.present?;
        let held = self.held.iter().find(|held| held.seat.room == Some(room))?;
        Some((room, &held.seat.secret))
    }

    /// Sees what became of the seats.
    pub fn observe(&mut self, update: &Update) {
        match update {
            Update::Seated(entered) => self.seated(entered.room),
            Update::Matched(matched) => self.seated(matched.room),
            Update::Reply { answer, .. } => match answer {
                Answer::Error(_) if self.present.is_none() => self.forget_roomless(),
                Answer::Ok(Accepted::Cancelled) => self.forget_roomless(),
                _ => {}
            },
            Update::Unqueued(_) => self.forget_roomless(),
            Update::Snapshot(room) | Update::Event { room, .. } => self.room(room),
            Update::Dismissed | Update::End(End::Gone) => self.forget_present(),
            _ => {}
        }
    }

    /// Forgets a seat that the server does not know any more.
    pub fn forget_all(&mut self) {
        self.held.drain(..).for_each(Held::remove);
    }

    /// A seat was taken: the one in that room, or the newest without a room.
    fn seated(&mut self, room: RoomCode) {
        let known = self
            .held
            .iter()
            .position(|held| held.seat.room == Some(room));
        let roomless = || self.held.iter().rposition(|held| held.seat.room.is_none());
        // A seat that was taken up again may be in a room with a new code.
        let at = known.or_else(roomless).or(self.held.len().checked_sub(1));
        if let Some(held) = at.and_then(|at| self.held.get_mut(at)) {
            held.is_in(room);
        }
        self.present = Some(room);
    }

    fn room(&mut self, room: &Room) {
        let Some(seat) = room.seat else { return };
        if self.present != Some(room.code) {
            // The room goes by a new code.
            let old = self.present;
            if let Some(held) = self.held.iter_mut().find(|held| held.seat.room == old) {
                held.is_in(room.code);
            }
            self.present = Some(room.code);
        }
        if room.view.ended.is_some() || room.view.seats[seat].is_none() {
            self.forget_present();
        }
    }

    fn forget_present(&mut self) {
        let present = self.present.take();
        self.forget(|held| present.is_some() && held.seat.room == present);
    }

    fn forget_roomless(&mut self) {
        self.forget(|held| held.seat.room.is_none());
    }

    fn forget(&mut self, which: impl Fn(&Held) -> bool) {
        let (gone, kept) = self.held.drain(..).partition(|held| which(held));
        self.held = kept;
        let gone: Vec<Held> = gone;
        gone.into_iter().for_each(Held::remove);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats() -> (tempfile::TempDir, Seats) {
        let folder = tempfile::tempdir().unwrap();
        let seats = Seats::new(folder.path().join("seats"));
        (folder, seats)
    }

    #[test]
    fn a_seat_is_found_again_once_nobody_holds_it() {
        let (_folder, seats) = seats();
        let secret = Secret::draw().unwrap();
        let mut held = seats.store("ws://h:1", secret.clone()).unwrap();
        held.is_in(RoomCode::from_bits(7));
        assert!(seats.open(None).is_empty(), "held by this process");
        drop(held);
        assert!(seats.open(Some("ws://other")).is_empty());
        let open = seats.open(Some("ws://h:1"));
        assert_eq!(open.len(), 1);
        assert_eq!(open[0].seat().secret, secret);
        assert_eq!(open[0].seat().room, Some(RoomCode::from_bits(7)));
        open.into_iter().for_each(Held::remove);
        assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
    }

    #[test]
    fn a_seat_that_never_got_a_room_and_a_broken_file_are_removed() {
        let (_folder, seats) = seats();
        drop(seats.store("ws://h:1", Secret::draw().unwrap()).unwrap());
        fs::write(seats.folder().join("x.json"), "{").unwrap();
        assert!(seats.open(None).is_empty());
        assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_seat_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, seats) = seats();
        let held = seats.store("ws://h:1", Secret::draw().unwrap()).unwrap();
        let mode = fs::metadata(&held.path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn the_keeper_follows_a_seat_to_its_end() {
        let (_folder, seats) = seats();
        let mut keeper = Keeper::default();
        keeper.keep(seats.store("ws://h:1", Secret::draw().unwrap()).unwrap());
        let code = RoomCode::from_bits(7);
        keeper.observe(&Update::Matched(protocol::frame::Matched {
            room: code,
            seat: protocol::Seat::Host,
        }));
        assert_eq!(keeper.held[0].seat.room, Some(code));
        keeper.observe(&Update::Dismissed);
        assert!(keeper.held.is_empty());
        assert_eq!(fs::read_dir(seats.folder()).unwrap().count(), 0);
    }
}
