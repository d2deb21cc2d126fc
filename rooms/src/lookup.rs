//! Lookup of rooms by number, by code and by the secrets of their seats.

use std::sync::Arc;

use admission::Place;
use dashmap::{DashMap, Entry};
use journal::{RoomId, Summary};
use protocol::{RoomCode, SecretHash};
use referee::Private;

use super::{room::Room, room_runtime::RoomRuntime};
use crate::cache::Cache;

#[cfg(test)]
mod tests;

/// Codes of ended rooms that are remembered, so that their links say so: 24 bytes each.
const ENDED: usize = 4_096;

/// The rooms of a service. Its maps hand out `Arc`s, never their guards.
pub(super) struct RoomLookup {
    rooms: DashMap<RoomId, KnownRoom>,
    codes: DashMap<RoomCode, RoomId>,
    secrets: DashMap<SecretHash, RoomId>,
    /// The codes that rooms had when they ended, until others take their places.
    ended: Cache<RoomCode, ()>,
}

/// A room that is in memory, or one that is only known to be in the journal.
enum KnownRoom {
    Loaded(Arc<Room>),
    /// With its place among the rooms that somebody has opened.
    Unloaded(Option<Place>),
}

impl KnownRoom {
    fn loaded(&self) -> Option<Arc<Room>> {
        match self {
            KnownRoom::Loaded(room) => Some(Arc::clone(room)),
            KnownRoom::Unloaded(_) => None,
        }
    }
}

impl RoomLookup {
    /// An empty one with space for that many rooms.
    pub fn with_capacity(rooms: usize) -> RoomLookup {
        RoomLookup {
            rooms: DashMap::with_capacity(rooms),
            codes: DashMap::with_capacity(rooms),
            secrets: DashMap::with_capacity(2 * rooms),
            ended: Cache::new(ENDED),
        }
    }

    /// Adds a room that is in the journal, with its place among the rooms that somebody has opened.
    pub fn add_unloaded(&self, summary: &Summary, place: Option<Place>) {
        let id = summary.room;
        self.rooms.insert(id, KnownRoom::Unloaded(place));
        self.codes.insert(summary.code, id);
        for (_, hash) in &summary.secrets {
            self.secrets.insert(*hash, id);
        }
    }

    /// Adds a room under its number.
    pub fn add(&self, room: &Arc<Room>) {
        let loaded = KnownRoom::Loaded(Arc::clone(room));
        self.rooms.insert(room.id, loaded);
    }

    /// Takes a room's number out, and returns the room if it was in memory. Its code and secrets stay.
    pub fn remove(&self, id: RoomId) -> Option<Arc<Room>> {
        self.rooms.remove(&id)?.1.loaded()
    }

    /// Lets go of a room in memory that is idle and that nobody else holds. One that is idle and held is returned.
    pub fn unload(&self, id: RoomId, is_idle: impl Fn(&RoomRuntime) -> bool) -> Option<Arc<Room>> {
        // Whoever looks for the room waits for its entry.
        let mut entry = self.rooms.get_mut(&id)?;
        let KnownRoom::Loaded(room) = &mut *entry else {
            return None;
        };
        let Some(unshared) = Arc::get_mut(room) else {
            let idle = is_idle(&room.live.lock());
            return idle.then(|| Arc::clone(room));
        };
        let live = unshared.live.get_mut();
        if is_idle(live) {
            let place = live.opened.take();
            *entry = KnownRoom::Unloaded(place);
        }
        None
    }

    /// Finds a room by its number. One that is only in the journal comes back without its state, which is read when it is
    /// needed.
    pub fn find(&self, id: RoomId) -> Option<Arc<Room>> {
        let mut entry = self.rooms.get_mut(&id)?;
        if let KnownRoom::Unloaded(place) = &mut *entry {
            let room = Room::new(id, None, true);
            room.live.lock().opened = place.take();
            *entry = KnownRoom::Loaded(Arc::new(room));
        }
        entry.loaded()
    }

