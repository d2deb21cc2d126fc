//! The service: rooms, waiting players, and their connections. Built from what a journal opened with, and dropped
//! whole; the server around it lives longer.

use std::sync::{
    Arc,
    atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
};

use admission::{AddressGroup, AddressLimiter, Budgets};
use dashmap::DashMap;
use journal::{Health, Journal, Opening};
use protocol::{Accepted, Limits, RoomCode, reply::Promise};
use rooms::{
    RoomDirectory, clock::Clock, compute::ComputePool, handle::ConnectionHandle, ids::ConnectionId,
    lobby::Lobby,
};
use tokio::sync::watch;

use crate::{metrics::Metrics, operator::Operator};

/// Facts for clients about the server around a service. Asked each time, since a reload may change them.
pub trait ServerFacts: Send + Sync {
    /// Its name, given by the operator.
    fn name(&self) -> String;

    /// The addresses under which others reach it, best first.
    fn addresses(&self) -> Vec<String>;

    /// The address that leads a friend into a room.
    fn room_url(&self, code: RoomCode) -> String;

    /// The promise to everybody.
    fn promise(&self) -> Promise;

    /// The other address of the same service to which clients are sent.
    fn moved_to(&self) -> Option<String>;
}

/// The parts of the server around a service, which live longer.
#[derive(Clone)]
pub struct Surroundings {
    /// Its time.
    pub clock: Clock,
    /// The limits in force.
    pub limits: Arc<Limits>,
    /// The connections of each network address.
    pub limiter: Arc<AddressLimiter>,
    /// The work that each network may cause.
    pub budgets: Arc<Budgets>,
    /// The threads of the computers' searches.
    pub pool: Arc<ComputePool>,
    /// The counters since the start.
    pub metrics: Arc<Metrics>,
    /// The operator's changes since the start.
    pub operator: Arc<Operator>,
    /// Facts for clients about it.
    pub facts: Arc<dyn ServerFacts>,
}

/// Rooms, waiting players, and connections.
pub struct Service {
    /// The time of its server.
    pub clock: Clock,
    /// The limits in force.
    pub limits: Arc<Limits>,
    /// The work that each network may cause.
    pub budgets: Arc<Budgets>,
    /// The counters since the server's start.
    pub metrics: Arc<Metrics>,
    /// The operator's changes since then.
    pub operator: Arc<Operator>,
    /// Facts for clients about the server.
    pub facts: Arc<dyn ServerFacts>,
    /// Its rooms.
    pub rooms: Arc<RoomDirectory>,
    /// The players who wait for an opponent.
    pub lobby: Arc<Lobby>,
    /// Every connection.
    pub connections: DashMap<ConnectionId, Arc<ConnectionHandle>>,
    pub(crate) limiter: Arc<AddressLimiter>,
    health: watch::Receiver<Health>,
    next_connection: AtomicU64,
    /// The connections that have said `hello`.
    online: AtomicU32,
}

/// Counts a connection while it lives.
pub struct Registration {
    service: Arc<Service>,
    /// The connection.
    pub handle: Arc<ConnectionHandle>,
}

impl Service {
    /// One with the rooms that its journal opened with.
    #[must_use]
    pub fn new(around: Surroundings, journal: &Arc<dyn Journal>, opening: &Opening) -> Service {
        let Surroundings {
            clock,
            limits,
            limiter,
            budgets,
            pool,
            metrics,
            operator,
            facts,
        } = around;
        let rooms = Arc::new(RoomDirectory::new(
            Arc::clone(journal),
            clock.clone(),
            Arc::clone(&limits),
            pool,
            facts.promise().games_kept_ms > 0,
            opening,
        ));
        rooms.set_draining(operator.is_draining());
        let lobby = Arc::new(Lobby::new(
            Arc::clone(&rooms),
            clock.clone(),
            limits.match_answer_ms,
        ));
        Service {
            clock,
            limits,
            budgets,
            metrics,
            operator,
            facts,
            rooms,
            lobby,
            connections: DashMap::new(),
            limiter,
            health: journal.health(),
            next_connection: AtomicU64::new(1),
            online: AtomicU32::new(0),
        }
    }

    /// Number of connections that have said `hello`.
    #[must_use]
    pub fn online(&self) -> u32 {
        self.online.load(Relaxed)
    }

    /// Registers a connection whose handshake is being answered.
    #[must_use]
    pub fn register(self: &Arc<Self>, source: AddressGroup, in_doorway: bool) -> Registration {
        let id = self.next_connection.fetch_add(1, Relaxed);
        let mut handle = ConnectionHandle::new(id, self.clock.now_ms());
        handle.source = Some(source);
        handle.in_doorway = in_doorway.into();
        let handle = Arc::new(handle);
        self.connections.insert(id, Arc::clone(&handle));
        Registration {
            service: Arc::clone(self),
            handle,
        }
    }

    /// Number of connections since it was built.
    #[must_use]
    pub fn connections_opened(&self) -> u64 {
        self.next_connection.load(Relaxed) - 1
    }

    /// A connection has said `hello`, which is answered only once.
    pub(crate) fn greeted(&self, handle: &ConnectionHandle) {
        handle.greeted.store(true, Relaxed);
        self.online.fetch_add(1, Relaxed);
    }

    /// A page of the list of rooms from behind `cursor`; with the first one who
    /// waits for anybody, and how many are here.
    #[must_use]
    pub fn room_list(&self, cursor: Option<RoomCode>) -> Accepted {
        let (rooms, next) = self.rooms.page(cursor);
        let is_first = cursor.is_none();
        Accepted::Rooms {
            rooms,
            next,
            waiting: match is_first {
                true => self.lobby.waiting_players(),
                false => Vec::new(),
            },
            online: is_first.then(|| self.online()),
        }
    }

    /// Nothing happens in its rooms from here on, and every client gets a goodbye.
    pub(crate) fn stop(&self) {
        self.rooms.close();
        for handle in &self.connections {
            handle.notify(|slots| slots.stop = true);
        }
    }

    /// Whether it has begun to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.rooms.is_closing()
    }

    /// Whether the journal has failed for good.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.health.borrow().has_ended()
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.service.connections.remove(&self.handle.id);
        if self.handle.greeted.load(Relaxed) {
            self.service.online.fetch_sub(1, Relaxed);
        }
    }
}
