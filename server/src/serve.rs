//! A server from its parts: it accepts, looks after the tasks beside the connections, and stops in order. The listener,
//! the clock and the request to stop come from outside.

use std::{sync::Arc, time::Duration};

use clock::Clock;
use config::{JournalKind, ServerOptions};
use connection::{
    running::RunningService,
    service::{ServerFacts, Service},
};
use game::Level;
use journal::{Health, Journal, JournalFailure, Opening, memory::MemoryJournal, opening_line};
use journal_files::SqliteOptions;
use journal_sqlite::{Openings, SqliteJournal};
use link::LinkDoor;
use node::{Node, listener::Listeners, serve_error::ServeError};
use nodes::{
    background_tasks, carry,
    compare::watch_copy,
    operator::{
        state,
        supervise::{self, OperatorTools},
    },
    peers::{Carrier, Peers},
    store::{self, SharedStore},
    turns::{DRAIN, take_turns},
};
use protocol::{
    Computer, Settings,
    ids::BySeat,
    settings::{First, Watching},
};
use tls::Tls;
use tokio::{net::TcpListener, sync::watch, task::JoinSet, time::timeout};

use crate::{
    accept,
    admin::AdminSocket,
    backups::take_backups,
    http::{Site, scrape},
    progress::TerminalProgress,
    signals::SignalListener,
    workers::Workers,
};

/// Longest time for the journal after connections have gone.
const CLOSE: Duration = Duration::from_millis(2_500);
/// Time between two checks for games that are over their time.
const EXPIRE_EVERY_MS: u64 = 60 * 60 * 1_000;
/// Time between two checks whether the exhibition is still there.
const EXHIBITION_EVERY_MS: u64 = 5_000;

/// A server that is ready to run.
pub struct Server {
    /// The parts that live as long as it.
    pub node: Arc<Node>,
    /// The service that it begins with; in a cluster none, until it decides.
    pub service: Option<Arc<Service>>,
    openings: Openings,
    store: Option<SharedStore>,
    /// How other nodes reach this one.
    peers: Option<(Arc<Peers>, LinkDoor<Carrier>)>,
    /// The threads of its connections.
    pub(crate) workers: Workers,
    pub(crate) listeners: Listeners,
    /// Where `/metrics` is served as well.
    pub(crate) metrics: Option<TcpListener>,
    /// Where the operator speaks to it.
    pub(crate) admin: Option<AdminSocket>,
    /// With the signal to read the configuration again.
    pub(crate) tools: Option<(Arc<OperatorTools>, SignalListener)>,
    stop: watch::Sender<bool>,
}

impl Server {
    /// Opens the journal and makes everything ready.
    ///
    /// # Errors
    /// When the journal cannot be opened.
    pub fn new(
        options: ServerOptions,
        listeners: impl Into<Listeners>,
        clock: Clock,
    ) -> Result<Server, ServeError> {
        if options.journal == JournalKind::Memory {
            let journal = Arc::new(MemoryJournal::default());
            return Server::with_journal(options, listeners, clock, journal, &Opening::default());
        }
        let sqlite = sqlite_options(&options);
        if options.has_cluster() {
            let (peers, door) = Peers::open(&options)?;
            let (journal, openings, store) = store::open(&options, &clock, sqlite)?;
            let server = Server::without_service(options, listeners, clock, Arc::new(journal))?;
            tracing::info!("this node follows the cluster's log, until it is to decide");
            if server.node.options.public_url.is_none() {
                tracing::warn!(
                    "links lead to this node alone; say with --public-url, alike on every node, where people reach the one that decides"
                );
            }
            let store = Some(store);
            return Ok(Server {
                openings,
                store,
                peers: Some((Arc::new(peers), door)),
                ..server
            });
        }
        let opened = SqliteJournal::open_with(&options.data, clock.now_ms(), sqlite);
        let (journal, opening) = opened.map_err(|why| ServeError::Journal(why.to_string()))?;
        Server::with_journal(options, listeners, clock, Arc::new(journal), &opening)
    }

