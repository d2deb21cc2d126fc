//! What every connection of one server shares.

use std::{
    net::{Ipv4Addr, SocketAddr},
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use bytes::Bytes;
use dashmap::DashMap;
use protocol::{
    Accepted, Limits, RoomCode,
    reply::{Kept, Promise},
};
use tokio::sync::{OnceCell, Semaphore, watch};
use url::Url;

use crate::{
    addresses,
    admission::{
        AddressGroup, AddressLimiter, Budgets, Visits,
        capacity::{self, Capacity},
    },
    backups::figures::BackupFigures,
    cache::Cache,
    clock::Clock,
    config::{LiveOptions, Period, ServerOptions},
    handle::ConnectionHandle,
    http::template::Document,
    ids::ConnectionId,
    journal::{Journal, Opening},
    listener::BoundAddress,
    lobby::Lobby,
    metrics::Metrics,
    operator::Operator,
    picture::Drawing,
    rooms::RoomDirectory,
    tls::Tls,
};

/// QR codes that are kept, of some 5 KB each.
const QR_CODES: usize = 256;
/// Pictures of boards that are kept, of some 15 KB each.
const PICTURES: usize = 128;

/// A server's shared state.
pub struct ServerState {
    /// How it was set up.
    pub options: LiveOptions,
    /// The limits in force.
    pub limits: Arc<Limits>,
    /// Its time.
    pub clock: Clock,
    /// How streams are encrypted, unless they are not.
    pub tls: Option<Tls>,
    /// Its rooms.
    pub rooms: Arc<RoomDirectory>,
    /// Who waits for somebody.
    pub lobby: Arc<Lobby>,
    /// Where events become durable.
    pub journal: Arc<dyn Journal>,
    /// Every connection.
    pub connections: DashMap<ConnectionId, Arc<ConnectionHandle>>,
    /// What was counted since its start.
    pub metrics: Metrics,
    /// What is known of its backups.
    pub backups: BackupFigures,
    /// How many sockets it may hold.
    pub capacity: Capacity,
    /// The connections of each network address.
    pub limiter: Arc<AddressLimiter>,
    /// The streams that are no WebSockets.
    pub visits: Arc<Visits>,
    /// As many streams may be told at once that there is no room.
    pub refusals: Semaphore,
    /// The work that each network may cause.
    pub budgets: Arc<Budgets>,
    /// What the operator has changed since the start.
    pub operator: Operator,
    /// Turns true when the server begins to stop.
    pub shutdown: watch::Receiver<bool>,
    /// The page's document, in which something is filled in for each visitor.
    pub(crate) document: Document,
    /// QR codes that were drawn, by the address in them.
    pub(crate) qr_codes: Cache<String, Bytes>,
    /// Pictures of boards that were drawn.
    pub(crate) pictures: Cache<Drawing, Bytes>,
    /// The picture of links that lead to no board, once it was drawn.
    pub(crate) usual_picture: OnceCell<Bytes>,
    next_connection: AtomicU64,
    /// The connections that have said `hello`.
    online: AtomicU32,
    bound: Vec<BoundAddress>,
    bases: Vec<String>,
}

/// Counts a connection while it lives.
pub struct Registration {
    state: Arc<ServerState>,
    /// The connection.
    pub handle: Arc<ConnectionHandle>,
}

impl ServerState {
    /// A server that listens at these TCP addresses, with the rooms its journal opened with.
    #[must_use]
    pub fn new(
        mut options: ServerOptions,
        tls: Option<Tls>,
        bound: Vec<BoundAddress>,
        clock: Clock,
        journal: Arc<dyn Journal>,
        opening: &Opening,
        shutdown: watch::Receiver<bool>,
    ) -> ServerState {
        let capacity = Capacity::fit(options.limits.connections, capacity::open_files());
        options.limits.connections = capacity.connections;
        let limits = Arc::new(options.limits.clone());
        let budgets = Arc::new(Budgets::new(Arc::clone(&limits), cores(&options)));
        let rooms = Arc::new(RoomDirectory::new(
            Arc::clone(&journal),
            clock.clone(),
            Arc::clone(&limits),
            Arc::clone(&budgets),
            games_kept_ms(&options, journal.kept()) > 0,
            opening,
        ));
        let lobby = Arc::new(Lobby::new(
            Arc::clone(&rooms),
            clock.clone(),
            limits.match_answer_ms,
        ));
        let limiter = Arc::new(AddressLimiter::new(Arc::clone(&limits), capacity));
        let bases = addresses::bases(&options, &bound);
        let document = Document::new(&options.base_path);
        let backups = BackupFigures::new(&options, clock.now_ms());
        ServerState {
            options: LiveOptions::new(options),
            tls,
            limits,
            clock,
            rooms,
            lobby,
            journal,
            connections: DashMap::new(),
            metrics: Metrics::new(),
            backups,
            capacity,
            limiter,
            visits: Arc::new(Visits::new(capacity.visits)),
            refusals: Semaphore::new(usize::try_from(capacity.refusals).unwrap_or_default()),
            budgets,
            operator: Operator::default(),
            shutdown,
            document,
            qr_codes: Cache::new(QR_CODES),
            pictures: Cache::new(PICTURES),
            usual_picture: OnceCell::new(),
            next_connection: AtomicU64::new(1),
            online: AtomicU32::new(0),
            bound,
            bases,
        }
    }

    /// How many connections have said `hello`.
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
            state: Arc::clone(self),
            handle,
        }
    }

    /// Whether the operator has shut this address out.
    #[must_use]
    pub fn is_blocked(&self, source: AddressGroup) -> bool {
        self.operator.blocks.has(source, || self.clock.now_ms())
    }

    /// How many connections there have been.
    #[must_use]
    pub fn connections_opened(&self) -> u64 {
        self.next_connection.load(Relaxed) - 1
    }

    /// A connection has said `hello`, which is answered only once.
    pub fn greeted(&self, handle: &ConnectionHandle) {
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

    /// Waits until strangers' work has its turn. In real time: it is the
    /// processor's.
    pub async fn turn(&self, source: AddressGroup) {
        let wait_ms = self.budgets.turn(source, self.clock.now_ms());
        if wait_ms > 0 {
            tokio::time::sleep(Duration::from_millis(wait_ms)).await;
        }
    }

    /// Whether the journal has failed for good.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.journal.health().borrow().has_ended()
    }

    /// What is promised to everybody.
    #[must_use]
    pub fn promise(&self) -> Promise {
        Promise {
            acknowledged: self.journal.kept(),
            games_kept_ms: games_kept_ms(&self.options, self.journal.kept()),
            addresses_logged: false,
        }
    }

    /// The first TCP address at which the server listens; on Unix sockets only, port 0.
    #[must_use]
    pub fn bound(&self) -> SocketAddr {
        let first = self.bound.first().map(|first| first.address);
        first.unwrap_or((Ipv4Addr::LOCALHOST, 0).into())
    }

    /// Whether it listens at a TCP address.
    #[must_use]
    pub fn has_port(&self) -> bool {
        !self.bound.is_empty()
    }

    /// The addresses under which others can reach this server, best first.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        self.bases.clone()
    }

    /// Whether this is an address of this server, without a slash at its end,
    /// for somebody who asked for `host`.
    #[must_use]
    pub fn is_own_address(&self, address: &str, host: Option<&str>) -> bool {
        let asked = || {
            let (scheme, rest) = address.split_once("://")?;
            let authority = rest.strip_suffix(self.options.base_path.as_str())?;
            Some(matches!(scheme, "http" | "https") && host?.eq_ignore_ascii_case(authority))
        };
        self.bases.iter().any(|base| base == address)
            || address == self.local_address()
            || asked().unwrap_or(false)
    }

    /// The other address of the same service to which clients are sent.
    #[must_use]
    pub fn moved_to(&self) -> Option<String> {
        self.options.moved_to.as_ref().map(Url::to_string)
    }

    /// The address of this server for somebody on the same machine.
    #[must_use]
    pub fn local_address(&self) -> String {
        addresses::local_base(&self.options, &self.bound)
    }

    /// The best address of this server.
    #[must_use]
    pub fn base(&self) -> String {
        let best = self.bases.first().cloned();
        best.unwrap_or_else(|| self.local_address())
    }

    /// The address that leads a friend into a room.
    #[must_use]
    pub fn room_url(&self, code: RoomCode) -> String {
        format!("{}/r/{code}", self.base())
    }
}

/// On how many processor cores connections are served.
fn cores(options: &ServerOptions) -> usize {
    let available = thread::available_parallelism().map_or(1, NonZero::get);
    options.worker_threads.unwrap_or(available).min(available)
}

/// For how long finished games are kept. In memory none is.
fn games_kept_ms(options: &ServerOptions, kept: Kept) -> u64 {
    match kept {
        Kept::Disk => options.keep_games_days * Period::DAY.ms(),
        Kept::Memory => 0,
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.state.connections.remove(&self.handle.id);
        if self.handle.greeted.load(Relaxed) {
            self.state.online.fetch_sub(1, Relaxed);
        }
    }
}
