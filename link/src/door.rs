//! The end of a link that waits to be dialled: nodes that are expected come in.

use std::{collections::VecDeque, io, pin::Pin, sync::Arc};

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

/// Handshakes that are waited for: the last ones that came, so that a stranger who keeps theirs open is in nobody's way.
const HANDSHAKES: usize = 64;
/// The pause after an accept that failed, for want of files as a rule.
const PAUSE: Duration = Duration::from_millis(100);
/// Nodes that may be expected at a time; the one that was expected first is forgotten for one more.
const EXPECTED: usize = 64;

/// The nodes that are expected, by their fingerprints, with what is known of each; the one that was expected first comes
/// first.
#[derive(Debug)]
pub struct Guests<T>(Mutex<VecDeque<(Fingerprint, T)>>);

impl<T> Default for Guests<T> {
    fn default() -> Self {
        Guests(Mutex::default())
    }
}

impl<T: Clone> Guests<T> {
    pub fn expect(&self, fingerprint: Fingerprint, guest: T) {
        let mut guests = self.0.lock();
        guests.retain(|(known, _)| *known != fingerprint);
        guests.push_back((fingerprint, guest));
        if guests.len() > EXPECTED {
            guests.pop_front();
        }
    }

    fn find(&self, fingerprint: &Fingerprint) -> Option<T> {
        let guests = self.0.lock();
        let found = guests.iter().find(|(known, _)| known == fingerprint);
        found.map(|(_, guest)| guest.clone())
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

/// A dialled connection.
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
    /// The handshake, and the data of the node: nothing when it is not expected or takes too long. The link belongs to the
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
