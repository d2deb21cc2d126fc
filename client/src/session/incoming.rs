//! Effects of replies, events and snapshots on the session.

use std::sync::Arc;

use protocol::{
    Accepted, Answer, Command, Event, EventFrame, Now, Refusal, Reply, RoomCode, Seat, Secret,
    Snapshot,
    frame::{Matched, Unqueued},
    now::LinkState,
    reply::{Entered, Refused},
    request::Body,
};
use tokio::time::Instant;

use super::{
    core::{Attachment, CoreOutput, SessionCore},
    pending::{RequestOrigin, SentRequest},
    room::Room,
    update::{End, ReplySource, Update},
};

/// Whether it may be the answer to that command.
fn fits(command: &Command, answer: &Answer) -> bool {
    let Answer::Ok(accepted) = answer else {
        return true;
    };
    matches!(
        (command, accepted),
        (Command::Move(_), Accepted::Moved { .. })
            | (Command::Resign(_), Accepted::Resigned { .. })
            | (Command::Abort(_), Accepted::Aborted { .. })
            | (Command::Claim(_), Accepted::Claimed { .. })
            | (Command::Leave, Accepted::Left { .. })
            | (
                Command::Offer(_),
                Accepted::Offered { .. } | Accepted::Accepted { .. }
            )
            | (Command::Accept(_), Accepted::Accepted { .. })
            | (Command::Decline(_), Accepted::Declined { .. })
            | (Command::Choose(_), Accepted::Chosen { .. })
            | (Command::RemoveGuest, Accepted::Removed { .. })
            | (Command::SeatComputer(_), Accepted::ComputerSeated { .. })
    )
}

/// A session's room before the snapshot.
fn empty_room(core: &SessionCore, code: RoomCode) -> Room {
    Room {
        code,
        seat: None,
        mode: core.mode,
        url: None,
        view: Arc::default(),
        now: Now::default(),
        clock: core.clock,
    }
}

impl SessionCore {
    pub(super) fn reply(&mut self, reply: Reply) {
        let Reply { id, answer } = reply;
        let Some(sent) = self.pending.take(id) else {
            return;
        };
        if self.saving == Some(id) {
            self.saved();
        }
        // One that is the session's own was asked of a room that was left.
        if let Body::Seat(seat) = &sent.request.body
            && sent.origin != RequestOrigin::Session
        {
            if let Some(expected) = miscounted(&answer)
                && sent.origin == RequestOrigin::Owner
            {
                // The room counts otherwise than we thought, and has done
                // nothing: the same once more by its count.
                let mut seat = seat.clone();
                self.n = expected.saturating_sub(1);
                seat.n = expected;
                self.send(Body::Seat(seat), Some(id), RequestOrigin::OwnerAgain);
                return;
            }
            if matches!(answer, Answer::Ok(_)) {
                self.n = self.n.max(seat.n);
            }
        }
        if sent.origin != RequestOrigin::Session {
            self.tell(Update::Reply {
                id,
                answer: answer.clone(),
                source: ReplySource::Frame,
            });
        }
        match answer {
            Answer::Ok(accepted) => self.accepted(&sent, accepted),
            Answer::Error(refused) if sent.origin == RequestOrigin::Session => {
                self.own_request_refused(&sent, &refused.why);
            }
            Answer::Error(_) => {}
        }
        self.pump();
    }

