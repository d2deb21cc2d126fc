//! The ways into a room: opening one, sitting down, coming back, watching.
//! Names are clean and secrets hashed before they come here.

use std::sync::Arc;

use admission::Payer;
use journal::RoomId;
use protocol::{
    Answer, Computer, Refusal, RoomCode, Seat, SecretHash, Settings, refusal::LimitOf,
    settings::Watching,
};
use referee::{Context, Draft, Newcomer, Private};

use super::{
    directory::{RoomDirectory, UNAVAILABLE_RETRY_MS},
    membership::Membership,
    room::Room,
    transaction::RoomTransaction,
};
use crate::{handle::ConnectionHandle, random};

/// A way in was found.
pub struct Attached {
    /// The membership that the connection holds from now on.
    pub membership: Membership,
    /// The room's code.
    pub code: RoomCode,
    /// The number of the seat's last command that was done.
    pub n: u64,
    /// That command's answer.
    pub last: Option<Answer>,
}

impl RoomDirectory {
    /// Opens a room, or finds the one that this secret opened before. A
    /// computer sits down opposite at once, if one is to.
    ///
    /// # Errors
    /// When there are too many rooms or computers, or nothing can be kept.
    pub async fn create(
        self: &Arc<Self>,
        settings: Settings,
        computer: Option<Computer>,
        host: &Newcomer,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        if let Some(attached) = self.again(&host.hash, handle).await? {
            return Ok(attached);
        }
        let payer = Payer::from(handle.source);
        if computer.is_some() {
            referee::computer::may_play(settings)?;
            self.computers.may_sit(payer)?;
        }
        let people = [host];
        let opened = self.open_by(settings, &people, payer, |draft, code, context| {
            referee::open(draft, settings, code, host, context.limits);
            computer.map_or(Ok(()), |computer| {
                referee::computer::seat(draft, Seat::Host, computer, context).map(|_| ())
            })
        });
        match opened.await? {
            Some(room) => self.sit(&room, &host.hash, handle).await?,
            // The same request, sent twice at once: the other has it.
            None => self.again(&host.hash, handle).await?,
        }
        .ok_or(Refusal::Internal)
    }

    /// Opens a room for two who were matched, among those of `payer`: both sit in it and have to
    /// come. Nothing when one of their secrets belongs to another room.
    ///
    /// # Errors
    /// When there are too many rooms, or nothing can be kept.
    pub async fn open(
        &self,
        settings: Settings,
        host: &Newcomer,
        guest: &Newcomer,
        payer: Payer,
    ) -> Result<Option<Arc<Room>>, Refusal> {
        let people = [host, guest];
        let opened = self.open_by(settings, &people, payer, |draft, code, context| {
            referee::open(draft, settings, code, host, context.limits);
            referee::join(draft, guest, context).map(|_| ())
        });
        opened.await
    }

    /// Opens a room with these settings as `begin` says, for these people and among those of `payer`. Nothing when one
    /// of their secrets belongs to another room.
    pub(super) async fn open_by(
        &self,
        settings: Settings,
        people: &[&Newcomer],
        payer: Payer,
        begin: impl Fn(&mut Draft, RoomCode, &Context) -> Result<(), Refusal>,
    ) -> Result<Option<Arc<Room>>, Refusal> {
        if self.is_draining() {
            return Err(Refusal::ShuttingDown);
        }
        let place = self.opened.take(settings.clock, payer, self.live_rooms())?;
        if !self.journal.has_room() {
            return Err(Refusal::Unavailable {
                retry_in_ms: UNAVAILABLE_RETRY_MS,
            });
        }
        let id = random::bits();
        let room = Arc::new(Room::new(id, Some(Box::default()), false));
        room.live.lock().opened = Some(place);
        // Locked before anybody can find it, so that others wait.
        let mut transaction = RoomTransaction::begin(self, &room).await;
        self.lookup.add(&room);
        let opened = match self.reserve_secrets(id, people) {
            false => Ok(false),
            true => self.open_at(&mut transaction, begin).await.map(|()| true),
        };
        drop(transaction);
        if !matches!(opened, Ok(true)) {
            self.lookup.remove(id);
            for newcomer in people {
                self.lookup.release_secret(&newcomer.hash, id);
            }
        }
        Ok(opened?.then_some(room))
    }

