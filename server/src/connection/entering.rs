//! The ways of a connection into rooms: opening one, sitting down, coming back,
//! watching, being matched.
//!
//! Knows nothing of what rooms decide, only of what may be asked and what is
//! said when it leads somewhere.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{
    Accepted, Answer, Frame, Refusal, SecretHash, Settings,
    frame::{Matched, Unqueued},
    reply::Entered,
    request::{CreateRoom, Exhibit, JoinRoom, QuickMatch, Resume, WatchRoom},
    settings::{First, Watching},
};
use referee::Newcomer;

use super::{Connection, Waiting, writer::Place};
use crate::{lobby::queue::Wish, rooms::Attached};

/// Characters of the key of a quick match.
const KEY: std::ops::RangeInclusive<usize> = 8..=64;

impl Connection {
    fn newcomer(&self, secret: &protocol::Secret) -> Newcomer {
        Newcomer {
            name: self.name.clone(),
            bot: self.bot,
            hash: secret.hash(),
        }
    }

    /// Whoever sits stays until they leave; whoever watches simply moves.
    fn free_to_move(&self, newcomer: Option<&Newcomer>) -> Result<(), Refusal> {
        let Some(membership) = self
            .room
            .as_ref()
            .filter(|membership| membership.seat.is_some())
        else {
            return Ok(());
        };
        // A repeat of the request that gave this very seat.
        if newcomer.is_some_and(|newcomer| self.seat_of == Some(newcomer.hash)) {
            return Ok(());
        }
        match membership.room.code() {
            Some(room) => Err(Refusal::AlreadySeated { room }),
            None => Ok(()),
        }
    }

    pub(super) async fn create(&mut self, id: u64, wish: CreateRoom, now_ms: u64) {
        let host = self.newcomer(&wish.secret);
        let settings = wish.settings();
        let created = async {
            settings.clock.check().map_err(|why| Refusal::BadClock {
                detail: why.to_string(),
            })?;
            self.free_to_move(Some(&host))?;
            if !self.state.rooms.knows(&host.hash) {
                let counted = self.admission.count_room(now_ms);
                counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })?;
            }
            let rooms = &self.state.rooms;
            rooms
                .create(settings, wish.computer, &host, &self.handle)
                .await
        };
        let created = created.await;
        self.enter(id, created, host, None, Accepted::Created);
    }

    pub(super) async fn join(&mut self, id: u64, wish: JoinRoom, now_ms: u64) {
        let guest = self.newcomer(&wish.secret);
        let joined = async {
            self.free_to_move(Some(&guest))?;
            self.may_try(&guest.hash, now_ms)?;
            let joined = self.state.rooms.join(wish.room, &guest, &self.handle).await;
            self.count_code(joined, now_ms)
        };
        let joined = joined.await;
        self.enter(id, joined, guest, None, Accepted::Joined);
    }

    pub(super) async fn resume(&mut self, id: u64, wish: Resume, now_ms: u64) {
        let back = self.newcomer(&wish.secret);
        let resumed = async {
            self.may_try(&back.hash, now_ms)?;
            let resumed = self.state.rooms.resume(&back.hash, &self.handle).await;
            self.count_code(resumed, now_ms)
        };
        let resumed = resumed.await;
        let last_seq = Some(wish.last_seq).filter(|seq| *seq > 0);
        self.enter(id, resumed, back, last_seq, Accepted::Resumed);
    }

    pub(super) async fn watch(&mut self, id: u64, wish: WatchRoom, now_ms: u64) {
        let watching = async {
            self.free_to_move(None)?;
            self.may_try_code(now_ms)?;
            let watching = self.state.rooms.watch(wish.room, &self.handle).await;
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

    pub(super) async fn exhibit(&mut self, id: u64, wish: &Exhibit, now_ms: u64) {
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
            let rooms = &self.state.rooms;
            let room = rooms.exhibit(settings, wish.computers).await?;
            let code = room.code().ok_or(Refusal::Internal)?;
            rooms.watch(code, &self.handle).await
        };
        let exhibited = exhibited.await;
        self.look_on(id, exhibited);
    }

    /// A secret that holds a seat needs no guarding against guesses.
    fn may_try(&self, hash: &SecretHash, now_ms: u64) -> Result<(), Refusal> {
        if self.state.rooms.knows(hash) {
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

    pub(super) async fn quick_match(&mut self, id: u64, wish: QuickMatch) {
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
        if self.state.rooms.knows(&newcomer.hash) {
            if let Some(membership) = self
                .room
                .as_ref()
                .filter(|_| self.seat_of != Some(newcomer.hash))
            {
                membership.leave_computer().await;
            }
            let again = self.state.rooms.resume(&newcomer.hash, &self.handle).await;
            return self.enter(id, again, newcomer, None, Accepted::Joined);
        }
        // It leads to a room, and counts as one.
        if let Err(retry_in_ms) = self.admission.count_room(self.state.clock.now_ms()) {
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
        let ticket = self.state.lobby.enter(
            &self.handle,
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
            .state
            .rooms
            .resume(&waiting.newcomer.hash, &self.handle)
            .await
        {
            let Some((seat, _)) = attached.membership.seat else {
                return;
            };
            if let Some(membership) = &self.room {
                self.on_the_way = membership.leave_computer().await;
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
        let Some((seat, _)) = attached.membership.seat else {
            return;
        };
        let entered = Entered {
            room: attached.code,
            seat,
            n: attached.n,
            last: attached.last.clone().map(Box::new),
            url: self.state.room_url(attached.code),
        };
        // What the old room still has to say would stand between the reply
        // and the room that follows it.
        self.leave_room();
        self.reply(id, Answer::Ok(accepted(entered)));
        self.settle_in(attached, newcomer, last_seq);
    }

    fn move_in(
        &mut self,
        Attached {
            membership, code, ..
        }: Attached,
        last_seq: Option<u64>,
    ) {
        let place = Place::new(
            Arc::clone(&membership.room),
            membership.seat,
            code,
            last_seq,
        );
        self.writer.enter(place);
        self.room = Some(membership);
        self.fill();
    }

    fn settle_in(&mut self, attached: Attached, newcomer: Newcomer, last_seq: Option<u64>) {
        self.left = None;
        self.seat_of = Some(newcomer.hash);
        self.move_in(attached, last_seq);
        // A link that has just come is measured at once: its clock may run.
        if self.handle.timed.load(Relaxed) {
            self.send_ping(None);
        }
    }
}
