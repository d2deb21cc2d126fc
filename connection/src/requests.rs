//! Handling of a text frame, up to its one reply.

use std::sync::atomic::Ordering::Relaxed;

use admission::{Allowance, Cost};
use protocol::{
    Answer, Frame, Refusal,
    frame::{Pong, Reason},
    parse::{self, Unreadable},
    request::{Body, Request, Resume},
};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{
    Connection, Phase, commit_wait::CommitWait, context::ConnectionContext, session::SessionPlace,
};

impl Connection {
    /// Answers the request in a text frame that has just been read.
    pub(super) async fn request(&mut self, text: Utf8Bytes) {
        let read_us = self.context.service.clock.now_us();
        let read_ms = read_us / 1_000;
        let limits = &self.context.service.limits;
        let counted = self.meters.request(limits, read_ms);
        let cost = Cost(Cost::FRAME.0 + Cost::of_bytes(text.len()).0);
        let has_paid = self.meters.charge(&self.context, cost, read_ms);
        if counted.is_err() || has_paid && !self.has_opponent() {
            self.turn().await;
        }
        match parse::request(&text, limits.nesting) {
            Err(Unreadable::Frame(why)) => self.refuse_frame(why),
            Err(Unreadable::Request { id, .. }) | Ok(Request { id, .. }) if counted.is_err() => {
                let retry_in_ms = counted.err().unwrap_or_default();
                self.too_fast(id, retry_in_ms);
            }
            Err(Unreadable::Request { id, hello, why }) => {
                let why = match (&self.phase, hello) {
                    (Phase::Greeting, false) => Refusal::HelloFirst,
                    (Phase::Open(_), true) => Refusal::AlreadyGreeted,
                    _ => why,
                };
                self.reply(id, Answer::refused(why));
            }
            Ok(Request { id, body }) => {
                self.meters.in_time();
                self.context.service.metrics.requested(&body);
                let is_command = matches!(body, Body::Seat(_));
                if !matches!(body, Body::Ping(_)) {
                    self.context.handle.requested_ms.store(read_ms, Relaxed);
                }
                match self.charge_request(&body, read_ms) {
                    Ok(is_expensive) => {
                        if is_expensive {
                            self.turn().await;
                        }
                        self.answer(id, body, read_ms).await;
                        if is_command {
                            let service = &self.context.service;
                            let took_us = service.clock.now_us().saturating_sub(read_us);
                            service.metrics.command_took(took_us);
                        }
                    }
                    Err(why) => self.reply(id, Answer::refused(why)),
                }
            }
        }
    }

    /// Waits for the turn of its address among strangers.
    async fn turn(&self) {
        let ConnectionContext {
            service, admission, ..
        } = &self.context;
        let turn = service
            .budgets
            .take_turn(admission.source(), service.clock.now_ms());
        Box::pin(turn).await;
    }

    /// Whether it has a seat opposite somebody. Then it waits for nobody, while it
    /// keeps to the rate; a seat opposite a computer can be had by anybody.
    fn has_opponent(&self) -> bool {
        matches!(&self.phase, Phase::Open(session)
            if matches!(&session.place, SessionPlace::Seated(held) if held.membership.has_opponent()))
    }

    /// Takes what a request costs from the budget of its address. What is cheap
    /// is never refused, nor is a seat's command: those are bounded by
    /// connection, and a player who shares an address with a flood plays on.
    /// Whether it was expensive.
    fn charge_request(&mut self, body: &Body, now_ms: u64) -> Result<bool, Refusal> {
        let cost = Cost::of_request(body);
        let comes_back = |resume: &Resume| self.context.service.rooms.knows(&resume.secret.hash());
        let is_cheap = match body {
            Body::Resume(resume) => comes_back(resume),
            _ => !cost.is_expensive() || matches!(self.phase, Phase::Greeting),
        };
        if is_cheap {
            self.meters.charge(&self.context, cost, now_ms);
            return Ok(false);
        }
        let taken = self.context.take(Allowance::Work(cost), now_ms);
        match taken {
            Ok(()) => Ok(true),
            Err(retry_in_ms) => Err(Refusal::TooFast { retry_in_ms }),
        }
    }

    pub(super) async fn answer(&mut self, id: u64, body: Body, read_ms: u64) {
        let context = &self.context;
        let Phase::Open(session) = &mut self.phase else {
            return match body {
                body if matches!(self.phase, Phase::Doorway(_)) => {
                    Box::pin(self.answer_in_doorway(id, body, read_ms)).await;
                }
                Body::Hello(hello) => self.greet(id, &hello),
                _ => context.reply(id, Answer::refused(Refusal::HelloFirst)),
            };
        };
        let wait = CommitWait {
            context,
            reader: &mut self.reader,
            pings: &mut self.pings,
            meters: &mut self.meters,
            kept: &mut self.kept,
        };
        match body {
            Body::Seat(request) => {
                let work = session.command(context, id, request, read_ms);
                wait.run(id, read_ms, work).await;
            }
            Body::Ping(ping) => context.send(&Frame::Pong(Pong {
                id,
                data: ping.data,
                at_ms: read_ms,
            })),
            // Nothing of theirs is ever committed.
            body @ (Body::Hint | Body::Review(_) | Body::Analyse(_)) => {
                Box::pin(session.answer(context, id, body, read_ms)).await;
            }
            // By itself, so that a command, which is far more frequent, does
            // not carry room for the longest of these.
            body => {
                let work = Box::pin(session.answer(context, id, body, read_ms));
                wait.run(id, read_ms, work).await;
            }
        }
        self.note_pong();
    }

    fn too_fast(&mut self, id: u64, retry_in_ms: u64) {
        self.reply(id, Answer::refused(Refusal::TooFast { retry_in_ms }));
        if self.meters.too_fast() {
            self.close_for(Reason::Flood);
        }
    }

    fn refuse_frame(&mut self, why: Refusal) {
        self.context.service.metrics.refused(&why);
        self.context.send(&Frame::Error(why));
        if self.meters.malformed() {
            self.close_for(Reason::Malformed);
        }
    }

    /// Answers a mistake in the request itself.
    fn reply(&mut self, id: u64, answer: Answer) {
        match &mut self.phase {
            Phase::Open(session) => session.reply_at_once(&self.context, id, answer),
            Phase::Greeting | Phase::Doorway(_) | Phase::Closing | Phase::Closed => {
                self.context.reply(id, answer);
            }
        }
    }
}