    async fn open_at(
        &self,
        transaction: &mut RoomTransaction<'_>,
        begin: impl Fn(&mut Draft, RoomCode, &Context) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let id = transaction.room_id();
        let code = self.reserve(id)?;
        let step = transaction.transact(self.clock.now_ms(), |draft, context, _| {
            // Asked again after a step that was kept and not known to be.
            if draft.view().seq > 0 {
                return Ok(());
            }
            begin(draft, code, context)
        });
        step.await.and_then(|opened| opened).inspect_err(|_| {
            self.lookup.release_code(code, id);
        })
    }

    fn reserve_secrets(&self, id: RoomId, people: &[&Newcomer]) -> bool {
        let same = matches!(people, [one, other] if one.hash == other.hash);
        let reserved = |newcomer: &&Newcomer| self.lookup.reserve_secret(&newcomer.hash, id);
        !same && people.iter().all(reserved)
    }

    /// A code that no room has.
    fn reserve(&self, id: u64) -> Result<RoomCode, Refusal> {
        for _ in 0..16 {
            let code = RoomCode::from_bits(random::bits());
            if self.lookup.reserve_code(code, id) {
                return Ok(code);
            }
        }
        let of = LimitOf::Server;
        Err(Refusal::TooManyRooms { of })
    }

    /// Sits down in a room, or finds the seat that this secret took before.
    ///
    /// # Errors
    /// When there is no such room or no free seat.
    pub async fn join(
        self: &Arc<Self>,
        code: RoomCode,
        newcomer: &Newcomer,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        let hash = newcomer.hash;
        if let Some(attached) = self.again(&hash, handle).await? {
            return Ok(attached);
        }
        let joined = self.admit(code, hash, handle, |draft, context, private| {
            // The same join, sent twice at once.
            match private.seat_of(&hash) {
                Some(_) => Ok(()),
                None => referee::join(draft, newcomer, context).map(|_| ()),
            }
        });
        match joined.await? {
            Some(attached) => Ok(attached),
            None => self.resume(&hash, handle).await,
        }
    }

    /// Takes a seat that is shared by a token for one more secret, or finds the seat that this one took by it before.
    ///
    /// # Errors
    /// When no seat of that room is shared by that token, or the secret holds another.
    pub async fn take_seat(
        self: &Arc<Self>,
        code: RoomCode,
        token: &SecretHash,
        hash: SecretHash,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        let taken = self.admit(code, hash, handle, |draft, _, private| {
            let taken = referee::take_seat(private, token, hash, draft.at_ms())?;
            draft.private.extend(taken);
            Ok(())
        });
        match taken.await {
            Ok(Some(attached)) => Ok(attached),
            Ok(None) | Err(Refusal::NoSuchRoom) => Err(Refusal::NoSharedSeat),
            Err(why) => Err(why),
        }
    }

    /// Gives a secret the seat in a room that `seat` decides on. Nothing when it belongs to another room.
    async fn admit(
        self: &Arc<Self>,
        code: RoomCode,
        hash: SecretHash,
        handle: &Arc<ConnectionHandle>,
        seat: impl Fn(&mut Draft, &Context, &Private) -> Result<(), Refusal>,
    ) -> Result<Option<Attached>, Refusal> {
        let room = self.lookup.by_code(code).ok_or(Refusal::NoSuchRoom)?;
        if !self.lookup.reserve_secret(&hash, room.id) {
            return Ok(None);
        }
        let mut transaction = RoomTransaction::begin(self, &room).await;
        let seated = transaction.transact(self.clock.now_ms(), |draft, context, private| {
            // What was due may have freed a seat or ended the room.
            let private = private.after(&draft.private).into_owned();
            // The code was good when it was looked up.
            match private.code == Some(code) && draft.view().ended.is_none() {
                true => seat(draft, context, &private),
                false => Err(Refusal::NoSuchRoom),
            }
        });
        if let Err(why) = seated.await.and_then(|seated| seated) {
            let private = transaction.private().await;
            // Before the lock is let go of: whoever is next may hold a seat by it.
            if !private.is_ok_and(|private| private.seat_of(&hash).is_some()) {
                self.lookup.release_secret(&hash, room.id);
            }
            return Err(why);
        }
        drop(transaction);
        let attached = self.sit(&room, &hash, handle).await?;
        attached.map(Some).ok_or(Refusal::NoSuchRoom)
    }

