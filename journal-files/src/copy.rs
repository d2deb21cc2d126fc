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

use journal::in_place::put_in_new_place;
use journal::{
    disk::{self, DiskFault, Obstacle},
    progress::{ProgressStage, SharedProgress},
};
use rusqlite::{
    Connection,
    backup::{Backup, StepResult},
};

use super::sql::disk_fault;

/// Reason why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// It cannot be written for the moment.
    #[error(
        "{}; {}, or name a directory on another disk",
        disk::cause(*.0), disk::remedy(*.0)
    )]
    Unable(Obstacle),
    /// The system did not make the copy durable.
    #[error(
        "its disk did not sync what was written; look at the disk, its quota and the system's log"
    )]
    Unsynced,
    /// SQLite's error.
    #[error(transparent)]
    Database(rusqlite::Error),
    /// The system's error.
    #[error(transparent)]
    System(io::Error),
}

impl From<rusqlite::Error> for CopyError {
    fn from(why: rusqlite::Error) -> CopyError {
        match disk_fault(&why) {
            DiskFault::Passing(obstacle) => CopyError::Unable(obstacle),
            DiskFault::Unsynced => CopyError::Unsynced,
            DiskFault::Broken => CopyError::Database(why),
        }
    }
}

impl From<io::Error> for CopyError {
    fn from(why: io::Error) -> CopyError {
        match Obstacle::of(&why) {
            Some(obstacle) => CopyError::Unable(obstacle),
            None => CopyError::System(why),
        }
    }
}

/// Copies what `from` reads to a file that is put in place when it is whole.
pub(super) fn copy(
    from: &Connection,
    to: &Path,
    progress: &SharedProgress,
) -> Result<(), CopyError> {
    // The name under which it is written before it is whole.
    let part = beside(to, ".part");
    let copied = write(from, &part, progress);
    match copied.and_then(|()| Ok(put_in_new_place(&part, to)?)) {
        Ok(()) => Ok(()),
        Err(why) => {
            discard(&part);
            Err(why)
        }
    }
}

/// The name of a file that belongs to another.
pub fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    name.into()
}

fn write(from: &Connection, part: &Path, progress: &SharedProgress) -> Result<(), CopyError> {
    // A leftover of an attempt that was cut off.
    discard(part);
    // For nobody else to read, before anything is in it.
    private(part)?;
    let mut to = Connection::open(part)?;
    whole(from, &mut to, progress)?;
    // One file that has everything: nothing is to be beside it.
    to.pragma_update(None, "journal_mode", "delete")?;
    to.close().map_err(|(_, why)| why)?;
    let synced = File::open(part)?.sync_all();
    synced.map_err(|_| CopyError::Unsynced)
}

/// Removes half a copy, which is of no use to anybody, with what SQLite may have left beside it.
fn discard(part: &Path) {
    for end in ["", "-journal", "-wal", "-shm"] {
        let _ = fs::remove_file(beside(part, end));
    }
}

/// Pages that are copied between two reports of progress.
const PAGES: i32 = 1_024;

/// Copies every page in one transaction of `to`, as `from` has them at one
/// instant: it is read in one transaction as well. In the write-ahead log's mode
/// nobody waits for a reader.
pub(super) fn whole(
    from: &Connection,
    to: &mut Connection,
    progress: &SharedProgress,
) -> Result<(), CopyError> {
    let reading = from.unchecked_transaction()?;
    reading.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
    let backup = Backup::new(&reading, to)?;
    let mut has_begun = false;
    loop {
        let step = backup.step(PAGES)?;
        let pages = backup.progress();
        let [of, left] =
            [pages.pagecount, pages.remaining].map(|it| u64::try_from(it).unwrap_or(0));
        if !std::mem::replace(&mut has_begun, true) {
            progress.begin(ProgressStage::Copying, Some(of));
        }
        progress.reach(of.saturating_sub(left));
        match step {
            StepResult::Done => return Ok(()),
            StepResult::More => {}
            _ => return Err(io::Error::new(io::ErrorKind::ResourceBusy, "it is in use").into()),
        }
    }
}

/// Makes a file that only its owner may read: it is to hold what seats are known by.
///
/// # Errors
/// The system's, also where there is one already.
pub fn private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
