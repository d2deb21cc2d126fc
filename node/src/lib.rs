//! A node, which lives as long as the process, whether there is a service in it or not. It listens, admits, and has
//! the kept finished games.

pub mod addresses;
pub mod backup_figures;
pub mod facts;
pub mod listener;
mod message_sender;
pub mod notifier;
pub mod serve_error;
#[cfg(unix)]
pub mod socket_file;
pub mod webhook_caller;

use std::{collections::BTreeMap, num::NonZero, sync::Arc, thread, time::Duration};

use admission::{
    AddressLimiter, Budgets, Visits,
    capacity::{self, Capacity},
};
use carrying::decider_link::DeciderLink;
use clock::Clock;
use compute::ComputePool;
use config::{LiveOptions, ServerOptions};
use connection::{
    metrics::Metrics,
    operator::Operator,
    running::RunningService,
    service::{Service, ServiceContext},
};
use journal::{Journal, Opening};
use parking_lot::RwLock;
use protocol::Limits;
use rooms::{
    ids::LinkNumber, messengers::Messengers, notifications::Notifier, webhooks::WebhookCaller,
};
use tls::Tls;
use tokio::{
    sync::{Semaphore, watch},
    time::{Instant, sleep, timeout},
};

use crate::{
    backup_figures::BackupFigures, facts::Facts, listener::BoundAddress,
    message_sender::MessageSender, notifier::PushNotifier, webhook_caller::ChatCaller,
};

/// Longest time that visitors wait for a node to take over. From the death of the one that decided it takes 3 to 3.5 s, and who
/// was turned away just before that would come back up to two seconds after it.
const TAKEOVER: Duration = Duration::from_millis(4_500);
/// Time between two checks meanwhile whether a service that is there may answer.
const LOOK: Duration = Duration::from_millis(50);
/// When a link is asked again that has led to no service.
const RETRY: Duration = Duration::from_millis(250);

/// The parts that live as long as the process.
pub struct Node {
    /// How it was set up.
    pub options: Arc<LiveOptions>,
    /// The limits in force.
    pub limits: Arc<Limits>,
    /// Its time.
    pub clock: Clock,
    /// When it started.
    pub started_ms: u64,
    /// How streams are encrypted, unless they are not.
    pub tls: Option<Tls>,
    /// Where events become durable, and finished games are kept.
    pub journal: Arc<dyn Journal>,
    /// The counters since its start.
    pub metrics: Arc<Metrics>,
    /// Figures of its backups.
    pub backups: BackupFigures,
    /// Sockets that it may hold, by kind.
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
    /// Tells players of their turns, unless the host wants that nobody does.
    pub notifier: Option<Arc<PushNotifier>>,
    /// Calls the webhooks of rooms, unless the host wants none.
    pub caller: Option<Arc<ChatCaller>>,
    /// Turns true when the server begins to stop.
    pub shutdown: watch::Receiver<bool>,
    running: RwLock<Option<RunningService>>,
    /// Places of the WebSockets that are carried for another node.
    pub carried: Arc<Semaphore>,
    link: RwLock<RouteState>,
    /// The names of the nodes that carry sockets for this one, by their links.
    carriers: RwLock<BTreeMap<LinkNumber, String>>,
    /// Notified whenever the service or the link changes.
    changed: watch::Sender<()>,
}

/// Link from this node to the one that decides.
#[derive(Debug, Default)]
struct RouteState {
    link: Option<Arc<DeciderLink>>,
    /// Reason why it has none.
    trouble: Option<String>,
}

/// Route to the service.
pub enum ServiceRoute {
    /// This node has it.
    Local(Arc<Service>),
    /// It is at the other end of this link.
    Remote(Arc<DeciderLink>),
}

impl Node {
    /// One that listens at these TCP addresses, without a service.
    pub fn new(
        options: ServerOptions,
        tls: Option<Tls>,
        bound: Vec<BoundAddress>,
        clock: Clock,
        journal: Arc<dyn Journal>,
        shutdown: watch::Receiver<bool>,
    ) -> Node {
        let capacity = Capacity::fit(options.limits.connections, capacity::open_files());
        let limits = Arc::new(Limits {
            connections: capacity.connections,
            ..options.limits.clone()
        });
        let backups = BackupFigures::new(&options, clock.now_ms());
        let budgets = Arc::new(Budgets::new(Arc::clone(&limits), cores(&options)));
        let sender = MessageSender::of(&options);
        let notifier = PushNotifier::of(&options, &sender).map(Arc::new);
        let options = Arc::new(LiveOptions::new(options));
        let facts = Arc::new(Facts::new(Arc::clone(&options), bound, journal.kept()));
        Node {
            caller: ChatCaller::of(&options, &sender, &facts).map(Arc::new),
            facts,
            options,
            tls,
            notifier,
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
            started_ms: clock.now_ms(),
            clock,
            operator: Arc::default(),
            shutdown,
            running: RwLock::default(),
            carried: Arc::new(Semaphore::new(sockets(capacity))),
            link: RwLock::default(),
            carriers: RwLock::default(),
            changed: watch::Sender::new(()),
        }
    }

    /// The name that it has in its cluster.
    pub fn name(&self) -> String {
        self.options.node.clone().unwrap_or_default()
    }

    /// The service, while there is one.
    pub fn service(&self) -> Option<Arc<Service>> {
        let running = self.running.read();
        running.as_ref().map(|it| Arc::clone(it.service()))
    }

    /// The same, while no other node can have decided anything that it does not know.
    pub fn current_service(&self) -> Option<Arc<Service>> {
        self.service().filter(|service| service.is_current())
    }

