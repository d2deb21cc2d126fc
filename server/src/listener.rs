//! The sockets that streams are accepted from: TCP ports and Unix sockets, opened here or passed by
//! a service manager, which keeps them open while the server restarts.

#[cfg(unix)]
mod passed;
mod sizes;
#[cfg(unix)]
mod unix;

#[cfg(unix)]
pub use passed::PassedSockets;

use std::{
    future::poll_fn,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    task::{Context, Poll},
};

use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use self::sizes::{BACKLOG, RECEIVED, SENT};
use crate::config::{ListenAddress, SocketMode};

/// The address of every client of a Unix socket, which has none: one that no network delivers (RFC
/// 6666). The socket's permissions decide who may connect, so such a client is a trusted proxy.
pub const UNIX_PEER: IpAddr = IpAddr::V6(Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 1));

/// The sockets that a server accepts streams from; there is at least one.
#[derive(Debug)]
pub struct Listeners {
    sockets: Vec<ListeningSocket>,
    /// Which one is asked first, so that none is always behind a busy one.
    first: usize,
}

#[derive(Debug)]
enum ListeningSocket {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(unix::UnixSocket),
}

impl Listeners {
    /// Opens a socket for each address.
    ///
    /// # Errors
    /// With the first address that cannot be had.
    pub fn open(
        addresses: &[ListenAddress],
        mode: SocketMode,
    ) -> Result<Listeners, (ListenAddress, io::Error)> {
        let open = |address: &ListenAddress| {
            let opened = match address {
                ListenAddress::Tcp(address) => listen(*address).map(ListeningSocket::Tcp),
                #[cfg(unix)]
                ListenAddress::Unix(path) => {
                    unix::UnixSocket::bind(path, mode).map(ListeningSocket::Unix)
                }
                #[cfg(not(unix))]
                ListenAddress::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
            };
            opened.map_err(|why| (address.clone(), why))
        };
        let sockets = addresses.iter().map(open).collect::<Result<_, _>>()?;
        Ok(Listeners { sockets, first: 0 })
    }

    /// Accepts a stream from any of the sockets; with its client's address.
    pub async fn accept(&mut self) -> io::Result<(TcpStream, IpAddr)> {
        poll_fn(|cx| self.poll_accept(cx)).await
    }

    fn poll_accept(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<(TcpStream, IpAddr)>> {
        let count = self.sockets.len();
        for turn in 0..count {
            let this = (self.first + turn) % count;
            if let Poll::Ready(accepted) = self.sockets[this].poll_accept(cx) {
                self.first = (this + 1) % count;
                return Poll::Ready(accepted);
            }
        }
        Poll::Pending
    }

    /// The first TCP address, if there is one.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.sockets.iter().find_map(|socket| match socket {
            ListeningSocket::Tcp(tcp) => tcp.local_addr().ok(),
            #[cfg(unix)]
            ListeningSocket::Unix(_) => None,
        })
    }

    /// Every address, as the log says it.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let name = |socket: &ListeningSocket| match socket {
            ListeningSocket::Tcp(tcp) => tcp.local_addr().ok().map(|address| address.to_string()),
            #[cfg(unix)]
            ListeningSocket::Unix(unix) => Some(unix.name()),
        };
        self.sockets.iter().filter_map(name).collect()
    }
}

impl From<TcpListener> for Listeners {
    fn from(listener: TcpListener) -> Listeners {
        Listeners {
            sockets: vec![ListeningSocket::Tcp(listener)],
            first: 0,
        }
    }
}

impl ListeningSocket {
    fn poll_accept(&self, cx: &mut Context<'_>) -> Poll<io::Result<(TcpStream, IpAddr)>> {
        match self {
            ListeningSocket::Tcp(tcp) => tcp.poll_accept(cx).map_ok(|(stream, from)| {
                // Otherwise an answer may wait for an acknowledgement (Nagle, RFC 896).
                let _ = stream.set_nodelay(true);
                // A dual-stack socket shows IPv4-mapped addresses.
                (stream, from.ip().to_canonical())
            }),
            #[cfg(unix)]
            ListeningSocket::Unix(unix) => unix.poll_accept(cx).map_ok(|it| (it, UNIX_PEER)),
        }
    }
}

/// Listens at an address. `[::]` is every address of the machine, those of IPv4
/// too, and only those where the system has no IPv6.
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
