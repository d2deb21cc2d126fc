//! The session's state machine: frames, asks and the link's state in; what to send and
//! what to tell out. The present instant is an argument.

use std::collections::VecDeque;

use protocol::{
    Answer, Command, Frame, Refusal, Request, RoomCode, Secret,
    frame::Bye,
    reply::Welcome,
    request::{Body, Ping, Resume, SeatRequest, WatchRoom},
};
use tokio::time::Instant;

use super::{
    ask::{Ask, AskKind},
    options::SessionOptions,
    pending::{OWN_IDS, PendingRequests, RequestOrigin, RetryPolicy, SentRequest},
    room::Room,
    update::{End, LinkLoss, ReplySource, Update},
    watchdog::{Heartbeat, HeartbeatPace, Watchdog, WatchdogAction},
};
use crate::{clock::ServerClock, transport::PlayMode};

/// Asks that may wait for the link.
pub(super) const ASKS: usize = 32;

/// A running game in which nothing has happened for so long is calm.
const CALM_MS: u64 = 15_000;

/// Action for the task around this.
#[derive(Debug)]
pub(super) enum CoreOutput {
    Send(String),
    Tell(Box<Update>),
    /// This link is of no use any more; make another, not before the hint.
    DropLink {
        hint_ms: Option<u64>,
    },
    Stop(End),
}

/// The session's place, which it takes up again on a new link.
#[derive(Debug)]
pub(super) enum Attachment {
    Nowhere,
    Seat { room: RoomCode, secret: Secret },
    Watching { room: RoomCode },
}

pub(super) struct SessionCore {
    pub(super) out: VecDeque<CoreOutput>,
    pub(super) pending: PendingRequests,
    pub(super) place: Attachment,
    pub(super) room: Option<Room>,
    pub(super) mode: PlayMode,
    /// The request for an opponent that waits: `quick_match` or `play`.
    pub(super) ticket: Option<Body>,
    /// Asks that wait for the link, or for the seat's command under way.
    waiting: VecDeque<Ask>,
    /// Asked on the old link, to be asked again on the new one.
    again: VecDeque<SentRequest>,
    /// The seat's command whose answer went down with the link.
    pub(super) unanswered: Option<SentRequest>,
    /// The number of the seat's last command that was done.
    pub(super) n: u64,
    /// The request that the server said it is saving.
    pub(super) saving: Option<u64>,
    /// Whether an event was missed, so that only a snapshot of the room helps.
    pub(super) gap: bool,
    pub(super) clock: ServerClock,
    heartbeat: Heartbeat,
    dog: Watchdog,
    up: bool,
    /// Whether the link was given up because nothing came.
    silent: bool,
    bye: Option<Bye>,
    next_id: u64,
}

impl SessionCore {
    pub fn new(options: &SessionOptions, mode: PlayMode, now: Instant) -> SessionCore {
        SessionCore {
            out: VecDeque::new(),
            pending: PendingRequests::default(),
            place: Attachment::Nowhere,
            room: None,
            mode,
            ticket: None,
            waiting: options.first.clone().into_iter().collect(),
            again: VecDeque::new(),
            unanswered: None,
            n: 0,
            saving: None,
            gap: false,
            clock: ServerClock::set(0, now),
            heartbeat: options.heartbeat,
            dog: Watchdog::new(options.heartbeat, now),
            up: false,
            silent: false,
            bye: None,
            next_id: OWN_IDS,
        }
    }

    pub fn tell(&mut self, update: Update) {
        self.out.push_back(CoreOutput::Tell(Box::new(update)));
    }

    /// Tells that nothing comes of an ask.
    pub(super) fn drop_ask(&mut self, id: u64) {
        self.tell(Update::Dropped { id });
    }

    /// A new link has been greeted.
    pub fn link_up(&mut self, welcome: Box<Welcome>, now: Instant) {
        self.up = true;
        self.bye = None;
        self.dog = Watchdog::new(self.heartbeat, now);
        self.clock = ServerClock::set(welcome.at_ms, now);
        let shares_seats = welcome.features.iter().any(|it| it == "shared_seats");
        self.tell(Update::LinkUp(welcome));
        let back = match &self.place {
            Attachment::Nowhere => None,
            Attachment::Seat { room, secret } => {
                let folded = self.room.as_ref().filter(|_| !self.gap);
                Some(Body::Resume(Resume {
                    room: *room,
                    secret: secret.clone(),
                    last_seq: folded.map_or(0, |room| room.view.seq),
                    // Nobody has asked for it: another device of the seat may be played at meanwhile.
                    yields: shares_seats,
                }))
            }
            Attachment::Watching { room } => Some(Body::WatchRoom(WatchRoom { room: *room })),
        };
        for body in back.into_iter().chain(self.ticket.clone()) {
            self.send(body, None, RequestOrigin::Session);
        }
        for sent in std::mem::take(&mut self.again) {
            self.send(sent.request.body, Some(sent.request.id), sent.origin);
        }
        self.pump();
    }

