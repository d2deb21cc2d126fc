//! From a request to its one reply.
//!
//! Knows nothing of what rooms decide; it finds who decides and says what came
//! of it, in the order that the contract promises.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{
    Accepted, Answer, Command, Frame, Refusal, Reply, SecretHash, Settings,
    frame::{Matched, Pong, Reason, Unqueued},
    name,
    parse::{self, Unreadable},
    reply::Entered,
    request::{
        Body, CreateRoom, Exhibit, JoinRoom, QuickMatch, Request, Resume, SeatRequest, WatchRoom,
    },
    settings::{First, Watching},
};

use referee::Newcomer;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{Connection, FLOOD_AT_MOST, Waiting, outlet::Place, rate::Rate};
use crate::{lobby::queue::Wish, rooms::Attached};

/// Characters of the key of a quick match.
const KEY: std::ops::RangeInclusive<usize> = 8..=64;

/// Another name every second, after a few at once: each is an event of the room.
const RENAMES: Rate = Rate::new(1, 1_000, 5);

impl Connection {
    /// Answers the request in a text frame that has just been read.
    pub(super) async fn request(&mut self, text: Utf8Bytes) {
        let read_ms = self.hub.clock.now_ms();
        let limits = &self.hub.limits;
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
                    Body::Seat(request) if self.peer.greeted.load(Relaxed) => {
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
        let greeted = self.peer.greeted.load(Relaxed);
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
            Body::Unwatch => match self.room.as_ref().is_some_and(|hold| hold.seat.is_none()) {
                true => {
                    self.leave_room();
                    Ok(Accepted::Unwatched)
                }
                false => Err(Refusal::NotInRoom),
            },
            Body::SetName(wish) => self.rename(&wish.name).await,
            Body::React(wish) => match self.room.as_ref().filter(|_| !self.on_the_way) {
                Some(hold) => hold.react(wish.phrase),
                None => Err(Refusal::NotInRoom),
            },
            Body::Hint => self.hint().await,
            Body::Review(wish) => {
                let review = self.hub.rooms.review(wish.rules, wish.moves).await;
                review.map(Accepted::Review)
            }
            Body::Rooms(wish) => Ok(self.hub.rooms.page(wish.cursor)),
        };
        self.reply(id, answer.map_or_else(Answer::refused, Answer::Ok));
    }

    /// A reply comes after every event up to it.
    pub(super) fn reply(&mut self, id: u64, answer: Answer) {
        self.lay_out();
        self.send(&Frame::Reply(Reply { id, answer }));
    }

    async fn command(&mut self, request: &SeatRequest, read_ms: u64) -> Answer {
        let Some(hold) = self.room.as_ref().filter(|_| !self.on_the_way) else {
            // A repeat of what gave the seat up: its room does not know it any more.
            let again = self.left.as_deref().filter(|(n, _)| *n == request.n);
            return again.map_or(Answer::refused(Refusal::NotInRoom), |(_, answer)| {
                answer.clone()
            });
        };
        let answer = hold.command(request.n, &request.command, read_ms).await;
        if request.command == Command::Leave && matches!(answer, Answer::Ok(Accepted::Left { .. }))
        {
            self.left = Some(Box::new((request.n, answer.clone())));
            self.peer.timed.store(false, Relaxed);
            self.lay_out();
            self.leave_room();
        }
        answer
    }

    async fn rename(&mut self, typed: &str) -> Result<Accepted, Refusal> {
        let name = name::clean(typed).map_err(|why| Refusal::BadName { why })?;
        let counted = self.renames.count(&RENAMES, self.hub.clock.now_ms());
        counted.map_err(|retry_in_ms| Refusal::TooFast { retry_in_ms })?;
        let named = match &self.room {
            Some(hold) => hold.rename(name.as_deref()).await?,
            None => Accepted::Named { name: name.clone() },
        };
        self.name = name;
        Ok(named)
    }

    fn newcomer(&self, secret: &protocol::Secret) -> Newcomer {
        Newcomer {
            name: self.name.clone(),
            bot: self.bot,
            hash: secret.hash(),
        }
    }

    /// Whoever sits stays until they leave; whoever watches simply moves.
    fn free_to_move(&self, newcomer: Option<&Newcomer>) -> Result<(), Refusal> {
        let Some(hold) = self.room.as_ref().filter(|hold| hold.seat.is_some()) else {
            return Ok(());
        };
        // A repeat of the request that gave this very seat.
        if newcomer.is_some_and(|newcomer| self.seat_of == Some(newcomer.hash)) {
            return Ok(());
        }
        match hold.room.code() {
            Some(room) => Err(Refusal::AlreadySeated { room }),
            None => Ok(()),
        }
    }

