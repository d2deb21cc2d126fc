//! The file of a Unix socket: made with its permissions before anybody can connect, put in the place
//! of one whose server is gone, and removed with its server.

use std::{
    fs::{self, Permissions},
    io,
    os::{
        fd::OwnedFd,
        unix::{
            fs::{FileTypeExt, MetadataExt, PermissionsExt},
            net::UnixListener,
        },
    },
    path::{Path, PathBuf},
};

use socket2::{Domain, SockAddr, Socket, Type};

/// The file of a socket, known by its number, for another server may have put its own there since;
/// it goes when this is dropped.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    inode: u64,
}

/// Listens at a path, where the file of a server that was killed may still be; `mode` is who may
/// connect, and `backlog` how many wait to be accepted.
///
/// # Errors
/// When something else is there, a server listens there, or the system refuses.
pub fn listen(path: &Path, mode: u32, backlog: i32) -> io::Result<(UnixListener, SocketFile)> {
    remove_stale(path)?;
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.bind(&SockAddr::unix(path)?)?;
    let inode = fs::symlink_metadata(path)?.ino();
    let path = path.to_owned();
    let file = SocketFile { path, inode };
    fs::set_permissions(&file.path, Permissions::from_mode(mode))?;
    // Nobody could connect before.
    socket.listen(backlog)?;
    socket.set_nonblocking(true)?;
    Ok((OwnedFd::from(socket).into(), file))
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
