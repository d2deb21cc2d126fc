//! A room's sort key in the public list.

use admission::Place;
use protocol::RoomCode;

/// Rooms that wait for a player come first, so that nobody misses them behind running games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListSection {
    Waiting,
    Playing,
}

/// Its place in the list. The first room of each address comes before the second of any, so that no
/// address pushes the others' rooms back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListKey {
    pub section: ListSection,
    /// How many rooms of its address were listed before it.
    pub rank: u64,
    pub code: RoomCode,
}

/// A room that is listed.
#[derive(Debug)]
pub(super) struct Listing {
    pub key: ListKey,
    /// Among the listed rooms of its address.
    pub place: Place,
}
