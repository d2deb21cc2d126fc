//! A session's ways into rooms that it names: opening one, sitting down,
//! coming back, watching.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use admission::{Allowance, Guess};
use protocol::{
    Accepted, Answer, Refusal, Secret, SecretHash, Settings,
    reply::Entered,
    request::{CreateRoom, Exhibit, JoinRoom, Resume, TakeSeat, WatchRoom},
    settings::First,
};
use referee::Newcomer;
use rooms::Attached;

use super::{
    context::ConnectionContext,
    session::{ConnectionSession, SessionPlace, TakenSeat},
    writer::RoomPosition,
};

impl ConnectionSession {
    pub(super) fn newcomer(&self, secret: &Secret) -> Newcomer {
        Newcomer {
            name: self.name.clone(),
            bot: self.bot,
            hash: secret.hash(),
        }
    }

    /// A player stays until they leave; a spectator simply moves.
    fn free_to_move(&self, newcomer: Option<&Newcomer>) -> Result<(), Refusal> {
        let SessionPlace::Seated(seated) = &self.place else {
            return Ok(());
        };
        // A repeat of the request that gave this very seat.
        if newcomer.is_some_and(|newcomer| seated.secret == newcomer.hash) {
            return Ok(());
        }
        match seated.membership.room.code() {
            Some(room) => Err(Refusal::AlreadySeated { room }),
            None => Ok(()),
        }
    }

    pub async fn create(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: CreateRoom,
        now_ms: u64,
    ) {
        let host = self.newcomer(&request.secret);
        let created = async {
            self.free_to_move(Some(&host))?;
            if !context.service.rooms.knows(&host.hash) {
                count_room(context, now_ms)?;
            }
            let rooms = &context.service.rooms;
            rooms
                .create(request.settings, request.computer, &host, &context.handle)
                .await
        };
        let created = created.await;
        self.enter(context, id, created, host, None, Accepted::Created)
            .await;
    }

    pub async fn join(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: JoinRoom,
        now_ms: u64,
    ) {
        let guest = self.newcomer(&request.secret);
        let joined = async {
            self.free_to_move(Some(&guest))?;
            let guess = Guess::of(&request.room, context.guesser);
            may_try_for(context, &guest.hash, guess, now_ms)?;
            let joined = context
                .service
                .rooms
                .join(request.room, &guest, &context.handle)
                .await;
            count_guess(context, joined, guess, now_ms)
        };
        let joined = joined.await;
        self.enter(context, id, joined, guest, None, Accepted::Joined)
            .await;
    }

    pub async fn resume(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: Resume,
        now_ms: u64,
    ) {
        let back = self.newcomer(&request.secret);
        let resumed = async {
            // It is the secret that leads to a seat.
            let guess = Guess::of(&back.hash, context.guesser);
            may_try_for(context, &back.hash, guess, now_ms)?;
            let rooms = &context.service.rooms;
            let resumed = match request.yields {
                true => rooms.resume_yielding(&back.hash, &context.handle).await,
                false => rooms.resume(&back.hash, &context.handle).await,
            };
            count_guess(context, resumed, guess, now_ms)
        };
        let resumed = resumed.await;
        let last_seq = Some(request.last_seq).filter(|seq| *seq > 0);
        self.enter(context, id, resumed, back, last_seq, Accepted::Resumed)
            .await;
    }

    pub async fn take_seat(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: TakeSeat,
        now_ms: u64,
    ) {
        let device = self.newcomer(&request.secret);
        let taken = async {
            let token = request.token.hash();
            // Another room is another guess, whatever the token.
            let guess = Guess::of(&(request.room, token), context.guesser);
            may_try_for(context, &device.hash, guess, now_ms)?;
            let taken = context
                .service
                .rooms
                .take_seat(request.room, &token, device.hash, &context.handle)
                .await;
            count_guess(context, taken, guess, now_ms)
        };
        let taken = taken.await;
        self.enter(context, id, taken, device, None, Accepted::SeatTaken)
            .await;
    }

    pub async fn watch(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: WatchRoom,
        now_ms: u64,
    ) {
        let watching = async {
            self.free_to_move(None)?;
            let guess = Guess::of(&request.room, context.guesser);
            may_try(context, guess, now_ms)?;
            let watching = context
                .service
                .rooms
                .watch(request.room, &context.handle)
                .await;
            count_guess(context, watching, guess, now_ms)
        };
        let watching = watching.await;
        self.look_on(context, id, watching).await;
    }

