//! The directory of rooms: finds a room by its code or by a seat's secret,
//! has it loaded from the journal when it is needed, and forgets it when it
//! has ended.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use admission::Payer;
use clock::Clock;
use compute::ComputePool;
use journal::{CommitError, Journal, Opening};
use parking_lot::Mutex;
use protocol::{Limits, Refusal, SecretHash};
use referee::PendingNotification;

use super::{
    computers::Computers,
    downtime::Downtime,
    lookup::RoomLookup,
    messengers::Messengers,
    notifications::{AT_ONCE, Attempts},
    opened::OpenedRooms,
    outgoing::OutgoingMessages,
    public_list::PublicList,
    room::Room,
    scheduler::DeadlineScheduler,
    webhooks::{self, CallOutcome},
};

/// When to come back while nothing can be kept.
pub const UNAVAILABLE_RETRY_MS: u64 = 5_000;

/// Every room of a server.
pub struct RoomDirectory {
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Clock,
    pub(super) limits: Arc<Limits>,
    pub(super) lookup: RoomLookup,
    pub(super) public_list: PublicList,
    /// Rooms whose `now` has changed since it was published.
    pub(super) stale: Mutex<Vec<Arc<Room>>>,
    /// Their deadlines.
    pub scheduler: DeadlineScheduler,
    /// The computers that play in them.
    pub computers: Computers,
    /// The places of those that have not ended, by the address that opened them.
    pub opened: OpenedRooms,
    closing: AtomicBool,
    draining: AtomicBool,
    pub(super) downtime: Downtime,
    /// Whether games that end are kept.
    pub(super) keeps_games: bool,
    /// Sender of notifications to players and of calls to chats.
    pub(super) messengers: Messengers,
    /// The notifications of turns.
    pub(super) notifications: OutgoingMessages<PendingNotification, Attempts>,
    /// The calls of webhooks, with an outcome that could not be kept yet.
    pub(super) calls: OutgoingMessages<(), Option<CallOutcome>>,
}

/// Numbers of the things that a server holds, for `/health` and for tests that expect none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauges {
    /// Rooms.
    pub rooms: usize,
    /// Codes that lead to a room.
    pub codes: usize,
    /// Secrets that hold a seat.
    pub secrets: usize,
    /// Rooms in the list.
    pub listed: usize,
    /// Deadlines.
    pub deadlines: usize,
}

impl RoomDirectory {
    /// The rooms that a journal opened with. Deadlines are moved by the time
    /// the server was away.
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Clock,
        limits: Arc<Limits>,
        pool: Arc<ComputePool>,
        keeps_games: bool,
        messengers: Messengers,
        opening: &Opening,
    ) -> RoomDirectory {
        let downtime = Downtime::new(clock.clone(), opening);
        let computers = Computers::new(limits.computers, pool);
        let opened = OpenedRooms::new(Arc::clone(&limits));
        let rooms = RoomDirectory {
            journal,
            clock,
            limits,
            lookup: RoomLookup::with_capacity(opening.rooms.len()),
            public_list: PublicList::new(),
            stale: Mutex::default(),
            scheduler: DeadlineScheduler::default(),
            computers,
            opened,
            closing: AtomicBool::new(false),
            draining: AtomicBool::new(false),
            downtime,
            keeps_games,
            messengers,
            notifications: OutgoingMessages::new(AT_ONCE),
            calls: OutgoingMessages::new(webhooks::AT_ONCE),
        };
        let away_ms = rooms.downtime.away_ms();
        for summary in &opening.rooms {
            let waits = summary.is_correspondence;
            let place = waits.then(|| rooms.opened.correspondence.hold(Payer::Server));
            rooms.lookup.add_unloaded(summary, place);
            let due_ms = summary.deadline_ms.saturating_add(away_ms);
            let empty_ms = rooms.limits.empty_room_ms;
            // Nobody is linked yet: a room that nobody comes back to must not
            // wait for its age. Spread, so that not all wake in one instant.
            let empty_ms = rooms.downtime.started_ms() + empty_ms + summary.room % empty_ms.max(1);
            // One that may be listed has to be read for that.
            let at_ms = match waits && !summary.is_public {
                true => summary.deadline_ms,
                false => due_ms.min(empty_ms),
            };
            rooms.scheduler.set(summary.room, Some(at_ms));
        }
        rooms
    }

    /// Totals of everything.
    pub fn gauges(&self) -> Gauges {
        Gauges {
            rooms: self.lookup.len(),
            codes: self.lookup.codes_len(),
            secrets: self.lookup.secrets_len(),
            listed: self.public_list.len(),
            deadlines: self.scheduler.len(),
        }
    }

    /// Number of rooms for people who are there.
    pub fn live_rooms(&self) -> usize {
        let waiting = usize::try_from(self.opened.correspondence.taken()).unwrap_or(usize::MAX);
        self.lookup.len().saturating_sub(waiting)
    }

    /// From now on nothing happens by itself: the server is stopping, and
    /// nobody loses a link or a game by it.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// Whether no rooms are opened, because the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Opens no rooms from now on, or does again.
    pub fn set_draining(&self, draining: bool) {
        self.draining.store(draining, Ordering::Relaxed);
    }

    /// Whether nothing happens in them any more.
    pub fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Whether a secret holds a seat.
    pub fn knows(&self, hash: &SecretHash) -> bool {
        self.lookup.knows(hash)
    }

    /// Whether it is the room that is kept without anybody watching.
    pub(super) fn is_kept(&self, room: &Room) -> bool {
        self.computers.exhibition() == room.id
    }

    pub(super) fn trouble(&self, why: CommitError) -> Refusal {
        match why {
            CommitError::Unavailable | CommitError::Unknown => Refusal::Unavailable {
                retry_in_ms: UNAVAILABLE_RETRY_MS,
            },
            CommitError::Damaged => Refusal::RoomDamaged,
            CommitError::Conflict | CommitError::Failed => Refusal::Internal,
        }
    }
}
