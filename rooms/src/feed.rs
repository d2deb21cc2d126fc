//! Feed of a room's events for another node, which passes them on to the spectators whom it carries.

use std::sync::Arc;

use protocol::RoomCode;

use super::{directory::RoomDirectory, room::Room};
use crate::handle::ConnectionHandle;

/// A feed's place in a room; dropping it leaves the room.
pub struct FeedPlace {
    /// The room.
    pub room: Arc<Room>,
    number: u64,
}

impl RoomDirectory {
    /// Writes a room's events to that connection, too, which counts as no spectator. Nothing unless the room has that code:
    /// each visitor carried there has been let in by it.
    pub fn feed(&self, code: RoomCode, handle: &Arc<ConnectionHandle>) -> Option<FeedPlace> {
        let room = self.lookup.by_code(code)?;
        let audience = &mut room.live.lock().presence.audience;
        let number = audience.admit_feed(Arc::clone(handle));
        Some(FeedPlace {
            room: Arc::clone(&room),
            number,
        })
    }
}

impl Drop for FeedPlace {
    fn drop(&mut self) {
        self.room.live.lock().presence.audience.remove(self.number);
    }
}
