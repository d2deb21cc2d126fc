//! What a connection has once it was greeted: a name, a place, a ticket of the
//! queue. Dropping it lets go of them all.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{
    Accepted, Answer, Command, Frame, Refusal, RoomCode, SecretHash, name,
    request::{Body, SeatRequest},
};
use referee::Newcomer;

use super::{link::Link, writer::Pending};
use crate::{
    admission::rate::{Meter, Rate},
    handle::ControlSlots,
    lobby::QueuedTicket,
    rooms::Membership,
};

/// Another name every second, after a few at once: each is an event of the room.
const RENAMES: Rate = Rate::new(1, 1_000, 5);

/// A greeted connection's belongings.
pub(super) struct Session {
    /// The name from `hello`, cleaned.
    pub name: Option<String>,
    /// Whether its `hello` said that a program plays.
    pub bot: bool,
    pub place: Place,
    /// It may wait for somebody while it plays a computer or watches.
    pub waiting: Option<Box<Waiting>>,
    /// The answer to the command that gave a seat up, for its repeat.
    pub left: Option<Box<(RoomCode, u64, Answer)>>,
    renames: Meter,
}

/// Where a greeted connection is. The writer is in the same room.
pub(super) enum Place {
    Lobby,
    Watching(Membership),
    Seated(Seated),
}

/// A seat.
pub(super) struct Seated {
    pub membership: Membership,
    /// The secret that holds it.
    pub secret: SecretHash,
}

/// A place in the queue, and who will sit when it leads to a room.
pub(super) struct Waiting {
    pub newcomer: Newcomer,
    pub ticket: QueuedTicket,
}

impl Session {
    /// Greeted, and nowhere yet.
    pub fn new(name: Option<String>, bot: bool) -> Session {
        Session {
            name,
            bot,
            place: Place::Lobby,
            waiting: None,
            left: None,
            renames: Meter::default(),
        }
    }

    /// What it has in a room.
    pub fn membership(&self) -> Option<&Membership> {
        match &self.place {
            Place::Lobby => None,
            Place::Watching(membership) | Place::Seated(Seated { membership, .. }) => {
                Some(membership)
            }
        }
    }

    /// Leaves the room, if it is in one.
    pub fn leave_room(&mut self, link: &Link) {
        // Whoever is no member is sent no events either.
        link.writer.leave();
        self.place = Place::Lobby;
    }

    /// Queues the room's new events.
    pub fn fill(&mut self, link: &Link) {
        let pending = link.writer.fill(link.now_ms());
        self.follow(link, pending);
    }

    /// Leaves the room after the last events that there were for it.
    pub fn follow(&mut self, link: &Link, pending: Pending) {
        match pending {
            Pending::None | Pending::Written | Pending::NeedsSnapshot => {}
            Pending::RoomEnded => self.leave_room(link),
            Pending::CodeRevoked(room) => {
                self.leave_room(link);
                link.send(&Frame::Dismissed { room });
            }
        }
    }

    /// Queues the reply, which comes after every event up to it.
    pub fn reply(&mut self, link: &Link, id: u64, answer: Answer) {
        self.fill(link);
        link.reply(id, answer);
    }

    /// A pong has come.
    pub fn pong(&mut self, link_changed: bool) {
        if let Some(membership) = self.membership().filter(|_| link_changed) {
            membership.link_changed();
        }
    }

    /// Acts on what the room and the queue have said.
    pub async fn read_slots(&mut self, link: &Link, slots: &ControlSlots) {
        // By now the connection may be in another room, which stays.
        let lost = self.membership().is_some_and(|it| !it.is_held());
        if lost {
            self.leave_room(link);
        }
        if let Some(room) = slots.dismissed.filter(|_| lost) {
            link.send(&Frame::Dismissed { room });
        } else if let Some(room) = slots.superseded.filter(|_| lost) {
            link.send(&Frame::Superseded { room });
        }
        if let Some((hash, reason)) = slots.unqueued
            && self.take_waiting(&hash).is_some()
        {
            link.send(&Frame::Unqueued { reason });
        }
        if let Some(place) = slots.queue.filter(|_| self.waiting.is_some()) {
            link.send(&Frame::Queue(place));
        }
        if let Some(hash) = slots.matched {
            self.enter_matched(link, hash).await;
        }
        if let Some(membership) = self.membership().filter(|_| slots.shaky) {
            membership.link_changed();
        }
    }

