//! Sockets that a service manager opened and passed to this process (`LISTEN_FDS`, sd_listen_fds(3)):
//! streams wait in them while the server restarts, and none is refused.

use std::io;

use listenfd::ListenFd;
use socket2::SockRef;
use tokio::net::TcpListener;

use super::{
    Listeners, ListeningSocket,
    sizes::{RECEIVED, SENT},
    unix::UnixSocket,
};

/// The sockets that were passed to this process.
pub struct PassedSockets(ListenFd);

impl PassedSockets {
    /// Takes them out of the environment, so that no child gets them too; before there are threads.
    pub fn take() -> PassedSockets {
        PassedSockets(ListenFd::from_env())
    }

    /// Accepts from them, if there are any.
    ///
    /// # Errors
    /// When one is no stream socket.
    pub fn listen(mut self) -> io::Result<Option<Listeners>> {
        let sockets = (0..self.0.len()).map(|index| self.socket(index));
        let sockets = sockets.collect::<io::Result<Vec<_>>>()?;
        Ok((!sockets.is_empty()).then_some(Listeners { sockets, first: 0 }))
    }

    fn socket(&mut self, index: usize) -> io::Result<ListeningSocket> {
        if let Ok(Some(unix)) = self.0.take_unix_listener(index) {
            return UnixSocket::passed(unix).map(ListeningSocket::Unix);
        }
        let tcp = self.0.take_tcp_listener(index)?;
        // Each is asked for once.
        let tcp = tcp.ok_or(io::ErrorKind::NotFound)?;
        tcp.set_nonblocking(true)?;
        let socket = SockRef::from(&tcp);
        socket.set_recv_buffer_size(usize::try_from(RECEIVED).unwrap_or_default())?;
        socket.set_send_buffer_size(usize::try_from(SENT).unwrap_or_default())?;
        TcpListener::from_std(tcp).map(ListeningSocket::Tcp)
    }
}