    /// The link is gone. Answers why, as far as the server said.
    pub fn link_down(&mut self) -> LinkLoss {
        self.up = false;
        self.saving = None;
        for sent in self.pending.take_all() {
            match sent.retry_policy() {
                RetryPolicy::Number => self.unanswered = Some(sent),
                RetryPolicy::Repeat => self.again.push_back(sent),
                RetryPolicy::Drop if sent.origin == RequestOrigin::Session => {}
                RetryPolicy::Drop => self.drop_ask(sent.request.id),
            }
        }
        // Without a seat to take up, nobody will tell what became of it.
        if !matches!(self.place, Attachment::Seat { .. })
            && let Some(sent) = self.unanswered.take()
        {
            self.drop_ask(sent.request.id);
        }
        match (self.bye.take(), std::mem::take(&mut self.silent)) {
            (Some(bye), _) => LinkLoss::Bye(bye),
            (None, true) => LinkLoss::Silent,
            (None, false) => LinkLoss::Broken,
        }
    }

    /// The owner asks.
    pub fn ask(&mut self, ask: Ask) {
        if self.waiting.len() < ASKS {
            self.waiting.push_back(ask);
            self.pump();
        } else {
            self.drop_ask(ask.id.unwrap_or_default());
        }
    }

    /// Sends what waits, in order, one command of the seat at a time.
    pub(super) fn pump(&mut self) {
        while self.up && !self.pending.is_resuming() && self.unanswered.is_none() {
            let command =
                |ask: &Ask| matches!(ask.what, AskKind::Seat(_) | AskKind::Other(Body::Seat(_)));
            let held_up = self.pending.has_command() || self.pending.is_entering();
            if held_up && self.waiting.front().is_some_and(command) {
                return;
            }
            let Some(ask) = self.waiting.pop_front() else {
                return;
            };
            let body = match ask.what {
                AskKind::Seat(command) => match self.room_code() {
                    Some(room) => self.numbered(room, command),
                    None => {
                        self.seatless(ask.id);
                        continue;
                    }
                },
                AskKind::Other(Body::Seat(request)) => self.numbered(request.room, request.command),
                AskKind::Other(body) => body,
            };
            self.send(body, ask.id, RequestOrigin::Owner);
        }
    }

    /// The room that commands are about.
    fn room_code(&self) -> Option<RoomCode> {
        match self.place {
            Attachment::Seat { room, .. } | Attachment::Watching { room } => Some(room),
            Attachment::Nowhere => Some(self.room.as_ref()?.code),
        }
    }

    /// A command with the seat's next number.
    fn numbered(&self, room: RoomCode, command: Command) -> Body {
        let n = self.n + 1;
        Body::Seat(SeatRequest { room, n, command })
    }

    /// Answers a command of who was in no room yet as the server would.
    fn seatless(&mut self, id: Option<u64>) {
        let id = id.unwrap_or_else(|| self.draw_id());
        self.tell(Update::Reply {
            id,
            answer: Answer::refused(Refusal::NotInRoom),
            source: ReplySource::Session,
        });
    }

    pub(super) fn send(&mut self, body: Body, id: Option<u64>, origin: RequestOrigin) {
        let id = id.unwrap_or_else(|| self.draw_id());
        if matches!(body, Body::Cancel) {
            self.ticket = None;
        }
        let request = Request { id, body };
        // Every part of a request can be written as JSON.
        if let Ok(text) = serde_json::to_string(&request) {
            self.out.push_back(CoreOutput::Send(text));
        }
        self.pending.push(SentRequest { request, origin });
    }