    /// The same over a journal that is open already.
    ///
    /// # Errors
    /// When it does not know where others reach it, or the certificate cannot be used.
    pub fn with_journal(
        options: ServerOptions,
        listeners: impl Into<Listeners>,
        clock: Clock,
        journal: Arc<dyn Journal>,
        opening: &Opening,
    ) -> Result<Server, ServeError> {
        let server = Server::without_service(options, listeners, clock, journal)?;
        let service = server.node.build_service(opening);
        say_opening(opening);
        Ok(Server {
            service: Some(service),
            ..server
        })
    }

    /// One whose service is elsewhere, if it has any; it has that journal.
    ///
    /// # Errors
    /// As [`Server::with_journal`].
    pub fn without_service(
        options: ServerOptions,
        listeners: impl Into<Listeners>,
        clock: Clock,
        journal: Arc<dyn Journal>,
    ) -> Result<Server, ServeError> {
        let listeners = listeners.into();
        let bound = listeners.bound();
        if bound.is_empty() && options.public_url.is_none() {
            return Err(ServeError::Nowhere);
        }
        let (stop, stopping) = watch::channel(false);
        let tls = Tls::open(&options).map_err(ServeError::Tls)?;
        let node = Node::new(options, tls, bound, clock, journal, stopping);
        Ok(Server {
            node: Arc::new(node),
            service: None,
            openings: Openings::default(),
            store: None,
            peers: None,
            workers: Workers::default(),
            listeners,
            metrics: None,
            admin: None,
            tools: None,
            stop,
        })
    }

    /// Runs until `shutdown` comes, the operator's drain is over, or the journal fails.
    ///
    /// # Errors
    /// When the journal fails.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Server {
            node,
            service,
            openings,
            store,
            peers,
            workers,
            mut listeners,
            metrics,
            admin,
            tools,
            stop,
        } = self;
        let mut health = node.journal.health();
        let failed = async {
            // The sender lives in the journal, which the node holds.
            let _ = health.wait_for(|health| health.has_ended()).await;
        };
        if let Some(service) = service {
            node.begin_service(service);
        }
        let mut background = JoinSet::new();
        background.spawn(expire_games(Arc::clone(&node)));
        background.spawn(keep_exhibition(Arc::clone(&node)));
        background.spawn(keep_certificate(Arc::clone(&node)));
        background.spawn(take_backups(Arc::clone(&node)));
        if let Some(metrics) = metrics {
            background.spawn(scrape::serve(Arc::clone(&node), metrics));
        }
        background.spawn(state::end_messages(Arc::clone(&node)));
        background.spawn(state::follow_operator_state(Arc::clone(&node)));
        let links = store.as_ref().zip(peers).map(|(shared, peers)| {
            background_tasks::begin(&node, shared, peers, workers.handles(), &mut background)
        });
        if let Some(admin) = admin {
            let tools = tools.as_ref().map(|(tools, _)| Arc::clone(tools));
            background.spawn(admin.serve(Arc::clone(&node), tools));
        }
        if let Some((tools, hangup)) = tools {
            background.spawn(reload_on_hangup(Arc::clone(&node), tools, hangup));
        }
        let site = Arc::new(Site::new(Arc::clone(&node)));
        let mut connections = JoinSet::new();
        let left = tokio::select! {
            () = accept::accept(&site, &mut listeners, &workers, &mut connections) => None,
            () = shutdown => None,
            () = supervise::drained(&node) => None,
            () = failed => None,
            why = take_turns(&node, openings) => Some(ServeError::Journal(why.to_string())),
            why = watch_copy(&node, store.as_ref().map(|it| &*it.store)) => Some(why),
        };
        drop(listeners);
        stop_in_order(&node, &stop, background, connections).await;
        drop(links);
        drop(store);
        if let Some(why) = left {
            return Err(why);
        }
        how_it_ended(*node.journal.health().borrow())
    }
}

fn how_it_ended(journal: Health) -> Result<(), ServeError> {
    match journal {
        Health::Well | Health::Unable(_) | Health::Following => Ok(()),
        Health::Failed(JournalFailure::Unsynced) => Err(ServeError::JournalUnsynced),
        Health::Failed(JournalFailure::Broken) => Err(ServeError::JournalFailed),
        Health::Taken => Err(ServeError::JournalTaken),
    }
}

