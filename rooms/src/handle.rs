//! A connection as the rest of the server sees it: the health of its link, a
//! way to have new events written to it, and slots for every other
//! notification. Every slot keeps only the latest, so nothing can pile up
//! behind a connection that does not read.

use std::{
    fmt::Debug,
    sync::{
        OnceLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
};

use admission::AddressGroup;
use parking_lot::Mutex;
use protocol::{
    RoomCode, SecretHash,
    frame::{QueuePlace, Reason, Unqueued},
};

use crate::{
    ids::{ConnectionId, LinkNumber, MatchProbe},
    wake_slots::WakeSlots,
};

/// Notifications that a connection's task has to act on, each once.
#[derive(Debug, Default)]
pub struct ControlSlots {
    /// A newer connection holds its seat in the room of that code.
    pub superseded: Option<RoomCode>,
    /// The host has removed it from the room of that code.
    pub dismissed: Option<RoomCode>,
    /// Its place in the queue.
    pub queue: Option<QueuePlace>,
    /// It no longer waits for the seat of that secret.
    pub unqueued: Option<(SecretHash, Unqueued)>,
    /// It has the seat of that secret, in a new room.
    pub matched: Option<SecretHash>,
    /// The commit of its match takes long: for how many milliseconds so far.
    pub saving: Option<u64>,
    /// A pair was found: ping, to show that this side is alive.
    pub probe: Option<MatchProbe>,
    /// A ping is due.
    pub ping: bool,
    /// Its link has become shaky, or recovered.
    pub shaky: bool,
    /// The operator's notice has changed.
    pub notice: bool,
    /// The events behind that one of that room cannot be written to it: a snapshot is due.
    pub resync: Option<(RoomCode, u64)>,
    /// It has to end.
    pub close: Option<Reason>,
    /// The server stops.
    pub stop: bool,
}

/// Writes a room's new events to one member.
pub trait EventSink: Debug + Send + Sync {
    /// Writes them without waiting for the connection's own task. False when
    /// that task has to look, because not everything could be written so.
    fn flush_events(&self) -> bool;

    /// Number of its room's events that have not been written yet.
    fn behind(&self) -> u64;
}

/// A connection, as others see it.
#[derive(Debug)]
pub struct ConnectionHandle {
    /// Its number.
    pub id: ConnectionId,
    /// Address group in whose share of the connections it is; nothing in tests.
    pub source: Option<AddressGroup>,
    /// The number of the link by which another node carries it; nothing for a socket of this one.
    pub carried_by: Option<LinkNumber>,
    slots: WakeSlots<ControlSlots>,
    /// Weak: the socket lives no longer than its connection.
    sink: OnceLock<Weak<dyn EventSink>>,
    /// When its handshake was answered.
    pub opened_ms: u64,
    /// When its last frame came.
    pub heard_ms: AtomicU64,
    /// When it last asked for something other than a sign of life.
    pub requested_ms: AtomicU64,
    /// When the last ping left.
    pub pinged_ms: AtomicU64,
    /// Since when a pong is awaited; 0 for none.
    pub pong_awaited_since_ms: AtomicU64,
    /// Since when a write has not been taken; 0 for none.
    pub stalled_ms: AtomicU64,
    /// Whether a snapshot is due that was not certain when it was last looked.
    pub unsure: AtomicBool,
    /// Since when a request waits for its commit; 0 for none.
    pub saving_ms: AtomicU64,
    /// Whether a pong has been awaited for too long.
    pub shaky: AtomicBool,
    /// Whether `hello` was said.
    pub greeted: AtomicBool,
    /// Whether there was no place for it.
    pub in_doorway: AtomicBool,
    /// Whether it has neither a room nor a ticket of the queue, so that it may
    /// give way to a player who comes back.
    pub idle: AtomicBool,
    /// Whether it holds a seat in a running game: somebody waits for it.
    pub in_game: AtomicBool,
    trips: Mutex<Trips>,
}

/// The activity of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionKind {
    /// There was no place for it.
    Doorway,
    /// It has not said `hello` yet.
    Greeting,
    /// It holds a seat in a running game.
    Playing,
    /// It has neither a room nor a ticket.
    Idle,
    /// Anything else.
    Other,
}

