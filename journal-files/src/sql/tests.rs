//! Meaning of SQLite's codes, with the system's error beside them.

use super::*;

const EIO: i32 = 5;
const EFBIG: i32 = 27;
const ENOSPC: i32 = 28;
const EMFILE: i32 = 24;

fn met(code: i32, errno: i32) -> DiskFault {
    let why = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
    judge(&why, &io::Error::from_raw_os_error(errno))
}

#[test]
fn a_code_that_names_its_cause_needs_no_error_of_the_system() {
    for (code, obstacle) in [
        (ffi::SQLITE_FULL, Obstacle::DiskFull),
        (ffi::SQLITE_BUSY, Obstacle::Busy),
        (ffi::SQLITE_LOCKED, Obstacle::Busy),
        (ffi::SQLITE_READONLY, Obstacle::ReadOnly),
        (ffi::SQLITE_READONLY_CANTINIT, Obstacle::ReadOnly),
        (ffi::SQLITE_PERM, Obstacle::Denied),
        (ffi::SQLITE_NOMEM, Obstacle::Memory),
        (ffi::SQLITE_IOERR_NOMEM, Obstacle::Memory),
    ] {
        assert_eq!(met(code, EIO), DiskFault::Passing(obstacle), "{code}");
    }
    for code in [
        ffi::SQLITE_CORRUPT,
        ffi::SQLITE_NOTADB,
        ffi::SQLITE_READONLY_DBMOVED,
        ffi::SQLITE_IOERR_SHORT_READ,
    ] {
        assert_eq!(met(code, ENOSPC), DiskFault::Broken, "{code}");
    }
    let ours = judge(
        &rusqlite::Error::InvalidQuery,
        &io::Error::from_raw_os_error(ENOSPC),
    );
    assert_eq!(ours, DiskFault::Broken);
}

#[test]
fn the_systems_error_decides_where_sqlite_only_says_what_failed() {
    let passing = |code, errno, obstacle| {
        assert_eq!(
            met(code, errno),
            DiskFault::Passing(obstacle),
            "{code} {errno}"
        );
    };
    for code in [ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR_TRUNCATE] {
        passing(code, EFBIG, Obstacle::FileSize);
        assert_eq!(met(code, EIO), DiskFault::Broken, "{code}");
    }
    for code in [ffi::SQLITE_CANTOPEN, ffi::SQLITE_IOERR_SHMOPEN] {
        passing(code, EMFILE, Obstacle::OpenFiles);
        assert_eq!(met(code, EIO), DiskFault::Broken, "{code}");
    }
    passing(ffi::SQLITE_IOERR_SHMSIZE, EFBIG, Obstacle::FileSize);
    passing(ffi::SQLITE_IOERR_SHMSIZE, EIO, Obstacle::DiskFull);
    assert_eq!(met(ffi::SQLITE_IOERR_READ, ENOSPC), DiskFault::Broken);
}

#[test]
fn a_failed_sync_is_never_full() {
    for code in [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC] {
        for errno in [EIO, ENOSPC, EFBIG] {
            assert_eq!(met(code, errno), DiskFault::Unsynced, "{code} {errno}");
        }
    }
}