    fn draw_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }

    /// A frame without content came.
    pub fn alive(&mut self, now: Instant) {
        self.dog.alive(now);
    }

    /// A text frame came. What cannot be read is ignored: it may be of a later
    /// version, and a hostile server only harms itself.
    pub fn frame(&mut self, text: &str, now: Instant) {
        self.dog.heard(now);
        let Ok(frame) = Frame::read(text) else {
            return;
        };
        match frame {
            Frame::Reply(reply) => self.reply(reply),
            Frame::Event(event) => self.event(event, now),
            Frame::Room(snapshot) => self.snapshot(*snapshot, now),
            Frame::Now(frame) => {
                self.clock.heard(frame.at_ms, now);
                let here = |room: &mut Room| room.code == frame.room;
                if let Some(mut room) = self.room.take_if(here) {
                    let before = std::mem::replace(&mut room.now, frame.now);
                    room.clock = self.clock;
                    self.room = Some(room.clone());
                    self.tell(Update::Now { before, room });
                }
            }
            Frame::Queue(place) => self.tell(Update::Queue(place)),
            Frame::Unqueued { reason } => {
                self.ticket = None;
                self.saved();
                self.tell(Update::Unqueued(reason));
            }
            Frame::Matched(matched) => self.matched(matched),
            Frame::Superseded { .. } => self.out.push_back(CoreOutput::Stop(End::Superseded)),
            Frame::Dismissed { .. } => {
                self.leave_place();
                self.tell(Update::Dismissed);
            }
            Frame::Pong(pong) => {
                self.clock.heard(pong.at_ms, now);
                let owners = self.pending.take(pong.id);
                if owners.is_some_and(|sent| sent.origin != RequestOrigin::Session) {
                    self.tell(Update::Pong(pong));
                }
            }
            Frame::Notice(notice) => self.tell(Update::Notice(notice)),
            Frame::Bye(bye) => self.bye = Some(bye),
            Frame::Error(why) => self.tell(Update::Complaint(why)),
            Frame::Saving(saving) => {
                self.saving = Some(saving.id);
                self.tell(Update::Saving(saving));
            }
            Frame::Unknown => {}
        }
    }

    /// Nothing is taken up on a new link any more.
    pub(super) fn leave_place(&mut self) {
        self.place = Attachment::Nowhere;
        self.unanswered = None;
    }

    /// A request of one room means nothing in another: forgets those that have not
    /// been sent, and keeps the answers to the rest to itself. Answers the
    /// numbers of these asks.
    pub(super) fn leave_asks(&mut self) -> Vec<u64> {
        let unanswered = self.unanswered.take().map(|sent| sent.request.id);
        let of_room = |ask: &Ask| match &ask.what {
            AskKind::Seat(_) => true,
            AskKind::Other(body) => matches!(body, Body::Seat(_) | Body::React(_) | Body::Hint),
        };
        let (left, kept) = self.waiting.drain(..).partition(of_room);
        self.waiting = kept;
        let left: VecDeque<Ask> = left;
        let waiting = left.into_iter().filter_map(|ask| ask.id);
        let mut ids: Vec<u64> = unanswered.into_iter().chain(waiting).collect();
        ids.extend(self.pending.disown_commands());
        ids
    }

    /// When [`SessionCore::look`] wants to be called.
    pub fn deadline(&self, now: Instant) -> Instant {
        self.dog.deadline(self.pace(now))
    }

    pub fn look(&mut self, now: Instant) {
        match self.dog.look(self.pace(now), now) {
            WatchdogAction::Wait => {}
            WatchdogAction::Ask => {
                self.send(Body::Ping(Ping::default()), None, RequestOrigin::Session)
            }
            WatchdogAction::Dead => {
                self.silent = true;
                self.out.push_back(CoreOutput::DropLink { hint_ms: None });
            }
        }
    }

    /// Whether the link has been given up because nothing came.
    pub fn is_silent(&self) -> bool {
        self.silent
    }

    /// How soon somebody far away, who waits for what this seat does, has to know of a dead link.
    fn pace(&self, now: Instant) -> HeartbeatPace {
        let room = self.room.as_ref().filter(|_| self.mode.is_online());
        let is_played = |room: &&Room| room.seat.is_some() && room.view.running().is_some();
        match room.filter(is_played) {
            None => HeartbeatPace::Elsewhere,
            Some(room) if self.clock.now_ms(now).saturating_sub(room.view.at_ms) >= CALM_MS => {
                HeartbeatPace::CalmGame
            }
            Some(_) => HeartbeatPace::Game,
        }
    }
}

#[cfg(test)]
mod tests;
