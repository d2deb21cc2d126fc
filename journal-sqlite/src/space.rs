//! Disk space of the database: pages in use, the write-ahead log that waits, the largest file that
//! may be, and whether something can be kept at all.

use rusqlite::Connection;

/// Pages of the write-ahead log that are brought into the database at once.
/// Its index needs no more room than it has from the start up to four times that.
const WAL_PAGES: i64 = 1000;
/// Size of a probe: more than is free by chance where a disk is full.
const PROBE_BYTES: u32 = 64 << 10;

/// Bytes of the database that are in use: free pages are written to again.
pub(super) fn live_bytes(connection: &Connection) -> rusqlite::Result<u64> {
    let number = |query: &str| -> rusqlite::Result<i64> {
        let mut query = connection.prepare_cached(query)?;
        query.query_row((), |row| row.get(0))
    };
    let pages = number("PRAGMA page_count")? - number("PRAGMA freelist_count")?;
    Ok((pages * number("PRAGMA page_size")?).unsigned_abs())
}

/// The most that the database may take where so much is wanted: less where no file of this process
/// may be that large, so that the oldest games go before the limit is met and not never.
pub(super) fn most_bytes(wanted: u64, largest_file: Option<u64>) -> u64 {
    wanted.min(largest_file.map_or(u64::MAX, |limit| limit - limit / 20))
}

/// The largest file that this process may write, if that is limited.
#[cfg(unix)]
pub fn largest_file() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

/// The largest file that this process may write, if that is limited.
#[cfg(not(unix))]
pub fn largest_file() -> Option<u64> {
    None
}

/// Result of a look at the write-ahead log.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checkpoint {
    /// Whether it had grown enough to be brought into the database.
    pub has_grown: bool,
    /// Whether something was, before which SQLite syncs all of it: <https://www.sqlite.org/wal.html#ckpt>.
    pub is_synced: bool,
}

/// Brings the write-ahead log into the database once it has grown enough, or is `wanted`. Not SQLite's own doing after a
/// COMMIT, which hides its errors.
pub(super) fn checkpoint(connection: &Connection, wanted: bool) -> rusqlite::Result<Checkpoint> {
    let pages = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(1)?, row.get::<_, i64>(2)?));
    let ask = |pragma| connection.prepare_cached(pragma)?.query_row((), pages);
    let (written, before) = ask("PRAGMA wal_checkpoint(NOOP)")?;
    let has_grown = written - before >= WAL_PAGES;
    if !has_grown && !wanted {
        return Ok(Checkpoint::default());
    }
    let (_, brought) = ask("PRAGMA wal_checkpoint(PASSIVE)")?;
    Ok(Checkpoint {
        has_grown,
        is_synced: brought > before,
    })
}

/// Keeps something of some size and takes it away again; and brings the write-ahead log into the
/// database if that is due, which may be what failed.
pub(super) fn try_to_keep(connection: &Connection) -> rusqlite::Result<()> {
    let filler = "INSERT OR REPLACE INTO probe VALUES (1, zeroblob(?1))";
    connection.execute(filler, [PROBE_BYTES])?;
    connection.execute("DELETE FROM probe", ())?;
    checkpoint(connection, false).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::most_bytes;

    #[test]
    fn the_database_stays_clear_of_a_limit_of_file_sizes() {
        assert_eq!(most_bytes(1_000, None), 1_000);
        assert_eq!(most_bytes(1_000, Some(10_000)), 1_000);
        assert_eq!(most_bytes(1_000, Some(100)), 95);
        assert_eq!(most_bytes(1_000, Some(0)), 0);
    }
}
