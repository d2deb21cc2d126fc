//! The time at which a room wakes next: the first of its deadlines, of its computer's moves, and of its pending
//! notifications and calls.

use protocol::{View, ids::BySeat};
use referee::{computer, may_be_lost, next_deadline_but_moves, next_deadline_while_standing};

use super::{computers::Computers, directory::RoomDirectory, presence::Presence, room::Room};

impl RoomDirectory {
    /// Wakes every room in memory with a running game, so that its players are
    /// notified at once of what a gap of the clock changed.
    pub fn wake_running(&self) {
        let now_ms = self.clock.now_ms();
        for room in self.lookup.all_loaded() {
            if room.committed(|it| it.view().running().is_some()) {
                self.scheduler.sooner(room.id, now_ms);
            }
        }
    }

    /// Sets when something next happens in a room by itself. If the room is
    /// woken before that anyway it is left at that, and set then: nearly every
    /// move only puts the instant off.
    pub(super) fn schedule(&self, room: &Room, view: &View) {
        let may_be_lost = BySeat::from_fn(|seat| may_be_lost(view, seat));
        // Held to the end, so that a link that ends meanwhile is not overwritten.
        let mut live = room.live.lock();
        let next = match live.stands() {
            true => next_deadline_while_standing(view),
            false => next_deadline_but_moves(view),
        };
        let step = match live.computers {
            0 => None,
            _ => Computers::due_ms(&live, view),
        };
        let loss = live.presence.loss_due_ms(may_be_lost, &self.limits);
        let end = self.unwatched_due_ms(room, &mut live.presence, view);
        let pending = live.pending_notification.as_deref();
        let notification = pending.and_then(|pending| {
            self.notifications
                .wakes_ms(room.id, pending, pending.due_ms)
        });
        let call = live.pending_call.as_deref();
        let call = call.and_then(|pending| self.calls.wakes_ms(room.id, &(), pending.due_ms));
        let deadline = next.and_then(|ms| {
            let all = [Some(ms), step, loss, end, notification, call];
            all.into_iter().flatten().min()
        });
        if live
            .wakes_ms
            .is_none_or(|wakes_ms| deadline.is_none_or(|ms| ms < wakes_ms))
        {
            live.wakes_ms = deadline;
            self.scheduler.set(room.id, deadline);
        }
    }

    /// The same after the outcome of a message; another may be pending meanwhile. Of a room that could not be read nothing is
    /// known: it looks at itself then.
    pub(super) fn schedule_again(&self, room: &Room, retry_ms: u64) {
        let table = room.table();
        if table.view().seq == 0 {
            return self.scheduler.sooner(room.id, retry_ms);
        }
        self.forget_settled(room.id, &room.live.lock());
        self.schedule(room, table.view());
    }

    /// Brings a room's computers in line with its connections.
    pub(super) fn update_computers(&self, room: &Room) {
        let has_computers = {
            let live = &mut *room.live.lock();
            if live.computers > 0 {
                self.computers.update_place(live, self.is_kept(room));
            }
            live.computers > 0
        };
        if has_computers {
            self.schedule(room, room.table().view());
        }
    }

    /// When a room of two computers ends because nobody watches.
    fn unwatched_due_ms(&self, room: &Room, presence: &mut Presence, view: &View) -> Option<u64> {
        if !computer::is_exhibition(view) || self.is_kept(room) {
            return None;
        }
        presence.count_watching(self.clock.now_ms());
        let since_ms = presence.unwatched_since_ms()?;
        Some(since_ms + self.limits.empty_room_ms)
    }
}
