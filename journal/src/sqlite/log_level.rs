//! The table of the level of a cluster's log: one row, a number.

use rusqlite::{Connection, OptionalExtension};

use crate::shared::FIRST_LEVEL;

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS level(id INTEGER PRIMARY KEY, level INTEGER NOT NULL) STRICT";

/// Makes the table, unless it is there.
pub(super) fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(TABLE, ()).map(drop)
}

/// Reads it.
pub(super) fn read(from: &Connection) -> rusqlite::Result<u32> {
    if !from.table_exists(None::<&str>, "level")? {
        return Ok(FIRST_LEVEL);
    }
    let level = from.query_row("SELECT level FROM level WHERE id = 1", (), |row| row.get(0));
    Ok(level.optional()?.unwrap_or(FIRST_LEVEL))
}

/// Writes it in place of what was there.
pub(super) fn write(level: u32, to: &Connection) -> rusqlite::Result<()> {
    make(to)?;
    to.execute("INSERT OR REPLACE INTO level VALUES (1, ?1)", [level])
        .map(drop)
}

/// Takes it away.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("DROP TABLE IF EXISTS level")
}
