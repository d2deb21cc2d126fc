//! Reasons why a journal cannot be opened, in words for the operator.

use std::{
    io,
    path::{Path, PathBuf},
};

use journal::{
    disk::{self, Obstacle},
    level::known_level,
};
use rusqlite::ErrorCode;

use super::{
    schema::VERSION,
    sql::{damaged, obstacle},
};

/// Reason why a journal cannot be opened, in words for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory is not there and cannot be made, or not written to.
    #[error(
        "the data directory {} cannot be used: {}, or choose another with --data",
        .dir.display(), disk::said(.why)
    )]
    Directory { dir: PathBuf, why: io::Error },
    /// Another server has the directory.
    #[error(
        "another server is using the data directory {}; stop that one, or choose another directory with --data",
        .0.display()
    )]
    Locked(PathBuf),
    /// All nodes that run are of a later version, and write records of this level, which this one does not know.
    #[error(
        "the cluster's log is of level {}, and this oxo-server knows {}; nothing was changed: install the version of the other nodes here, \
         and start again",
        .0, known_level()
    )]
    NewerLog(u32),
    /// It was asked to stop before it had become the writer.
    #[error("the start was stopped while this node stood by")]
    Stopped,
    /// The file is not one to go on with.
    #[error("{} {fault}", .file.display())]
    File { file: PathBuf, fault: FileFault },
}

/// Why a server cannot go on with a journal's file: the words behind its name.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// A later version of this program wrote it, in a format of that version.
    #[error(
        "was written by a newer oxo-server (its format is {0}, this one knows {VERSION}); \
         use that version, or choose another directory with --data"
    )]
    Newer(i64),
    /// A version of this program from before the formats began anew wrote it.
    #[error(
        "was written by an early oxo-server, in a format that is no longer read; \
         move its directory away to start with an empty one, or choose another with --data"
    )]
    Former,
    /// It is somebody else's database.
    #[error("is not a journal of oxo-server; choose another directory with --data")]
    Foreign,
    /// It is damaged, as that says.
    #[error(
        "is damaged ({0}); restore it from a backup, or move it away to start with an empty one"
    )]
    Damaged(String),
    /// It is gone, and what belongs to it is there.
    #[error(
        "is missing, but parts of it are beside it; a restore was cut off, or the file was moved: \
         run oxo-server restore again, or bring the file back"
    )]
    Missing,
    /// It is empty, or another file, beside a write-ahead log that is not its own.
    #[error(
        "{0}, but the write-ahead log of a journal is beside it; nothing was changed: \
         bring the journal's file back, or run oxo-server restore with a backup"
    )]
    Estranged(&'static str),
    /// It is a copy of another log.
    #[error(
        "is a copy of another cluster's log; nothing was changed: use the NATS account of that cluster, or choose another \
         directory with --data, which fetches a copy of this one"
    )]
    OtherLog,
    /// It is a copy of a cluster's log, and was to be opened alone.
    #[error(
        "is a copy of a cluster's log, which other nodes may go on with; nothing was changed: start with --cluster, or \
         choose another directory with --data"
    )]
    Shared,
    /// It holds what a server alone has kept, and was to be opened as a copy.
    #[error(
        "holds what a server without a cluster has kept, which the cluster's log does not have; nothing was changed: \
         start without --cluster, choose another directory with --data, or make a new cluster's log of it with oxo-server \
         cluster recover"
    )]
    Alone,
    /// The cluster's log has lost what this copy has, whose last record this is.
    #[error(
        "goes up to record {0} of the cluster's log, and the log ends before that: its store has lost records; nothing was \
         changed here: keep this file, which has them, and look at the servers of NATS"
    )]
    LogShorter(u64),
    /// The cluster's log has lost its beginning, up to behind this copy, whose last record this is.
    #[error(
        "ends at record {0} of the cluster's log, and the log begins behind that by now; nothing was changed here: start \
         this node again, and it fetches a copy from another one"
    )]
    LogBegins(u64),
    /// Nothing can be written to begin with.
    #[error("cannot be opened because {}; {}, and start again", disk::cause(*.0), disk::remedy(*.0))]
    Unable(Obstacle),
    /// A node's copy cannot be written.
    #[error(
        "cannot be written because {}, and this node leaves the cluster to the others; {}, and start it again",
        disk::cause(*.0), disk::remedy(*.0)
    )]
    Unwritable(Obstacle),
    /// The system refuses.
    #[error("cannot be opened: {0}")]
    System(rusqlite::Error),
}

impl FileFault {
    /// The fault of that file.
    pub fn of(self, file: &Path) -> OpenError {
        OpenError::File {
            file: file.to_owned(),
            fault: self,
        }
    }
}

/// Names a file in an error of its database.
pub(super) fn wrong(file: &Path, why: rusqlite::Error) -> OpenError {
    let fault = match (obstacle(&why), why.sqlite_error_code()) {
        (Some(obstacle), _) => FileFault::Unable(obstacle),
        // A statement of ours that does not compile: the schema is not ours.
        (None, Some(ErrorCode::Unknown)) => FileFault::Damaged(why.to_string()),
        _ if damaged(&why) => FileFault::Damaged(why.to_string()),
        _ => FileFault::System(why),
    };
    fault.of(file)
}
