//! Meaning of SQLite's errors here, and the start of a transaction.

use std::io;

use journal::disk::{DiskFault, DiskOperation, Obstacle, classify};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

/// The meaning of an error. To be asked at once, on the thread that met it: SQLite keeps the number
/// of most of the system's errors to itself, and the system has it only until its next error.
pub fn disk_fault(why: &rusqlite::Error) -> DiskFault {
    judge(why, &io::Error::last_os_error())
}

/// The obstacle that keeps the database from being written, if it is one that passes.
pub(super) fn obstacle(why: &rusqlite::Error) -> Option<Obstacle> {
    match disk_fault(why) {
        DiskFault::Passing(obstacle) => Some(obstacle),
        DiskFault::Unsynced | DiskFault::Broken => None,
    }
}

/// The system's error counts only where SQLite's says that there was one.
fn judge(why: &rusqlite::Error, system: &io::Error) -> DiskFault {
    let Some(error) = why.sqlite_error() else {
        return DiskFault::Broken;
    };
    match error.extended_code {
        ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC => {
            return classify(DiskOperation::Sync, system);
        }
        ffi::SQLITE_IOERR_READ => return classify(DiskOperation::Read, system),
        ffi::SQLITE_IOERR_WRITE
        | ffi::SQLITE_IOERR_TRUNCATE
        | ffi::SQLITE_IOERR_SHMOPEN
        | ffi::SQLITE_IOERR_SHMMAP => return classify(DiskOperation::Other, system),
        // The index of the write-ahead log, which SQLite writes a byte a page, could not grow.
        ffi::SQLITE_IOERR_SHMSIZE => {
            return match classify(DiskOperation::Other, system) {
                DiskFault::Broken => DiskFault::Passing(Obstacle::DiskFull),
                fault => fault,
            };
        }
        ffi::SQLITE_IOERR_NOMEM => return DiskFault::Passing(Obstacle::Memory),
        // The file has another name, or none.
        ffi::SQLITE_READONLY_DBMOVED => return DiskFault::Broken,
        _ => {}
    }
    match error.code {
        ErrorCode::DiskFull => DiskFault::Passing(Obstacle::DiskFull),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => DiskFault::Passing(Obstacle::Busy),
        ErrorCode::ReadOnly => DiskFault::Passing(Obstacle::ReadOnly),
        ErrorCode::PermissionDenied => DiskFault::Passing(Obstacle::Denied),
        ErrorCode::OutOfMemory => DiskFault::Passing(Obstacle::Memory),
        ErrorCode::CannotOpen => classify(DiskOperation::Other, system),
        _ => DiskFault::Broken,
    }
}

/// Whether the file is damaged.
pub fn damaged(why: &rusqlite::Error) -> bool {
    matches!(
        why.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

/// A transaction that can write from its beginning: it never has to be begun
/// again because somebody else was quicker.
pub fn begin(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

#[cfg(test)]
mod tests;
