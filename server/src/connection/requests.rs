//! From a request to its one reply.
//!
//! Knows nothing of what rooms decide; it finds who decides and says what came
//! of it, in the order that the contract promises.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{
    Accepted, Answer, Command, Frame, Refusal, Reply,
    frame::{Pong, Reason},
    name,
    parse::{self, Unreadable},
    request::{Body, Request, SeatRequest},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{Connection, FLOOD_AT_MOST};
use crate::admission::rate::Rate;

/// Another name every second, after a few at once: each is an event of the room.
const RENAMES: Rate = Rate::new(1, 1_000, 5);

impl Connection {
    /// Answers the request in a text frame that has just been read.
    pub(super) async fn request(&mut self, text: Utf8Bytes) {
        let read_ms = self.state.clock.now_ms();
        let limits = &self.state.limits;
        let rate = Rate::new(limits.commands_per_s, 1_000, limits.commands_burst);
        let counted = self.commands.count(&rate, read_ms);
        match parse::request(&text, limits.nesting) {
            Err(Unreadable::Frame(why)) => self.refuse_frame(why),
            Err(Unreadable::Request { id, .. }) | Ok(Request { id, .. }) if counted.is_err() => {
                let retry_in_ms = counted.err().unwrap_or_default();
                self.too_fast(id, retry_in_ms);
            }
            Err(Unreadable::Request { id, why }) => self.reply(id, Answer::refused(why)),
            Ok(Request { id, body }) => {
                self.flood = 0;
                match body {
                    Body::Seat(request) if self.handle.greeted.load(Relaxed) => {
                        let answer = self.command(&request, read_ms).await;
                        self.reply(id, answer);
                    }
                    // By itself, so that a command, which is far more
                    // frequent, does not carry room for the longest of these.
                    body => Box::pin(self.answer(id, body, read_ms)).await,
                }
            }
        }
    }

    fn too_fast(&mut self, id: u64, retry_in_ms: u64) {
        self.reply(id, Answer::refused(Refusal::TooFast { retry_in_ms }));
        self.flood += 1;
        if self.flood >= FLOOD_AT_MOST {
            self.close_for(Reason::Flood);
        }
    }

    async fn answer(&mut self, id: u64, body: Body, read_ms: u64) {
        let greeted = self.handle.greeted.load(Relaxed);
        let answer = match body {
            Body::Hello(_) if greeted => Err(Refusal::AlreadyGreeted),
            Body::Hello(hello) => return self.greet(id, &hello),
            _ if !greeted => Err(Refusal::HelloFirst),
            Body::Ping(ping) => {
                return self.send(&Frame::Pong(Pong {
                    id,
                    any: ping.any,
                    at_ms: read_ms,
                }));
            }
            // Of those who were greeted it has been answered already.
            Body::Seat(_) => Err(Refusal::HelloFirst),
            Body::CreateRoom(wish) => return self.create(id, wish, read_ms).await,
            Body::JoinRoom(wish) => return self.join(id, wish, read_ms).await,
            Body::WatchRoom(wish) => return self.watch(id, wish, read_ms).await,
            Body::Exhibit(wish) => return self.exhibit(id, &wish, read_ms).await,
            Body::Resume(wish) => return self.resume(id, wish, read_ms).await,
            Body::QuickMatch(wish) => return self.quick_match(id, wish).await,
            // Once it has led to a pair there is nothing left to cancel.
            Body::Cancel => match self.waiting.take_if(|waiting| waiting.ticket.waits()) {
                Some(_) => Ok(Accepted::Cancelled),
                None => Err(Refusal::NotQueued),
            },
            Body::Unwatch => match self
                .room
                .as_ref()
                .is_some_and(|membership| membership.seat.is_none())
            {
                true => {
                    self.leave_room();
                    Ok(Accepted::Unwatched)
                }
                false => Err(Refusal::NotInRoom),
            },
            Body::SetName(wish) => self.rename(&wish.name).await,
            Body::React(wish) => match self.room.as_ref().filter(|_| !self.on_the_way) {
                Some(membership) => membership.react(wish.phrase),
                None => Err(Refusal::NotInRoom),
            },
            Body::Hint => self.hint().await,
            Body::Review(wish) => {
                let review = self.state.rooms.review(wish.rules, wish.moves).await;
                review.map(Accepted::Review)
            }
            Body::Rooms(wish) => Ok(self.state.rooms.page(wish.cursor)),
        };
        self.reply(id, answer.map_or_else(Answer::refused, Answer::Ok));
    }

    /// A reply comes after every event up to it.
    pub(super) fn reply(&mut self, id: u64, answer: Answer) {
        self.fill();
        self.send(&Frame::Reply(Reply { id, answer }));
    }

    async fn command(&mut self, request: &SeatRequest, read_ms: u64) -> Answer {
        let Some(membership) = self.room.as_ref().filter(|_| !self.on_the_way) else {
            // A repeat of what gave the seat up: its room does not know it any more.
            let again = self.left.as_deref().filter(|(n, _)| *n == request.n);
            return again.map_or(Answer::refused(Refusal::NotInRoom), |(_, answer)| {
                answer.clone()
            });
        };
        let answer = membership
            .command(request.n, &request.command, read_ms)
            .await;
        if request.command == Command::Leave && matches!(answer, Answer::Ok(Accepted::Left { .. }))
        {
            self.left = Some(Box::new((request.n, answer.clone())));
            self.handle.timed.store(false, Relaxed);
            self.fill();
            self.leave_room();
        }
        answer
    }

    async fn rename(&mut self, typed: &str) -> Result<Accepted, Refusal> {
        let name = name::clean(typed).map_err(|why| Refusal::BadName { why })?;
        let counted = self.renames.count(&RENAMES, self.state.clock.now_ms());
        counted.map_err(|retry_in_ms| Refusal::TooFast { retry_in_ms })?;
        let named = match &self.room {
            Some(membership) => membership.rename(name.as_deref()).await?,
            None => Accepted::Named { name: name.clone() },
        };
        self.name = name;
        Ok(named)
    }

    async fn hint(&self) -> Result<Accepted, Refusal> {
        match &self.room {
            Some(membership) => membership.hint().await,
            None => Err(Refusal::NotInRoom),
        }
    }
}
