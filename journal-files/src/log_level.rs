//! The table of the level of a cluster's log: one row, a number.

use journal::level::FIRST_LEVEL;
use rusqlite::{Connection, OptionalExtension};

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS level(id INTEGER PRIMARY KEY, level INTEGER NOT NULL) STRICT";

/// Reads it.
///
/// # Errors
/// The database's.
pub fn read(from: &Connection) -> rusqlite::Result<u32> {
    if !from.table_exists(None::<&str>, "level")? {
        return Ok(FIRST_LEVEL);
    }
    let level = from.query_row("SELECT level FROM level WHERE id = 1", (), |row| row.get(0));
    Ok(level.optional()?.unwrap_or(FIRST_LEVEL))
}

/// Raises it to that, unless it is higher.
///
/// # Errors
/// The database's.
pub fn raise(level: u32, to: &Connection) -> rusqlite::Result<()> {
    to.execute(TABLE, ())?;
    let raise = "INSERT INTO level VALUES (1, ?1) ON CONFLICT (id) DO UPDATE SET level = max(level, excluded.level)";
    to.execute(raise, [level]).map(drop)
}

/// Takes it away.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("DROP TABLE IF EXISTS level")
}
