//! The end of a link that waits to be dialled: nodes that are expected come in.

use std::{
    collections::{HashMap, VecDeque},
    io,
    pin::Pin,
    sync::Arc,
};

use bytes::Bytes;
use h2::server::{self, Connection};
use parking_lot::Mutex;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::oneshot,
    time::{Duration, sleep, timeout},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::{
    CONNECT, GIVEN_UP, PeerLinkEnd, SEND_BUFFER, SMALL_FRAMES, WINDOW_OF_ALL, WINDOW_THERE, alive,
    answer::LinkRequest,
    counted::CountedSocket,
    halves::broken,
    identity::{Fingerprint, PeerIdentity},
    pinned,
};

/// Whose handshakes are waited for: so many that came last, so that a stranger who keeps theirs open is in nobody's way.
const HANDSHAKES: usize = 64;
/// The pause after an accept that failed, for want of files as a rule.
const PAUSE: Duration = Duration::from_millis(100);
/// Nodes that may be expected at a time; the one that was expected first is forgotten for one more.
const EXPECTED: usize = 64;

/// The nodes that are expected, by their fingerprints, with what is known of each.
#[derive(Debug)]
pub struct Guests<T> {
    list: Mutex<GuestList<T>>,
}

#[derive(Debug)]
struct GuestList<T> {
    expected: HashMap<Fingerprint, (u64, T)>,
    count: u64,
}

impl<T> Default for Guests<T> {
    fn default() -> Self {
        let list = GuestList {
            expected: HashMap::new(),
            count: 0,
        };
        Guests {
            list: Mutex::new(list),
        }
    }
}

impl<T: Clone> Guests<T> {
    /// Expects a node from now on.
    pub fn expect(&self, fingerprint: Fingerprint, guest: T) {
        let mut list = self.list.lock();
        list.count += 1;
        let count = list.count;
        list.expected.insert(fingerprint, (count, guest));
        if list.expected.len() > EXPECTED {
            let oldest = list.expected.iter().min_by_key(|(_, (count, _))| *count);
            if let Some(oldest) = oldest.map(|(fingerprint, _)| *fingerprint) {
                list.expected.remove(&oldest);
            }
        }
    }

    fn find(&self, fingerprint: &Fingerprint) -> Option<T> {
        let list = self.list.lock();
        list.expected
            .get(fingerprint)
            .map(|(_, guest)| guest.clone())
    }
}

/// Where nodes dial.
pub struct LinkDoor<T> {
    listener: TcpListener,
    acceptor: TlsAcceptor,
    guests: Arc<Guests<T>>,
    /// Those whose handshake is waited for. Dropped, they give way.
    latest: VecDeque<oneshot::Sender<()>>,
}

/// Somebody who has dialled.
pub struct Caller<T> {
    tcp: std::net::TcpStream,
    acceptor: TlsAcceptor,
    guests: Arc<Guests<T>>,
    gives_way: oneshot::Receiver<()>,
}

/// The end of a link that a node has dialled. Nothing happens on it unless it is asked for the next request, and dropping it
/// ends all its streams.
pub struct ArrivedLink {
    connection: Connection<TlsStream<CountedSocket>, Bytes>,
    silent: Pin<Box<dyn Future<Output = PeerLinkEnd> + Send>>,
}

impl<T: Clone + Send + Sync + 'static> LinkDoor<T> {
    /// One at that listener, for nodes that are expected.
    ///
    /// # Errors
    /// When TLS cannot be had.
    pub fn new(
        listener: TcpListener,
        me: &PeerIdentity,
        guests: Arc<Guests<T>>,
    ) -> Result<LinkDoor<T>, rustls::Error> {
        let expected = Arc::clone(&guests);
        let is_expected = move |shown: &Fingerprint| expected.find(shown).is_some();
        let config = pinned::server(me, Arc::new(is_expected))?;
        Ok(LinkDoor {
            listener,
            acceptor: TlsAcceptor::from(Arc::new(config)),
            guests,
            latest: VecDeque::new(),
        })
    }

    /// The next one who dials. Cancellation-safe.
    pub async fn next(&mut self) -> Caller<T> {
        loop {
            let accepted = self.listener.accept().await;
            match accepted.and_then(|(tcp, _)| tcp.into_std()) {
                Ok(tcp) => return self.let_in(tcp),
                Err(_) => sleep(PAUSE).await,
            }
        }
    }

    fn let_in(&mut self, tcp: std::net::TcpStream) -> Caller<T> {
        let (stays, gives_way) = oneshot::channel();
        self.latest.push_back(stays);
        if self.latest.len() > HANDSHAKES {
            self.latest.pop_front();
        }
        Caller {
            tcp,
            acceptor: self.acceptor.clone(),
            guests: Arc::clone(&self.guests),
            gives_way,
        }
    }
}

impl<T: Clone> Caller<T> {
    /// The handshake, and what is known of the node: nothing when it is not expected or takes too long. The link belongs to the
    /// runtime in which this is called.
    pub async fn greet(self) -> Option<(T, ArrivedLink)> {
        let Caller {
            tcp,
            acceptor,
            guests,
            gives_way,
        } = self;
        tokio::select! {
            greeted = timeout(CONNECT, greet(&acceptor, &guests, tcp)) => greeted.ok()?.ok()?,
            _ = gives_way => None,
        }
    }
}

async fn greet<T: Clone>(
    acceptor: &TlsAcceptor,
    guests: &Guests<T>,
    tcp: std::net::TcpStream,
) -> io::Result<Option<(T, ArrivedLink)>> {
    let tcp = TcpStream::from_std(tcp)?;
    tcp.set_nodelay(true)?;
    let stream = acceptor.accept(CountedSocket(tcp)).await?;
    let shown = stream.get_ref().1.peer_certificates();
    let shown = shown.and_then(|shown| shown.first()).map(Fingerprint::of);
    let Some(guest) = shown.and_then(|shown| guests.find(&shown)) else {
        return Ok(None);
    };
    let mut builder = server::Builder::new();
    builder
        .initial_window_size(WINDOW_THERE)
        .initial_connection_window_size(WINDOW_OF_ALL)
        .max_send_buffer_size(SEND_BUFFER)
        .max_concurrent_streams(u32::MAX)
        .max_concurrent_reset_streams(GIVEN_UP)
        .max_pending_accept_reset_streams(GIVEN_UP)
        .max_local_error_reset_streams(None)
        .data_frame_budget(SMALL_FRAMES);
    let mut connection = builder.handshake(stream).await.map_err(broken)?;
    let silent = Box::pin(alive::silent(connection.ping_pong()));
    Ok(Some((guest, ArrivedLink { connection, silent })))
}

impl ArrivedLink {
    /// The next stream that the other end opens; nothing when the link has ended.
    pub async fn next(&mut self) -> Option<LinkRequest> {
        let ArrivedLink { connection, silent } = self;
        tokio::select! {
            asked = connection.accept() => {
                let (request, response) = asked?.ok()?;
                Some(LinkRequest::new(request, response))
            }
            _ = silent => None,
        }
    }
}
