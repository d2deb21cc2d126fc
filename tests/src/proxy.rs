//! A proxy between a client and a server that can do what networks do: stop
//! forwarding without closing, and cut.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// Direction of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the client to the server.
    Up,
    /// From the server to the client.
    Down,
}

/// Treatment of bytes by the proxy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mode {
    /// Forwards nothing that way and closes nothing: a half-open link.
    holds_up: bool,
    /// The same the other way.
    holds_down: bool,
    /// Counts the cuts: a connection ends with the next one.
    cuts: u64,
}

/// Bytes that have passed a proxy.
#[derive(Clone, Copy, Debug)]
pub struct Traffic {
    /// Requests of HTTP, handshakes of WebSockets included.
    pub requests: usize,
    /// Bytes from clients to the server.
    pub up: usize,
    /// Bytes from the server to clients.
    pub down: usize,
}

#[derive(Default)]
struct Counters {
    requests: AtomicUsize,
    up: AtomicUsize,
    down: AtomicUsize,
}

impl Counters {
    fn count(&self, way: Way, bytes: &[u8]) {
        let counter = match way {
            Way::Up => &self.up,
            Way::Down => &self.down,
        };
        counter.fetch_add(bytes.len(), Relaxed);
        // Browsers send a request at a time, in one piece; what is sent up a WebSocket is masked.
        if way == Way::Up && bytes.starts_with(b"GET ") {
            self.requests.fetch_add(1, Relaxed);
        }
    }
}

/// A proxy in front of a server; it ends when dropped.
pub struct Proxy {
    /// Where clients connect.
    pub address: SocketAddr,
    mode: watch::Sender<Mode>,
    accepted: watch::Receiver<u64>,
    counters: Arc<Counters>,
}

impl Proxy {
    /// A proxy to a server.
    ///
    /// # Panics
    /// When there is no free port.
    pub async fn to(server: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (mode, watching) = watch::channel(Mode::default());
        let (count, accepted) = watch::channel(0);
        let counters = Arc::<Counters>::default();
        let counting = Arc::clone(&counters);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                count.send_modify(|count| *count += 1);
                tokio::spawn(connection(
                    client,
                    server,
                    watching.clone(),
                    Arc::clone(&counting),
                ));
            }
        });
        Proxy {
            address,
            mode,
            accepted,
            counters,
        }
    }

    /// Bytes that have passed so far.
    pub fn traffic(&self) -> Traffic {
        let [requests, up, down] = [
            &self.counters.requests,
            &self.counters.up,
            &self.counters.down,
        ]
        .map(|counter| counter.load(Relaxed));
        Traffic { requests, up, down }
    }

    /// Number of connections tried so far.
    pub fn tried(&self) -> u64 {
        *self.accepted.borrow()
    }

    /// Waits until more than this many connections were tried.
    ///
    /// # Panics
    /// When the proxy has ended.
    pub async fn until_tried(&self, more_than: u64) {
        let mut accepted = self.accepted.clone();
        let tried = accepted.wait_for(|count| *count > more_than).await;
        tried.expect("a proxy that runs");
    }

    /// Its address for a client.
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// From now on bytes are dropped silently.
    pub fn hold(&self) {
        self.hold_only(Way::Up);
        self.hold_only(Way::Down);
    }

    /// From now on bytes are dropped silently in that direction.
    pub fn hold_only(&self, way: Way) {
        self.mode.send_modify(|mode| match way {
            Way::Up => mode.holds_up = true,
            Way::Down => mode.holds_down = true,
        });
    }

    /// Ends every connection; new ones pass again.
    pub fn cut(&self) {
        self.mode.send_modify(|mode| {
            *mode = Mode {
                cuts: mode.cuts + 1,
                ..Mode::default()
            }
        });
    }

    /// Lets everything pass again.
    pub fn forward(&self) {
        self.mode.send_modify(|mode| {
            *mode = Mode {
                cuts: mode.cuts,
                ..Mode::default()
            }
        });
    }
}

async fn connection(
    client: TcpStream,
    server: SocketAddr,
    mut mode: watch::Receiver<Mode>,
    counters: Arc<Counters>,
) {
    let Ok(server) = TcpStream::connect(server).await else {
        return;
    };
    let (client_in, client_out) = client.into_split();
    let (server_in, server_out) = server.into_split();
    let watching = mode.clone();
    tokio::select! {
        () = pass(client_in, server_out, Way::Up, watching.clone(), &counters) => {}
        () = pass(server_in, client_out, Way::Down, watching, &counters) => {}
        () = cut(&mut mode) => {}
    }
}

async fn cut(mode: &mut watch::Receiver<Mode>) {
    let before = mode.borrow().cuts;
    // The proxy that is dropped ends its connections too.
    let _ = mode.wait_for(|mode| mode.cuts != before).await;
}

async fn pass(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    way: Way,
    mut mode: watch::Receiver<Mode>,
    counters: &Counters,
) {
    let passes = |mode: &Mode| match way {
        Way::Up => !mode.holds_up,
        Way::Down => !mode.holds_down,
    };
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(read @ 1..) = from.read(&mut buffer).await {
        if mode.wait_for(passes).await.is_err() {
            return;
        }
        counters.count(way, &buffer[..read]);
        if to.write_all(&buffer[..read]).await.is_err() {
            return;
        }
    }
}
