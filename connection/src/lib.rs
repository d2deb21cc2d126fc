//! A service's connections, on a stream of any kind.
//!
//! A connection is one task, one loop. It reads a frame, has it answered, and
//! sends what the room and the server have for it. The arms of its waiting only
//! wait; what they lead to runs to its end, so that a command that was read is
//! answered.

pub mod carry_note;
mod closing;
mod commit_wait;
mod context;
mod devices;
mod doorway;
mod entering;
pub mod feed;
mod fragments;
pub mod frame_buffer;
mod greeting;
mod matching;
mod meters;
pub mod metrics;
pub mod operator;
mod ping;
mod requests;
pub mod running;
mod search;
pub mod service;
mod session;
pub mod socket;
pub mod stream;
mod sweep;
mod writer;

use std::{
    future::poll_fn,
    io,
    ops::Range,
    sync::{Arc, atomic::Ordering::Relaxed},
    task::Poll,
};

use admission::{Admission, Cost, Guesser};
use protocol::{
    Frame, close,
    frame::{Bye, Reason},
};
use rooms::{
    handle::{ConnectionHandle, ControlSlots},
    random,
};

use self::{
    context::ConnectionContext,
    meters::Meters,
    ping::Pings,
    session::ConnectionSession,
    socket::{FrameReader, Incoming},
    writer::{ConnectionWriter, WriteOutcome},
};
use crate::{
    service::Service,
    stream::{StreamReader, StreamWriter},
};

/// Over which milliseconds after a restart the clients are asked to spread their return.
const RETURN_MS: Range<u64> = 500..5_000;
/// Connections asked to return in a millisecond where another node takes over, which is there within moments; within how many
/// milliseconds all are asked to, at least and at most.
const RETURNS_A_MS: u64 = 4;
const SPREAD_LEAST_MS: u64 = 250;
const SPREAD_MOST_MS: u64 = 2_000;

/// A connection and all that it holds. Dropping it lets go of everything.
pub struct Connection {
    context: ConnectionContext,
    reader: FrameReader,
    phase: Phase,
    pings: Pings,
    meters: Meters,
    /// A frame that was read while a commit took long, and is handled next.
    kept: Option<Box<Incoming>>,
}

/// Phase of a connection.
enum Phase {
    /// `hello` has not been accepted yet.
    Greeting,
    /// There was no place for it; it may show the secret of a seat.
    Doorway(ConnectionSession),
    /// It asks, plays, watches, waits.
    Open(ConnectionSession),
    /// A close frame is on its way, and everything was let go of.
    Closing,
    /// The same, and the other side's has come.
    Closed,
}

/// The cause of the loop's wake-up.
enum Woken {
    Incoming(Incoming),
    Writable,
    Notified,
    /// The connection is gone.
    Gone,
}

impl Connection {
    /// Takes over the halves of a stream after the handshake. `already_read` came with it.
    pub fn new(
        service: Arc<Service>,
        handle: Arc<ConnectionHandle>,
        admission: Admission,
        (read, write): (StreamReader, StreamWriter),
        already_read: Vec<u8>,
    ) -> Connection {
        let writer = ConnectionWriter::new(write, &handle);
        Connection {
            reader: FrameReader::new(read, already_read, &service.limits),
            context: ConnectionContext {
                service,
                handle,
                admission,
                guesser: Guesser::new(),
                writer,
            },
            phase: Phase::Greeting,
            pings: Pings::default(),
            meters: Meters::default(),
            kept: None,
        }
    }

    /// Serves the connection to its end.
    pub async fn run(&mut self) {
        // Connections from before the server began to stop are notified of it.
        if self.context.service.is_stopping() {
            self.stop();
        }
        // So are those from before a network was shut out.
        let ConnectionContext {
            service, admission, ..
        } = &self.context;
        if service
            .operator
            .is_blocked(admission.source(), &service.clock)
        {
            self.close_for(Reason::Blocked);
        }
        while !matches!(self.phase, Phase::Closing | Phase::Closed) {
            let Ok(blocked) = self.pump() else { return };
            self.context.handle.idle.store(self.is_idle(), Relaxed);
            let woken = self.wait(blocked).await;
            self.context.writer.begin();
            match woken {
                Woken::Incoming(Incoming::Closed) => return self.leave_room(),
                Woken::Incoming(Incoming::Close(code)) => self.answer_close(code),
                // On the heap while it lasts: an idle connection only waits,
                // and is not to be as large as the way of a command.
                Woken::Incoming(Incoming::Text(text)) => Box::pin(self.request(text)).await,
                Woken::Incoming(incoming) => self.control(&incoming),
                Woken::Notified => {
                    if let Some(slots) = self.context.handle.take_slots() {
                        Box::pin(self.read_slots(*slots)).await;
                    }
                }
                Woken::Writable => {}
                Woken::Gone => return,
            }
            if self.reader.has_more() {
                // Who sends many at once takes turns with everybody else.
                tokio::task::yield_now().await;
            }
        }
        Box::pin(self.linger()).await;
    }

