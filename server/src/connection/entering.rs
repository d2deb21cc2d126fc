//! A session's ways into rooms: opening one, sitting down, coming back,
//! watching, being matched.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{
    Accepted, Answer, Frame, Refusal, Secret, SecretHash, Settings,
    frame::{Matched, Unqueued},
    reply::Entered,
    request::{Choice, CreateRoom, Exhibit, JoinRoom, QuickMatch, Resume, WatchRoom},
    settings::{First, Watching},
};
use referee::Newcomer;

use super::{
    link::Link,
    session::{Place, Seated, Session, Waiting},
    writer::Position,
};
use crate::{lobby::queue::AcceptedGames, rooms::Attached};

/// Characters of the key of a quick match.
const KEY: std::ops::RangeInclusive<usize> = 8..=64;

impl Session {
    fn newcomer(&self, secret: &Secret) -> Newcomer {
        Newcomer {
            name: self.name.clone(),
            bot: self.bot,
            hash: secret.hash(),
        }
    }

    /// Whoever sits stays until they leave; whoever watches simply moves.
    fn free_to_move(&self, newcomer: Option<&Newcomer>) -> Result<(), Refusal> {
        let Place::Seated(seated) = &self.place else {
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

    pub async fn create(&mut self, link: &Link, id: u64, wish: CreateRoom, now_ms: u64) {
        let host = self.newcomer(&wish.secret);
        let created = async {
            wish.settings.check()?;
            self.free_to_move(Some(&host))?;
            if !link.state.rooms.knows(&host.hash) {
                let counted = link.admission.count_room(now_ms);
                counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })?;
            }
            let rooms = &link.state.rooms;
            rooms
                .create(wish.settings, wish.computer, &host, &link.handle)
                .await
        };
        let created = created.await;
        self.enter(link, id, created, host, None, Accepted::Created);
    }

    pub async fn join(&mut self, link: &Link, id: u64, wish: JoinRoom, now_ms: u64) {
        let guest = self.newcomer(&wish.secret);
        let joined = async {
            self.free_to_move(Some(&guest))?;
            may_try(link, &guest.hash, now_ms)?;
            let joined = link.state.rooms.join(wish.room, &guest, &link.handle).await;
            count_code(link, joined, now_ms)
        };
        let joined = joined.await;
        self.enter(link, id, joined, guest, None, Accepted::Joined);
    }

    pub async fn resume(&mut self, link: &Link, id: u64, wish: Resume, now_ms: u64) {
        let back = self.newcomer(&wish.secret);
        let resumed = async {
            may_try(link, &back.hash, now_ms)?;
            let resumed = link.state.rooms.resume(&back.hash, &link.handle).await;
            count_code(link, resumed, now_ms)
        };
        let resumed = resumed.await;
        let last_seq = Some(wish.last_seq).filter(|seq| *seq > 0);
        self.enter(link, id, resumed, back, last_seq, Accepted::Resumed);
    }

    pub async fn watch(&mut self, link: &Link, id: u64, wish: WatchRoom, now_ms: u64) {
        let watching = async {
            self.free_to_move(None)?;
            may_try_code(link, now_ms)?;
            let watching = link.state.rooms.watch(wish.room, &link.handle).await;
            count_code(link, watching, now_ms)
        };
        let watching = watching.await;
        self.look_on(link, id, watching);
    }

    fn look_on(&mut self, link: &Link, id: u64, attached: Result<Attached, Refusal>) {
        match attached {
            Err(why) => self.reply(link, id, Answer::refused(why)),
            Ok(attached) => {
                self.leave_room(link);
                let room = attached.code;
                self.reply(link, id, Answer::Ok(Accepted::Watching { room }));
                link.writer.enter(position(&attached, None));
                self.place = Place::Watching(attached.membership);
                self.fill(link);
            }
        }
    }

