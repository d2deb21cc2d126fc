//! What the engine may be told.

#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};
use std::time::Duration;

use rusqlite::Connection;

/// How the journal goes about its work. The defaults are right.
#[derive(Clone, Debug)]
pub struct SqliteOptions {
    /// How many steps may be waiting before those who bring more wait too.
    pub queue: usize,
    /// After how many rows the summaries are brought up to the log, so that a
    /// start reads no more rows than that.
    pub checkpoint_rows: u64,
    /// How long nothing has to happen for the same.
    pub idle: Duration,
    /// How often a full disk is looked at.
    pub probe_every: Duration,
    /// The size at which the disk is full.
    #[cfg(test)]
    pub max_pages: Arc<AtomicU32>,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        SqliteOptions {
            queue: 4096,
            checkpoint_rows: 16_384,
            idle: Duration::from_secs(2),
            probe_every: Duration::from_secs(5),
            #[cfg(test)]
            max_pages: Arc::new(u32::MAX.into()),
        }
    }
}

impl SqliteOptions {
    #[cfg(test)]
    pub(super) fn apply(&self, connection: &Connection) -> rusqlite::Result<()> {
        let pages = self.max_pages.load(Ordering::Relaxed);
        connection.pragma_update(None, "max_page_count", pages)
    }

    #[cfg(not(test))]
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "tests have a limit to apply"
    )]
    pub(super) fn apply(&self, _connection: &Connection) -> rusqlite::Result<()> {
        Ok(())
    }
}
