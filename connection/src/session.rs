//! State of a connection once it was greeted: a name, a place, a ticket of the
//! queue. Dropping it lets go of them all.

use admission::rate::{Rate, RateMeter};
use lobby::QueuedTicket;
use protocol::{
    Accepted, Answer, Command, Frame, Refusal, RoomCode, Secret, SecretHash,
    frame::Saving,
    name,
    request::{Body, SeatRequest},
};
use referee::Newcomer;
use rooms::{Membership, handle::ControlSlots};

use super::{
    context::ConnectionContext,
    search::{carried_search, search},
    writer::FillOutcome,
};

/// A greeted connection's belongings.
pub(super) struct ConnectionSession {
    /// The name from `hello`, cleaned.
    pub name: Option<String>,
    /// Whether its `hello` said that a program plays.
    pub bot: bool,
    pub place: SessionPlace,
    /// It may wait for somebody while it plays a computer or watches.
    pub waiting: Option<Box<QueuedPlayer>>,
    /// The answer to the command that gave a seat up, for its repeat.
    pub left: Option<Box<(RoomCode, u64, Answer)>>,
    /// Changes of its name and its devices.
    changes: RateMeter,
}

/// Place of a greeted connection. The writer is in the same room.
pub(super) enum SessionPlace {
    Lobby,
    Watching(Membership),
    Seated(TakenSeat),
    /// A newer connection holds the seat that this one had in that room.
    Superseded(RoomCode),
}

/// A seat.
pub(super) struct TakenSeat {
    pub membership: Membership,
    /// The secret that holds it.
    pub secret: SecretHash,
}

/// A place in the queue, and who will sit when it leads to a room.
pub(super) struct QueuedPlayer {
    /// The number of the request that is to lead to a room.
    pub request: u64,
    pub newcomer: Newcomer,
    pub ticket: QueuedTicket,
}

impl ConnectionSession {
    /// Greeted, and nowhere yet.
    pub fn new(name: Option<String>, bot: bool) -> ConnectionSession {
        ConnectionSession {
            name,
            bot,
            place: SessionPlace::Lobby,
            waiting: None,
            left: None,
            changes: RateMeter::default(),
        }
    }

    /// Whether it has neither a room nor a ticket.
    pub fn is_idle(&self) -> bool {
        let nowhere = matches!(
            self.place,
            SessionPlace::Lobby | SessionPlace::Superseded(_)
        );
        nowhere && self.waiting.is_none()
    }

    /// Its membership of a room.
    pub fn membership(&self) -> Option<&Membership> {
        match &self.place {
            SessionPlace::Lobby | SessionPlace::Superseded(_) => None,
            SessionPlace::Watching(membership)
            | SessionPlace::Seated(TakenSeat { membership, .. }) => Some(membership),
        }
    }

    /// The refusal of a request that needs a place in a room.
    pub(super) fn in_no_room(&self) -> Refusal {
        match self.place {
            SessionPlace::Superseded(_) => Refusal::Superseded,
            _ => Refusal::NotInRoom,
        }
    }

    /// Leaves the room, if it is in one.
    pub fn leave_room(&mut self, context: &ConnectionContext) {
        // Events go to members only.
        context.writer.leave();
        self.place = SessionPlace::Lobby;
    }

    /// Queues the room's new events.
    pub fn fill(&mut self, context: &ConnectionContext) {
        let pending = context.writer.fill(&|| context.service.snapshot_ms());
        self.follow(context, pending);
    }

    /// Leaves the room after the last events that there were for it.
    pub fn follow(&mut self, context: &ConnectionContext, pending: FillOutcome) {
        match pending {
            FillOutcome::None | FillOutcome::Written | FillOutcome::NeedsSnapshot => {}
            FillOutcome::RoomEnded => self.leave_room(context),
            FillOutcome::CodeRevoked(room) => {
                self.leave_room(context);
                context.send(&Frame::Dismissed { room });
            }
        }
    }

    /// Queues the reply, which comes after every event up to it, once it is certain that no other node has decided
    /// otherwise. After the service's end there is none.
    pub async fn reply(&mut self, context: &ConnectionContext, id: u64, answer: Answer) {
        if context.service.is_certain().await {
            self.reply_at_once(context, id, answer);
        }
    }

    /// The same for an answer that no other node can have decided otherwise.
    pub fn reply_at_once(&mut self, context: &ConnectionContext, id: u64, answer: Answer) {
        self.fill(context);
        context.reply(id, answer);
    }

    /// A pong has come.
    pub fn pong(&mut self, link_changed: bool) {
        if let Some(membership) = self.membership().filter(|_| link_changed) {
            membership.link_changed();
        }
    }

    /// Acts on what the room and the queue have said.
    pub async fn read_slots(&mut self, context: &ConnectionContext, slots: &ControlSlots) {
        // By now the connection may be in another room, which stays.
        let lost = self.membership().is_some_and(|it| !it.is_held());
        if lost {
            self.leave_room(context);
        }
        if let Some(room) = slots.dismissed.filter(|_| lost) {
            context.send(&Frame::Dismissed { room });
        } else if let Some(room) = slots.superseded.filter(|_| lost) {
            self.place = SessionPlace::Superseded(room);
            context.send(&Frame::Superseded { room });
        }
        if let Some((hash, reason)) = slots.unqueued
            && self.take_waiting(&hash).is_some()
        {
            context.send(&Frame::Unqueued { reason });
        }
        if let Some(place) = slots.queue.filter(|_| self.waiting.is_some()) {
            context.send(&Frame::Queue(place));
        }
        if let Some(waited_ms) = slots.saving
            && let Some(waiting) = &self.waiting
        {
            let id = waiting.request;
            context.send(&Frame::Saving(Saving { id, waited_ms }));
        }
        if let Some(hash) = slots.matched {
            self.enter_matched(context, hash).await;
        }
        if let Some(membership) = self.membership().filter(|_| slots.shaky) {
            membership.link_changed();
        }
    }

