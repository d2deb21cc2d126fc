//! A session's ways into rooms that it names: opening one, sitting down,
//! coming back, watching.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use admission::{Allowance, Guess};
use protocol::{
    Accepted, Answer, Refusal, Secret, SecretHash, Settings,
    reply::Entered,
    request::{Body, Exhibit, WatchRoom},
    settings::First,
};
use referee::Newcomer;
use rooms::Attached;

use super::{
    context::ConnectionContext,
    session::{ConnectionSession, SessionPlace, TakenSeat},
    writer::RoomPosition,
};

/// A seat that a request has led to.
pub(super) struct SeatEntry {
    pub attached: Attached,
    /// The secret that holds the seat.
    pub secret: SecretHash,
    /// The last event that its client has.
    pub last_seq: Option<u64>,
    /// The answer to the request.
    pub accepted: fn(Entered) -> Accepted,
}

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

    /// Answers a request for a seat, in a room that it opens or that it, or its secret, leads to.
    pub async fn take_place(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        body: Body,
        now_ms: u64,
    ) {
        let entry = self.attach(context, body, now_ms).await;
        self.enter(context, id, entry).await;
    }

    async fn attach(
        &self,
        context: &ConnectionContext,
        body: Body,
        now_ms: u64,
    ) -> Result<SeatEntry, Refusal> {
        let (rooms, handle) = (&context.service.rooms, &context.handle);
        let mut last_seq = None;
        let (secret, attached, accepted): (_, _, fn(Entered) -> Accepted) = match body {
            Body::CreateRoom(request) => {
                let newcomer = self.newcomer(&request.secret);
                self.free_to_move(Some(&newcomer))?;
                if !rooms.knows(&newcomer.hash) {
                    count_room(context, now_ms)?;
                }
                let (settings, computer) = (request.settings, request.computer);
                let created = rooms.create(settings, computer, &newcomer, handle).await?;
                (newcomer.hash, created, Accepted::Created)
            }
            Body::JoinRoom(request) => {
                let newcomer = self.newcomer(&request.secret);
                self.free_to_move(Some(&newcomer))?;
                let guess = Guess::of(&request.room, context.guesser);
                may_try_for(context, &newcomer.hash, guess, now_ms)?;
                let joined = rooms.join(request.room, &newcomer, handle).await;
                let joined = count_guess(context, joined, guess, now_ms)?;
                (newcomer.hash, joined, Accepted::Joined)
            }
            Body::TakeSeat(request) => {
                let (hash, token) = (request.secret.hash(), request.token.hash());
                // Another room is another guess, whatever the token.
                let guess = Guess::of(&(request.room, token), context.guesser);
                may_try_for(context, &hash, guess, now_ms)?;
                let taken = rooms.take_seat(request.room, &token, hash, handle).await;
                let taken = count_guess(context, taken, guess, now_ms)?;
                (hash, taken, Accepted::SeatTaken)
            }
            Body::Resume(request) => {
                last_seq = Some(request.last_seq).filter(|seq| *seq > 0);
                let hash = request.secret.hash();
                // It is the secret that leads to a seat.
                let guess = Guess::of(&hash, context.guesser);
                may_try_for(context, &hash, guess, now_ms)?;
                let resumed = match request.yields {
                    true => rooms.resume_yielding(&hash, handle).await,
                    false => rooms.resume(&hash, handle).await,
                };
                let resumed = count_guess(context, resumed, guess, now_ms)?;
                (hash, resumed, Accepted::Resumed)
            }
            // Nothing else leads to a seat.
            _ => return Err(Refusal::Internal),
        };
        Ok(SeatEntry {
            attached,
            secret,
            last_seq,
            accepted,
        })
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
        entry: Result<SeatEntry, Refusal>,
    ) {
        let SeatEntry {
            attached,
            secret,
            last_seq,
            accepted,
        } = match entry {
            Ok(entry) => entry,
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
        self.sit_down(context, attached, secret, last_seq);
    }

    pub(super) fn sit_down(
        &mut self,
        context: &ConnectionContext,
        attached: Attached,
        secret: SecretHash,
        last_seq: Option<u64>,
    ) {
        self.left = None;
        context.writer.enter(position(&attached, last_seq));
        self.place = SessionPlace::Seated(TakenSeat {
            membership: attached.membership,
            secret,
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
