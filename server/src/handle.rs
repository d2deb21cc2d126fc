//! What the rest of the server may know of a connection: how its link is, how
//! to bring it what is new in its room, and a box for what else it has to be
//! told.
//!
//! Knows nothing of sockets or rooms. Every slot of the box keeps only the
//! latest, so nothing can pile up behind a connection that does not read.

use std::{
    fmt::Debug,
    sync::{
        Mutex, OnceLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed, Ordering::SeqCst},
    },
    task::{Context, Poll},
};

use futures::task::AtomicWaker;

use crate::{lobby::queue::PairId, sync::lock};
use protocol::{
    RoomCode, SecretHash,
    frame::{QueuePlace, Reason, Unqueued},
};

/// A connection's number, never used twice by one server.
pub type ConnectionId = u64;

/// What a connection has to be told, each thing once.
#[derive(Debug, Default)]
pub struct ControlSlots {
    /// A newer connection holds its seat in the room of that code.
    pub superseded: Option<RoomCode>,
    /// The host has shown it the door of the room of that code.
    pub dismissed: Option<RoomCode>,
    /// Where it stands in the queue.
    pub queue: Option<QueuePlace>,
    /// It waits no longer for the seat of that secret.
    pub unqueued: Option<(SecretHash, Unqueued)>,
    /// It has the seat of that secret, in a new room.
    pub matched: Option<SecretHash>,
    /// Somebody was found: show that you are alive.
    pub probe: Option<PairId>,
    /// A ping is due.
    pub ping: bool,
    /// Its answer to the last one is overdue.
    pub shaky: bool,
    /// It has to end.
    pub close: Option<Reason>,
    /// The server stops.
    pub stop: bool,
}

/// Brings a connection what is new in its room.
pub trait EventSink: Debug + Send + Sync {
    /// Sends it without waiting for the connection's own task. False when
    /// that task has to look, because not everything could be sent so.
    fn flush_events(&self) -> bool;
}

/// A connection, as others see it.
#[derive(Debug)]
pub struct ConnectionHandle {
    /// Its number.
    pub id: ConnectionId,
    /// Mostly nothing, and small then.
    slots: Mutex<Option<Box<ControlSlots>>>,
    /// Whether it was rung for the connection's task since that looked.
    woken: AtomicBool,
    /// That task.
    task: AtomicWaker,
    /// Its socket lives no longer than the connection, whoever knows the peer.
    sink: OnceLock<Weak<dyn EventSink>>,
    /// When it was accepted.
    pub opened_ms: u64,
    /// When its last frame came.
    pub heard_ms: AtomicU64,
    /// When the last ping left.
    pub pinged_ms: AtomicU64,
    /// Since when a ping owes its pong; 0 for none.
    pub owed_ms: AtomicU64,
    /// Since when a write has not been taken; 0 for none.
    pub stalled_ms: AtomicU64,
    /// Whether others were told that it owes an answer for too long.
    pub shaky: AtomicBool,
    /// Whether `hello` was said.
    pub greeted: AtomicBool,
    /// Whether its seat's clock may run, so that its round trip matters.
    pub timed: AtomicBool,
    trips: Mutex<Trips>,
}

/// The last few round trips.
#[derive(Debug)]
struct Trips {
    last_ms: [u32; 4],
    next: u8,
}

/// No round trip.
const NONE_MS: u32 = u32::MAX;

/// How long an answer to a ping may take before a link counts as shaky.
const SHAKY_AFTER_MS: u64 = 5_000;

impl ConnectionHandle {
    /// A connection accepted at `now_ms`.
    #[must_use]
    pub fn new(id: ConnectionId, now_ms: u64) -> ConnectionHandle {
        ConnectionHandle {
            id,
            slots: Mutex::default(),
            woken: false.into(),
            task: AtomicWaker::new(),
            sink: OnceLock::new(),
            opened_ms: now_ms,
            heard_ms: now_ms.into(),
            // Staggers the pings of connections that came together.
            pinged_ms: now_ms.saturating_sub((id % 16) * 1_000).into(),
            owed_ms: 0.into(),
            stalled_ms: 0.into(),
            shaky: false.into(),
            greeted: false.into(),
            timed: false.into(),
            trips: Mutex::new(Trips {
                last_ms: [NONE_MS; 4],
                next: 0,
            }),
        }
    }

    /// Puts something into the box and rings.
    pub fn notify(&self, write: impl FnOnce(&mut ControlSlots)) {
        write(lock(&self.slots).get_or_insert_default());
        self.wake();
    }

    /// What the connection sends through from now on.
    pub fn set_sink(&self, sink: Weak<dyn EventSink>) {
        // A connection has one, for as long as it lives.
        let _ = self.sink.set(sink);
    }

    /// What it sends through, for whoever would bring something to very many
    /// and not look at each peer.
    #[must_use]
    pub fn sink(&self) -> Option<Weak<dyn EventSink>> {
        self.sink.get().cloned()
    }

    /// Brings it what is new in its room.
    pub fn flush_events(&self) {
        let sink = self.sink.get().and_then(Weak::upgrade);
        if sink.is_some_and(|sink| !sink.flush_events()) {
            self.wake();
        }
    }

    /// Has the connection's task look.
    pub fn wake(&self) {
        self.woken.store(true, SeqCst);
        self.task.wake();
    }

    /// Whether it was rung for the task that asks, which is woken for the next
    /// ring. One task asks; a ring while it is busy is kept for it.
    pub fn poll_woken(&self, cx: &mut Context<'_>) -> Poll<()> {
        if self.woken.swap(false, SeqCst) {
            return Poll::Ready(());
        }
        self.task.register(cx.waker());
        // It may have been rung before the task was known.
        match self.woken.swap(false, SeqCst) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }

    /// Empties the box.
    #[must_use]
    pub fn take_slots(&self) -> Option<Box<ControlSlots>> {
        lock(&self.slots).take()
    }

    /// Notes a round trip of `ms`.
    pub fn note_trip(&self, ms: u64) {
        let mut trips = lock(&self.trips);
        let next = usize::from(trips.next);
        trips.last_ms[next] = u32::try_from(ms).unwrap_or(NONE_MS - 1);
        trips.next = (trips.next + 1) % 4;
    }

    /// The smallest of the last round trips: what the line can do.
    #[must_use]
    pub fn rtt_ms(&self) -> Option<u64> {
        let last_ms = lock(&self.trips).last_ms;
        let min = last_ms.into_iter().min().filter(|ms| *ms != NONE_MS);
        min.map(u64::from)
    }

    /// Whether it owes an answer for too long.
    #[must_use]
    pub fn is_shaky(&self, now_ms: u64) -> bool {
        let owed = self.owed_ms.load(Relaxed);
        owed != 0 && now_ms.saturating_sub(owed) >= SHAKY_AFTER_MS
    }
}