/// The last few round trips.
#[derive(Debug)]
struct Trips {
    last_ms: [u32; 4],
    next: u8,
}

/// No round trip.
const NONE_MS: u32 = u32::MAX;

impl ConnectionHandle {
    /// A connection whose handshake is answered at `now_ms`.
    pub fn new(id: ConnectionId, now_ms: u64) -> ConnectionHandle {
        ConnectionHandle {
            id,
            source: None,
            carried_by: None,
            slots: WakeSlots::default(),
            sink: OnceLock::new(),
            opened_ms: now_ms,
            heard_ms: now_ms.into(),
            requested_ms: now_ms.into(),
            // Staggers the pings of connections that came together.
            pinged_ms: now_ms.saturating_sub((id % 16) * 1_000).into(),
            pong_awaited_since_ms: 0.into(),
            stalled_ms: 0.into(),
            unsure: false.into(),
            saving_ms: 0.into(),
            shaky: false.into(),
            greeted: false.into(),
            in_doorway: false.into(),
            idle: true.into(),
            in_game: false.into(),
            trips: Mutex::new(Trips {
                last_ms: [NONE_MS; 4],
                next: 0,
            }),
        }
    }

    /// Its activity.
    pub fn kind(&self) -> ConnectionKind {
        if self.in_doorway.load(Relaxed) {
            ConnectionKind::Doorway
        } else if !self.greeted.load(Relaxed) {
            ConnectionKind::Greeting
        } else if self.in_game.load(Relaxed) {
            ConnectionKind::Playing
        } else if self.idle.load(Relaxed) {
            ConnectionKind::Idle
        } else {
            ConnectionKind::Other
        }
    }

    /// Writes into the slots and wakes the connection's task.
    pub fn notify(&self, write: impl FnOnce(&mut ControlSlots)) {
        self.slots.write(write);
    }

    /// Sets what writes its events, once.
    pub fn set_sink(&self, sink: Weak<dyn EventSink>) {
        // A connection has one, for as long as it lives.
        let _ = self.sink.set(sink);
    }

    /// The sink for its events, for callers that write to very many: a look at
    /// each handle would cost too much.
    pub fn sink(&self) -> Option<Weak<dyn EventSink>> {
        self.sink.get().cloned()
    }

    /// Writes its room's new events to its socket, or has its task do it.
    pub fn flush_events(&self) {
        let sink = self.sink.get().and_then(Weak::upgrade);
        if sink.is_some_and(|sink| !sink.flush_events()) {
            self.wake();
        }
    }

    /// Wakes the connection's task.
    pub fn wake(&self) {
        self.slots.wake();
    }

    /// Whether the task that asks was woken since it last asked.
    pub fn poll_woken(&self, cx: &mut Context<'_>) -> Poll<()> {
        self.slots.poll_woken(cx)
    }

    /// Empties the slots.
    pub fn take_slots(&self) -> Option<Box<ControlSlots>> {
        self.slots.take()
    }

    /// Whether a ping is due; the caller sends it.
    pub fn take_due_ping(&self) -> bool {
        let taken = self.slots.edit(|slots| std::mem::take(&mut slots.ping));
        taken.unwrap_or(false)
    }

    /// Notes a round trip of `ms`.
    pub fn note_trip(&self, ms: u64) {
        let mut trips = self.trips.lock();
        let next = usize::from(trips.next);
        trips.last_ms[next] = u32::try_from(ms).unwrap_or(NONE_MS - 1);
        trips.next = (trips.next + 1) % 4;
    }

    /// The smallest of the last round trips: what the line can do.
    pub fn rtt_ms(&self) -> Option<u64> {
        let last_ms = self.trips.lock().last_ms;
        let min = last_ms.into_iter().min().filter(|ms| *ms != NONE_MS);
        min.map(u64::from)
    }
}