    /// Takes out the ticket that waits for the seat of that secret.
    pub fn take_waiting(&mut self, hash: &SecretHash) -> Option<Box<Waiting>> {
        self.waiting
            .take_if(|waiting| waiting.newcomer.hash == *hash)
    }

    /// Answers a request that is no seat's.
    pub async fn answer(&mut self, link: &Link, id: u64, body: Body, read_ms: u64) {
        let answer = match body {
            Body::Hello(_) => Err(Refusal::AlreadyGreeted),
            // Both are answered before they come here.
            Body::Ping(_) | Body::Seat(_) => Err(Refusal::Internal),
            Body::CreateRoom(wish) => return self.create(link, id, wish, read_ms).await,
            Body::JoinRoom(wish) => return self.join(link, id, wish, read_ms).await,
            Body::WatchRoom(wish) => return self.watch(link, id, wish, read_ms).await,
            Body::Exhibit(wish) => return self.exhibit(link, id, &wish, read_ms).await,
            Body::Resume(wish) => return self.resume(link, id, wish, read_ms).await,
            Body::QuickMatch(wish) => return self.quick_match(link, id, wish).await,
            // Once it has led to a pair there is nothing left to cancel.
            Body::Cancel => match self.waiting.take_if(|waiting| waiting.ticket.waits()) {
                Some(_) => Ok(Accepted::Cancelled),
                None => Err(Refusal::NotQueued),
            },
            Body::Unwatch => match self.place {
                Place::Watching(_) => {
                    self.leave_room(link);
                    Ok(Accepted::Unwatched)
                }
                Place::Lobby | Place::Seated(_) => Err(Refusal::NotInRoom),
            },
            Body::SetName(wish) => self.rename(link, &wish.name).await,
            Body::React(wish) => match self.membership() {
                Some(membership) => membership.react(wish.phrase),
                None => Err(Refusal::NotInRoom),
            },
            Body::Hint => match self.membership() {
                Some(membership) => membership.hint().await,
                None => Err(Refusal::NotInRoom),
            },
            Body::Review(wish) => {
                let computers = &link.state.rooms.computers;
                let review = computers.review(wish.rules, wish.moves).await;
                review.map(Accepted::Review)
            }
            Body::Rooms(wish) => Ok(link.state.rooms.page(wish.cursor)),
        };
        self.reply(link, id, answer.map_or_else(Answer::refused, Answer::Ok));
    }

    /// Answers a command of a seat.
    pub async fn command(&mut self, link: &Link, id: u64, request: SeatRequest, read_ms: u64) {
        let answer = self.decide(link, &request, read_ms).await;
        self.reply(link, id, answer);
    }

    async fn decide(&mut self, link: &Link, request: &SeatRequest, read_ms: u64) -> Answer {
        let Some(membership) = self.membership() else {
            // A repeat of what gave the seat up: its room does not know it any more.
            let again = self.left.as_deref();
            let again = again.filter(|(room, n, _)| (*room, *n) == (request.room, request.n));
            return again.map_or(Answer::refused(Refusal::NotInRoom), |(.., answer)| {
                answer.clone()
            });
        };
        let answer = membership.command(request, read_ms).await;
        if request.command == Command::Leave && matches!(answer, Answer::Ok(Accepted::Left { .. }))
        {
            self.left = Some(Box::new((request.room, request.n, answer.clone())));
            link.handle.timed.store(false, Relaxed);
            self.fill(link);
            self.leave_room(link);
        }
        answer
    }

    async fn rename(&mut self, link: &Link, typed: &str) -> Result<Accepted, Refusal> {
        let name = name::clean(typed).map_err(|reason| Refusal::BadName { reason })?;
        let counted = self.renames.count(&RENAMES, link.now_ms());
        counted.map_err(|retry_in_ms| Refusal::TooFast { retry_in_ms })?;
        let named = match self.membership() {
            Some(membership) => membership.rename(name.as_deref()).await?,
            None => Accepted::Named { name: name.clone() },
        };
        self.name = name;
        Ok(named)
    }
}
