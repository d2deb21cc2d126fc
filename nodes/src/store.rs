//! The log that this node shares with others on NATS: connected to, its configuration checked, and its copy here
//! opened.

use std::{sync::Arc, time::Duration};

use clock::Clock;
use cluster::{NodeId, WriterId};
use cluster_nats::{
    ConnectOptions, LogExamination, LogId, NatsStore, StartPatience, StartRefusal, StreamOptions,
    TlsFiles, check, create_stream, examine,
};
use config::ServerOptions;
use futures::executor::block_on;
use journal::shared::SharedOptions;
use journal_files::SqliteOptions;
use journal_sqlite::{Openings, SqliteJournal};
use node::serve_error::ServeError;
use rooms::random;
use tokio::runtime::{Builder, Runtime};

use super::{
    compare::refuse_if_it_differs,
    fetch::fetch_if_behind,
    question::{AskError, NodeQuestion, ask},
    report::NodeReport,
};

/// Longest silence of the node that decides before another takes its place. The same everywhere in a cluster.
const SILENCE: Duration = Duration::from_secs(3);
/// Time that the node that decides waits for the log to take a record: servers of NATS elect for up to 9 s, and what was sent
/// before is sent again after that.
const PATIENCE: Duration = Duration::from_secs(12);
/// Time for a node of the same name to answer.
const ANSWER: Duration = Duration::from_secs(1);
/// Over how many milliseconds beyond that nodes spread, lest they try at once.
const PAUSE_MS: std::ops::Range<u64> = 0..300;
/// Threads of the store's calls: one may wait for the journal.
const THREADS: usize = 2;

/// The store of the shared log, and the runtime of the calls to it, which lives until the journal is closed.
pub struct SharedStore {
    /// The store.
    pub store: Arc<NatsStore>,
    _runtime: StoreRuntime,
}

/// A runtime that may be dropped inside another: it is not waited for.
struct StoreRuntime(Option<Runtime>);

impl Drop for StoreRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Opens this node's copy, which follows the log until this node is to decide.
///
/// # Errors
/// When the servers of NATS or the copy cannot be used.
pub fn open(
    options: &ServerOptions,
    clock: &Clock,
    sqlite: SqliteOptions,
) -> Result<(SqliteJournal, Openings, SharedStore), ServeError> {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(THREADS)
        .thread_name("cluster")
        .enable_all();
    let runtime = runtime.build()?;
    let handle = runtime.handle().clone();
    let runtime = StoreRuntime(Some(runtime));
    let joined = block_on(handle.spawn(join(options.clone())));
    let (store, log) = joined.map_err(|why| ServeError::System(why.into()))??;
    let store = Arc::new(store);
    let node_clock = clock.clone();
    let shared = SharedOptions {
        store: Arc::<NatsStore>::clone(&store),
        log: log.0,
        me: WriterId {
            node: number(options.node.as_deref().unwrap_or_default()),
            life: random::bits(),
        },
        runtime: handle,
        clock: Arc::new(move || node_clock.now_ms()),
        silence: SILENCE,
        pause: Duration::from_millis(random::within(PAUSE_MS)),
        patience: PATIENCE,
        begins: false,
    };
    let sqlite = SqliteOptions {
        shared: Some(shared),
        ..sqlite
    };
    let opened = SqliteJournal::follow(&options.data, clock.now_ms(), sqlite);
    let (journal, openings) = opened.map_err(|why| ServeError::Journal(why.to_string()))?;
    let shared = SharedStore {
        store,
        _runtime: runtime,
    };
    Ok((journal, openings, shared))
}

/// Finds the log, fetches a copy if it has lost what the one here lacks, and holds that against those of the others.
async fn join(options: ServerOptions) -> Result<(NatsStore, LogId), ServeError> {
    let (patience, mut said) = (StartPatience::new(), false);
    let (store, log) = loop {
        // A machine that starts is up before its servers of NATS are, and so are all after a power cut.
        match find_log(&options).await {
            Err(why) if why.may_pass() && patience.again().await => {
                if !std::mem::replace(&mut said, true) {
                    tracing::warn!("{why}; this node goes on trying for some seconds");
                }
            }
            found => break found?,
        }
    };
    refuse_second(&store, &options).await?;
    fetch_if_behind(&store, log, &options).await?;
    refuse_if_it_differs(&store, &options).await?;
    Ok((store, log))
}

/// Looks whether a node of this name runs: nobody could tell the two apart. Two that start at once find out later.
async fn refuse_second(store: &NatsStore, options: &ServerOptions) -> Result<(), ServeError> {
    let node = options.node.clone().unwrap_or_default();
    // Where nobody has the name, that is known at once.
    let unknown = || NodeReport::before_start(options);
    let there = match ask(store, &node, NodeQuestion::Report, ANSWER).await {
        Ok(report) => serde_json::from_slice(&report).unwrap_or_else(|_| unknown()),
        Err(AskError::Refused(_)) => unknown(),
        Err(AskError::Unanswered(_)) => return Ok(()),
    };
    Err(there.has_the_name())
}

/// Connects to the servers of NATS, makes the log if that was asked for, and checks that it keeps acknowledged records.
async fn find_log(options: &ServerOptions) -> Result<(NatsStore, LogId), StartRefusal> {
    let store = connect(options).await?;
    if options.create_log {
        make_log(&store, options, LogId(random::bits())).await?;
    }
    let log = check_log(&store, options).await?;
    Ok((store, log))
}

/// Makes the log with that name, unless there is one.
///
/// # Errors
/// When the servers do not make it.
pub(crate) async fn make_log(
    store: &NatsStore,
    options: &ServerOptions,
    log: LogId,
) -> Result<(), StartRefusal> {
    create_stream(store, &stream_options(options), log).await
}

/// Which log there is, if its servers keep what they acknowledge.
///
/// # Errors
/// When they do not, or there is none.
pub(crate) async fn check_log(
    store: &NatsStore,
    options: &ServerOptions,
) -> Result<LogId, StartRefusal> {
    let (stream, monitors) = (stream_options(options), options.monitors());
    check(store, &stream, &monitors).await
}

/// The same with everything that is found.
pub async fn examine_log(store: &NatsStore, options: &ServerOptions) -> LogExamination {
    let (stream, monitors) = (stream_options(options), options.monitors());
    examine(store, &stream, &monitors).await
}

fn stream_options(options: &ServerOptions) -> StreamOptions {
    StreamOptions {
        replicas: options.cluster_replicas,
    }
}

/// Connects to one of the servers of NATS.
///
/// # Errors
/// When none of them answers.
pub async fn connect(options: &ServerOptions) -> Result<NatsStore, StartRefusal> {
    let has_files = options.cluster_ca.is_some() || options.cluster_cert.is_some();
    let tls = has_files.then(|| TlsFiles {
        authority: options.cluster_ca.clone(),
        certificate: options
            .cluster_cert
            .clone()
            .zip(options.cluster_key.clone()),
    });
    let servers = options.cluster.iter();
    let servers = ConnectOptions {
        servers: servers.map(|server| server.reveal().to_owned()).collect(),
        tls,
        name: options.node.clone().unwrap_or_default(),
    };
    NatsStore::connect(servers, options.cluster_name.clone()).await
}

/// A node's number in the log, from its name.
pub fn number(name: &str) -> NodeId {
    NodeId(crc32fast::hash(name.as_bytes()))
}
