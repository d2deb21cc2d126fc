//! A node: what lives as long as the process, whether there is a service in it or not. It listens,
//! admits, serves the page and what is kept of finished games.

use std::{num::NonZero, sync::Arc, thread};

use admission::{
    AddressLimiter, Budgets, Visits,
    capacity::{self, Capacity},
};
use bytes::Bytes;
use connection::{
    metrics::Metrics,
    operator::Operator,
    running::RunningService,
    service::{Service, Surroundings},
};
use journal::{Journal, Opening};
use parking_lot::RwLock;
use protocol::Limits;
use rooms::{cache::Cache, clock::Clock, compute::ComputePool};
use tokio::sync::{OnceCell, Semaphore, watch};

use crate::{
    backups::figures::BackupFigures,
    config::{LiveOptions, ServerOptions},
    facts::Facts,
    http::template::Document,
    listener::BoundAddress,
    picture::Drawing,
    tls::Tls,
};

/// QR codes that are kept, of some 5 KB each.
const QR_CODES: usize = 256;
/// Pictures of boards that are kept, of some 15 KB each.
const PICTURES: usize = 128;

/// The parts that live as long as the process.
pub struct Node {
    /// How it was set up.
    pub options: Arc<LiveOptions>,
    /// The limits in force.
    pub limits: Arc<Limits>,
    /// Its time.
    pub clock: Clock,
    /// How streams are encrypted, unless they are not.
    pub tls: Option<Tls>,
    /// Where events become durable, and finished games are kept.
    pub journal: Arc<dyn Journal>,
    /// The counters since its start.
    pub metrics: Arc<Metrics>,
    /// Figures of its backups.
    pub backups: BackupFigures,
    /// How many sockets it may hold.
    pub capacity: Capacity,
    /// The connections of each network address.
    pub limiter: Arc<AddressLimiter>,
    /// The streams that are no WebSockets.
    pub visits: Arc<Visits>,
    /// A permit for each stream that gets an answer that there is no room.
    pub refusals: Semaphore,
    /// The work that each network may cause.
    pub budgets: Arc<Budgets>,
    /// Where computers think and pictures are drawn.
    pub pool: Arc<ComputePool>,
    /// The operator's changes since the start.
    pub operator: Arc<Operator>,
    /// Public facts about it.
    pub facts: Arc<Facts>,
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
    running: RwLock<Option<RunningService>>,
}

impl Node {
    /// One that listens at these TCP addresses, without a service.
    #[must_use]
    pub fn new(
        mut options: ServerOptions,
        tls: Option<Tls>,
        bound: Vec<BoundAddress>,
        clock: Clock,
        journal: Arc<dyn Journal>,
        shutdown: watch::Receiver<bool>,
    ) -> Node {
        let capacity = Capacity::fit(options.limits.connections, capacity::open_files());
        options.limits.connections = capacity.connections;
        let limits = Arc::new(options.limits.clone());
        let document = Document::new(&options.base_path);
        let backups = BackupFigures::new(&options, clock.now_ms());
        let budgets = Arc::new(Budgets::new(Arc::clone(&limits), cores(&options)));
        let options = Arc::new(LiveOptions::new(options));
        Node {
            facts: Arc::new(Facts::new(Arc::clone(&options), bound, journal.kept())),
            options,
            tls,
            journal,
            metrics: Arc::default(),
            backups,
            capacity,
            limiter: Arc::new(AddressLimiter::new(Arc::clone(&limits), capacity)),
            visits: Arc::new(Visits::new(capacity.visits)),
            refusals: Semaphore::new(usize::try_from(capacity.refusals).unwrap_or_default()),
            pool: Arc::new(ComputePool::new(Arc::clone(&budgets), clock.clone())),
            budgets,
            limits,
            clock,
            operator: Arc::default(),
            shutdown,
            document,
            qr_codes: Cache::new(QR_CODES),
            pictures: Cache::new(PICTURES),
            usual_picture: OnceCell::new(),
            running: RwLock::default(),
        }
    }

    /// The service, while there is one.
    #[must_use]
    pub fn service(&self) -> Option<Arc<Service>> {
        let running = self.running.read();
        running.as_ref().map(|it| Arc::clone(it.service()))
    }

    /// A service with what the journal opened with, which nobody meets yet.
    #[must_use]
    pub fn build_service(&self, opening: &Opening) -> Arc<Service> {
        let around = Surroundings {
            clock: self.clock.clone(),
            limits: Arc::clone(&self.limits),
            limiter: Arc::clone(&self.limiter),
            budgets: Arc::clone(&self.budgets),
            pool: Arc::clone(&self.pool),
            metrics: Arc::clone(&self.metrics),
            operator: Arc::clone(&self.operator),
            facts: Arc::<Facts>::clone(&self.facts),
        };
        Arc::new(Service::new(around, &self.journal, opening))
    }

    /// Clients that come from now on meet this service.
    pub fn begin_service(&self, service: Arc<Service>) {
        let running = RunningService::begin(service, &self.journal);
        *self.running.write() = Some(running);
    }

    /// Nobody who comes from now on meets a service.
    pub fn take_service(&self) -> Option<RunningService> {
        self.running.write().take()
    }
}

/// On how many processor cores connections are served.
fn cores(options: &ServerOptions) -> usize {
    let available = thread::available_parallelism().map_or(1, NonZero::get);
    options.worker_threads.unwrap_or(available).min(available)
}
