//! The table of what the operator of a cluster says to everybody, and whom he shuts out: one row, a text of the server's own.

use rusqlite::{Connection, OptionalExtension};

const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS operator(id INTEGER PRIMARY KEY, state TEXT NOT NULL) STRICT";

/// Reads it; empty where nothing was ever said.
///
/// # Errors
/// The database's.
pub fn read(from: &Connection) -> rusqlite::Result<String> {
    from.execute(TABLE, ())?;
    let state = from.query_row("SELECT state FROM operator WHERE id = 1", (), |row| {
        row.get(0)
    });
    Ok(state.optional()?.unwrap_or_default())
}

/// Writes it in place of what was there.
///
/// # Errors
/// The database's.
pub fn write(state: &str, to: &Connection) -> rusqlite::Result<()> {
    to.prepare_cached("INSERT OR REPLACE INTO operator VALUES (1, ?1)")?
        .execute([state])
        .map(drop)
}

/// Takes it away.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("DROP TABLE IF EXISTS operator")
}
