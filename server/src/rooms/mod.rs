//! The directory of rooms: finds a room by its code or by a seat's secret,
//! reads it from the journal when it is needed, forgets it when it has ended.
//!
//! Knows nothing of sockets, frames or rules.

mod broadcast;
mod computers;
mod entry;
mod listing;
mod membership;
mod playing;
mod presence;
mod room;
mod scheduler;
mod transaction;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use dashmap::DashMap;
use protocol::{Limits, Refusal, RoomCode, Seat, SecretHash, View, ids::BySeat};
use referee::{Private, next_deadline, next_deadline_but_moves};

pub use entry::Attached;
pub use membership::Membership;
pub use room::{Committed, Room, text};
pub use scheduler::DeadlineScheduler;
pub use transaction::UNAVAILABLE_RETRY_MS;

use crate::{
    clock::Clock,
    compute::ComputePool,
    journal::{CommitError, Journal, Opening, Outage, RoomId},
    sync::lock,
};

/// Every room of a server. The maps hand out `Arc`s, never their guards.
pub struct Rooms {
    journal: Arc<dyn Journal>,
    clock: Clock,
    limits: Arc<Limits>,
    by_id: DashMap<RoomId, Entry>,
    codes: DashMap<RoomCode, RoomId>,
    secrets: DashMap<SecretHash, RoomId>,
    /// Rooms that stand in the list, in the order of its pages.
    listed: Mutex<BTreeMap<RoomCode, RoomId>>,
    /// Rooms whose `now` has changed since it was published.
    stale: Mutex<Vec<Arc<Room>>>,
    /// Their deadlines.
    pub scheduler: DeadlineScheduler,
    /// Who move for computers.
    pool: ComputePool,
    /// How many rooms a computer plays in.
    computing: AtomicU64,
    /// The room where two computers always play; 0 for none.
    exhibition: AtomicU64,
    closing: AtomicBool,
    outages: Vec<Outage>,
    started_ms: u64,
    /// Whether games that end are kept.
    keeps_games: bool,
}

/// A room that is in memory, or one that is only known to be in the journal.
enum Entry {
    Loaded(Arc<Room>),
    Unloaded,
}

/// Clients are told to spread their return after a restart; until they can be
/// back, no clock runs against them either.
const RETURN_MS: u64 = 10_000;

/// How many things a server holds, for `/health` and for tests that expect none.
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

impl Rooms {
    /// The rooms that a journal opened with. Deadlines are moved by the time
    /// the server was away.
    #[must_use]
    pub fn new(
        journal: Arc<dyn Journal>,
        clock: Clock,
        limits: Arc<Limits>,
        keeps_games: bool,
        opening: &Opening,
    ) -> Rooms {
        let started_ms = clock.now_ms();
        let mut outages = opening.outages.clone();
        // To read the journal took time, in which nobody could play either.
        if let Some(last) = outages.last_mut().filter(|o| o.to_ms == opening.opened_ms) {
            last.to_ms = started_ms.max(last.to_ms);
        }
        let away_ms = outages.last().map_or(0, |last| last.after_ms(0));
        let rooms = Rooms {
            journal,
            clock,
            limits,
            by_id: DashMap::new(),
            codes: DashMap::new(),
            secrets: DashMap::new(),
            listed: Mutex::default(),
            stale: Mutex::default(),
            scheduler: DeadlineScheduler::default(),
            pool: ComputePool::default(),
            computing: 0.into(),
            exhibition: 0.into(),
            closing: AtomicBool::new(false),
            outages,
            started_ms,
            keeps_games,
        };
        for summary in &opening.rooms {
            rooms.by_id.insert(summary.room, Entry::Unloaded);
            rooms.codes.insert(summary.code, summary.room);
            for (_, hash) in summary.secrets.iter() {
                if let Some(hash) = hash {
                    rooms.secrets.insert(*hash, summary.room);
                }
            }
            let due_ms = summary.deadline_ms.saturating_add(away_ms);
            let empty_ms = rooms.limits.empty_room_ms;
            // Nobody is linked yet: a room that nobody comes back to must not
            // wait for its age. Spread, so that not all wake in one instant.
            let empty_ms = started_ms + empty_ms + summary.room % empty_ms.max(1);
            rooms
                .scheduler
                .set(summary.room, Some(due_ms.min(empty_ms)));
        }
        rooms
    }