    fn accepted(&mut self, sent: &SentRequest, accepted: Accepted) {
        match (&sent.request.body, accepted) {
            // The match whose message went down with the link.
            (body @ (Body::QuickMatch(_) | Body::Play(_)), Accepted::Joined(entered)) => {
                let (room, seat) = (entered.room, entered.seat);
                self.ticket = Some(body.clone());
                self.matched(Matched { room, seat });
                if let Some(secret) = body.new_seat() {
                    self.entered(entered, secret.clone());
                }
            }
            (body @ Body::CreateRoom(_), Accepted::Created(entered))
            | (body @ Body::JoinRoom(_), Accepted::Joined(entered))
            | (body @ Body::TakeSeat(_), Accepted::SeatTaken(entered)) => {
                if let Some(secret) = body.new_seat() {
                    self.entered(entered, secret.clone());
                }
            }
            (Body::Resume(body), Accepted::Resumed(entered)) => {
                self.entered(entered, body.secret.clone());
            }
            (Body::WatchRoom(_) | Body::Exhibit(_), Accepted::Watching { room }) => {
                self.place = Attachment::Watching { room };
            }
            (body @ (Body::QuickMatch(_) | Body::Play(_)), Accepted::Queued { .. }) => {
                self.ticket = Some(body.clone());
            }
            (Body::Unwatch, Accepted::Unwatched) => {
                self.leave_place();
                self.room = None;
            }
            _ => {}
        }
    }

    fn entered(&mut self, entered: Entered, secret: Secret) {
        let mut room = match self.room.take() {
            // The code may have changed while the link was down; the seat with
            // its secret is what makes it the same room.
            Some(room) if self.same_seat(&secret) => room,
            _ => empty_room(self, entered.room),
        };
        room.code = entered.room;
        room.seat = Some(entered.seat);
        room.url = Some(entered.url.clone()).filter(|url| !url.is_empty());
        room.clock = self.clock;
        self.room = Some(room);
        self.place = Attachment::Seat {
            room: entered.room,
            secret,
        };
        self.n = entered.n;
        self.tell(Update::Seated(entered.clone()));
        self.take_up(entered);
    }

    fn same_seat(&self, secret: &Secret) -> bool {
        matches!(&self.place, Attachment::Seat { secret: held, .. } if held == secret)
    }

    /// Settles the command whose answer was lost with the old link.
    fn take_up(&mut self, entered: Entered) {
        let Some(sent) = self.unanswered.take() else {
            return;
        };
        let id = sent.request.id;
        let Body::Seat(seat) = &sent.request.body else {
            return;
        };
        if seat.n > entered.n {
            self.send(sent.request.body, Some(id), sent.origin);
            return;
        }
        match entered.last {
            // Of another kind of command it is another device's.
            Some(answer) if seat.n == entered.n && fits(&seat.command, &answer) => {
                self.tell(Update::Reply {
                    id,
                    answer: *answer,
                    source: ReplySource::Session,
                });
            }
            _ => self.drop_ask(id),
        }
    }

    /// A seat or a place among the watchers could not be taken up again.
    fn own_request_refused(&mut self, sent: &SentRequest, why: &Refusal) {
        let hint_ms = match why {
            Refusal::TooFast { retry_in_ms }
            | Refusal::Unavailable { retry_in_ms }
            | Refusal::JoinsTooFast { retry_in_ms } => Some(*retry_in_ms),
            _ => None,
        };
        let passing = hint_ms.is_some() || matches!(why, Refusal::ShuttingDown | Refusal::Internal);
        let searches = matches!(sent.request.body, Body::QuickMatch(_) | Body::Play(_));
        match &sent.request.body {
            // The last two were asked of a room that was left for another.
            Body::Ping(_) | Body::Seat(_) | Body::CreateRoom(_) => {}
            Body::Resume(_) if *why == Refusal::Superseded => {
                self.out.push_back(CoreOutput::Stop(End::Superseded));
            }
            // A server that is about to stop still has its rooms, but brings nobody together.
            _ if passing && !(searches && *why == Refusal::ShuttingDown) => {
                self.out.push_back(CoreOutput::DropLink { hint_ms })
            }
            Body::QuickMatch(_) | Body::Play(_) => {
                self.ticket = None;
                self.tell(match why {
                    Refusal::CannotPlay { .. } => Update::Unqueued(Unqueued::Gone),
                    Refusal::ShuttingDown => Update::Unqueued(Unqueued::ShuttingDown),
                    why => Update::Complaint(why.clone()),
                });
            }
            _ => self.out.push_back(CoreOutput::Stop(End::Gone)),
        }
    }

