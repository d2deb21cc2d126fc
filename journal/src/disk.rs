//! Meaning of disk errors: the one place that decides what passes and what ends the server, with the operator's
//! sentence for each.
//!
//! A failed fsync never passes: the system may have dropped unwritten pages, and would
//! report the next fsync as done.

#[cfg(test)]
mod tests;

use std::io;

use sentences::in_words;

pub use sentences::Obstacle;

/// An operation of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskOperation {
    /// Read from a file.
    Read,
    /// Make the writes to a file or a directory durable (`fsync`, `fdatasync`).
    Sync,
    /// Anything else: open, create or map a file, look at what has a name, write, give a file another length.
    Other,
}

/// Consequence of a failed operation for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiskFault {
    /// Nothing was kept, nothing is damaged: try again later, from the beginning.
    Passing(Obstacle),
    /// Earlier writes may be gone: trust nothing of them, and never sync them again.
    Unsynced,
    /// The disk or the file is not what it should be.
    Broken,
}

/// The consequence of an error for the operation that met it.
pub fn classify(operation: DiskOperation, why: &io::Error) -> DiskFault {
    match (operation, Obstacle::of(why)) {
        (DiskOperation::Sync, _) => DiskFault::Unsynced,
        (_, None) => DiskFault::Broken,
        // A file that is open can be read whatever room and permissions there are by now.
        (DiskOperation::Read, Some(obstacle))
            if !matches!(obstacle, Obstacle::Memory | Obstacle::Busy) =>
        {
            DiskFault::Broken
        }
        (_, Some(obstacle)) => DiskFault::Passing(obstacle),
    }
}

/// The cause of an obstacle, for the operator.
pub fn cause(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::DiskFull => "the disk is full",
        Obstacle::Quota => "the disk quota of the server's user is used up",
        Obstacle::FileSize => "a file has the largest size that is allowed here",
        Obstacle::ReadOnly => "the file or its file system is read-only",
        Obstacle::Denied => "the server's user has no permission to write there",
        Obstacle::OpenFiles => "too many files are open",
        Obstacle::Memory => "the system has no memory left",
        Obstacle::Busy => "another process is using it",
    }
}

/// The remedy for an obstacle.
pub fn remedy(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::DiskFull => "make room",
        Obstacle::Quota => "raise the quota, or delete files of that user",
        Obstacle::FileSize => {
            "raise the limit of file sizes (ulimit -f, LimitFSIZE= of systemd, prlimit --fsize of a server that runs)"
        }
        Obstacle::ReadOnly => "mount it for writing",
        Obstacle::Denied => "give that user the files (chown)",
        Obstacle::OpenFiles => "raise the limit of open files (ulimit -n, LimitNOFILE= of systemd)",
        Obstacle::Memory => "give the server more memory, or end something else",
        Obstacle::Busy => "end that process",
    }
}

/// An error in the operator's words, with what helps where that is known.
pub fn said(why: &io::Error) -> String {
    match Obstacle::of(why) {
        Some(obstacle) => format!("{}; {}", cause(obstacle), remedy(obstacle)),
        None => in_words(why),
    }
}