    /// Takes out the ticket that waits for the seat of that secret.
    pub fn take_waiting(&mut self, hash: &SecretHash) -> Option<Box<QueuedPlayer>> {
        self.waiting
            .take_if(|waiting| waiting.newcomer.hash == *hash)
    }

    /// Answers a request that is no seat's.
    pub async fn answer(&mut self, context: &ConnectionContext, id: u64, body: Body, read_ms: u64) {
        let answer = match body {
            Body::Hello(_) => Err(Refusal::AlreadyGreeted),
            // Both are answered before they come here.
            Body::Ping(_) | Body::Seat(_) => Err(Refusal::Internal),
            Body::CreateRoom(_) | Body::JoinRoom(_) | Body::TakeSeat(_) | Body::Resume(_) => {
                return self.take_place(context, id, body, read_ms).await;
            }
            Body::WatchRoom(request) => return self.watch(context, id, request, read_ms).await,
            Body::Exhibit(request) => return self.exhibit(context, id, &request, read_ms).await,
            Body::QuickMatch(request) => return self.quick_match(context, id, request).await,
            Body::Play(request) => return self.play(context, id, request).await,
            // Once it has led to a pair there is nothing left to cancel.
            Body::Cancel => match self.waiting.take_if(|waiting| waiting.ticket.waits()) {
                Some(_) => Ok(Accepted::Cancelled),
                None => Err(Refusal::NotQueued),
            },
            Body::Unwatch => match self.place {
                SessionPlace::Watching(_) => {
                    self.leave_room(context);
                    Ok(Accepted::Unwatched)
                }
                _ => Err(Refusal::NotInRoom),
            },
            Body::SetName(request) => self.rename(context, &request.name).await,
            Body::Subscribe(_)
            | Body::Unsubscribe(_)
            | Body::ShareSeat(_)
            | Body::UnshareSeat
            | Body::SetWebhook(_)
            | Body::RemoveWebhook => self.change_devices(context, body).await,
            Body::React(request) => match self.membership() {
                Some(membership) => membership.react(request.phrase),
                None => Err(self.in_no_room()),
            },
            Body::Hint => match self.membership() {
                Some(membership) => membership.hint(context.payer()).await,
                None => Err(self.in_no_room()),
            },
            body @ (Body::Review(_) | Body::Analyse(_)) => match carried_search(context, id, &body)
            {
                Some(note) => {
                    self.fill(context);
                    return context.writer.push(|frames| frames.note(&note));
                }
                None => search(context, body).await,
            },
            Body::Rooms(request) => Ok(context.service.room_list(request.cursor)),
            Body::Seats(request) => Ok(held_seats(context, &request.secrets).await),
        };
        let answer = answer.map_or_else(Answer::refused, Answer::Ok);
        self.reply(context, id, answer).await;
    }

    /// Answers a command of a seat.
    pub async fn command(
        &mut self,
        context: &ConnectionContext,
        id: u64,
        request: SeatRequest,
        read_ms: u64,
    ) {
        let answer = self.decide(context, &request, read_ms).await;
        match answer {
            // It is kept, whichever node decides now.
            Answer::Ok(_) => self.reply_at_once(context, id, answer),
            Answer::Error(_) => self.reply(context, id, answer).await,
        }
    }

    async fn decide(
        &mut self,
        context: &ConnectionContext,
        request: &SeatRequest,
        read_ms: u64,
    ) -> Answer {
        let Some(membership) = self.membership() else {
            // A repeat of the command that gave the seat up: its room does not know it any more.
            let again = self.left.as_deref();
            let again = again.filter(|(room, n, _)| (*room, *n) == (request.room, request.n));
            let why = match self.place {
                SessionPlace::Superseded(room) if room == request.room => Refusal::Superseded,
                _ => Refusal::NotInRoom,
            };
            return again.map_or(Answer::refused(why), |(.., answer)| answer.clone());
        };
        let answer = membership.command(request, read_ms).await;
        if request.command == Command::Leave && matches!(answer, Answer::Ok(Accepted::Left { .. }))
        {
            self.left = Some(Box::new((request.room, request.n, answer.clone())));
            self.fill(context);
            self.leave_room(context);
        }
        answer
    }

    /// Counts a change that is a step of the room's log and has no number.
    pub(super) fn count_change(&mut self, context: &ConnectionContext) -> Result<(), Refusal> {
        let limits = &context.service.limits;
        let rate = Rate::new(limits.names_per_s, 1_000, limits.names_burst);
        let counted = self.changes.count(&rate, context.now_ms());
        counted.map_err(|retry_in_ms| Refusal::TooFast { retry_in_ms })
    }

    async fn rename(
        &mut self,
        context: &ConnectionContext,
        typed: &str,
    ) -> Result<Accepted, Refusal> {
        let name = name::clean(typed).map_err(|reason| Refusal::BadName { reason })?;
        self.count_change(context)?;
        let named = match self.membership() {
            Some(membership) => membership.rename(name.as_deref()).await?,
            None => Accepted::Named { name: name.clone() },
        };
        self.name = name;
        Ok(named)
    }
}

async fn held_seats(context: &ConnectionContext, secrets: &[Secret]) -> Accepted {
    let hashes: Vec<_> = secrets.iter().map(Secret::hash).collect();
    let seats = context.service.rooms.held_seats(&hashes).await;
    Accepted::Seats { seats }
}
