//! RAII guard of a room membership, a seat or a place among the spectators;
//! dropping it leaves the room.

use std::sync::Arc;

use admission::Payer;
use protocol::{
    Accepted, Answer, Command, OpeningStage, PushSubscription, Refusal, Seat, SecretHash, Webhook,
    now::{Phrase, Reaction},
    request::SeatRequest,
};
use referee::{Draft, Private, PrivateChange, computer, may_be_lost};

use super::{directory::RoomDirectory, room::Room, transaction::RoomTransaction};

/// State of a connection in a room.
pub struct Membership {
    pub(super) rooms: Arc<RoomDirectory>,
    /// The room.
    pub room: Arc<Room>,
    /// The seat and the connection's epoch in it; a spectator has none.
    pub seat: Option<(Seat, u64)>,
    /// A spectator's number.
    pub(super) spectator: u64,
}

impl Membership {
    /// Lets the referee decide a command that was read at `read_ms`.
    pub async fn command(&self, request: &SeatRequest, read_ms: u64) -> Answer {
        let Some((seat, epoch)) = self.seat else {
            return Answer::refused(Refusal::NotSeated);
        };
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        let decided = transaction.transact(read_ms, |draft, context, private| {
            if !is_addressed(private, seat, request) {
                return Answer::refused(Refusal::NotInRoom);
            }
            if !self.room.holds(seat, epoch) {
                return Answer::refused(Refusal::Superseded);
            }
            let SeatRequest { n, command, .. } = request;
            referee::step(draft, private, seat, *n, command, context)
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

    /// Sends notifications of this seat's turns to a device.
    ///
    /// # Errors
    /// Where there are none, or when the seat is held by a newer connection.
    pub async fn subscribe(&self, device: PushSubscription) -> Result<Accepted, Refusal> {
        self.may_notify()?;
        let subscribed = self.change(|draft, private, seat| {
            let changed = referee::subscribe(draft.view(), private, seat, device.clone())?;
            Ok((changed, Accepted::Subscribed))
        });
        subscribed.await
    }

    /// Sends them there no longer.
    ///
    /// # Errors
    /// As for [`Self::subscribe`].
    pub async fn unsubscribe(&self, endpoint: String) -> Result<Accepted, Refusal> {
        self.may_notify()?;
        let unsubscribed = self.change(|draft, private, seat| {
            let changed = referee::unsubscribe(draft.view(), private, seat, endpoint.clone())?;
            Ok((changed, Accepted::Unsubscribed))
        });
        unsubscribed.await
    }

    fn may_notify(&self) -> Result<(), Refusal> {
        self.seat.ok_or(Refusal::NotSeated)?;
        let sends = self.rooms.sends_notifications();
        sends.then_some(()).ok_or(Refusal::NoNotifications)
    }

    /// Shares this seat with one more device, which takes it by a token.
    ///
    /// # Errors
    /// When the seat is held by a newer connection, or cannot be on one more device.
    pub async fn share_seat(&self, token: SecretHash) -> Result<Accepted, Refusal> {
        let shared = self.change(|draft, private, seat| {
            let shared = referee::share_seat(private, seat, token, draft.at_ms())?;
            let devices = u32::try_from(shared.devices).unwrap_or(u32::MAX);
            let until_ms = shared.until_ms;
            Ok((shared.change, Accepted::SeatShared { until_ms, devices }))
        });
        shared.await
    }

    /// Takes this seat from all devices but the one with that secret.
    ///
    /// # Errors
    /// When the seat is held by a newer connection.
    pub async fn unshare_seat(&self, kept: SecretHash) -> Result<Accepted, Refusal> {
        let unshared = self.change(|_, private, seat| {
            let key = private.seats[seat].as_ref();
            let key = key.filter(|key| key.is_held_by(&kept));
            let others = key.ok_or(Refusal::NotInRoom)?.hashes().count() - 1;
            let devices = u32::try_from(others).unwrap_or(u32::MAX);
            let change = referee::unshare_seat(private, seat, kept);
            Ok((change, Accepted::SeatUnshared { devices }))
        });
        unshared.await
    }

    /// Tells a chat of this room's games from now on.
    ///
    /// # Errors
    /// Where webhooks are not called, when the seat is held by a newer connection, or the room has changed its own too often.
    pub async fn set_webhook(&self, webhook: &Webhook) -> Result<Accepted, Refusal> {
        self.seat.ok_or(Refusal::NotSeated)?;
        let caller = self.rooms.messengers.caller.as_ref();
        if let Some(detail) = caller.ok_or(Refusal::NoWebhooks)?.objection(webhook) {
            return Err(Refusal::BadField {
                field: "webhook.url".to_owned(),
                detail: detail.to_owned(),
            });
        }
        let set = self.change(|draft, private, seat| {
            let changed = referee::set_webhook(draft.view(), private, seat, webhook)?;
            Ok((changed, Accepted::WebhookSet))
        });
        set.await
    }

    /// Tells it no longer, whichever of the two has set it.
    ///
    /// # Errors
    /// When the seat is held by a newer connection.
    pub async fn remove_webhook(&self) -> Result<Accepted, Refusal> {
        let removed = self.change(|_, private, _| {
            let present = private.webhook.as_ref();
            let changed = present.map(|_| PrivateChange::WebhookRemoved);
            Ok((changed, Accepted::WebhookRemoved))
        });
        removed.await
    }

    /// Changes what the room keeps of this seat's devices, or of its webhook.
    async fn change(
        &self,
        change: impl Fn(&Draft, &Private, Seat) -> Result<(Option<PrivateChange>, Accepted), Refusal>,
    ) -> Result<Accepted, Refusal> {
        let (seat, epoch) = self.seat.ok_or(Refusal::NotSeated)?;
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        transaction
            .transact(self.rooms.clock.now_ms(), |draft, _, private| {
                if !self.room.holds(seat, epoch) {
                    return Err(Refusal::Superseded);
                }
                // What was due may have freed the seat.
                let private = private.after(&draft.private).into_owned();
                let (changed, accepted) = change(draft, &private, seat)?;
                draft.private.extend(changed);
                Ok(accepted)
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
        self.room.live.lock().presence.reaction = Some(Reaction { by, phrase, at_ms });
        self.rooms.note_now(&self.room);
        Ok(Accepted::Reacted)
    }

    /// Whether the seat is still this connection's; a spectator's place is.
    pub fn is_held(&self) -> bool {
        self.seat
            .is_none_or(|(seat, epoch)| self.room.holds(seat, epoch))
    }

    /// Whether this connection has a seat opposite somebody, in a game or before the next.
    pub fn has_opponent(&self) -> bool {
        self.seat.is_some() && self.room.seats_two_people()
    }

    /// The strongest computer's move in this seat's place; `payer` asks.
    ///
    /// # Errors
    /// Unless it is this seat's turn in a game against a computer.
    pub async fn hint(&self, payer: Payer) -> Result<Accepted, Refusal> {
        let (seat, _) = self.seat.ok_or(Refusal::NotSeated)?;
        let table = self.room.table();
        let view = table.view();
        let game = view.running().ok_or(Refusal::NoGame)?;
        let mine = game.turn.is_some_and(|turn| turn.seat == seat);
        // What to choose in an opening is not hinted at.
        let places = game
            .opening
            .is_none_or(|stage| stage == OpeningStage::Place);
        if !mine || !places || view.computer(seat.other()).is_none() {
            return Err(Refusal::NoHint);
        }
        let cell = self
            .rooms
            .computers
            .hint(table.board(), view, payer)
            .await?;
        Ok(Accepted::Hint {
            game: game.number,
            ply: u32::try_from(table.board().ply()).unwrap_or(u32::MAX),
            cell,
        })
    }

    /// Leaves a game against a computer for one with somebody; a seat opposite
    /// a person is left as it is.
    pub async fn leave_computer(&self) {
        let Some((seat, epoch)) = self.seat else {
            return;
        };
        if self.room.table().view().computer(seat.other()).is_none() {
            return;
        }
        let now_ms = self.rooms.clock.now_ms();
        let mut transaction = RoomTransaction::begin(&self.rooms, &self.room).await;
        let left = transaction.transact(now_ms, |draft, context, _| {
            if self.room.holds(seat, epoch) {
                let _ = referee::command(draft, seat, &Command::Leave, context);
            }
        });
        if let Err(why) = left.await {
            tracing::debug!(?why, "a room with a computer was not left");
        }
    }

    /// Notes that this connection's link looks different from outside.
    pub fn link_changed(&self) {
        if self.seat.is_some() {
            self.rooms.note_now(&self.room);
        }
    }
}

/// A member of a room that has ended is in no room any more.
fn gone(why: Refusal) -> Refusal {
    match why {
        Refusal::NoSuchRoom => Refusal::NotInRoom,
        why => why,
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        match self.seat {
            None => {
                self.room
                    .live
                    .lock()
                    .presence
                    .audience
                    .remove(self.spectator);
                self.rooms.update_computers(&self.room);
                let table = self.room.table();
                // Two computers that nobody watches do not play for long.
                if table.view().ended.is_none() && computer::is_exhibition(table.view()) {
                    self.rooms.schedule(&self.room, table.view());
                }
            }
            Some((seat, epoch)) => {
                let resumed_ms = self.rooms.clock.resumed_ms();
                let away_ms = self
                    .room
                    .live
                    .lock()
                    .presence
                    .drop_link(seat, epoch, resumed_ms);
                self.rooms.update_computers(&self.room);
                let is_waited_for = may_be_lost(self.room.table().view(), seat);
                if let Some(since_ms) = away_ms
                    && is_waited_for
                    && !self.rooms.is_closing()
                {
                    self.rooms
                        .scheduler
                        .sooner(self.room.id, since_ms + self.rooms.limits.lost_after_ms);
                }
            }
        }
        self.rooms.note_now(&self.room);
    }
}

/// Whether a command names the room in which the seat is. Sent again, the one
/// that gave the room its present code still names the code before.
fn is_addressed(private: &Private, seat: Seat, request: &SeatRequest) -> bool {
    let Some(key) = &private.seats[seat] else {
        return false;
    };
    let gave_the_code = matches!(key.last, Some(Accepted::Removed { .. }));
    private.code == Some(request.room) || (gave_the_code && key.n == request.n)
}
