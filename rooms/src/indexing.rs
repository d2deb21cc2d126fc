//! Everything that leads to a room, brought in line with its last step.

use std::sync::Arc;

use journal::RoomId;
use protocol::View;
use referee::Private;

use super::{directory::RoomDirectory, room::Room};

impl RoomDirectory {
    /// Brings the directory in line with a durable step from `before` to `after`, which are the same where it left the
    /// private part as it was but for replies.
    pub(super) fn index(&self, room: &Arc<Room>, before: &Private, after: &Private, view: &View) {
        let ended = view.ended.is_some();
        if ended {
            if let Some(code) = after.code {
                self.lookup.note_end(code);
            }
            self.forget(room.id, before);
            self.lookup.release(room.id, after);
        } else if !std::ptr::eq(before, after) {
            if before.code.is_some() && before.code != after.code {
                self.public_list.remove(&mut room.live.lock().listed);
            }
            self.lookup.reindex(room.id, before, after);
        }
        let computers_changed = {
            let mut live = room.live.lock();
            let waits = view.settings.clock.is_correspondence();
            live.presence
                .set_in_game(view.running().is_some() && !waits);
            if waits {
                live.pending_notification = self.pending_notification(view, after).map(Box::new);
            }
            let pending_call = self.pending_call(view, after).map(Box::new);
            let had_pending_call =
                std::mem::replace(&mut live.pending_call, pending_call).is_some();
            // No other room has attempts that wait.
            if waits || had_pending_call || after.webhook.is_some() {
                self.forget_settled(room.id, &live);
            }
            if after.webhook.is_none() {
                live.players = None;
            } else if view.running().is_some() {
                live.players = Some(Box::new(view.players()));
            }
            if let Some(code) = after.code.filter(|_| !ended) {
                self.list(room.id, &mut live, code, view);
            }
            self.computers.update(&mut live, view, self.is_kept(room))
        };
        if computers_changed || view.settings.clock.is_correspondence() {
            self.note_now(room);
        }
    }

    /// Takes a room out of everything that leads to it.
    pub(super) fn forget(&self, id: RoomId, private: &Private) {
        if let Some(room) = self.lookup.remove(id) {
            let mut live = room.live.lock();
            live.opened = None;
            self.public_list.remove(&mut live.listed);
        }
        self.lookup.release(id, private);
        self.scheduler.set(id, None);
    }
}
