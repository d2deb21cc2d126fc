//! The listening socket and the loop that accepts streams: never more of them
//! than there are files for, so that the loop never stalls.

use std::{
    fs::File,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use socket2::SockRef;
use tokio::{
    net::{TcpListener, TcpSocket, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{JoinSet, yield_now},
    time::timeout,
};

use crate::{http, state::ServerState, workers::Workers};

/// Bytes that the system keeps of what a client sends until it is read (Linux
/// takes twice that, for its own accounts too). The largest head of a request
/// stays there until it is whole; commands are far smaller.
const RECEIVED: u32 = 32 * 1024;
/// Bytes that the system keeps of what a client has not taken yet, likewise.
/// The largest file of the page leaves in two round trips; without a bound a
/// client that does not read costs megabytes.
const SENT: u32 = 128 * 1024;
/// Streams that the system keeps until they are accepted; it may allow fewer.
/// Ten thousand clients come back at once after a restart.
const BACKLOG: u32 = 16_384;
/// Streams that are accepted before others have their turn.
const BATCH: u32 = 16;
/// How often trouble with accepting is logged.
const LOG_EVERY: Duration = Duration::from_secs(60);
/// How long a visitor is waited for after trouble, so that it does not come at once again.
const PAUSE: Duration = Duration::from_millis(50);

/// Listens at an address. `[::]` is every address of the machine, those of IPv4
/// too, and only those where the system has no IPv6.
///
/// # Errors
/// When it cannot be had.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    match address {
        SocketAddr::V4(_) => listen_on(TcpSocket::new_v4()?, address),
        SocketAddr::V6(v6) if !v6.ip().is_unspecified() => listen_on(TcpSocket::new_v6()?, address),
        SocketAddr::V6(_) => listen_to_both(address).or_else(|why| match why.kind() {
            io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => Err(why),
            _ => listen((Ipv4Addr::UNSPECIFIED, address.port()).into()),
        }),
    }
}

fn listen_to_both(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v6()?;
    // Systems differ in what they do when nothing is said.
    SockRef::from(&socket).set_only_v6(false)?;
    listen_on(socket, address)
}

fn listen_on(socket: TcpSocket, address: SocketAddr) -> io::Result<TcpListener> {
    // After a restart the address is free at once.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Accepted sockets inherit both.
    socket.set_recv_buffer_size(RECEIVED)?;
    socket.set_send_buffer_size(SENT)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Accepts streams and serves each until it ends.
pub async fn accept(
    state: &Arc<ServerState>,
    listener: &TcpListener,
    workers: &Workers,
    connections: &mut JoinSet<()>,
) {
    let streams = state.capacity.visits + state.capacity.refusals;
    let streams = usize::try_from(streams).unwrap_or(Semaphore::MAX_PERMITS);
    let streams = Arc::new(Semaphore::new(streams));
    let mut trouble = AcceptTrouble::new();
    loop {
        for _ in 0..BATCH {
            // Never closed.
            let Ok(file) = Arc::clone(&streams).acquire_owned().await else {
                return;
            };
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                // Until it is joined a task keeps its memory, also when nobody comes any more.
                Some(_) = connections.join_next() => continue,
            };
            match accepted {
                Ok((stream, from)) => {
                    // Otherwise an answer may wait for an acknowledgement (Nagle, RFC 896).
                    let _ = stream.set_nodelay(true);
                    // A dual-stack socket shows IPv4-mapped addresses.
                    let (state, from) = (Arc::clone(state), from.ip().to_canonical());
                    match workers.next() {
                        None => connections.spawn(serve(state, stream, from, file)),
                        Some(worker) => {
                            connections.spawn_on(serve_there(state, stream, from, file), worker)
                        }
                    };
                }
                Err(why) => trouble.meet(&why, listener).await,
            }
        }
        yield_now().await;
    }
}

/// Serves a stream. The file is counted among the connections once it is one.
async fn serve(
    state: Arc<ServerState>,
    stream: TcpStream,
    from: IpAddr,
    _file: OwnedSemaphorePermit,
) {
    http::serve(state, stream, from).await;
}

/// Serves a stream that another runtime accepted.
async fn serve_there(
    state: Arc<ServerState>,
    stream: TcpStream,
    from: IpAddr,
    file: OwnedSemaphorePermit,
) {
    // The system only refuses this for want of memory: the visitor tries again.
    if let Ok(stream) = stream.into_std().and_then(TcpStream::from_std) {
        serve(state, stream, from, file).await;
    }
}

/// What is done when the system has no file left for a stream, because others
/// took more than was reserved: a spare one is given up for a moment, so that
/// one visitor after the other is closed instead of hanging without an answer.
#[derive(Debug)]
struct AcceptTrouble {
    spare: Option<File>,
    logged: Option<Instant>,
}

impl AcceptTrouble {
    fn new() -> AcceptTrouble {
        AcceptTrouble {
            spare: spare(),
            logged: None,
        }
    }

    async fn meet(&mut self, why: &io::Error, listener: &TcpListener) {
        if self.logged.is_none_or(|at| at.elapsed() >= LOG_EVERY) {
            self.logged = Some(Instant::now());
            tracing::warn!(%why, "connections could not be accepted; this is logged once a minute");
        }
        self.spare = None;
        if let Ok(Ok((stream, _))) = timeout(PAUSE, listener.accept()).await {
            // Closed here whether that could be sent or not.
            let _ = stream.try_write(&http::full());
        }
        self.spare = spare();
    }
}

fn spare() -> Option<File> {
    File::open("/dev/null").ok()
}
