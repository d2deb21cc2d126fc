//! Publishes each `now` that has changed, and lets go of rooms of days that nobody needs.

use std::sync::Arc;

use super::{directory::RoomDirectory, room::Room, room_runtime::RoomRuntime};

impl RoomDirectory {
    /// Notes that a room's `now` has changed; it is published within a second.
    pub fn note_now(&self, room: &Arc<Room>) {
        let fresh = !std::mem::replace(&mut room.live.lock().presence.stale, true);
        if fresh {
            self.stale.lock().push(Arc::clone(room));
        }
    }

    /// Publishes every `now` that has changed. Called once a second.
    pub fn publish_now(&self) {
        let stale = std::mem::take(&mut *self.stale.lock());
        let now_ms = self.clock.now_ms();
        for room in stale {
            if room.publish_now(now_ms) {
                room.announce();
            }
            self.unload(room);
        }
    }

    /// Lets go of a correspondence room that nobody is connected to and that stands in no list: days may pass before it is
    /// needed, and the journal has it. Not while anybody else holds it.
    fn unload(&self, room: Arc<Room>) {
        let (id, waits) = (
            room.id,
            room.committed(|it| it.view().settings.clock.is_correspondence()),
        );
        drop(room);
        if !waits {
            return;
        }
        let is_idle = |live: &RoomRuntime| live.presence.is_empty() && live.listed.is_none();
        // Somebody has it for a moment: it is looked at again.
        if let Some(held) = self.lookup.unload(id, is_idle) {
            self.note_now(&held);
        }
    }
}
