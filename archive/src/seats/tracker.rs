//! Tracker that keeps the files of a session's seats true to its updates.

use std::io;

use oxo_client::session::{End, Room, Update};
use protocol::{Accepted, Answer, RoomCode, Secret};

use super::{SavedSeat, SeatGuard};

/// Watches a session and keeps the files of its seats true.
#[derive(Debug, Default)]
pub struct SeatTracker {
    pub(super) held: Vec<SeatGuard>,
    /// The room of the seat in use.
    present: Option<RoomCode>,
    /// Whether one waits for somebody; the seat to come is the oldest that has
    /// no room.
    queued: bool,
    /// Reason why a seat could not be written, until it is shown.
    unsaved: Option<io::Error>,
}

impl SeatTracker {
    /// Keeps a seat.
    pub fn keep(&mut self, held: SeatGuard) {
        self.held.push(held);
    }

    /// The seat in use, with its room.
    pub fn present(&self) -> Option<(RoomCode, &Secret)> {
        Some((self.present?, &self.present_seat()?.secret))
    }

    /// The same as it is stored, with its server.
    pub fn present_seat(&self) -> Option<&SavedSeat> {
        let room = self.present?;
        let held = self.held.iter().find(|held| held.seat.room == Some(room))?;
        Some(&held.seat)
    }

    /// Whether one waits for somebody.
    pub fn is_queued(&self) -> bool {
        self.queued
    }

    /// Sees what became of the seats. The answer is why one could not be written, which matters
    /// once this process ends.
    pub fn observe(&mut self, update: &Update) -> Option<io::Error> {
        self.held.iter_mut().for_each(SeatGuard::catch_up);
        match update {
            Update::Seated(entered) => self.seated(entered.room),
            Update::Matched(matched) => self.found(matched.room),
            Update::Reply { answer, .. } => match answer {
                Answer::Error(_) if self.present.is_none() => self.forget_refused(),
                Answer::Ok(Accepted::Queued { .. }) => self.queued = true,
                Answer::Ok(Accepted::Cancelled) => self.forget_ticket(),
                _ => {}
            },
            Update::Unqueued(_) => self.forget_ticket(),
            Update::Snapshot(room) | Update::Event { room, .. } => self.room(room),
            Update::Dismissed | Update::End(End::Gone) => self.forget_present(),
            _ => {}
        }
        self.unsaved.take()
    }

    /// Forgets a seat that the server does not know any more.
    pub fn forget_all(&mut self) {
        self.held.drain(..).for_each(SeatGuard::remove);
    }

    /// A seat was taken: the one in that room, or the newest without a room.
    pub(super) fn seated(&mut self, room: RoomCode) {
        let known = self
            .held
            .iter()
            .position(|held| held.seat.room == Some(room));
        let roomless = || self.held.iter().rposition(|held| held.seat.room.is_none());
        // A seat that was taken up again may be in a room with a new code.
        let at = known.or_else(roomless).or(self.held.len().checked_sub(1));
        if let Some(held) = at.and_then(|at| self.held.get_mut(at)) {
            self.unsaved = held.is_in(room).err();
        }
        self.present = Some(room);
    }

    /// Somebody has come, to the seat for which one waited. The one that one had
    /// meanwhile, or asked for, was left for it.
    fn found(&mut self, room: RoomCode) {
        self.queued = false;
        self.forget_present();
        let ticket = self.held.iter_mut().find(|held| held.seat.room.is_none());
        match ticket {
            Some(ticket) => {
                self.unsaved = ticket.is_in(room).err();
                self.present = Some(room);
            }
            None => self.seated(room),
        }
        self.forget(|held| held.seat.room.is_none());
    }

    fn room(&mut self, room: &Room) {
        let Some(seat) = room.seat else { return };
        if self.present != Some(room.code) {
            // The room goes by a new code.
            let old = self.present;
            if let Some(held) = self.held.iter_mut().find(|held| held.seat.room == old) {
                self.unsaved = held.is_in(room.code).err();
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

    /// A seat was refused; that for which one waits was not.
    fn forget_refused(&mut self) {
        let mut kept = self.queued;
        self.forget(|held| held.seat.room.is_none() && !std::mem::take(&mut kept));
    }

    /// One waits no longer.
    fn forget_ticket(&mut self) {
        self.queued = false;
        let mut first = true;
        self.forget(|held| held.seat.room.is_none() && std::mem::take(&mut first));
    }

    fn forget(&mut self, mut which: impl FnMut(&SeatGuard) -> bool) {
        let (gone, kept) = self.held.drain(..).partition(|held| which(held));
        self.held = kept;
        let gone: Vec<SeatGuard> = gone;
        gone.into_iter().for_each(SeatGuard::remove);
    }
}
