//! Keeps the directory's maps in line with what became of a room.

use std::sync::Arc;

use journal::RoomId;
use protocol::{RoomCode, View};
use referee::Private;

use super::{
    directory::{RoomDirectory, RoomEntry},
    room::Room,
};

impl RoomDirectory {
    /// Brings the directory in line with a durable step from `before` to `after`, which are the same where it left the
    /// private part as it was but for replies.
    pub(super) fn index(&self, room: &Arc<Room>, before: &Private, after: &Private, view: &View) {
        let ended = view.ended.is_some();
        if ended {
            if let Some(code) = after.code {
                self.ended.put(code, ());
            }
            self.forget(room.id, before);
            self.forget(room.id, after);
        } else if !std::ptr::eq(before, after) {
            self.index_secrets(room.id, before, after);
            self.index_code(room, before.code, after.code);
        }
        let computers_changed = {
            let mut live = room.live.lock();
            let waits = view.settings.clock.is_correspondence();
            live.presence
                .set_in_game(view.running().is_some() && !waits);
            if waits {
                live.owed = self.owed_notification(view, after).map(Box::new);
            }
            let owed_call = self.owed_call(view, after).map(Box::new);
            let owed_one = std::mem::replace(&mut live.owed_call, owed_call).is_some();
            // No other room has attempts that wait.
            if waits || owed_one || after.webhook.is_some() {
                self.forget_unowed(room.id, &live);
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

    fn index_secrets(&self, id: RoomId, before: &Private, after: &Private) {
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
    }

    fn index_code(&self, room: &Room, before: Option<RoomCode>, after: Option<RoomCode>) {
        if before == after {
            return;
        }
        if let (Some(was), Some(_)) = (before, after) {
            self.codes.remove_if(&was, |_, id| *id == room.id);
            self.public_list.remove(&mut room.live.lock().listed);
        }
        if let Some(code) = after {
            self.codes.insert(code, room.id);
        }
    }

    /// Takes a room out of every map.
    pub(super) fn forget(&self, id: RoomId, private: &Private) {
        if let Some((_, RoomEntry::Loaded(room))) = self.by_id.remove(&id) {
            let mut live = room.live.lock();
            live.opened = None;
            self.public_list.remove(&mut live.listed);
        }
        if let Some(code) = private.code {
            self.codes.remove_if(&code, |_, held| *held == id);
        }
        for (_, hash) in private.secrets() {
            self.release_secret(&hash, id);
        }
        self.scheduler.set(id, None);
    }
}
