//! What a connection holds while it is in a room: a seat of its own, or a
//! place among the spectators. Letting go of it, however that comes about, is
//! leaving.
//!
//! Knows nothing of how it was come by.

use std::sync::Arc;

use protocol::{
    Accepted, Answer, Command, Refusal, Seat,
    now::{Phrase, Reaction},
};

use super::{Rooms, room::Room, transaction::RoomTransaction};
use crate::sync::lock;

/// What a connection has in a room.
pub struct Membership {
    pub(super) rooms: Arc<Rooms>,
    /// The room.
    pub room: Arc<Room>,
    /// The seat and the connection's epoch in it; a spectator has none.
    pub seat: Option<(Seat, u64)>,
    /// A spectator's number.
    pub(super) spectator: u64,
}

impl Membership {
    /// Lets the referee decide a command that was read at `read_ms`.
    pub async fn command(&self, n: u64, command: &Command, read_ms: u64) -> Answer {
        let Some((seat, epoch)) = self.seat else {
            return Answer::refused(Refusal::NotSeated);
        };
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        let decided = transaction.transact(read_ms, |draft, context, private| {
            if private.seats[seat].is_none() {
                return Answer::refused(Refusal::NotInRoom);
            }
            if !self.room.holds(seat, epoch) {
                return Answer::refused(Refusal::Superseded);
            }
            referee::step(draft, private, seat, n, command, context)
        });
        decided
            .await
            .unwrap_or_else(|why| Answer::refused(gone(why)))
    }

    /// Gives this seat's player another name.
    ///
    /// # Errors
    /// During a game, or when the seat is held by a newer connection.
    pub async fn rename(&self, name: Option<&str>) -> Result<Accepted, Refusal> {
        let Some((seat, epoch)) = self.seat else {
            return Ok(Accepted::Named {
                name: name.map(str::to_owned),
            });
        };
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        transaction
            .transact(self.rooms.clock.now_ms(), |draft, _, _| {
                if !self.room.holds(seat, epoch) {
                    return Err(Refusal::Superseded);
                }
                referee::rename(draft, seat, name)?;
                let seated = draft.view().seats[seat].as_ref();
                Ok(Accepted::Named {
                    name: seated.and_then(|seated| seated.player.name.clone()),
                })
            })
            .await
            .unwrap_or_else(|why| Err(gone(why)))
    }

    /// Says one of the fixed phrases to the room.
    ///
    /// # Errors
    /// For a spectator, or when the seat is held by a newer connection.
    pub fn react(&self, phrase: Phrase) -> Result<Accepted, Refusal> {
        let (by, epoch) = self.seat.ok_or(Refusal::NotSeated)?;
        if !self.room.holds(by, epoch) {
            return Err(Refusal::Superseded);
        }
        let at_ms = self.rooms.clock.now_ms();
        lock(&self.room.presence).reaction = Some(Reaction { by, phrase, at_ms });
        self.rooms.note_now(&self.room);
        Ok(Accepted::Reacted)
    }

    /// Whether the seat is still this connection's; a spectator's place is.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.seat
            .is_none_or(|(seat, epoch)| self.room.holds(seat, epoch))
    }

    /// Notes that this connection's link looks different from outside.
    pub fn link_changed(&self) {
        if self.seat.is_some() {
            self.rooms.note_now(&self.room);
        }
    }
}

/// Who is in a room that has ended is in no room any more.
fn gone(why: Refusal) -> Refusal {
    match why {
        Refusal::NoSuchRoom => Refusal::NotInRoom,
        why => why,
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let now_ms = self.rooms.clock.now_ms();
        match self.seat {
            None => {
                lock(&self.room.presence).let_go(self.spectator);
                self.rooms.watched_less(&self.room);
            }
            Some((seat, epoch)) => {
                let held = lock(&self.room.presence).drop_link(seat, epoch, now_ms);
                let ended = self.room.table().view().ended.is_some();
                if held && !ended && !self.rooms.is_closing() {
                    self.rooms
                        .scheduler
                        .sooner(self.room.id, now_ms + self.rooms.limits.lost_after_ms);
                }
            }
        }
        self.rooms.note_now(&self.room);
    }
}
