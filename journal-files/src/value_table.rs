//! The tables of a copy of a cluster's log that have one row with one value.

use journal::level::FIRST_LEVEL;
use rusqlite::{Connection, OptionalExtension, ToSql, types::FromSql};

/// A table of one row, with one value beside its number.
#[derive(Debug)]
pub struct ValueTable {
    name: &'static str,
    column: &'static str,
}

/// The level of the log.
const LEVEL: ValueTable = ValueTable {
    name: "level",
    column: "level INTEGER",
};

/// The last life of the node that has this copy.
pub(super) const NODE: ValueTable = ValueTable {
    name: "node",
    column: "life INTEGER",
};

/// The operator's notice to everybody and the networks that he shuts out: a text of the server's own.
pub const OPERATOR: ValueTable = ValueTable {
    name: "operator",
    column: "state TEXT",
};

impl ValueTable {
    /// Reads the value; nothing where it was never written.
    pub fn read<T: FromSql>(&self, from: &Connection) -> rusqlite::Result<Option<T>> {
        if !from.table_exists(None::<&str>, self.name)? {
            return Ok(None);
        }
        let query = format!("SELECT * FROM {} WHERE id = 1", self.name);
        from.query_row(&query, (), |row| row.get(1)).optional()
    }

    /// Writes a value in place of the former one.
    pub fn write(&self, value: impl ToSql, to: &Connection) -> rusqlite::Result<()> {
        let ValueTable { name, column } = self;
        to.execute_batch(&format!(
            "CREATE TABLE IF NOT EXISTS {name}(id INTEGER PRIMARY KEY, {column} NOT NULL) STRICT"
        ))?;
        let write = format!("INSERT OR REPLACE INTO {name} VALUES (1, ?1)");
        to.execute(&write, [value]).map(drop)
    }
}

/// Reads the level of the log.
pub fn level(from: &Connection) -> rusqlite::Result<u32> {
    Ok(LEVEL.read(from)?.unwrap_or(FIRST_LEVEL))
}

/// Raises it to that, unless it is higher.
pub fn raise_level(to_level: u32, to: &Connection) -> rusqlite::Result<()> {
    LEVEL.write(level(to)?.max(to_level), to)
}
