//! A connection: one task, one loop. It reads a frame, has it answered, and
//! sends what the room and the server have for it.
//!
//! Knows nothing of rules. The arms of its `select!` only wait; what they
//! lead to runs to its end, so that a command that was read is answered.

mod entering;
mod frame_buffer;
mod greeting;
mod ping;
mod requests;
mod socket;
mod sweep;
mod writer;

use std::{
    future::poll_fn,
    io,
    sync::{Arc, Weak, atomic::Ordering::Relaxed},
    task::Poll,
    time::Duration,
};

use protocol::{
    Answer, Frame, Refusal, SecretHash, close,
    frame::{Bye, Reason},
};
use referee::Newcomer;
use tokio::net::TcpStream;

use self::{
    ping::Ping,
    socket::{Incoming, Reader},
    writer::{ConnectionWriter, Pending, WriteOutcome},
};
use crate::{
    admission::{Admission, rate::Meter},
    handle::{ConnectionHandle, ControlSlots},
    lobby::Ticket,
    random,
    rooms::{Membership, text},
    state::ServerState,
};

pub use sweep::sweep;

/// Messages that were none before the connection is closed.
const MALFORMED_AT_MOST: u32 = 5;
/// Messages that came too fast, one after the other, before it is closed.
const FLOOD_AT_MOST: u32 = 100;
/// Over how long after a restart the clients are asked to spread their return.
const RETURN_FROM_MS: u64 = 500;
const RETURN_SPREAD_MS: u64 = 4_500;

/// A connection and all that it holds. Dropping it lets go of everything.
pub struct Connection {
    state: Arc<ServerState>,
    handle: Arc<ConnectionHandle>,
    admission: Admission,
    reader: Reader,
    writer: Arc<ConnectionWriter>,
    /// The name from `hello`, cleaned.
    name: Option<String>,
    /// Whether its `hello` said that a program plays.
    bot: bool,
    /// What it holds in the room that its outlet is in.
    room: Option<Membership>,
    waiting: Option<Box<Waiting>>,
    /// The ping that owes its pong.
    ping: Option<Ping>,
    /// It was taken from one table to another: what comes before the next pong
    /// was meant for the first.
    on_the_way: bool,
    commands: Meter,
    control: Meter,
    renames: Meter,
    malformed: u32,
    flood: u32,
    /// A close frame is on its way.
    ending: bool,
    /// The secret that holds the seat of `room`, while it is a seat.
    seat_of: Option<SecretHash>,
    /// The answer to the command that gave a seat up, for its repeat.
    left: Option<Box<(u64, Answer)>>,
}

/// A place in the queue, and who will sit when it leads to a room.
struct Waiting {
    newcomer: Newcomer,
    ticket: Ticket,
}

/// What woke the loop.
enum Woken {
    Incoming(Incoming),
    Writable,
    Notified,
    /// The connection is gone.
    Gone,
}

impl Connection {
    /// Takes over a stream after the handshake. `already_read` came with it.
    pub fn new(
        state: Arc<ServerState>,
        handle: Arc<ConnectionHandle>,
        admission: Admission,
        stream: TcpStream,
        already_read: Vec<u8>,
    ) -> Connection {
        let (read, write) = stream.into_split();
        let writer = Arc::new(ConnectionWriter::new(write));
        let own: Weak<ConnectionWriter> = Arc::downgrade(&writer);
        handle.set_sink(own);
        Connection {
            reader: Reader::new(read, already_read, &state.limits),
            state,
            handle,
            admission,
            writer,
            name: None,
            bot: false,
            room: None,
            waiting: None,
            ping: None,
            on_the_way: false,
            commands: Meter::default(),
            control: Meter::default(),
            renames: Meter::default(),
            malformed: 0,
            flood: 0,
            ending: false,
            seat_of: None,
            left: None,
        }
    }

    /// Serves the connection to its end.
    pub async fn run(&mut self) {
        // Those who came before the server began to stop are told by mail.
        if *self.state.shutdown.borrow() {
            self.stop();
        }
        while !self.ending {
            let Ok(blocked) = self.pump() else { return };
            let woken = self.wait(blocked).await;
            self.writer.begin();
            match woken {
                Woken::Incoming(Incoming::Closed) => {
                    self.leave_room();
                    self.writer.push(|frames| frames.close(close::NORMAL));
                    let _ = self.pump();
                    return;
                }
                // On the heap while it lasts: an idle connection only waits,
                // and is not to be as large as the way of a command.
                Woken::Incoming(Incoming::Text(text)) => Box::pin(self.request(text)).await,
                Woken::Incoming(incoming) => self.control(&incoming),
                Woken::Notified => {
                    if let Some(slots) = self.handle.take_slots() {
                        Box::pin(self.read_slots(*slots)).await;
                    }
                }
                Woken::Writable => {}
                Woken::Gone => return,
            }
        }
        Box::pin(self.linger()).await;
    }

    /// Sends what there is to be sent. Whether the socket takes no more.
    fn pump(&mut self) -> io::Result<bool> {
        loop {
            let blocked = match self.writer.pump(|| self.state.clock.now_ms())? {
                WriteOutcome::Idle => false,
                WriteOutcome::Blocked => true,
                WriteOutcome::LeaveRoom(pending) => {
                    self.part(pending);
                    continue;
                }
            };
            let since = self.handle.stalled_ms.load(Relaxed);
            match (blocked, since) {
                (true, 0) => self
                    .handle
                    .stalled_ms
                    .store(self.state.clock.now_ms(), Relaxed),
                (false, 1..) => self.handle.stalled_ms.store(0, Relaxed),
                _ => {}
            }
            return Ok(blocked);
        }
    }

