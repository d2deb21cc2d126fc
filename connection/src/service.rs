//! The service: rooms, waiting players, and their connections. Built from what a journal opened with, and dropped
//! whole; the server around it lives longer.

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
};

use admission::{AddressGroup, AddressLimiter, Budgets};
use clock::Clock;
use compute::ComputePool;
use dashmap::DashMap;
use journal::{Health, Journal, Opening};
use lobby::Lobby;
use protocol::{Accepted, Limits, RoomCode, reply::Promise};
use rooms::{
    RoomDirectory,
    handle::ConnectionHandle,
    ids::{ConnectionId, LinkNumber},
    messengers::Messengers,
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
pub struct ServiceContext {
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
    /// Sender of notifications to players and of calls to chats.
    pub messengers: Messengers,
}

/// Rooms, waiting players, and connections. Its context can be read as its own.
pub struct Service {
    context: ServiceContext,
    /// Its rooms.
    pub rooms: Arc<RoomDirectory>,
    /// The players who wait for an opponent.
    pub lobby: Arc<Lobby>,
    /// Every connection.
    pub connections: DashMap<ConnectionId, Arc<ConnectionHandle>>,
    health: watch::Receiver<Health>,
    /// See [`journal::JournalControl::current`].
    current: Option<watch::Receiver<u64>>,
    stopping: watch::Sender<bool>,
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
    pub fn new(context: ServiceContext, journal: &Arc<dyn Journal>, opening: &Opening) -> Service {
        let (clock, limits) = (&context.clock, &context.limits);
        let rooms = Arc::new(RoomDirectory::new(
            Arc::clone(journal),
            clock.clone(),
            Arc::clone(limits),
            Arc::clone(&context.pool),
            context.facts.promise().games_kept_ms > 0,
            context.messengers.clone(),
            opening,
        ));
        rooms.set_draining(context.operator.is_draining());
        let lobby = Arc::new(Lobby::new(
            Arc::clone(&rooms),
            clock.clone(),
            limits.match_answer_ms,
        ));
        Service {
            context,
            rooms,
            lobby,
            connections: DashMap::new(),
            health: journal.health(),
            current: journal.current(),
            stopping: watch::Sender::new(false),
            next_connection: AtomicU64::new(1),
            online: AtomicU32::new(0),
        }
    }

    /// Number of connections that have said `hello`.
    pub fn online(&self) -> u32 {
        self.online.load(Relaxed)
    }

    /// Registers a connection whose handshake is being answered; `carried_by` is the number of the link by which another
    /// node carries it.
    #[must_use]
    pub fn register(
        self: &Arc<Self>,
        source: AddressGroup,
        in_doorway: bool,
        carried_by: Option<LinkNumber>,
    ) -> Registration {
        let id = self.next_connection.fetch_add(1, Relaxed);
        let mut handle = ConnectionHandle::new(id, self.clock.now_ms());
        handle.source = Some(source);
        handle.in_doorway = in_doorway.into();
        handle.carried_by = carried_by;
        let handle = Arc::new(handle);
        self.connections.insert(id, Arc::clone(&handle));
        Registration {
            service: Arc::clone(self),
            handle,
        }
    }

    /// Number of connections since it was built.
    pub fn connections_opened(&self) -> u64 {
        self.next_connection.load(Relaxed) - 1
    }

    /// A connection has said `hello`, which is answered only once.
    pub(crate) fn greeted(&self, handle: &ConnectionHandle) {
        handle.greeted.store(true, Relaxed);
        self.online.fetch_add(1, Relaxed);
    }

    /// A page of the list of rooms from behind `cursor`; the first page also has the players who
    /// wait for anybody, and how many are online.
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
        self.stopping.send_replace(true);
        for handle in &self.connections {
            handle.notify(|slots| slots.stop = true);
        }
    }

    /// The clients whose sockets come by that link get a goodbye: the node that carries them stops.
    pub fn stop_carried(&self, link: LinkNumber) {
        for handle in &self.connections {
            if handle.carried_by == Some(link) {
                handle.notify(|slots| slots.stop = true);
            }
        }
    }

    /// Whether it has begun to stop.
    pub(crate) fn is_stopping(&self) -> bool {
        self.rooms.is_closing()
    }

    /// Waits until it stops.
    pub(crate) async fn stopped(&self) {
        let mut stopping = self.stopping.subscribe();
        // The sender is this service's.
        let _ = stopping.wait_for(|stopping| *stopping).await;
    }

    /// Whether other nodes may decide when this one does not.
    pub(crate) fn has_other_nodes(&self) -> bool {
        self.current.is_some()
    }

    /// Whether no other node can have decided anything by now that this one does not know.
    pub fn is_current(&self) -> bool {
        self.snapshot_ms().is_some()
    }

    /// The time for a snapshot, if it would be of the present.
    pub(crate) fn snapshot_ms(&self) -> Option<u64> {
        let now_ms = self.clock.now_ms();
        let until = self.current.as_ref();
        until
            .is_none_or(|until| *until.borrow() > now_ms)
            .then_some(now_ms)
    }

    /// Waits until what was known when this was called is certain: no other node had decided anything else. False once this
    /// service has come to its end, and it never will be.
    pub(crate) async fn is_certain(&self) -> bool {
        match &self.current {
            Some(until) if !self.is_current() => Box::pin(self.becomes_certain(until)).await,
            _ => true,
        }
    }

    async fn becomes_certain(&self, until: &watch::Receiver<u64>) -> bool {
        let mut until = until.clone();
        let certain = async {
            let found = until.wait_for(|until| *until > self.clock.now_ms()).await;
            found.is_ok()
        };
        tokio::select! {
            biased;
            () = self.stopped() => false,
            certain = certain => certain && !self.is_stopping(),
        }
    }

    /// Whether the journal has failed for good.
    pub fn has_failed(&self) -> bool {
        self.health.borrow().has_ended()
    }
}

impl Deref for Service {
    type Target = ServiceContext;

    fn deref(&self) -> &ServiceContext {
        &self.context
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
