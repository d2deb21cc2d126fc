//! What the rest of the server may know of a connection: how its link is, and
//! a box for what it has to be told.
//!
//! Knows nothing of sockets or rooms. Every slot of the box keeps only the
//! latest, so nothing can pile up behind a connection that does not read.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use protocol::{
    RoomCode, SecretHash,
    frame::{QueuePlace, Reason, Unqueued},
};
use tokio::sync::Notify;

use crate::lobby::queue::PairId;

/// A connection's number, never used twice by one server.
pub type PeerId = u64;

/// What a connection has to be told, each thing once.
#[derive(Debug, Default)]
pub struct Mail {
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
}

/// A connection, as others see it.
#[derive(Debug)]
pub struct Peer {
    /// Its number.
    pub id: PeerId,
    mail: Mutex<Mail>,
    /// Rung when mail comes. One task listens, and reads the box after every
    /// ring; a ring while it is busy is kept for it, so none is lost.
    bell: Notify,
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
#[derive(Debug, Default)]
struct Trips {
    last_ms: [Option<u64>; 4],
    next: usize,
}

/// How long an answer to a ping may take before a link counts as shaky.
const SHAKY_AFTER_MS: u64 = 5_000;

impl Peer {
    /// A connection accepted at `now_ms`.
    #[must_use]
    pub fn new(id: PeerId, now_ms: u64) -> Peer {
        Peer {
            id,
            mail: Mutex::default(),
            bell: Notify::new(),
            opened_ms: now_ms,
            heard_ms: now_ms.into(),
            // Staggers the pings of connections that came together.
            pinged_ms: now_ms.saturating_sub((id % 16) * 1_000).into(),
            owed_ms: 0.into(),
            stalled_ms: 0.into(),
            shaky: false.into(),
            greeted: false.into(),
            timed: false.into(),
            trips: Mutex::default(),
        }
    }

    /// Puts something into the box and rings.
    pub fn tell(&self, write: impl FnOnce(&mut Mail)) {
        write(&mut lock(&self.mail));
        self.bell.notify_one();
    }

    /// Waits until the box was rung for.
    pub async fn rung(&self) {
        self.bell.notified().await;
    }

    /// Empties the box.
    #[must_use]
    pub fn take_mail(&self) -> Mail {
        std::mem::take(&mut *lock(&self.mail))
    }

    /// Notes a round trip of `ms`.
    pub fn note_trip(&self, ms: u64) {
        let mut trips = lock(&self.trips);
        let next = trips.next;
        trips.last_ms[next] = Some(ms);
        trips.next = (next + 1) % trips.last_ms.len();
    }

    /// The smallest of the last round trips: what the line can do.
    #[must_use]
    pub fn rtt_ms(&self) -> Option<u64> {
        lock(&self.trips).last_ms.iter().flatten().min().copied()
    }

    /// Whether it owes an answer for too long.
    #[must_use]
    pub fn is_shaky(&self, now_ms: u64) -> bool {
        let owed = self.owed_ms.load(Relaxed);
        owed != 0 && now_ms.saturating_sub(owed) >= SHAKY_AFTER_MS
    }
}

/// Locks, whatever a panicking holder left: every value here is whole between
/// two statements.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