    /// Lays out what is new in the room.
    fn fill(&mut self) {
        let pending = self.writer.fill(self.state.clock.now_ms());
        self.part(pending);
    }

    /// Leaves the room after the last that there was to be laid out.
    fn part(&mut self, pending: Pending) {
        match pending {
            Pending::None | Pending::Written | Pending::NeedsSnapshot => {}
            Pending::RoomEnded => self.leave_room(),
            Pending::CodeRevoked(room) => {
                self.leave_room();
                self.send(&Frame::Dismissed { room });
            }
        }
    }

    fn leave_room(&mut self) {
        // Whoever holds nothing in a room is brought nothing of it either.
        self.writer.leave();
        self.room = None;
    }

    /// Waits for something to do. The next frame is not read before everything
    /// has left: one that sends and never reads is heard no more.
    async fn wait(&mut self, blocked: bool) -> Woken {
        let waited = poll_fn(|cx| {
            if blocked && let Poll::Ready(ready) = self.writer.socket.as_ref().poll_write_ready(cx)
            {
                return Poll::Ready(ready.map_or(Woken::Gone, |()| Woken::Writable));
            }
            if self.handle.poll_woken(cx).is_ready() {
                return Poll::Ready(Woken::Notified);
            }
            match blocked {
                true => Poll::Pending,
                false => self.reader.poll_next(cx).map(Woken::Incoming),
            }
        });
        let woken = waited.await;
        if matches!(woken, Woken::Incoming(_)) {
            self.handle
                .heard_ms
                .store(self.state.clock.now_ms(), Relaxed);
        }
        woken
    }

    /// Reads and drops for a little while, so that the other side gets to see
    /// the close frame. In real time: a stopped clock must not keep a socket open.
    async fn linger(&mut self) {
        let at_most = Duration::from_millis(self.state.limits.linger_ms);
        let gone = async {
            while let Ok(blocked) = self.pump() {
                match self.wait(blocked).await {
                    Woken::Incoming(Incoming::Closed | Incoming::Broken(_)) | Woken::Gone => return,
                    Woken::Notified => {
                        if self
                            .handle
                            .take_slots()
                            .is_some_and(|slots| slots.close.is_some())
                        {
                            return;
                        }
                    }
                    Woken::Incoming(_) | Woken::Writable => {}
                }
            }
        };
        let _ = tokio::time::timeout(at_most, gone).await;
    }

    /// The server stops: the clients are told when to come back.
    fn stop(&mut self) {
        let retry_in_ms = Some(RETURN_FROM_MS + random::bits() % RETURN_SPREAD_MS);
        let reason = match self.state.has_failed() {
            true => Reason::DiskFailed,
            false => Reason::Restarting,
        };
        let code = reason.close_code();
        self.end(
            Bye {
                reason,
                retry_in_ms,
            },
            code,
        );
    }

    /// Takes what is no request.
    fn control(&mut self, incoming: &Incoming) {
        let now_ms = self.state.clock.now_ms();
        match incoming {
            Incoming::Ping(payload) => {
                if self.count_control(now_ms) {
                    self.writer.push(|frames| frames.pong(payload));
                }
            }
            Incoming::Pong(payload) => {
                if self.count_control(now_ms) {
                    self.pong(payload, now_ms);
                }
            }
            Incoming::Broken(code) => self.end(
                Bye {
                    reason: Reason::BadFrame,
                    retry_in_ms: None,
                },
                *code,
            ),
            Incoming::Text(_) | Incoming::Closed => {}
        }
    }

    async fn read_slots(&mut self, slots: ControlSlots) {
        // By now the connection may be in another room, which stays.
        let lost = self
            .room
            .as_ref()
            .is_some_and(|membership| !membership.is_held());
        if lost {
            self.leave_room();
        }
        if let Some(room) = slots.dismissed.filter(|_| lost) {
            self.send(&Frame::Dismissed { room });
        } else if let Some(room) = slots.superseded.filter(|_| lost) {
            self.send(&Frame::Superseded { room });
        }
        if let Some((hash, why)) = slots.unqueued
            && self
                .waiting
                .take_if(|waiting| waiting.newcomer.hash == hash)
                .is_some()
        {
            self.send(&Frame::Unqueued { why });
        }
        if let Some(place) = slots.queue.filter(|_| self.waiting.is_some()) {
            self.send(&Frame::Queue(place));
        }
        if let Some(hash) = slots.matched {
            self.enter_matched(hash).await;
        }
        if slots.probe.is_some() || slots.ping {
            self.send_ping(slots.probe);
        }
        if let Some(membership) = self.room.as_ref().filter(|_| slots.shaky) {
            membership.link_changed();
        }
        if let Some(reason) = slots.close {
            self.close_for(reason);
        }
        if slots.stop {
            self.stop();
        }
    }

    fn send(&mut self, frame: &Frame) {
        let text = text(frame);
        self.writer.push(|frames| frames.text(&text));
    }

    fn close_for(&mut self, reason: Reason) {
        self.end(
            Bye {
                reason,
                retry_in_ms: None,
            },
            reason.close_code(),
        );
    }

    /// Says goodbye, lets go of room and queue, and waits a little for the
    /// other side to close.
    fn end(&mut self, bye: Bye, code: u16) {
        if !std::mem::replace(&mut self.ending, true) {
            self.send(&Frame::Bye(bye));
            self.writer.push(|frames| frames.close(code));
            self.leave_room();
            self.waiting = None;
        }
    }

    fn refuse_frame(&mut self, why: Refusal) {
        self.send(&Frame::Error(why));
        self.malformed += 1;
        if self.malformed >= MALFORMED_AT_MOST {
            self.close_for(Reason::Malformed);
        }
    }
}
