//! A server in this process, at a port of its own, with a clock that stands
//! still until a test moves it.

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::{Arc, Weak},
};

use clock::Clock;
use config::{JournalKind, ServerOptions};
use connection::service::Service;
use journal::Journal;
use node::{Node, listener::Listeners, serve_error::ServeError};
use protocol::Limits;
use server::serve::Server;
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};

use crate::{Client, Raw, TestJournal, carriers::Carriers, soon};

/// The instant at which a test's clock begins, Unix milliseconds.
pub const BEGIN_MS: u64 = 1_795_229_000_000;

/// A running server; it stops when dropped.
pub struct TestServer {
    /// Guard that lives as long as it.
    pub node: Arc<Node>,
    /// Its rooms and connections, for tests that look for leaks.
    pub service: Arc<Service>,
    carriers: Option<Carriers>,
    stop: Option<oneshot::Sender<()>>,
    done: Option<JoinHandle<Result<(), ServeError>>>,
}

/// Limits that let one address play for hundreds, and a clock be moved by
/// minutes while a player reads nothing.
pub fn roomy() -> Limits {
    Limits {
        connections_per_address: 100_000,
        ungreeted_per_address: 100_000,
        rooms_per_address: 1_000_000,
        correspondence_rooms_per_address: 1_000_000,
        rooms_per_minute: 1_000_000,
        failed_joins_per_minute: 1_000_000,
        work_us_per_s: 1_000_000_000,
        work_burst_us: 1_000_000_000,
        commands_per_s: 1_000_000,
        commands_burst: 1_000_000,
        linger_ms: 50,
        seat_dead_ms: 1_000_000_000_000,
        ..Limits::default()
    }
}

/// Limits as arguments of a server process.
pub fn limit_arguments(limits: &Limits) -> Vec<String> {
    let usual = Limits::default();
    let names = Limits::NAMES.iter().map(|(name, _)| *name);
    names
        .filter(|name| limits.get(name) != usual.get(name))
        .flat_map(|name| {
            let value = limits.get(name).unwrap_or_default();
            [format!("--{}", name.replace('_', "-")), value.to_string()]
        })
        .collect()
}

impl TestServer {
    /// A server that keeps everything in memory.
    pub async fn memory() -> TestServer {
        TestServer::start(in_memory()).await
    }

    /// The same with limits of its own.
    pub async fn with_limits(limits: Limits) -> TestServer {
        TestServer::start(ServerOptions {
            limits,
            ..in_memory()
        })
        .await
    }

    /// The same with one of those that nobody meets by chance changed.
    pub async fn limited(change: impl FnOnce(&mut Limits)) -> TestServer {
        let mut limits = roomy();
        change(&mut limits);
        TestServer::with_limits(limits).await
    }

    /// A server that keeps everything in a directory, and whose clock begins
    /// at `now_ms`.
    pub async fn on_disk(data: PathBuf, now_ms: u64) -> TestServer {
        let options = ServerOptions {
            journal: JournalKind::Sqlite,
            data,
            ..in_memory()
        };
        TestServer::start_at(options, Clock::manual(now_ms)).await
    }

    /// A server with these options.
    pub async fn start(options: ServerOptions) -> TestServer {
        TestServer::start_at(options, Clock::manual(BEGIN_MS)).await
    }

    /// A server with these options and this clock.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn start_at(options: ServerOptions, clock: Clock) -> TestServer {
        let server = Server::new(options.clone(), listener().await, clock);
        TestServer::run(server, &options).await
    }

    /// A server with these options and this clock that accepts from these sockets.
    pub async fn start_on(
        options: ServerOptions,
        listeners: Listeners,
        clock: Clock,
    ) -> TestServer {
        let server = Server::new(options.clone(), listeners, clock);
        TestServer::run(server, &options).await
    }

    /// A server that keeps everything in that journal, and goes on with what it has.
    ///
    /// # Panics
    /// When it does not start.
    pub async fn with_journal(journal: &Arc<TestJournal>) -> TestServer {
        let clock = Clock::manual(BEGIN_MS);
        let opening = journal.opening(BEGIN_MS).await;
        let journal: Arc<dyn Journal> = Arc::<TestJournal>::clone(journal);
        let (listener, options) = (listener().await, in_memory());
        let server = Server::with_journal(options.clone(), listener, clock, journal, &opening);
        TestServer::run(server, &options).await
    }

    async fn run(server: Result<Server, ServeError>, options: &ServerOptions) -> TestServer {
        let server = server.expect("a server that starts");
        let node = Arc::clone(&server.node);
        let service = server.service.clone().expect("its service");
        let carriers = Carriers::before(&node, options).await;
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(server.run(async {
            // A test that ends without stopping its server stops it too.
            let _ = stopped.await;
        }));
        TestServer {
            node,
            service,
            carriers,
            stop: Some(stop),
            done: Some(done),
        }
    }

    /// Drops its service with all that is in it, and builds another from what the journal has. What
    /// is left of the old one.
    ///
    /// # Panics
    /// When it has no service.
    pub async fn rebuild(&mut self, journal: &TestJournal) -> Weak<Service> {
        let mut running = self.node.take_service().expect("a service");
        running.stop();
        soon("connections to end", running.emptied()).await;
        drop(running);
        let opening = journal.opening(self.now_ms()).await;
        let service = self.node.build_service(&opening);
        self.node.begin_service(Arc::clone(&service));
        let old = std::mem::replace(&mut self.service, service);
        Arc::downgrade(&old)
    }

    /// Its address for the next client, or that of a node that carries it there.
    pub fn url(&self) -> String {
        self.url_at(self.next())
    }

    fn next(&self) -> SocketAddr {
        let carrier = self.carriers.as_ref().and_then(Carriers::next);
        carrier.unwrap_or(self.node.facts.bound())
    }

    fn url_at(&self, address: SocketAddr) -> String {
        format!("ws://{address}{}/ws", self.node.options.base_path)
    }

    /// A client that has said hello under that name.
    pub async fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(&self.url()).await;
        client.hello(name).await;
        client
    }

    /// A client that connects from that address of this machine and has said
    /// hello. Its buffers are small.
    pub async fn client_from(&self, from: Ipv4Addr, name: &str) -> Client {
        let address = self.next();
        let raw = Raw::connect_from(from, address).await;
        let mut client = Client::over(raw.into_stream(), &self.url_at(address)).await;
        client.hello(name).await;
        client
    }

    /// Moves its clock on.
    pub fn advance(&self, ms: u64) {
        self.node.clock.advance(ms);
    }

    /// Waits until exactly this many connections are left.
    pub async fn until_connections(&self, count: usize) {
        soon("connections to end", async {
            while self.service.connections.len() != count {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Waits until there are exactly this many rooms.
    pub async fn until_rooms(&self, count: usize) {
        soon("rooms", async {
            while self.service.rooms.gauges().rooms != count {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }

    /// Its time.
    pub fn now_ms(&self) -> u64 {
        self.node.clock.now_ms()
    }

    /// Stops it in order and waits until it has.
    ///
    /// # Panics
    /// When it does not stop, or fails.
    pub async fn stop(mut self) {
        drop(self.stop.take());
        if let Some(done) = self.done.take() {
            soon("the server's end", done)
                .await
                .expect("a server that does not panic")
                .expect("no failure");
        }
    }
}

async fn listener() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("a free port")
}

/// Options of a server in memory whose limits nobody meets by chance.
pub fn in_memory() -> ServerOptions {
    ServerOptions {
        journal: JournalKind::Memory,
        limits: roomy(),
        ..ServerOptions::default()
    }
}
