//! A Unix socket that is listened on, for a proxy on the same machine. Its file has the permissions
//! that the operator chose before anybody can connect, and goes with the server.

use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixListener as StdUnixListener},
    path::Path,
    task::{Context, Poll, ready},
};

use config::{ListenAddress, SocketMode};
use socket2::SockRef;
use tokio::net::{TcpStream, UnixListener};

use super::sizes::{BACKLOG, SENT};
use crate::socket_file::{self, SocketFile};

/// A Unix socket that is listened on.
#[derive(Debug)]
pub(super) struct UnixSocket {
    listener: UnixListener,
    /// The file that is removed at the end, if the socket was opened here.
    _file: Option<SocketFile>,
}

impl UnixSocket {
    /// Listens at a path, where the file of a server that was killed may still be.
    pub(super) fn bind(path: &Path, mode: SocketMode) -> io::Result<UnixSocket> {
        let backlog = i32::try_from(BACKLOG).unwrap_or(i32::MAX);
        let (listener, file) = socket_file::listen(path, mode.0, backlog)?;
        Ok(UnixSocket {
            _file: Some(file),
            ..UnixSocket::passed(listener)?
        })
    }

    /// One that a service manager opened, whose file is its own.
    pub(super) fn passed(listener: StdUnixListener) -> io::Result<UnixSocket> {
        listener.set_nonblocking(true)?;
        Ok(UnixSocket {
            listener: UnixListener::from_std(listener)?,
            _file: None,
        })
    }

    /// As the option writes it.
    pub(super) fn name(&self) -> String {
        let address = self.listener.local_addr().ok();
        let path = address.as_ref().and_then(|address| address.as_pathname());
        ListenAddress::Unix(path.unwrap_or(Path::new("")).to_owned()).to_string()
    }

    /// Accepts a stream as one of TCP: whatever its family, a stream socket is read, written, looked
    /// into and shut down by the same calls, so the connections need no second kind of stream.
    pub(super) fn poll_accept(&self, cx: &mut Context<'_>) -> Poll<io::Result<TcpStream>> {
        let (stream, _) = ready!(self.listener.poll_accept(cx))?;
        // Unlike with TCP this is not inherited.
        let sent = usize::try_from(SENT).unwrap_or_default();
        let _ = SockRef::from(&stream).set_send_buffer_size(sent);
        let stream = OwnedFd::from(stream.into_std()?);
        Poll::Ready(TcpStream::from_std(stream.into()))
    }
}

#[cfg(test)]
mod tests;