    pub async fn exhibit(&mut self, link: &Link, id: u64, wish: &Exhibit, now_ms: u64) {
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
            let counted = link.admission.count_room(now_ms);
            counted.map_err(|retry_in_ms| Refusal::RoomsTooFast { retry_in_ms })?;
            let rooms = &link.state.rooms;
            let room = rooms.exhibit(settings, wish.computers).await?;
            let code = room.code().ok_or(Refusal::Internal)?;
            rooms.watch(code, &link.handle).await
        };
        let exhibited = exhibited.await;
        self.look_on(link, id, exhibited);
    }

    pub async fn quick_match(&mut self, link: &Link, id: u64, wish: QuickMatch) {
        let newcomer = self.newcomer(&wish.secret);
        if let Err(why) = check(&wish) {
            return self.reply(link, id, Answer::refused(why));
        }
        // The match whose message was lost: the secret has its seat already.
        if link.state.rooms.knows(&newcomer.hash) {
            if let Place::Seated(seated) = &self.place
                && seated.secret != newcomer.hash
            {
                seated.membership.leave_computer().await;
            }
            let again = link.state.rooms.resume(&newcomer.hash, &link.handle).await;
            return self.enter(link, id, again, newcomer, None, Accepted::Joined);
        }
        // It leads to a room, and counts as one.
        if let Err(retry_in_ms) = link.admission.count_room(link.now_ms()) {
            return self.reply(
                link,
                id,
                Answer::refused(Refusal::RoomsTooFast { retry_in_ms }),
            );
        }
        self.waiting = None;
        let ticket = link.state.lobby.enter(
            &link.handle,
            wish.key,
            AcceptedGames::new(wish.boards, wish.clocks),
            wish.bots,
            newcomer.clone(),
        );
        let queued = Accepted::Queued {
            ticket: ticket.id(),
            position: ticket.position(),
        };
        self.waiting = Some(Box::new(Waiting { newcomer, ticket }));
        self.reply(link, id, Answer::Ok(queued));
    }

    /// The queue has led to a room: takes the seat there.
    pub(super) async fn enter_matched(&mut self, link: &Link, hash: SecretHash) {
        let Some(waiting) = self.take_waiting(&hash) else {
            return;
        };
        let rooms = &link.state.rooms;
        let Ok(attached) = rooms.resume(&hash, &link.handle).await else {
            let reason = Unqueued::Failed;
            return link.send(&Frame::Unqueued { reason });
        };
        let Some((seat, _)) = attached.membership.seat else {
            return;
        };
        if let Some(membership) = self.membership() {
            membership.leave_computer().await;
        }
        link.send(&Frame::Matched(Matched {
            room: attached.code,
            seat,
        }));
        self.sit_down(link, attached, waiting.newcomer, None);
    }

    fn enter(
        &mut self,
        link: &Link,
        id: u64,
        attached: Result<Attached, Refusal>,
        newcomer: Newcomer,
        last_seq: Option<u64>,
        accepted: fn(Entered) -> Accepted,
    ) {
        let attached = match attached {
            Ok(attached) => attached,
            Err(why) => return self.reply(link, id, Answer::refused(why)),
        };
        let Some((seat, _)) = attached.membership.seat else {
            return;
        };
        let entered = Entered {
            room: attached.code,
            seat,
            n: attached.n,
            last: attached.last.clone().map(Box::new),
            url: link.state.room_url(attached.code),
        };
        // What the old room still has to say would stand between the reply
        // and the room that follows it.
        self.leave_room(link);
        self.reply(link, id, Answer::Ok(accepted(entered)));
        self.sit_down(link, attached, newcomer, last_seq);
    }

    fn sit_down(
        &mut self,
        link: &Link,
        attached: Attached,
        newcomer: Newcomer,
        last_seq: Option<u64>,
    ) {
        self.left = None;
        link.writer.enter(position(&attached, last_seq));
        self.place = Place::Seated(Seated {
            membership: attached.membership,
            secret: newcomer.hash,
        });
        self.fill(link);
        // A link that has just come is measured at once: its clock may run.
        if link.handle.timed.load(Relaxed) {
            link.handle.notify(|slots| slots.ping = true);
        }
    }
}

/// Whether a wish to be matched can be granted at all.
fn check(wish: &QuickMatch) -> Result<(), Refusal> {
    if !KEY.contains(&wish.key.chars().count()) {
        let detail = "a key has 8 to 64 characters, drawn once per process".into();
        return Err(Refusal::BadField {
            field: "key".into(),
            detail,
        });
    }
    let Choice::OneOf(clocks) = &wish.clocks else {
        return Ok(());
    };
    let checked = clocks.iter().try_for_each(|clock| clock.check());
    checked.map_err(|why| Refusal::BadClock {
        detail: why.to_string(),
    })
}

/// Behind event `last_seq` of a room, or with a snapshot to come.
fn position(attached: &Attached, last_seq: Option<u64>) -> Position {
    let Attached {
        membership, code, ..
    } = attached;
    let room = Arc::clone(&membership.room);
    Position::new(room, membership.seat, *code, last_seq)
}

/// A secret that holds a seat needs no guarding against guesses.
fn may_try(link: &Link, hash: &SecretHash, now_ms: u64) -> Result<(), Refusal> {
    match link.state.rooms.knows(hash) {
        true => Ok(()),
        false => may_try_code(link, now_ms),
    }
}

fn may_try_code(link: &Link, now_ms: u64) -> Result<(), Refusal> {
    let tried = link.admission.may_try_code(now_ms);
    tried.map_err(|retry_in_ms| Refusal::JoinsTooFast { retry_in_ms })
}

fn count_code<T>(link: &Link, found: Result<T, Refusal>, now_ms: u64) -> Result<T, Refusal> {
    if matches!(found, Err(Refusal::NoSuchRoom)) {
        // Counted, not asked: whether it was one too many is for the next try.
        let _ = link.admission.count_failed_join(now_ms);
    }
    found
}
