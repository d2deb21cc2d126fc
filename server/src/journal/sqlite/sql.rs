//! What SQLite's errors mean here, and how a transaction begins.

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior, ffi};

/// Whether nothing was kept and all may be well later: the disk is full, or
/// another process is writing.
pub(super) fn passes(why: &rusqlite::Error) -> bool {
    let busy = [ErrorCode::DatabaseBusy, ErrorCode::DatabaseLocked];
    let is_busy = |code| busy.contains(&code);
    is_full(why) || why.sqlite_error_code().is_some_and(is_busy)
}

/// Whether the disk has no room. SQLite has a code of its own for no room for
/// the index of the write-ahead log.
pub(super) fn is_full(why: &rusqlite::Error) -> bool {
    let index = |error: &ffi::Error| error.extended_code == ffi::SQLITE_IOERR_SHMSIZE;
    why.sqlite_error_code() == Some(ErrorCode::DiskFull) || why.sqlite_error().is_some_and(index)
}

/// Whether the file is not what was written.
pub(super) fn damaged(why: &rusqlite::Error) -> bool {
    matches!(
        why.sqlite_error_code(),
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
    )
}

/// A transaction that can write from its beginning: it never has to be begun
/// again because somebody else was quicker.
pub(super) fn begin(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}
