//! The public list: keys of its rooms in the order of its pages, with the places of each address.

use std::{collections::BTreeMap, ops::Bound, sync::Arc};

use admission::{Payer, Place, PlaceLimits, Places};
use journal::RoomId;
use parking_lot::Mutex;
use protocol::RoomCode;

use crate::cache::Cache;

/// Rooms that were listed and whose key is remembered: 40 bytes each.
const FORMER: usize = 4_096;

/// Rooms that wait for a player come first, so that nobody misses them behind running games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListSection {
    Waiting,
    Playing,
}

/// A room's sort key. The first room of each address comes before the second of any, so that no
/// address pushes the others' rooms back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListKey {
    pub section: ListSection,
    /// Number of rooms of its address that were listed before it.
    pub rank: u64,
    pub code: RoomCode,
}

/// A room's entry in the list, kept in the room: dropping it frees the place, and [`PublicList::remove`] takes the room out, too.
#[derive(Debug)]
pub(super) struct RoomListing {
    pub key: ListKey,
    /// Among the listed rooms of its address.
    place: Place,
}

/// The rooms that are listed.
pub(super) struct PublicList {
    rooms: Mutex<BTreeMap<ListKey, RoomId>>,
    /// Number of rooms that each address has there.
    places: Arc<Places>,
    /// Keys of rooms that are not listed any more, for clients that page through the list.
    former: Cache<RoomCode, ListKey>,
}

impl PublicList {
    /// An empty one.
    pub fn new() -> PublicList {
        PublicList {
            rooms: Mutex::default(),
            places: Places::new(PlaceLimits::each(u64::MAX)),
            former: Cache::new(FORMER),
        }
    }

    /// Number of rooms in it.
    pub fn len(&self) -> usize {
        self.rooms.lock().len()
    }

    /// At most `most` rooms: the first ones, or those behind a key.
    pub fn behind(&self, key: Option<ListKey>, most: usize) -> Vec<(RoomCode, RoomId)> {
        let from = key.map_or(Bound::Unbounded, Bound::Excluded);
        let rooms = self.rooms.lock();
        let further = rooms.range((from, Bound::Unbounded)).take(most);
        further.map(|(key, id)| (key.code, *id)).collect()
    }

    /// The key of a room when it was last listed.
    pub fn former(&self, code: RoomCode) -> Option<ListKey> {
        self.former.get(&code)
    }

    /// Puts a room into a section, moves it there, or takes it out where there is none for it. `payer` opened it.
    pub fn put(
        &self,
        listed: &mut Option<RoomListing>,
        section: Option<ListSection>,
        (code, id): (RoomCode, RoomId),
        payer: Payer,
    ) {
        if listed.as_ref().map(|it| it.key.section) == section {
            return;
        }
        let place = self.remove(listed).map(|it| it.place);
        let Some(section) = section else { return };
        let place = place.unwrap_or_else(|| self.places.take_again(payer));
        let rank = place.rank();
        let key = ListKey {
            section,
            rank,
            code,
        };
        self.rooms.lock().insert(key, id);
        *listed = Some(RoomListing { key, place });
    }

    /// Takes a room out.
    pub fn remove(&self, listed: &mut Option<RoomListing>) -> Option<RoomListing> {
        let listing = listed.take()?;
        self.rooms.lock().remove(&listing.key);
        self.former.put(listing.key.code, listing.key);
        Some(listing)
    }
}