    async fn create(&mut self, id: u64, wish: CreateRoom, now_ms: u64) {
        let host = self.newcomer(&wish.secret);
        let settings = wish.settings();
        let created = async {
            settings.clock.check().map_err(|why| Refusal::BadClock {
                detail: why.to_string(),
            })?;
            self.free_to_move(Some(&host))?;
            if !self.hub.rooms.knows(&host.hash) {
                let counted = self.admission.count_room(now_ms);
                counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })?;
            }
            let rooms = &self.hub.rooms;
            rooms
                .create(settings, wish.computer, &host, &self.peer)
                .await
        };
        let created = created.await;
        self.enter(id, created, host, None, Accepted::Created);
    }

    async fn join(&mut self, id: u64, wish: JoinRoom, now_ms: u64) {
        let guest = self.newcomer(&wish.secret);
        let joined = async {
            self.free_to_move(Some(&guest))?;
            self.may_try(&guest.hash, now_ms)?;
            let joined = self.hub.rooms.join(wish.room, &guest, &self.peer).await;
            self.count_code(joined, now_ms)
        };
        let joined = joined.await;
        self.enter(id, joined, guest, None, Accepted::Joined);
    }

    async fn resume(&mut self, id: u64, wish: Resume, now_ms: u64) {
        let back = self.newcomer(&wish.secret);
        let resumed = async {
            self.may_try(&back.hash, now_ms)?;
            let resumed = self.hub.rooms.resume(&back.hash, &self.peer).await;
            self.count_code(resumed, now_ms)
        };
        let resumed = resumed.await;
        let last_seq = Some(wish.last_seq).filter(|seq| *seq > 0);
        self.enter(id, resumed, back, last_seq, Accepted::Resumed);
    }

    async fn watch(&mut self, id: u64, wish: WatchRoom, now_ms: u64) {
        let watching = async {
            self.free_to_move(None)?;
            self.may_try_code(now_ms)?;
            let watching = self.hub.rooms.watch(wish.room, &self.peer).await;
            self.count_code(watching, now_ms)
        };
        let watching = watching.await;
        self.look_on(id, watching);
    }

    fn look_on(&mut self, id: u64, attached: Result<Attached, Refusal>) {
        match attached {
            Err(why) => self.reply(id, Answer::refused(why)),
            Ok(attached) => {
                self.leave_room();
                let room = attached.code;
                self.reply(id, Answer::Ok(Accepted::Watching { room }));
                self.move_in(attached, None);
            }
        }
    }

    async fn exhibit(&mut self, id: u64, wish: &Exhibit, now_ms: u64) {
        let settings = Settings {
            rules: wish.rules,
            first: First::Host,
            watching: wish.watching,
            ..Settings::default()
        };
        let exhibited = async {
            if wish.watching == Watching::None {
                return Err(Refusal::BadField {
                    field: "watching".into(),
                    detail: "two computers play to be watched: open or link".into(),
                });
            }
            self.free_to_move(None)?;
            let counted = self.admission.count_room(now_ms);
            counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })?;
            let rooms = &self.hub.rooms;
            let room = rooms.exhibit(settings, wish.computers).await?;
            let code = room.code().ok_or(Refusal::Internal)?;
            rooms.watch(code, &self.peer).await
        };
        let exhibited = exhibited.await;
        self.look_on(id, exhibited);
    }

    async fn hint(&self) -> Result<Accepted, Refusal> {
        match &self.room {
            Some(hold) => hold.hint().await,
            None => Err(Refusal::NotInRoom),
        }
    }

    /// A secret that holds a seat needs no guarding against guesses.
    fn may_try(&self, hash: &SecretHash, now_ms: u64) -> Result<(), Refusal> {
        if self.hub.rooms.knows(hash) {
            return Ok(());
        }
        self.may_try_code(now_ms)
    }

    fn may_try_code(&self, now_ms: u64) -> Result<(), Refusal> {
        let tried = self.admission.may_try_code(now_ms);
        tried.map_err(|retry_in_ms| Refusal::JoinsTooFast { retry_in_ms })
    }

    fn count_code<T>(&self, found: Result<T, Refusal>, now_ms: u64) -> Result<T, Refusal> {
        if matches!(found, Err(Refusal::NoSuchRoom)) {
            // Counted, not asked: whether it was one too many is for the next try.
            let _ = self.admission.count_failed_join(now_ms);
        }
        found
    }

    async fn quick_match(&mut self, id: u64, wish: QuickMatch) {
        let newcomer = self.newcomer(&wish.secret);
        let refused = if !KEY.contains(&wish.key.chars().count()) {
            let detail = "a key has 8 to 64 characters, drawn once per process".into();
            Some(Refusal::BadField {
                field: "key".into(),
                detail,
            })
        } else {
            wish.clock.check().err().map(|why| Refusal::BadClock {
                detail: why.to_string(),
            })
        };
        if let Some(why) = refused {
            return self.reply(id, Answer::refused(why));
        }
        // The match whose message was lost: the secret has its seat already.
        if self.hub.rooms.knows(&newcomer.hash) {
            if let Some(hold) = self
                .room
                .as_ref()
                .filter(|_| self.seat_of != Some(newcomer.hash))
            {
                hold.leave_computer().await;
            }
            let again = self.hub.rooms.resume(&newcomer.hash, &self.peer).await;
            return self.enter(id, again, newcomer, None, Accepted::Joined);
        }
        // It leads to a room, and counts as one.
        if let Err(retry_in_ms) = self.admission.count_room(self.hub.clock.now_ms()) {
            return self.reply(id, Answer::refused(Refusal::RoomsTooFast { retry_in_ms }));
        }
        self.waiting = None;
        let QuickMatch {
            rules,
            clock,
            key,
            bots,
            ..
        } = wish;
        let ticket = self.hub.lobby.enter(
            &self.peer,
            key,
            Wish { rules, clock },
            bots,
            newcomer.clone(),
        );
        let position = ticket.place().position;
        self.waiting = Some(Box::new(Waiting { newcomer, ticket }));
        self.reply(id, Answer::Ok(Accepted::Queued { position }));
    }

    /// The queue has led to a room: in with both feet.
    pub(super) async fn enter_matched(&mut self, hash: SecretHash) {
        let Some(waiting) = self
            .waiting
            .take_if(|waiting| waiting.newcomer.hash == hash)
        else {
            return;
        };
        if let Ok(attached) = self
            .hub
            .rooms
            .resume(&waiting.newcomer.hash, &self.peer)
            .await
        {
            let Some((seat, _)) = attached.hold.seat else {
                return;
            };
            if let Some(hold) = &self.room {
                self.on_the_way = hold.leave_computer().await;
            }
            self.send(&Frame::Matched(Matched {
                room: attached.code,
                seat,
            }));
            self.settle_in(attached, waiting.newcomer, None);
            if self.on_the_way {
                self.send_ping(None);
            }
        } else {
            self.send(&Frame::Unqueued {
                why: Unqueued::Failed,
            });
        }
    }

    fn enter(
        &mut self,
        id: u64,
        attached: Result<Attached, Refusal>,
        newcomer: Newcomer,
        last_seq: Option<u64>,
        accepted: fn(Entered) -> Accepted,
    ) {
        let attached = match attached {
            Ok(attached) => attached,
            Err(why) => return self.reply(id, Answer::refused(why)),
        };
        let Some((seat, _)) = attached.hold.seat else {
            return;
        };
        let entered = Entered {
            room: attached.code,
            seat,
            n: attached.n,
            last: attached.last.clone().map(Box::new),
            url: self.hub.room_url(attached.code),
        };
        // What the old room still has to say would stand between the reply
        // and the room that follows it.
        self.leave_room();
        self.reply(id, Answer::Ok(accepted(entered)));
        self.settle_in(attached, newcomer, last_seq);
    }

    fn move_in(&mut self, Attached { hold, code, .. }: Attached, last_seq: Option<u64>) {
        let place = Place::new(Arc::clone(&hold.room), hold.seat, code, last_seq);
        self.outlet.enter(place);
        self.room = Some(hold);
        self.lay_out();
    }

    fn settle_in(&mut self, attached: Attached, newcomer: Newcomer, last_seq: Option<u64>) {
        self.left = None;
        self.seat_of = Some(newcomer.hash);
        self.move_in(attached, last_seq);
        // A link that has just come is measured at once: its clock may run.
        if self.peer.timed.load(Relaxed) {
            self.send_ping(None);
        }
    }
}