    /// How many of everything there are.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        Gauges {
            rooms: self.by_id.len(),
            codes: self.codes.len(),
            secrets: self.secrets.len(),
            listed: lock(&self.listed).len(),
            deadlines: self.scheduler.len(),
        }
    }

    /// From now on nothing happens by itself: the server is stopping, and
    /// nobody loses a link or a game by it.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// What a room whose last event was at `at_ms` lost, when it is first
    /// looked at after a start: every outage since, and the time that coming
    /// back takes after each.
    fn lost_ms(&self, at_ms: u64, now_ms: u64) -> u64 {
        let ends = self.outages.iter().skip(1).map(|next| next.from_ms);
        let missed = self.outages.iter().zip(ends.chain([now_ms]));
        let missed = missed.filter(|(outage, _)| outage.to_ms > at_ms);
        let lost = missed.map(|(outage, end_ms)| {
            let returning_ms = end_ms.saturating_sub(outage.to_ms).min(RETURN_MS);
            outage.after_ms(at_ms) + returning_ms
        });
        match self.outages.is_empty() {
            true => now_ms.saturating_sub(self.started_ms).min(RETURN_MS),
            false => lost.sum(),
        }
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Finds a room by its number, and wakes it.
    fn awake(&self, id: RoomId) -> Option<Arc<Room>> {
        let mut entry = self.by_id.get_mut(&id)?;
        if let Entry::Unloaded = *entry {
            *entry = Entry::Loaded(Arc::new(Room::new(id, None, true)));
        }
        match &*entry {
            Entry::Loaded(room) => Some(Arc::clone(room)),
            Entry::Unloaded => None,
        }
    }

    /// Finds a room by its code.
    fn by_code(&self, code: RoomCode) -> Option<Arc<Room>> {
        let id = self.codes.get(&code).map(|id| *id)?;
        self.awake(id)
    }

    /// Whether a secret holds a seat.
    #[must_use]
    pub fn knows(&self, hash: &SecretHash) -> bool {
        self.secrets.contains_key(hash)
    }

    /// Finds the room in which a secret holds a seat, or is about to.
    fn by_secret(&self, hash: &SecretHash) -> Option<Arc<Room>> {
        let id = self.secrets.get(hash).map(|id| *id)?;
        self.awake(id)
    }

    /// Keeps a secret for a room, so that the same wish sent twice at once
    /// cannot lead to two. False when it belongs to another room.
    fn reserve_secret(&self, hash: &SecretHash, id: RoomId) -> bool {
        *self.secrets.entry(*hash).or_insert(id) == id
    }

    fn release_secret(&self, hash: &SecretHash, id: RoomId) {
        self.secrets.remove_if(hash, |_, held| *held == id);
    }

    /// Lets happen whatever is due in a room.
    pub async fn wake(self: &Arc<Self>, id: RoomId) {
        if self.is_closing() {
            return;
        }
        let Some(room) = self.awake(id) else { return };
        room.wakes_ms.store(0, Ordering::Relaxed);
        let now_ms = self.clock.now_ms();
        let mut transaction = transaction::RoomTransaction::begin(self, &room).await;
        match transaction
            .transact(now_ms, |draft, _, _| Arc::clone(draft.state()))
            .await
        {
            // When nothing was due after all, nobody has set the next deadline.
            Ok(table) => {
                self.think(&room, table.board(), table.view(), now_ms);
                self.schedule(&room, table.view());
            }
            // A damaged room is left alone until somebody asks for it.
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => {}
            Err(_) => self.scheduler.set(id, Some(now_ms + UNAVAILABLE_RETRY_MS)),
        }
    }

    /// Sets when something next happens in a room by itself. If the room is
    /// woken before that anyway it is left at that, and set then: nearly every
    /// move only puts the instant off.
    fn schedule(&self, room: &Room, view: &View) {
        let lost =
            BySeat::from_fn(|seat| view.seats[seat].as_ref().is_none_or(|s| s.lost.is_some()));
        let next = match room.is_thinking() {
            true => next_deadline_but_moves(view),
            false => next_deadline(view),
        };
        // Held to the end, so that a link that ends meanwhile is not overwritten.
        let mut presence = lock(&room.presence);
        let loss = presence.loss_due_ms(lost, &self.limits);
        let end = self.unwatched_due_ms(room, &mut presence, view);
        let deadline = next.and_then(|ms| [Some(ms), loss, end].into_iter().flatten().min());
        let wakes_ms = room.wakes_ms.load(Ordering::Relaxed);
        if wakes_ms == 0 || deadline.is_none_or(|ms| ms < wakes_ms) {
            room.wakes_ms
                .store(deadline.unwrap_or_default(), Ordering::Relaxed);
            self.scheduler.set(room.id, deadline);
        }
    }

    /// Brings the directory in line with a durable step from `before` to `after`.
    fn index(&self, room: &Room, before: &Private, after: &Private, view: &View) {
        if view.ended.is_some() {
            self.forget(room.id, before);
            return self.forget(room.id, after);
        }
        for seat in Seat::BOTH {
            let hash = |private: &Private| private.seats[seat].as_ref().map(|key| key.hash);
            let (was, is) = (hash(before), hash(after));
            if was == is {
                continue;
            }
            if let Some(was) = was {
                self.release_secret(&was, room.id);
            }
            if let Some(is) = is {
                self.secrets.insert(is, room.id);
            }
        }
        let Some(code) = after.code else { return };
        if before.code != after.code {
            if let Some(was) = before.code {
                self.codes.remove_if(&was, |_, id| *id == room.id);
                self.unlist(room, was);
            }
            self.codes.insert(code, room.id);
        }
        self.list(code, room, view);
    }

    /// Takes a room out of every map.
    fn forget(&self, id: RoomId, private: &Private) {
        self.by_id.remove(&id);
        if let Some(code) = private.code {
            self.codes.remove_if(&code, |_, held| *held == id);
            lock(&self.listed).remove(&code);
        }
        for (_, key) in private.seats.iter() {
            if let Some(key) = key {
                self.release_secret(&key.hash, id);
            }
        }
        self.scheduler.set(id, None);
    }

    /// Notes that a room's `now` has changed; it is published within a second.
    pub fn note_now(&self, room: &Arc<Room>) {
        let fresh = !std::mem::replace(&mut lock(&room.presence).stale, true);
        if fresh {
            lock(&self.stale).push(Arc::clone(room));
        }
    }

    /// Publishes every `now` that has changed. Called once a second.
    pub fn publish_now(&self) {
        let stale = std::mem::take(&mut *lock(&self.stale));
        let now_ms = self.clock.now_ms();
        for room in stale {
            if room.publish_now(now_ms) {
                room.announce();
            }
        }
    }

    fn trouble(&self, why: CommitError) -> Refusal {
        match why {
            CommitError::Unavailable | CommitError::Unknown => Refusal::Unavailable {
                retry_in_ms: UNAVAILABLE_RETRY_MS,
            },
            CommitError::Damaged => Refusal::RoomDamaged,
            CommitError::Conflict | CommitError::Failed => Refusal::Internal,
        }
    }
}