    async fn look_on(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        attached: Result<Attached, Refusal>,
    ) {
        match attached {
            Err(why) => self.reply(context, id, Answer::refused(why)).await,
            Ok(attached) => {
                self.leave_room(context);
                let room = attached.code;
                self.reply(context, id, Answer::Ok(Accepted::Watching { room }))
                    .await;
                context.writer.enter(position(&attached, None));
                self.place = SessionPlace::Watching(attached.membership);
                self.fill(context);
            }
        }
    }

    pub async fn exhibit(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: &Exhibit,
        now_ms: u64,
    ) {
        let settings = Settings {
            rules: request.rules,
            first: First::Host,
            watching: request.watching,
            ..Settings::default()
        };
        let exhibited = async {
            self.free_to_move(None)?;
            count_room(context, now_ms)?;
            let rooms = &context.service.rooms;
            let room = rooms
                .exhibit(settings, request.computers, context.payer())
                .await?;
            let code = room.code().ok_or(Refusal::Internal)?;
            rooms.watch(code, &context.handle).await
        };
        let exhibited = exhibited.await;
        self.look_on(context, id, exhibited).await;
    }

    pub(super) async fn enter(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        attached: Result<Attached, Refusal>,
        newcomer: Newcomer,
        last_seq: Option<u64>,
        accepted: fn(Entered) -> Accepted,
    ) {
        let attached = match attached {
            Ok(attached) => attached,
            Err(why) => return self.reply(context, id, Answer::refused(why)).await,
        };
        let Some((seat, _)) = attached.membership.seat else {
            return;
        };
        let entered = Entered {
            room: attached.code,
            seat,
            n: attached.n,
            last: attached.last.clone().map(Box::new),
            url: context.service.facts.room_url(attached.code),
        };
        // What the old room still has to say would stand between the reply
        // and the room that follows it.
        self.leave_room(context);
        self.reply(context, id, Answer::Ok(accepted(entered))).await;
        self.sit_down(context, attached, newcomer, last_seq);
    }

    pub(super) fn sit_down(
        &mut self,
        context: &ConnectionContext,
        attached: Attached,
        newcomer: Newcomer,
        last_seq: Option<u64>,
    ) {
        self.left = None;
        context.writer.enter(position(&attached, last_seq));
        self.place = SessionPlace::Seated(TakenSeat {
            membership: attached.membership,
            secret: newcomer.hash,
        });
        self.fill(context);
        // A link that has just come is measured at once: its clock may run.
        let handle = &context.handle;
        if handle.in_game.load(Relaxed) && handle.rtt_ms().is_none() {
            handle.notify(|slots| slots.ping = true);
        }
    }
}

/// Behind event `last_seq` of a room, or with a snapshot to come.
fn position(attached: &Attached, last_seq: Option<u64>) -> RoomPosition {
    let Attached {
        membership, code, ..
    } = attached;
    let room = Arc::clone(&membership.room);
    RoomPosition::new(room, membership.seat, *code, last_seq)
}

/// Counts a room that is about to be opened.
pub(super) fn count_room(context: &ConnectionContext, now_ms: u64) -> Result<(), Refusal> {
    let counted = context.take(Allowance::Room, now_ms);
    counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })
}

/// A secret that holds a seat needs no guarding against guesses.
fn may_try_for(
    context: &ConnectionContext,
    hash: &SecretHash,
    guess: Guess,
    now_ms: u64,
) -> Result<(), Refusal> {
    match context.service.rooms.knows(hash) {
        true => Ok(()),
        false => may_try(context, guess, now_ms),
    }
}

fn may_try(context: &ConnectionContext, guess: Guess, now_ms: u64) -> Result<(), Refusal> {
    let source = context.admission.source();
    context.service.budgets.may_try(source, guess, now_ms)
}

fn count_guess<T>(
    context: &ConnectionContext,
    found: Result<T, Refusal>,
    guess: Guess,
    now_ms: u64,
) -> Result<T, Refusal> {
    if matches!(found, Err(Refusal::NoSuchRoom | Refusal::NoSharedSeat)) {
        let source = context.admission.source();
        context.service.budgets.tried_in_vain(source, guess, now_ms);
    }
    found
}