    /// Sends what there is to be sent. Whether the socket takes no more.
    fn pump(&mut self) -> io::Result<bool> {
        let ConnectionContext {
            service,
            handle,
            writer,
            ..
        } = &self.context;
        loop {
            let blocked = match writer.pump(|| service.snapshot_ms())? {
                WriteOutcome::Idle => false,
                WriteOutcome::Unsure => {
                    handle.unsure.store(true, Relaxed);
                    false
                }
                WriteOutcome::Blocked => true,
                WriteOutcome::LeaveRoom(pending) => {
                    match &mut self.phase {
                        Phase::Open(session) => session.follow(&self.context, pending),
                        Phase::Greeting | Phase::Doorway(_) | Phase::Closing | Phase::Closed => {
                            writer.leave()
                        }
                    }
                    continue;
                }
            };
            let since = handle.stalled_ms.load(Relaxed);
            match (blocked, since) {
                (true, 0) => handle.stalled_ms.store(service.clock.now_ms(), Relaxed),
                (false, 1..) => handle.stalled_ms.store(0, Relaxed),
                _ => {}
            }
            return Ok(blocked);
        }
    }

    fn leave_room(&mut self) {
        if let Phase::Open(session) = &mut self.phase {
            session.leave_room(&self.context);
        }
    }

    /// Waits for something to do. The next frame is not read before everything
    /// has left: one that sends and never reads is heard no more.
    async fn wait(&mut self, blocked: bool) -> Woken {
        let ConnectionContext { handle, writer, .. } = &self.context;
        let waited = poll_fn(|cx| {
            if blocked && let Poll::Ready(ready) = writer.stream.poll_write_ready(cx) {
                return Poll::Ready(ready.map_or(Woken::Gone, |()| Woken::Writable));
            }
            if handle.poll_woken(cx).is_ready() {
                return Poll::Ready(Woken::Notified);
            }
            match (blocked, self.kept.take()) {
                (false, Some(kept)) => Poll::Ready(Woken::Incoming(*kept)),
                (false, None) => self.reader.poll_next(cx).map(Woken::Incoming),
                (true, kept) => {
                    self.kept = kept;
                    Poll::Pending
                }
            }
        });
        let woken = waited.await;
        if matches!(woken, Woken::Incoming(_)) {
            handle.heard_ms.store(self.context.now_ms(), Relaxed);
        }
        woken
    }

    /// The server stops: the clients are asked to come back after a while.
    fn stop(&mut self) {
        let service = &self.context.service;
        let spread = match service.has_other_nodes() {
            true => {
                0..(service.connections.len() as u64 / RETURNS_A_MS)
                    .clamp(SPREAD_LEAST_MS, SPREAD_MOST_MS)
            }
            false => RETURN_MS,
        };
        let retry_in_ms = Some(random::within(spread));
        let reason = match self.context.service.has_failed() {
            true => Reason::DiskFailed,
            false => Reason::Restarting,
        };
        let code = reason.close_code();
        self.end(reason, retry_in_ms, code);
    }

    /// Handles a frame that is no request.
    fn control(&mut self, incoming: &Incoming) {
        let now_ms = self.context.now_ms();
        let payload = match incoming {
            Incoming::Ping(payload) | Incoming::Pong(payload) => payload,
            Incoming::Binary(_) => return self.end(Reason::BadFrame, None, close::BINARY),
            Incoming::Broken(code) => return self.end(Reason::BadFrame, None, *code),
            Incoming::Flood => return self.close_for(Reason::Flood),
            Incoming::Text(_) | Incoming::Close(_) | Incoming::Closed => return,
        };
        self.meters.charge(&self.context, Cost::FRAME, now_ms);
        if !self.meters.control(&self.context.service.limits, now_ms) {
            return self.close_for(Reason::Flood);
        }
        if let Incoming::Ping(_) = incoming {
            return self.context.writer.push(|frames| frames.pong(payload));
        }
        self.pings.pong(&self.context, payload, now_ms);
        self.note_pong();
    }

    /// Tells the session of a pong that has come.
    fn note_pong(&mut self) {
        if let Some(changed) = self.pings.take_answered()
            && let Phase::Open(session) = &mut self.phase
        {
            session.pong(changed);
        }
    }

    async fn read_slots(&mut self, slots: ControlSlots) {
        if let Phase::Open(session) = &mut self.phase {
            session.read_slots(&self.context, &slots).await;
        }
        // A client that has not said `hello` yet reads it in `welcome`.
        if slots.notice && matches!(self.phase, Phase::Open(_) | Phase::Doorway(_)) {
            let notice = self.context.service.operator.notice();
            self.context.send(&Frame::Notice(notice));
        }
        if slots.probe.is_some() || slots.ping {
            self.pings.send(&self.context, slots.probe);
        }
        if let Some((room, seq)) = slots.resync {
            self.context.writer.resync(room, seq, self.context.now_ms());
        }
        if let Some(reason) = slots.close {
            self.close_if_due(reason);
        }
        if slots.stop {
            self.stop();
        }
    }

    fn close_for(&mut self, reason: Reason) {
        self.end(reason, None, reason.close_code());
    }

    /// Says goodbye and lets go of room and queue; the other side has a little
    /// time to close.
    fn end(&mut self, reason: Reason, retry_in_ms: Option<u64>, code: u16) {
        if matches!(self.phase, Phase::Closing | Phase::Closed) {
            return;
        }
        if matches!(reason, Reason::Flood | Reason::Malformed) {
            // What else comes is only dropped, which costs something all the same.
            self.reader.stop_parsing();
            self.context.pay(Cost::FLOOD, self.context.now_ms());
        }
        // Only a client that is to come back needs to know where.
        let address = retry_in_ms.and_then(|_| self.context.service.facts.moved_to());
        self.context.send(&Frame::Bye(Bye {
            reason,
            retry_in_ms,
            address,
        }));
        self.context.writer.push(|frames| frames.close(code));
        self.leave_room();
        self.phase = Phase::Closing;
    }
}
