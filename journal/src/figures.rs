//! Figures of a journal on disk: its counters, and the values that are read when asked for.

use std::time::Duration;

use super::histogram::{Buckets, Histogram, SECONDS};

/// Commands that were kept with one COMMIT.
const GROUPS: Buckets<11> = Buckets {
    bounds: &[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    unit: 1,
};

/// Counted by the thread that writes.
#[derive(Debug)]
pub struct JournalMetrics {
    /// Steps of rooms that were kept with one COMMIT.
    pub group: Histogram<11>,
    /// Microseconds that a COMMIT took, which is mostly its fsync.
    pub commit: Histogram<16>,
}

impl JournalMetrics {
    /// A COMMIT took `took` and has kept `steps` steps of rooms.
    pub fn kept(&self, steps: usize, took: Duration) {
        if steps > 0 {
            self.group.observe(steps as u64);
        }
        self.commit
            .observe(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }
}

impl Default for JournalMetrics {
    fn default() -> Self {
        JournalMetrics {
            group: Histogram::new(GROUPS),
            commit: Histogram::new(SECONDS),
        }
    }
}

/// A journal on disk, as it is at one time.
#[derive(Debug)]
pub struct JournalFigures<'a> {
    /// The counters.
    pub metrics: &'a JournalMetrics,
    /// Commands that wait for the thread that writes.
    pub queue: usize,
    pub database_bytes: u64,
    /// Bytes of its write-ahead log.
    pub log_bytes: u64,
    /// Free space of the disk, where the system reports it.
    pub disk_free_bytes: Option<u64>,
}
