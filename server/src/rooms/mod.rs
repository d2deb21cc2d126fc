//! The directory of rooms: finds a room by its code or by a seat's secret,
//! reads it from the journal when it is needed, forgets it when it has ended.
//!
//! Knows nothing of sockets, frames or rules.

mod desk;
mod entry;
mod listing;
mod presence;
mod room;
mod timekeeper;

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use dashmap::DashMap;
use protocol::{Limits, Refusal, RoomCode, Seat, SecretHash, View, ids::BySeat};

pub use desk::UNAVAILABLE_RETRY_MS;
pub use entry::{Attached, Hold};
pub use room::{Committed, Room, text};
pub use timekeeper::Timekeeper;

use crate::{
    clock::Clock,
    journal::{CommitError, Journal, Opening, Private, RoomId},
    peer::lock,
    referee::next_deadline,
};

/// Every room of a server. The maps hand out `Arc`s, never their guards.
pub struct Rooms {
    journal: Arc<dyn Journal>,
    clock: Clock,
    limits: Arc<Limits>,
    by_id: DashMap<RoomId, Entry>,
    codes: DashMap<RoomCode, RoomId>,
    secrets: DashMap<SecretHash, (RoomId, Seat)>,
    /// Rooms that stand in the list, in the order of its pages.
    listed: Mutex<BTreeMap<RoomCode, RoomId>>,
    /// Rooms whose `now` has changed since it was published.
    stale: Mutex<Vec<Arc<Room>>>,
    /// Their deadlines.
    pub timekeeper: Timekeeper,
    closing: AtomicBool,
}

/// A room that is in memory, or one that is only known to be in the journal.
enum Entry {
    Awake(Arc<Room>),
    /// Since the start; the server was last alive before it at that instant.
    Asleep {
        outage_from_ms: u64,
    },
}

/// How many things a server holds, for `/health` and for tests that expect none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
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
        opening: &Opening,
    ) -> Rooms {
        let rooms = Rooms {
            journal,
            clock,
            limits,
            by_id: DashMap::new(),
            codes: DashMap::new(),
            secrets: DashMap::new(),
            listed: Mutex::default(),
            stale: Mutex::default(),
            timekeeper: Timekeeper::default(),
            closing: AtomicBool::new(false),
        };
        let now_ms = rooms.clock.now_ms();
        let outage_from_ms = opening.alive_ms.unwrap_or(now_ms).clamp(1, now_ms.max(1));
        for summary in &opening.rooms {
            rooms
                .by_id
                .insert(summary.room, Entry::Asleep { outage_from_ms });
            rooms.codes.insert(summary.code, summary.room);
            for (seat, hash) in summary.secrets.iter() {
                if let Some(hash) = hash {
                    rooms.secrets.insert(*hash, (summary.room, seat));
                }
            }
            let away_ms = now_ms - outage_from_ms.min(now_ms);
            rooms
                .timekeeper
                .set(summary.room, Some(summary.deadline_ms + away_ms));
        }
        rooms
    }

    /// How many of everything there are.
    #[must_use]
    pub fn census(&self) -> Census {
        Census {
            rooms: self.by_id.len(),
            codes: self.codes.len(),
            secrets: self.secrets.len(),
            listed: lock(&self.listed).len(),
            deadlines: self.timekeeper.len(),
        }
    }

    /// From now on nothing happens by itself: the server is stopping, and
    /// nobody loses a link or a game by it.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Finds a room by its number, and wakes it.
    fn awake(&self, id: RoomId) -> Option<Arc<Room>> {
        let mut entry = self.by_id.get_mut(&id)?;
        if let Entry::Asleep { outage_from_ms } = *entry {
            *entry = Entry::Awake(Arc::new(Room::new(id, None, outage_from_ms)));
        }
        match &*entry {
            Entry::Awake(room) => Some(Arc::clone(room)),
            Entry::Asleep { .. } => None,
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

    /// Finds a seat by its secret.
    fn by_secret(&self, hash: &SecretHash) -> Option<(Arc<Room>, Seat)> {
        let (id, seat) = self.secrets.get(hash).map(|held| *held)?;
        self.awake(id).map(|room| (room, seat))
    }

    /// Lets happen whatever is due in a room.
    pub async fn wake(&self, id: RoomId) {
        if self.is_closing() {
            return;
        }
        let Some(room) = self.awake(id) else { return };
        let now_ms = self.clock.now_ms();
        let mut desk = desk::Desk::of(self, &room).await;
        match desk
            .decide(now_ms, |draft, _, _| draft.table().view().clone())
            .await
        {
            // When nothing was due after all, nobody has set the next deadline.
            Ok(view) => self.schedule(&room, &view),
            // A damaged room is left alone until somebody asks for it.
            Err(Refusal::NoSuchRoom | Refusal::RoomDamaged) => {}
            Err(_) => self.timekeeper.set(id, Some(now_ms + UNAVAILABLE_RETRY_MS)),
        }
    }

    /// Sets when something next happens in a room by itself.
    fn schedule(&self, room: &Room, view: &View) {
        let lost =
            BySeat::from_fn(|seat| view.seats[seat].as_ref().is_none_or(|s| s.lost.is_some()));
        let loss = lock(&room.presence).loss_due_ms(lost, &self.limits);
        let deadline = next_deadline(view).map(|ms| loss.map_or(ms, |loss| loss.min(ms)));
        self.timekeeper.set(room.id, deadline);
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
            if let Some(was) = was.filter(|_| was != is) {
                self.secrets.remove(&was);
            }
            if let Some(is) = is {
                self.secrets.insert(is, (room.id, seat));
            }
        }
        let Some(code) = after.code else { return };
        if let Some(was) = before.code.filter(|was| *was != code) {
            self.codes.remove(&was);
            lock(&self.listed).remove(&was);
        }
        self.codes.insert(code, room.id);
        self.list(code, room.id, view);
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
                self.secrets
                    .remove_if(&key.hash, |_, (held, _)| *held == id);
            }
        }
        self.timekeeper.set(id, None);
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
            room.publish_now(now_ms);
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