    /// A room that is in memory, by its number.
    pub fn loaded(&self, id: RoomId) -> Option<Arc<Room>> {
        self.rooms.get(&id)?.loaded()
    }

    /// The rooms in memory.
    pub fn all_loaded(&self) -> Vec<Arc<Room>> {
        self.rooms.iter().filter_map(|it| it.loaded()).collect()
    }

    /// Number of rooms.
    pub fn len(&self) -> usize {
        self.rooms.len()
    }

    /// Number of a room, by its code.
    pub fn id_of(&self, code: RoomCode) -> Option<RoomId> {
        self.codes.get(&code).map(|id| *id)
    }

    /// Finds a room by its code.
    pub fn by_code(&self, code: RoomCode) -> Option<Arc<Room>> {
        self.find(self.id_of(code)?)
    }

    /// Every code with its room's number.
    pub fn codes(&self) -> Vec<(RoomCode, RoomId)> {
        let entries = self.codes.iter();
        entries.map(|it| (*it.key(), *it.value())).collect()
    }

    /// Number of codes that lead to a room.
    pub fn codes_len(&self) -> usize {
        self.codes.len()
    }

    /// Keeps a code for a room. False when another room has it.
    pub fn reserve_code(&self, code: RoomCode, id: RoomId) -> bool {
        match self.codes.entry(code) {
            Entry::Vacant(free) => {
                free.insert(id);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    /// Releases a code, unless another room has it by now.
    pub fn release_code(&self, code: RoomCode, id: RoomId) {
        self.codes.remove_if(&code, |_, held| *held == id);
    }

    /// Remembers that the room of a code has ended.
    pub fn note_end(&self, code: RoomCode) {
        self.ended.put(code, ());
    }

    /// Whether a room of that code has ended, as far as is remembered.
    pub fn has_ended(&self, code: RoomCode) -> bool {
        self.ended.get(&code).is_some()
    }

    /// Finds the room in which a secret holds a seat, or is about to.
    pub fn by_secret(&self, hash: &SecretHash) -> Option<Arc<Room>> {
        let id = self.secrets.get(hash).map(|id| *id)?;
        self.find(id)
    }

    /// Whether a secret holds a seat.
    pub fn knows(&self, hash: &SecretHash) -> bool {
        self.secrets.contains_key(hash)
    }

    /// Number of secrets that hold a seat.
    pub fn secrets_len(&self) -> usize {
        self.secrets.len()
    }

    /// Keeps a secret for a room, so that the same request sent twice at once cannot lead to two. False when it belongs to
    /// another room.
    pub fn reserve_secret(&self, hash: &SecretHash, id: RoomId) -> bool {
        *self.secrets.entry(*hash).or_insert(id) == id
    }

    /// Releases a secret, unless another room has it by now.
    pub fn release_secret(&self, hash: &SecretHash, id: RoomId) {
        self.secrets.remove_if(hash, |_, held| *held == id);
    }

    /// Brings a room's code and secrets in line with a durable step.
    pub fn reindex(&self, id: RoomId, before: &Private, after: &Private) {
        for (_, was) in before.secrets() {
            if after.seat_of(&was).is_none() {
                self.release_secret(&was, id);
            }
        }
        for (_, is) in after.secrets() {
            if before.seat_of(&is).is_none() {
                self.secrets.insert(is, id);
            }
        }
        if before.code == after.code {
            return;
        }
        if let (Some(was), Some(_)) = (before.code, after.code) {
            self.release_code(was, id);
        }
        if let Some(code) = after.code {
            self.codes.insert(code, id);
        }
    }

    /// Releases a room's code and secrets.
    pub fn release(&self, id: RoomId, private: &Private) {
        if let Some(code) = private.code {
            self.release_code(code, id);
        }
        for (_, hash) in private.secrets() {
            self.release_secret(&hash, id);
        }
    }
}
