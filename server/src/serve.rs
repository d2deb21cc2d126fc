//! A server from its parts: accepts, looks after what runs beside the
//! connections, and stops in order. The listener, the clock and the request to
//! stop come from outside.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use connection::{
    running::RunningService,
    service::{ServerFacts, Service},
};
use game::Level;
use journal::{
    Health, Journal, JournalFailure, Opening,
    memory::MemoryJournal,
    opening_line,
    sqlite::{SqliteJournal, SqliteOptions},
};
use protocol::{
    Computer, Settings,
    ids::BySeat,
    settings::{First, Watching},
};
use rooms::clock::Clock;
use sentences::in_words;
use tokio::{net::TcpListener, sync::watch, task::JoinSet};

use crate::{
    accept,
    admin::AdminSocket,
    backups::take_backups,
    config::{JournalKind, ListenAddress, ServerOptions},
    http::scrape,
    listener::Listeners,
    node::Node,
    progress::TerminalProgress,
    signals::SignalListener,
    supervise::{self, OperatorTools},
    tls::Tls,
    workers::Workers,
};

/// How long connections may take to see the goodbye.
const DRAIN: Duration = Duration::from_secs(7);
/// How long the journal may take after that.
const CLOSE: Duration = Duration::from_millis(2_500);
/// How often games that are over their time are looked for.
const EXPIRE_EVERY_MS: u64 = 60 * 60 * 1_000;
/// How often it is looked whether the exhibition is still there.
const EXHIBITION_EVERY_MS: u64 = 5_000;

/// Reason why a server could not start or go on.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The journal could not be opened.
    #[error("{0}")]
    Journal(String),
    /// The address cannot be had.
    #[error(
        "cannot listen on {address}: {}; choose another with --listen",
        in_words(.why)
    )]
    Bind {
        /// The address.
        address: ListenAddress,
        /// The system's error.
        why: io::Error,
    },
    /// The address for the figures cannot be had.
    #[error(
        "cannot listen on {address} for /metrics: {}; choose another address with --metrics-listen",
        in_words(.why)
    )]
    BindMetrics {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        why: io::Error,
    },
    /// Something else than a socket to listen on was passed.
    #[error(
        "cannot listen on what was passed in LISTEN_FDS: {}; pass sockets of streams only",
        in_words(.0)
    )]
    Passed(io::Error),
    /// There is nothing to put into links.
    #[error(
        "a server on Unix sockets alone does not know its address; say it with --public-url, such as https://oxo.example"
    )]
    Nowhere,
    /// The operator's socket cannot be had.
    #[error("{0}")]
    Admin(String),
    /// The certificate cannot be used.
    #[error("{0}")]
    Tls(String),
    /// The system refused something that every server needs.
    #[error("the server cannot run: {}; the limits of its service or container may be too low", in_words(.0))]
    System(#[from] io::Error),
    /// The journal has failed for good; nothing unkept was acknowledged.
    #[error(
        "the journal has failed, because its disk or its file is damaged; nothing was acknowledged that is not kept"
    )]
    JournalFailed,
    /// Another node of the cluster has taken over.
    #[error(
        "another node of the cluster writes the log now, so that this one decides nothing any more; nothing was acknowledged that is not kept"
    )]
    JournalFenced,
    /// The system did not make durable what the journal wrote.
    #[error(
        "the journal has failed, because its disk did not sync what was written; nothing was acknowledged that is not kept: look at the disk, its quota and the system's log, and start again"
    )]
    JournalUnsynced,
    /// The journal's files are not there any more, or others are.
    #[error(
        "the journal's files were deleted, moved or replaced under the server; what was acknowledged in the last seconds may be in none of those that are left: bring them back, or put a backup in their place"
    )]
    JournalTaken,
}

