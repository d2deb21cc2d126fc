//! The sockets that streams are accepted from: TCP ports and Unix sockets, opened here or passed by
//! a service manager, which keeps them open while the server restarts.

mod bound;
#[cfg(unix)]
mod passed;
mod sizes;
#[cfg(unix)]
mod unix;

pub use bound::{BoundAddress, Families};
#[cfg(unix)]
pub use passed::PassedSockets;

use std::{
    future::poll_fn,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    task::{Context, Poll},
};

use config::{ListenAddress, SocketMode};
use sentences::in_words;
use socket2::SockRef;
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use self::sizes::{BACKLOG, RECEIVED, SENT};

/// The address of every client of a Unix socket, which has none: one that no network delivers (RFC
/// 6666). The socket's permissions decide who may connect, so such a client is a trusted proxy.
pub const UNIX_PEER: IpAddr = IpAddr::V6(Ipv6Addr::new(0x100, 0, 0, 0, 0, 0, 0, 1));

/// The sockets that a server accepts streams from; there is at least one.
#[derive(Debug)]
pub struct Listeners {
    sockets: Vec<ListeningSocket>,
    /// Index of the one that is asked first, so that none is always behind a busy one.
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
        let mut bound = BoundAddress::all(addresses).into_iter();
        let mut sockets = Vec::with_capacity(addresses.len());
        for address in addresses {
            let opened = match address {
                // They come in the same order.
                ListenAddress::Tcp(_) => bound.next().map_or(Ok(None), listen_beside),
                #[cfg(unix)]
                ListenAddress::Unix(path) => {
                    unix::UnixSocket::bind(path, mode).map(|it| Some(ListeningSocket::Unix(it)))
                }
                #[cfg(not(unix))]
                ListenAddress::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
            };
            sockets.extend(opened.map_err(|why| (address.clone(), why))?);
        }
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

    /// Every TCP address.
    pub fn bound(&self) -> Vec<BoundAddress> {
        let sockets = self.sockets.iter();
        sockets.filter_map(ListeningSocket::bound).collect()
    }

    /// Every address, as the log says it.
    pub fn names(&self) -> Vec<String> {
        let name = |socket: &ListeningSocket| match socket {
            ListeningSocket::Tcp(_) => Some(socket.bound()?.name()),
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
    fn bound(&self) -> Option<BoundAddress> {
        let tcp = match self {
            ListeningSocket::Tcp(tcp) => tcp,
            #[cfg(unix)]
            ListeningSocket::Unix(_) => return None,
        };
        let address = tcp.local_addr().ok()?;
        // Sockets of IPv4 do not know.
        let families = match SockRef::from(tcp).only_v6() {
            Ok(true) => Families::Ipv6,
            _ => Families::Both,
        };
        Some(BoundAddress { address, families })
    }

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

/// Listens at an address that is listed among others. On a machine without IPv6 nothing has to be
/// listened on for what would take IPv6 alone.
fn listen_beside(bound: BoundAddress) -> io::Result<Option<ListeningSocket>> {
    match listen(bound) {
        Ok(tcp) => Ok(Some(ListeningSocket::Tcp(tcp))),
        Err(why) if bound.is_ipv6_alone() && !is_taken(&why) => {
            tracing::warn!(why = %in_words(&why), "{} cannot be had; IPv4 is listened on", bound.name());
            Ok(None)
        }
        Err(why) => Err(why),
    }
}

/// Listens at an address. `[::]` is every address of the machine, those of IPv4
/// too unless they are listened on beside it, and only those where the system has no IPv6.
pub fn listen(bound: BoundAddress) -> io::Result<TcpListener> {
    let BoundAddress { address, families } = bound;
    match address {
        SocketAddr::V4(_) => listen_on(TcpSocket::new_v4()?, address),
        SocketAddr::V6(_) if !bound.is_everywhere() => listen_on(TcpSocket::new_v6()?, address),
        SocketAddr::V6(_) => match listen_everywhere(address, families) {
            Err(why) if families == Families::Both && !is_taken(&why) => {
                let any = (Ipv4Addr::UNSPECIFIED, address.port()).into();
                listen_on(TcpSocket::new_v4()?, any)
            }
            opened => opened,
        },
    }
}

/// Whether somebody else has it, or it is not for this user.
pub fn is_taken(why: &io::Error) -> bool {
    matches!(
        why.kind(),
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied
    )
}

fn listen_everywhere(address: SocketAddr, families: Families) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v6()?;
    // Systems differ in what they do when nothing is said.
    SockRef::from(&socket).set_only_v6(families == Families::Ipv6)?;
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

#[cfg(test)]
mod tests;
