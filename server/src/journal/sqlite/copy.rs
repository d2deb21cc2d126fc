//! Copies of the whole database, page by page as they were at one instant,
//! while others may go on writing to it.
//!
//! Knows nothing of what is in it. A copy is there whole and synced, or not at all.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, backup::Backup};

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
    let part = part(to);
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

fn write(from: &Connection, part: &Path) -> Result<(), CopyError> {
    // A leftover of an attempt that was cut off.
    match fs::remove_file(part) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why.into()),
        _ => {}
    }
    // For nobody else to read, before anything is in it.
    private(part)?;
    let mut to = Connection::open(part)?;
    // All in one step: in the write-ahead log's mode nobody waits for a reader.
    Backup::new(from, &mut to)?.step(-1)?;
    // One file that has everything: nothing is to be beside it.
    to.pragma_update(None, "journal_mode", "delete")?;
    to.close().map_err(|(_, why)| why)?;
    File::open(part)?.sync_all()?;
    Ok(())
}

/// The name under which a file is written before it is whole.
pub(super) fn part(of: &Path) -> PathBuf {
    let mut name = OsString::from(of);
    name.push(".part");
    name.into()
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