/// A server that is ready to run.
pub struct Server {
    /// The parts that live as long as it.
    pub node: Arc<Node>,
    /// Its service.
    pub service: Arc<Service>,
    workers: Workers,
    listeners: Listeners,
    /// Where `/metrics` is served as well.
    metrics: Option<TcpListener>,
    admin: Option<AdminSocket>,
    /// With the signal to read the configuration again.
    tools: Option<(Arc<OperatorTools>, SignalListener)>,
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
        let (journal, opening): (Arc<dyn Journal>, Opening) = match options.journal {
            JournalKind::Memory => (Arc::new(MemoryJournal::default()), Opening::default()),
            JournalKind::Sqlite => {
                const MIB: u64 = 1 << 20;
                let journal = SqliteOptions {
                    most_bytes: options.journal_mb.saturating_mul(MIB),
                    free_bytes: options.free_disk_mb.saturating_mul(MIB),
                    progress: Arc::new(TerminalProgress::new()),
                    ..SqliteOptions::default()
                };
                let opened = SqliteJournal::open_with(&options.data, clock.now_ms(), journal);
                let (journal, opening) =
                    opened.map_err(|why| ServeError::Journal(why.to_string()))?;
                (Arc::new(journal), opening)
            }
        };
        Server::with_journal(options, listeners, clock, journal, &opening)
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
        let listeners = listeners.into();
        let bound = listeners.bound();
        if bound.is_empty() && options.public_url.is_none() {
            return Err(ServeError::Nowhere);
        }
        let (stop, stopping) = watch::channel(false);
        let tls = Tls::open(&options).map_err(ServeError::Tls)?;
        let node = Node::new(options, tls, bound, clock, journal, stopping);
        let service = node.build_service(opening);
        say_opening(opening);
        Ok(Server {
            node: Arc::new(node),
            service,
            workers: Workers::default(),
            listeners,
            metrics: None,
            admin: None,
            tools: None,
            stop,
        })
    }

    /// Serves `/metrics` at this listener as well.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<TcpListener>) -> Server {
        Server { metrics, ..self }
    }

    /// Serves its connections on these threads.
    #[must_use]
    pub fn on(self, workers: Workers) -> Server {
        Server { workers, ..self }
    }

    /// Where it listens, as the log says it.
    #[must_use]
    pub fn listens_at(&self) -> Vec<String> {
        self.listeners.names()
    }

    /// Lets the operator speak to it there.
    #[must_use]
    pub fn with_admin(self, admin: Option<AdminSocket>) -> Server {
        Server { admin, ..self }
    }

    /// Lends the operator these, and has SIGHUP listened for.
    #[must_use]
    pub fn with_tools(self, tools: OperatorTools) -> Server {
        Server {
            tools: Some((Arc::new(tools), SignalListener::hangup())),
            ..self
        }
    }

    /// Runs until `shutdown` comes, the operator's drain is over, or the journal fails.
    ///
    /// # Errors
    /// When the journal fails.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Server {
            node,
            service,
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
        node.begin_service(service);
        let mut beside = JoinSet::new();
        beside.spawn(let_games_go(Arc::clone(&node)));
        beside.spawn(keep_exhibition(Arc::clone(&node)));
        beside.spawn(keep_certificate(Arc::clone(&node)));
        beside.spawn(take_backups(Arc::clone(&node)));
        if let Some(metrics) = metrics {
            beside.spawn(scrape::serve(Arc::clone(&node), metrics));
        }
        beside.spawn(supervise::end_messages(Arc::clone(&node)));
        if let Some(admin) = admin {
            let tools = tools.as_ref().map(|(tools, _)| Arc::clone(tools));
            beside.spawn(admin.serve(Arc::clone(&node), tools));
        }
        if let Some((tools, hangup)) = tools {
            beside.spawn(reload_on_hangup(Arc::clone(&node), tools, hangup));
        }
        let mut connections = JoinSet::new();
        tokio::select! {
            () = accept::accept(&node, &mut listeners, &workers, &mut connections) => {}
            () = shutdown => {}
            () = supervise::drained(&node) => {}
            () = failed => {}
        }
        drop(listeners);
        stop_in_order(&node, &stop, beside, connections).await;
        match *node.journal.health().borrow() {
            Health::Well | Health::Unable(_) => Ok(()),
            Health::Failed(JournalFailure::Unsynced) => Err(ServeError::JournalUnsynced),
            Health::Failed(JournalFailure::Broken) => Err(ServeError::JournalFailed),
            Health::Failed(JournalFailure::Fenced) => Err(ServeError::JournalFenced),
            Health::Taken => Err(ServeError::JournalTaken),
        }
    }
}

/// Tells the operator which version starts, how the last run ended and what is back.
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
    mut beside: JoinSet<()>,
    connections: JoinSet<()>,
) {
    let mut running = node.take_service();
    // Nobody can move from here on, so the time from here on is given back.
    let ended_ms = running.as_mut().map(RunningService::stop);
    beside.abort_all();
    stop.send_replace(true);
    tracing::info!("stopping");
    let gone = async {
        drain(connections).await;
        if let Some(running) = &running {
            running.emptied().await;
        }
    };
    if tokio::time::timeout(DRAIN, gone).await.is_err() {
        let left = running.map(|it| it.left());
        tracing::warn!(left, "connections that did not close in time were cut");
    }
    let close = async {
        let ended_ms = ended_ms.unwrap_or_else(|| node.clock.now_ms());
        if let Err(why) = node.journal.alive(ended_ms).await {
            tracing::warn!(%why, "the instant of the end could not be kept");
        }
        node.journal.close().await;
    };
    if tokio::time::timeout(CLOSE, close).await.is_err() {
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
async fn let_games_go(node: Arc<Node>) {
    loop {
        let kept_ms = node.facts.promise().games_kept_ms;
        let before_ms = node.clock.now_ms().saturating_sub(kept_ms);
        // A full or failed journal says so elsewhere.
        let _ = node.journal.expire(before_ms).await;
        node.clock.sleep(EXPIRE_EVERY_MS).await;
    }
}