    /// Comes back to the seat of a secret.
    ///
    /// # Errors
    /// When no seat is held by it.
    pub async fn resume(
        self: &Arc<Self>,
        hash: &SecretHash,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        self.again(hash, handle).await?.ok_or(Refusal::NoSuchRoom)
    }

    /// The same, unless another device of the seat is connected to it.
    ///
    /// # Errors
    /// As for [`Self::resume`], and when one is.
    pub async fn resume_yielding(
        self: &Arc<Self>,
        hash: &SecretHash,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        if let Some(room) = self.lookup.by_secret(hash) {
            let mut transaction = RoomTransaction::begin(self, &room).await;
            let seat = transaction.private().await?.seat_of(hash);
            let presence = &room.live.lock().presence;
            if seat.is_some_and(|seat| presence.is_elsewhere(seat, hash.prefix())) {
                return Err(Refusal::Superseded);
            }
        }
        self.resume(hash, handle).await
    }

    async fn again(
        self: &Arc<Self>,
        hash: &SecretHash,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Option<Attached>, Refusal> {
        match self.lookup.by_secret(hash) {
            Some(room) => self.sit(&room, hash, handle).await,
            None => Ok(None),
        }
    }

    /// Gives the seat of a secret to a connection: a new epoch.
    async fn sit(
        self: &Arc<Self>,
        room: &Arc<Room>,
        hash: &SecretHash,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Option<Attached>, Refusal> {
        let mut transaction = RoomTransaction::begin(self, room).await;
        let private = match transaction.private().await {
            Ok(private) => private,
            Err(Refusal::NoSuchRoom) => return Ok(None),
            Err(why) => return Err(why),
        };
        let held = private.seats.iter().find_map(|(seat, key)| {
            let key = key.as_ref().filter(|key| key.is_held_by(hash))?;
            Some((seat, key.n, key.last.clone().map(Answer::Ok)))
        });
        let (Some((seat, n, last)), Some(code)) = (held, private.code) else {
            return Ok(None);
        };
        // The one who comes back just now is not to be found lost, and only
        // takes the seat from another connection once that is kept.
        let back = |draft: &mut Draft, context: &Context, _: &Private| {
            referee::returned(draft, seat, context.stands_since_ms);
        };
        let now_ms = self.clock.now_ms();
        match transaction.transact_with(now_ms, Some(seat), back).await {
            Ok(()) => {}
            Err(Refusal::NoSuchRoom) => return Ok(None),
            Err(why) => return Err(why),
        }
        // Whatever was due may have ended the room, or this seat in it.
        let still = transaction.private().await?.seat_of(hash) == Some(seat);
        let table = room.table();
        if !still || table.view().ended.is_some() {
            return Ok(None);
        }
        let epoch = room.hand_seat(seat, handle, hash);
        self.update_computers(room);
        let membership = Membership {
            rooms: Arc::clone(self),
            room: Arc::clone(room),
            seat: Some((seat, epoch)),
            spectator: 0,
        };
        drop(transaction);
        self.note_now(room);
        Ok(Some(Attached {
            membership,
            code,
            n,
            last,
        }))
    }

    /// Watches a room.
    ///
    /// # Errors
    /// When there is no such room, it is not for spectators, or as many watch
    /// as may.
    pub async fn watch(
        self: &Arc<Self>,
        code: RoomCode,
        handle: &Arc<ConnectionHandle>,
    ) -> Result<Attached, Refusal> {
        let room = self.lookup.by_code(code).ok_or(Refusal::NoSuchRoom)?;
        let is_open = || {
            room.committed(|committed| {
                let view = committed.view();
                committed.code() == Some(code)
                    && view.settings.watching != Watching::None
                    && view.ended.is_none()
            })
        };
        // For somebody to whom it is not open nothing is written.
        self.read(&room).await?;
        if !is_open() {
            return Err(Refusal::NoSuchRoom);
        }
        self.load(&room).await?;
        if !is_open() {
            return Err(Refusal::NoSuchRoom);
        }
        let spectator = {
            let presence = &mut room.live.lock().presence;
            if !presence.may_watch(handle.source, self.limits.spectators) {
                return Err(Refusal::WatchingFull);
            }
            presence.admit(Arc::clone(handle))
        };
        self.update_computers(&room);
        self.note_now(&room);
        let membership = Membership {
            rooms: Arc::clone(self),
            room,
            seat: None,
            spectator,
        };
        Ok(Attached {
            membership,
            code,
            n: 0,
            last: None,
        })
    }
}
