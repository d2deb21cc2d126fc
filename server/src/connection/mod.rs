//! A connection: one task, one loop. It reads a frame, has it answered, and
//! sends what the room and the server have for it.
//!
//! Knows nothing of rules. The arms of its `select!` only wait; what they
//! lead to runs to its end, so that a command that was read is answered.

pub mod addresses;
mod greeting;
mod outbox;
mod ping;
mod rate;
mod requests;
mod room;
mod socket;
mod sweep;

use std::{
    io,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use protocol::{
    Answer, Frame, Refusal, SecretHash, close,
    frame::{Bye, Reason},
};
use tokio::{
    net::{TcpStream, tcp::OwnedWriteHalf},
    sync::watch,
};

use self::{
    addresses::Admission,
    outbox::Outbox,
    ping::Ping,
    rate::Meter,
    room::InRoom,
    socket::{Incoming, Reader},
};
use crate::{
    hub::Hub,
    lobby::Ticket,
    peer::{Mail, Peer},
    random,
    referee::Newcomer,
    rooms::text,
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
    hub: Arc<Hub>,
    peer: Arc<Peer>,
    admission: Admission,
    reader: Reader,
    socket: OwnedWriteHalf,
    outbox: Outbox,
    /// The name from `hello`, cleaned.
    name: Option<String>,
    room: Option<InRoom>,
    waiting: Option<Waiting>,
    /// The ping that owes its pong.
    ping: Option<Ping>,
    commands: Meter,
    control: Meter,
    renames: Meter,
    malformed: u32,
    flood: u32,
    ending: Option<Ending>,
    /// The secret that holds the seat of `room`, while it is a seat.
    seat_of: Option<SecretHash>,
    /// The answer to the command that gave a seat up, for its repeat.
    left: Option<(u64, Answer)>,
}

/// A place in the queue, and who will sit when it leads to a room.
struct Waiting {
    newcomer: Newcomer,
    ticket: Ticket,
}

/// A close frame is on its way; until then the rest is read and dropped, so
/// that the other side gets to see it.
struct Ending {
    /// In real time: a stopped clock must not keep a socket open.
    until: tokio::time::Instant,
}

/// What woke the loop.
enum Woken {
    Incoming(Incoming),
    Writable(io::Result<()>),
    Mail,
    Room,
    Shutdown,
    Lingered,
}

impl Connection {
    /// Takes over a stream after the handshake.
    pub async fn new(
        hub: Arc<Hub>,
        peer: Arc<Peer>,
        admission: Admission,
        stream: TcpStream,
        already_read: Vec<u8>,
    ) -> Connection {
        let (reader, socket) = socket::split(stream, already_read, &hub.limits).await;
        Connection {
            hub,
            peer,
            admission,
            reader,
            socket,
            outbox: Outbox::default(),
            name: None,
            room: None,
            waiting: None,
            ping: None,
            commands: Meter::default(),
            control: Meter::default(),
            renames: Meter::default(),
            malformed: 0,
            flood: 0,
            ending: None,
            seat_of: None,
            left: None,
        }
    }

    /// Serves the connection to its end.
    pub async fn run(&mut self) {
        let mut shutdown = self.hub.shutdown.clone();
        loop {
            self.pump();
            if self.outbox.flush(&self.socket).is_err() {
                return;
            }
            let blocked = !self.outbox.is_empty();
            self.note_stall(blocked);
            let woken = self.wait(blocked, &mut shutdown).await;
            match woken {
                Woken::Incoming(incoming) => {
                    self.peer.heard_ms.store(self.hub.clock.now_ms(), Relaxed);
                    if self.ending.is_some() {
                        if matches!(incoming, Incoming::Closed | Incoming::Broken(_)) {
                            return;
                        }
                    } else if matches!(incoming, Incoming::Closed) {
                        self.outbox.close(close::NORMAL);
                        let _ = self.outbox.flush(&self.socket);
                        return;
                    } else {
                        // On the heap while it lasts: an idle connection only waits,
                        // and is not to be as large as the longest way of a command.
                        Box::pin(self.take(incoming)).await;
                    }
                }
                Woken::Mail => {
                    let mail = self.peer.take_mail();
                    if mail.close.is_some() && self.ending.is_some() {
                        return;
                    }
                    self.read_mail(mail).await;
                }
                Woken::Shutdown => {
                    let retry_in_ms = Some(RETURN_FROM_MS + random::bits() % RETURN_SPREAD_MS);
                    let reason = match self.hub.has_failed() {
                        true => Reason::DiskFailed,
                        false => Reason::Restarting,
                    };
                    self.end(
                        Bye {
                            reason,
                            retry_in_ms,
                        },
                        reason.close_code(),
                    );
                }
                Woken::Writable(Ok(())) | Woken::Room => {}
                Woken::Writable(Err(_)) | Woken::Lingered => return,
            }
        }
    }

    async fn wait(&mut self, blocked: bool, shutdown: &mut watch::Receiver<bool>) -> Woken {
        let ending = self.ending.as_ref().map(|ending| ending.until);
        let linger = async {
            match ending {
                Some(until) => tokio::time::sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        // The next frame is not read before everything has left: one that
        // sends and never reads is heard no more.
        tokio::select! {
            biased;
            // First, because a peer that never stops sending would never let it come.
            () = linger => Woken::Lingered,
            ready = self.socket.writable(), if blocked => Woken::Writable(ready),
            // The sender lives in the hub, which the connection holds.
            _ = shutdown.wait_for(|stop| *stop), if ending.is_none() => Woken::Shutdown,
            () = self.peer.rung() => Woken::Mail,
            incoming = self.reader.next(), if !blocked => Woken::Incoming(incoming),
            () = room::changed(&mut self.room), if !blocked && ending.is_none() => Woken::Room,
        }
    }

    fn note_stall(&self, blocked: bool) {
        let since = self.peer.stalled_ms.load(Relaxed);
        match (blocked, since) {
            (true, 0) => self.peer.stalled_ms.store(self.hub.clock.now_ms(), Relaxed),
            (false, 1..) => self.peer.stalled_ms.store(0, Relaxed),
            _ => {}
        }
    }

    async fn take(&mut self, incoming: Incoming) {
        let now_ms = self.hub.clock.now_ms();
        match incoming {
            Incoming::Text(text) => self.request(text.as_str(), now_ms).await,
            Incoming::Ping(payload) => {
                if self.count_control(now_ms) {
                    self.outbox.pong(&payload);
                }
            }
            Incoming::Pong(payload) => {
                if self.count_control(now_ms) {
                    self.pong(&payload, now_ms);
                }
            }
            Incoming::Broken(code) => self.end(
                Bye {
                    reason: Reason::BadFrame,
                    retry_in_ms: None,
                },
                code,
            ),
            Incoming::Closed => {}
        }
    }

    async fn read_mail(&mut self, mail: Mail) {
        if self.ending.is_some() {
            return;
        }
        // By now the connection may be in another room, which stays.
        let lost = self.room.take_if(|room| !room.hold.is_held()).is_some();
        if let Some(room) = mail.dismissed.filter(|_| lost) {
            self.send(&Frame::Dismissed { room });
        } else if let Some(room) = mail.superseded.filter(|_| lost) {
            self.send(&Frame::Superseded { room });
        }
        if let Some((hash, why)) = mail.unqueued
            && self
                .waiting
                .take_if(|waiting| waiting.newcomer.hash == hash)
                .is_some()
        {
            self.send(&Frame::Unqueued { why });
        }
        if let Some(place) = mail.queue.filter(|_| self.waiting.is_some()) {
            self.send(&Frame::Queue(place));
        }
        if let Some(hash) = mail.matched {
            Box::pin(self.enter_matched(hash)).await;
        }
        if mail.probe.is_some() || mail.ping {
            self.send_ping(mail.probe);
        }
        if let Some(room) = self.room.as_ref().filter(|_| mail.shaky) {
            room.hold.link_changed();
        }
        if let Some(reason) = mail.close {
            self.close_for(reason);
        }
    }

    fn send(&mut self, frame: &Frame) {
        self.outbox.text(&text(frame));
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
        if self.ending.is_none() {
            self.send(&Frame::Bye(bye));
            self.outbox.close(code);
            self.room = None;
            self.waiting = None;
            let linger = Duration::from_millis(self.hub.limits.linger_ms);
            self.ending = Some(Ending {
                until: tokio::time::Instant::now() + linger,
            });
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
