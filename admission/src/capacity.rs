//! Socket capacity of a server: as many connections as were asked for, fitted
//! below the process's limit of open files.

use std::{num::NonZero, thread::available_parallelism};

#[cfg(unix)]
use rustix::process::{Resource, getrlimit, setrlimit};

/// Files that are no sockets of visitors: the journal with its readers and a
/// backup, the listener, standard streams; and slack for connections that are
/// still closing.
const RESERVED_FILES: u64 = 64;
/// Files that each thread has to wait with.
const FILES_PER_THREAD: u64 = 4;
/// Connections in the doorway, at most.
const DOORWAY: u64 = 512;
/// Streams that are no WebSockets yet, at least and at most. Clients that all
/// come back at once are such streams for a round trip.
const VISITS: (u64, u64) = (16, 16_384);
/// The most streams at a time that get an answer that there is no room.
const REFUSALS: u64 = 256;

/// Number of sockets of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// WebSockets that have a place.
    pub connections: u64,
    /// WebSockets that came when there was none.
    pub doorway: u64,
    /// HTTP streams.
    pub visits: u64,
    /// HTTP streams that are being refused.
    pub refusals: u64,
}

impl Capacity {
    /// As many connections as were asked for, or as the limit of open files allows.
    pub fn fit(asked: u64, files: Option<u64>) -> Capacity {
        let sockets = files.unwrap_or(u64::MAX).saturating_sub(RESERVED_FILES);
        let doorway = DOORWAY.min(sockets / 8);
        let refusals = REFUSALS.min(sockets / 16);
        let least = (sockets / 8).clamp(VISITS.0, VISITS.1);
        let others = doorway + refusals;
        let connections = asked.min(sockets.saturating_sub(others + least));
        let left = sockets.saturating_sub(others + connections);
        Capacity {
            connections,
            doorway,
            visits: left.clamp(least, VISITS.1),
            refusals,
        }
    }
}

/// Files that this process may have open for sockets; nothing where that
/// is unlimited.
pub fn open_files() -> Option<u64> {
    let threads = available_parallelism().map_or(1, NonZero::get) as u64;
    #[cfg(unix)]
    let files = getrlimit(Resource::Nofile).current;
    #[cfg(not(unix))]
    let files: Option<u64> = None;
    files.map(|files| files.saturating_sub(threads * FILES_PER_THREAD))
}

/// Lets this process open as many files as the system allows it. The usual
/// soft limit of 1,024 is there for programs that use `select`.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // Refused, it stays as it is, and the server fits itself below it.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(test)]
mod tests;