    /// A service with what the journal opened with, which nobody meets yet.
    pub fn build_service(&self, opening: &Opening) -> Arc<Service> {
        let context = ServiceContext {
            clock: self.clock.clone(),
            limits: Arc::clone(&self.limits),
            limiter: Arc::clone(&self.limiter),
            budgets: Arc::clone(&self.budgets),
            pool: Arc::clone(&self.pool),
            metrics: Arc::clone(&self.metrics),
            operator: Arc::clone(&self.operator),
            facts: Arc::<Facts>::clone(&self.facts),
            messengers: Messengers {
                notifier: self.notifier.clone().map(|it| it as Arc<dyn Notifier>),
                caller: self.caller.clone().map(|it| it as Arc<dyn WebhookCaller>),
            },
        };
        Arc::new(Service::new(context, &self.journal, opening))
    }

    /// Clients that come from now on meet this service.
    pub fn begin_service(&self, service: Arc<Service>) {
        let running = RunningService::begin(service, &self.journal);
        *self.running.write() = Some(running);
        self.changed.send_replace(());
    }

    /// Nobody who comes from now on meets a service.
    pub fn take_service(&self) -> Option<RunningService> {
        let taken = self.running.write().take();
        self.changed.send_replace(());
        taken
    }

    /// The link to the node that decides, while there is one.
    pub fn link(&self) -> Option<Arc<DeciderLink>> {
        self.link.read().link.clone()
    }

    /// Reason why this node has none.
    pub fn link_trouble(&self) -> Option<String> {
        self.link.read().trouble.clone()
    }

    /// Visitors that come from now on are carried by this link, or by none.
    pub fn set_link(&self, link: Option<Arc<DeciderLink>>) {
        let trouble = None;
        *self.link.write() = RouteState { link, trouble };
        self.changed.send_replace(());
    }

    /// Notes what keeps this node from having a link.
    pub fn note_link_trouble(&self, trouble: String) {
        self.link.write().trouble = Some(trouble);
    }

    /// Notes the node at the other end of a link that has arrived, or that the link has ended.
    pub fn note_carrier(&self, link: LinkNumber, carrier: Option<String>) {
        let mut carriers = self.carriers.write();
        match carrier {
            Some(name) => carriers.insert(link, name),
            None => carriers.remove(&link),
        };
    }

    /// Number of sockets that each node with a link to this one carries for it.
    pub fn sockets_by_carrier(&self) -> BTreeMap<String, u64> {
        let carriers = self.carriers.read();
        let mut counts: BTreeMap<String, u64> =
            carriers.values().map(|name| (name.clone(), 0)).collect();
        for handle in self.service().iter().flat_map(|it| it.connections.iter()) {
            let carrier = handle.carried_by.and_then(|link| carriers.get(&link));
            if let Some(count) = carrier.and_then(|name| counts.get_mut(name)) {
                *count += 1;
            }
        }
        counts
    }

    /// Number of WebSockets carried for another node.
    pub fn carried(&self) -> usize {
        sockets(self.capacity).saturating_sub(self.carried.available_permits())
    }

    /// Route to the service, if there is one now.
    pub fn route_now(&self) -> Option<ServiceRoute> {
        match self.current_service() {
            Some(service) => Some(ServiceRoute::Local(service)),
            None => self.link().map(ServiceRoute::Remote),
        }
    }

    /// The same. In a cluster, where a node takes over within moments, it is waited for.
    pub async fn route(&self) -> Option<ServiceRoute> {
        self.route_until(self.patience()).await
    }

    /// Until when a visitor who comes now waits for a node to take over: no longer than a request may take.
    pub fn patience(&self) -> Instant {
        let of_request = Duration::from_millis(self.limits.hello_ms / 10 * 9);
        Instant::now() + TAKEOVER.min(of_request)
    }

    /// Route to the service, for which a visitor waits until then.
    pub async fn route_until(&self, until: Instant) -> Option<ServiceRoute> {
        loop {
            let found = self.route_now();
            let left = until.saturating_duration_since(Instant::now());
            if found.is_some() || left.is_zero() || !self.options.has_cluster() {
                return found;
            }
            match self.service() {
                // It may only have to be certain again, which changes nothing here.
                Some(_) => sleep(LOOK.min(left)).await,
                None => {
                    let is_there = || self.route_now().is_some() || self.service().is_some();
                    let _ = timeout(left, self.changes_until(is_there)).await;
                }
            }
        }
    }

    /// Waits until this node has another link than that one, or a moment has passed: what a link refuses for want of a service
    /// comes back by another link, or with the same.
    pub async fn route_changes(&self, link: &Arc<DeciderLink>) {
        let is_other = || self.link().is_none_or(|now| !Arc::ptr_eq(&now, link));
        let _ = timeout(RETRY, self.changes_until(is_other)).await;
    }

    /// Waits until that is so, which is looked at whenever this node gets or loses its service or its link.
    pub async fn changes_until(&self, is_so: impl Fn() -> bool) {
        let mut changed = self.changed.subscribe();
        // The sender is this node's.
        let _ = changed.wait_for(|()| is_so()).await;
    }
}

/// Most WebSockets, with a place and without.
fn sockets(capacity: Capacity) -> usize {
    let most = capacity.connections + capacity.doorway;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    most.min(Semaphore::MAX_PERMITS)
}

/// On how many processor cores connections are served.
fn cores(options: &ServerOptions) -> usize {
    let available = thread::available_parallelism().map_or(1, NonZero::get);
    options.worker_threads.unwrap_or(available).min(available)
}