    /// The server has finished the save that it announced.
    pub(super) fn saved(&mut self) {
        if self.saving.take().is_some() {
            self.tell(Update::Saved);
        }
    }

    /// Somebody has come. A room with a computer, where one sat meanwhile, is
    /// left for theirs.
    pub(super) fn matched(&mut self, matched: Matched) {
        self.saved();
        let mut left = Vec::new();
        let ticket = self.ticket.take();
        if let Some(secret) = ticket.and_then(|body| body.new_seat().cloned()) {
            left = self.leave_asks();
            let mut room = empty_room(self, matched.room);
            room.seat = Some(matched.seat);
            self.room = Some(room);
            self.n = 0;
            self.place = Attachment::Seat {
                room: matched.room,
                secret,
            };
        }
        self.tell(Update::Matched(matched));
        for id in left {
            self.drop_ask(id);
        }
    }

    pub(super) fn snapshot(&mut self, snapshot: Snapshot, now: Instant) {
        self.clock.heard(snapshot.at_ms, now);
        let mut room = match self.room.take() {
            Some(room) if room.code == snapshot.room => room,
            _ => empty_room(self, snapshot.room),
        };
        self.gap = false;
        room.view = Arc::new(snapshot.view);
        room.now = snapshot.now;
        if let Some(seat) = room.seat {
            there(&mut room.now, seat);
        }
        room.follow_turn();
        room.clock = self.clock;
        self.room = Some(room.clone());
        self.tell(Update::Snapshot(room));
        self.forget_lost_place();
    }

    pub(super) fn event(&mut self, frame: EventFrame, now: Instant) {
        self.clock.heard(frame.at_ms, now);
        let clock = self.clock;
        let Some(room) = &mut self.room else { return };
        // Of the room that was left, while the new one has not been shown yet.
        let elsewhere = room.view.seq == 0 && frame.room != room.code;
        if elsewhere || frame.seq <= room.view.seq {
            return;
        }
        if frame.seq > room.view.seq + 1 {
            // A gap cannot be guessed over; a new link brings the missing events.
            self.gap = true;
            self.out.push_back(CoreOutput::DropLink { hint_ms: None });
            return;
        }
        let before = Arc::clone(&room.view);
        Arc::make_mut(&mut room.view).fold(frame.seq, frame.at_ms, &frame.event);
        if let Event::Joined { seat, .. } | Event::Returned { seat, .. } = frame.event {
            there(&mut room.now, seat);
        }
        room.clock = clock;
        room.follow_turn();
        if room.code != frame.room {
            room.code = frame.room;
            room.url = room.url.take().map(|url| with_code(&url, frame.room));
            if let Attachment::Seat { room, .. } | Attachment::Watching { room } = &mut self.place {
                *room = frame.room;
            }
        }
        let room = room.clone();
        self.tell(Update::Event {
            frame,
            before,
            room,
        });
        self.forget_lost_place();
    }

    /// A room that is over, or a seat that was given up, is not taken up again.
    fn forget_lost_place(&mut self) {
        if self.room.as_ref().is_some_and(Room::is_over) {
            self.leave_place();
        }
    }
}

/// Who has come, or asks, is there: `now` says so up to a second later.
fn there(now: &mut Now, seat: Seat) {
    let link = &mut now.links[seat];
    if link.state == LinkState::Away {
        link.state = LinkState::Linked;
    }
}

/// The number that the room wants instead, if it refused for that.
fn miscounted(answer: &Answer) -> Option<u64> {
    match answer {
        Answer::Error(Refused {
            why: Refusal::OutOfOrder { expected },
            ..
        }) => Some(*expected),
        _ => None,
    }
}

fn with_code(url: &str, code: RoomCode) -> String {
    match url.rsplit_once("/r/") {
        Some((base, _)) => format!("{base}/r/{code}"),
        None => url.to_owned(),
    }
}
