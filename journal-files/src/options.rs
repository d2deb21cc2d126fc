//! Options of the SQLite engine.

use std::{
    io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use journal::{
    progress::{SharedProgress, no_progress},
    shared::SharedOptions,
};
use rusqlite::Connection;

/// Options of the journal. The defaults are right.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// Number of steps that may be waiting before callers with more of them wait too.
    pub queue: usize,
    /// After how many rows the summaries are brought up to the log, so that a
    /// start reads no more rows than that.
    pub checkpoint_rows: u64,
    /// Idle time after which the summaries are brought up to the log, too.
    pub idle: Duration,
    /// Time between two tries where nothing can be kept.
    pub probe_every: Duration,
    /// Time between two checks whether the files are still there and how much
    /// of the disk is free.
    pub watch_every: Duration,
    /// Limit of the database's size: beyond it the oldest finished games go,
    /// and when there are none left no more rooms are opened.
    pub most_bytes: u64,
    /// Space of the disk that stays free, but not more than a twentieth of it:
    /// below it no more rooms are opened.
    pub free_bytes: u64,
    /// Receiver of the progress of a start.
    pub progress: SharedProgress,
    /// The log that stands before this copy, if nodes share one.
    pub shared: Option<SharedOptions>,
    /// Free space of the disk of a directory.
    pub disk: fn(&Path) -> io::Result<DiskSpace>,
    /// The pages with which the disk is full, where a test says so, also while the database is open.
    pub max_pages: Option<Arc<AtomicU32>>,
}

/// A disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiskSpace {
    /// Bytes that the server may still write.
    pub free_bytes: u64,
    /// All of it.
    pub bytes: u64,
}

impl DiskSpace {
    /// Part of it that stays free, where so much was asked for: below that no rooms are opened.
    pub fn reserve(&self, wanted_bytes: u64) -> u64 {
        wanted_bytes.min(self.bytes / 20)
    }
}

impl Default for SqliteOptions {
    fn default() -> Self {
        SqliteOptions {
            queue: 4096,
            checkpoint_rows: 16_384,
            idle: Duration::from_secs(2),
            probe_every: Duration::from_secs(5),
            watch_every: Duration::from_secs(1),
            most_bytes: 16 << 30,
            free_bytes: 512 << 20,
            progress: no_progress(),
            shared: None,
            disk,
            max_pages: None,
        }
    }
}

#[cfg(unix)]
fn disk(dir: &Path) -> io::Result<DiskSpace> {
    let found = rustix::fs::statvfs(dir)?;
    Ok(DiskSpace {
        free_bytes: found.f_bavail.saturating_mul(found.f_frsize),
        bytes: found.f_blocks.saturating_mul(found.f_frsize),
    })
}

#[cfg(not(unix))]
fn disk(_dir: &Path) -> io::Result<DiskSpace> {
    Err(io::ErrorKind::Unsupported.into())
}

impl SqliteOptions {
    /// Settings of a connection that writes.
    pub(super) fn apply(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Some(pages) = &self.max_pages else {
            return Ok(());
        };
        connection.pragma_update(None, "max_page_count", pages.load(Ordering::Relaxed))
    }
}