fn sqlite_options(options: &ServerOptions) -> SqliteOptions {
    const MIB: u64 = 1 << 20;
    SqliteOptions {
        most_bytes: options.journal_mb.saturating_mul(MIB),
        free_bytes: options.free_disk_mb.saturating_mul(MIB),
        progress: Arc::new(TerminalProgress::new()),
        ..SqliteOptions::default()
    }
}

/// Tells the operator the version that starts, the end of the last run and the restored rooms.
fn say_opening(opening: &Opening) {
    let (version, rooms) = (env!("CARGO_PKG_VERSION"), opening.rooms.len());
    let down_ms = opening.last_end.map(|end| end.down_ms(opening.opened_ms));
    let line = opening_line(opening.last_end, opening.opened_ms, rooms);
    match opening.last_end.is_some_and(|end| !end.in_order) {
        true => tracing::warn!(version, rooms, down_ms, in_order = false, "{line}"),
        false => tracing::info!(version, rooms, down_ms, "{line}"),
    }
}

/// Nothing new, then goodbye to everybody, then the exact instant of the end.
async fn stop_in_order(
    node: &Node,
    stop: &watch::Sender<bool>,
    mut background: JoinSet<()>,
    connections: JoinSet<()>,
) {
    carry::drain_carried(node).await;
    let mut running = node.take_service();
    // Nobody can move from here on, so the time from here on is given back.
    let ended_ms = running.as_mut().map(RunningService::stop);
    background.abort_all();
    stop.send_replace(true);
    tracing::info!("stopping");
    let gone = async {
        drain(connections).await;
        if let Some(running) = &running {
            running.emptied().await;
        }
    };
    if timeout(DRAIN, gone).await.is_err() {
        let left = running.map(|it| it.left());
        tracing::warn!(left, "connections that did not close in time were cut");
    }
    let close = async {
        // A node that follows has nothing to say of it.
        if let Some(ended_ms) = ended_ms
            && let Err(why) = node.journal.alive(ended_ms).await
        {
            tracing::warn!(%why, "the instant of the end could not be kept");
        }
        node.journal.close().await;
    };
    if timeout(CLOSE, close).await.is_err() {
        tracing::warn!("the journal did not close in time; what it has acknowledged is kept");
    }
}

/// Reads the configuration again at each SIGHUP.
async fn reload_on_hangup(node: Arc<Node>, tools: Arc<OperatorTools>, mut hangup: SignalListener) {
    loop {
        hangup.comes().await;
        if let Err(why) = supervise::reload(&node, &tools) {
            tracing::error!(%why, "the configuration could not be read again; nothing has changed");
        }
    }
}

async fn drain(mut connections: JoinSet<()>) {
    while connections.join_next().await.is_some() {}
}

async fn keep_certificate(node: Arc<Node>) {
    if let Some(tls) = &node.tls {
        tls.keep_current(&node.clock).await;
    }
}

/// Keeps two computers playing, if that was asked for.
async fn keep_exhibition(node: Arc<Node>) {
    // One of the best, and one that sometimes loses to it.
    let computer = |level| Computer {
        level,
        centre: false,
    };
    let computers = BySeat {
        host: computer(Level::TOP),
        guest: computer(Level::ALL[3]),
    };
    loop {
        // Read again each time: a reload may change it.
        if let (Some(rules), Some(service)) = (node.options.exhibition, node.service()) {
            let settings = Settings {
                rules,
                first: First::Host,
                watching: Watching::Open,
                ..Settings::default()
            };
            if let Err(why) = service.rooms.keep_exhibition(settings, computers).await {
                tracing::warn!(?why, "the exhibition could not be opened");
            }
        }
        node.clock.sleep(EXHIBITION_EVERY_MS).await;
    }
}

/// Lets go of finished games that were kept for as long as was promised.
async fn expire_games(node: Arc<Node>) {
    loop {
        let kept_ms = node.facts.promise().games_kept_ms;
        let before_ms = node.clock.now_ms().saturating_sub(kept_ms);
        // A full or failed journal says so elsewhere.
        let _ = node.journal.expire(before_ms).await;
        node.clock.sleep(EXPIRE_EVERY_MS).await;
    }
}
