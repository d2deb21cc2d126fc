//! Copies of the whole database, page by page as they were at one instant,
//! while others may go on writing to it.
//!
//! A copy is there whole and synced, or not at all.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use rusqlite::{
    Connection,
    backup::{Backup, StepResult},
};

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// What SQLite says.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// What the system says.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Copies what `from` reads to a file that is put in place when it is whole.
pub(super) fn copy(from: &Connection, to: &Path) -> Result<(), CopyError> {
    // The name under which it is written before it is whole.
    let part = beside(to, ".part");
    let copied = write(from, &part).and_then(|()| Ok(fs::rename(&part, to)?));
    match copied {
        Ok(()) => Ok(sync_parent(to)?),
        Err(why) => {
            // It is of no use to anybody.
            let _ = fs::remove_file(&part);
            Err(why)
        }
    }
}

/// The name of a file that belongs to another.
pub(super) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    name.into()
}

fn write(from: &Connection, part: &Path) -> Result<(), CopyError> {
    // A leftover of an attempt that was cut off.
    match fs::remove_file(part) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why.into()),
        _ => {}
    }
    // For nobody else to read, before anything is in it.
    private(part)?;
    let mut to = Connection::open(part)?;
    whole(from, &mut to)?;
    // One file that has everything: nothing is to be beside it.
    to.pragma_update(None, "journal_mode", "delete")?;
    to.close().map_err(|(_, why)| why)?;
    File::open(part)?.sync_all()?;
    Ok(())
}

/// Copies every page in one transaction of `to`. All in one step: in the
/// write-ahead log's mode nobody waits for a reader.
pub(super) fn whole(from: &Connection, to: &mut Connection) -> Result<(), CopyError> {
    match Backup::new(from, to)?.step(-1)? {
        StepResult::Done => Ok(()),
        _ => Err(io::Error::new(io::ErrorKind::ResourceBusy, "it is in use").into()),
    }
}

/// Makes a file that only its owner may read.
pub(super) fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes sure of the entry of a file in its directory: a file that is durable
/// in a directory that is not would be lost with it.
pub(super) fn sync_parent(of: &Path) -> io::Result<()> {
    let parent = of.parent().filter(|dir| !dir.as_os_str().is_empty());
    match cfg!(unix) {
        true => File::open(parent.unwrap_or(Path::new(".")))?.sync_all(),
        false => Ok(()),
    }
}
