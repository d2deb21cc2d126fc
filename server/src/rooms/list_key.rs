//! Where a room stands in the public list.

use protocol::RoomCode;

/// Those who wait come first, so that nobody misses them behind running games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListSection {
    Waiting,
    Playing,
}

/// Its place in the list.
pub(super) type ListKey = (ListSection, RoomCode);
