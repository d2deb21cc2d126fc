//! A Unix socket that is listened on, for a proxy on the same machine. Its file has the permissions
//! that the operator chose before anybody can connect, and goes with the server.

use std::{
    fs::{self, Permissions},
    io,
    os::{
        fd::OwnedFd,
        unix::{
            fs::{FileTypeExt, MetadataExt, PermissionsExt},
            net::UnixListener as StdUnixListener,
        },
    },
    path::{Path, PathBuf},
    task::{Context, Poll, ready},
};

use socket2::{Domain, SockAddr, SockRef, Socket, Type};
use tokio::net::{TcpStream, UnixListener};

use super::sizes::{BACKLOG, SENT};
use crate::config::{ListenAddress, SocketMode};

/// A Unix socket that is listened on.
#[derive(Debug)]
pub(super) struct UnixSocket {
    listener: UnixListener,
    /// What is removed at the end, if the socket was opened here.
    _file: Option<SocketFile>,
}

/// The file of a socket, known by its number, for another server may have put its own there since.
#[derive(Debug)]
struct SocketFile {
    path: PathBuf,
    inode: u64,
}

impl UnixSocket {
    /// Listens at a path, where the file of a server that was killed may still be.
    pub(super) fn bind(path: &Path, mode: SocketMode) -> io::Result<UnixSocket> {
        remove_stale(path)?;
        let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
        socket.bind(&SockAddr::unix(path)?)?;
        let inode = fs::symlink_metadata(path)?.ino();
        let path = path.to_owned();
        let file = SocketFile { path, inode };
        fs::set_permissions(&file.path, Permissions::from_mode(mode.bits()))?;
        // Nobody could connect before.
        socket.listen(i32::try_from(BACKLOG).unwrap_or(i32::MAX))?;
        let socket = UnixSocket::passed(OwnedFd::from(socket).into())?;
        Ok(UnixSocket {
            _file: Some(file),
            ..socket
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

/// Removes the file of a socket on which nobody listens any more.
fn remove_stale(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(file) if file.file_type().is_socket() => {}
        Ok(_) => return Err(io::Error::other("a file that is no socket is there")),
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(why) => return Err(why),
    }
    let probe = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    // Otherwise a full queue of connections would be waited for.
    probe.set_nonblocking(true)?;
    match probe.connect(&SockAddr::unix(path)?) {
        Err(why) if why.kind() == io::ErrorKind::ConnectionRefused => fs::remove_file(path),
        Err(why) if why.kind() == io::ErrorKind::PermissionDenied => Err(why),
        _ => Err(io::ErrorKind::AddrInUse.into()),
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if fs::symlink_metadata(&self.path).is_ok_and(|file| file.ino() == self.inode) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests;
