//! The schema: the tables of this version, how to tell that they are there and
//! where they were made, and how those of older versions become these.

use rusqlite::Connection;

use super::{checksum::Checksum, head::Meta, sql::begin};

/// The version that this code writes (`PRAGMA user_version`).
pub(super) const VERSION: i64 = 2;
/// Marks the file as ours (`PRAGMA application_id`): "OXO" and a 1.
const APPLICATION: i64 = 0x4f58_4f01;

/// `log` has no index: rows are only ever appended, and found by their number.
const LOG: &str = "CREATE TABLE log(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, \
     prev INTEGER NOT NULL, seq INTEGER NOT NULL, deadline INTEGER, events TEXT NOT NULL, \
     private TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT";
const ROOM: &str = "CREATE TABLE room(id INTEGER PRIMARY KEY, head INTEGER NOT NULL, \
     seq INTEGER NOT NULL, deadline INTEGER, who TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT";
const META: &str = "CREATE TABLE meta(id INTEGER PRIMARY KEY, checkpoint INTEGER NOT NULL, \
     alive INTEGER, rooms INTEGER NOT NULL, digest INTEGER NOT NULL, closed INTEGER NOT NULL, \
     layout INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT";
const PROBE: &str = "CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT";
const GAME: &str = "CREATE TABLE game(n INTEGER PRIMARY KEY, id BLOB NOT NULL, \
     ended INTEGER NOT NULL, about TEXT NOT NULL, events TEXT NOT NULL, \
     checksum INTEGER NOT NULL) STRICT";
const GAME_ID: &str = "CREATE UNIQUE INDEX game_id ON game(id)";
const GAME_ENDED: &str = "CREATE INDEX game_ended ON game(ended)";
const OUTAGE: &str = "CREATE TABLE outage(id INTEGER PRIMARY KEY, \"from\" INTEGER NOT NULL, \
     \"to\" INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT";

/// In the order in which they are made; the first page is the schema's own.
const TABLES: [&str; 8] = [LOG, ROOM, META, PROBE, GAME, GAME_ID, GAME_ENDED, OUTAGE];

/// `meta` as version 1 had it.
const META_1: &str = "CREATE TABLE meta(id INTEGER PRIMARY KEY, checkpoint INTEGER NOT NULL, \
     alive INTEGER, rooms INTEGER NOT NULL, digest INTEGER NOT NULL, closed INTEGER NOT NULL, \
     checksum INTEGER NOT NULL) STRICT";
const TABLES_1: [&str; 4] = [LOG, ROOM, META_1, PROBE];

/// What is in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing yet.
    Nothing,
    /// A journal of that version, which this code can read or make its own.
    Version(i64),
    /// A journal of a version that is not known here.
    Newer(i64),
    /// Something else.
    Foreign,
}

/// Looks what is in a file, before anything is written to it.
pub(super) fn inspect(connection: &Connection) -> rusqlite::Result<Found> {
    let number =
        |query| -> rusqlite::Result<i64> { connection.query_row(query, (), |row| row.get(0)) };
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    Ok(match (application, version) {
        (0, 0) if tables == 0 => Found::Nothing,
        (APPLICATION, 1..=VERSION) => Found::Version(version),
        (APPLICATION, newer) if newer > VERSION => Found::Newer(newer),
        _ => Found::Foreign,
    })
}

/// Makes the tables, all or none.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    for table in TABLES {
        transaction.execute(table, ())?;
    }
    let meta = Meta {
        layout: layout(&transaction)?,
        ..Meta::default()
    };
    meta.write(&transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Makes the tables of an older version these, in one transaction.
pub(super) fn migrate(connection: &Connection, from: i64) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    if from < 2 {
        // Unreadable, it is written so that the summaries are not believed.
        let unknown = Meta {
            rooms: -1,
            ..Meta::default()
        };
        let mut meta = Meta::read_version_1(&transaction)?.unwrap_or(unknown);
        transaction.execute("DROP TABLE meta", ())?;
        for table in [META, GAME, GAME_ID, GAME_ENDED, OUTAGE] {
            transaction.execute(table, ())?;
        }
        meta.layout = layout(&transaction)?;
        meta.write(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// What is wrong with the tables of that version: they have to be the ones we
/// make, and where they were made. A table that begins elsewhere would be
/// read, and written, as another.
pub(super) fn fault(connection: &Connection, version: i64) -> rusqlite::Result<Option<String>> {
    let is_ours = match version {
        1 => schema(connection)? == fresh(&TABLES_1),
        _ => {
            let found = schema(connection)?;
            let mut texts: Vec<_> = found.iter().map(|(_, sql)| sql.as_str()).collect();
            let mut ours = TABLES.to_vec();
            texts.sort_unstable();
            ours.sort_unstable();
            texts == ours
                && match Meta::read(connection)? {
                    Some(meta) => meta.layout == layout(connection)?,
                    // Nothing says where they were made, unless they never moved.
                    None => found == fresh(&TABLES),
                }
        }
    };
    if !is_ours {
        return Ok(Some("its tables are not as they were made".to_owned()));
    }
    free_pages(connection)
}

/// What is wrong with the file as a whole, its list of free pages above all: a
/// page that is free only by mistake would be written over. Takes no longer
/// the more rooms there are.
fn free_pages(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let vacuum: i64 = connection.query_row("PRAGMA auto_vacuum", (), |row| row.get(0))?;
    if vacuum != 0 {
        return Ok(Some("its pages are not laid out as they were".to_owned()));
    }
    let check = "PRAGMA quick_check('sqlite_schema')";
    let said: String = connection.query_row(check, (), |row| row.get(0))?;
    Ok((said != "ok").then(|| said.lines().last().unwrap_or_default().to_owned()))
}

/// Each table's and index's first page and text, in the order of the file.
fn schema(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    connection
        .prepare("SELECT rootpage, sql FROM sqlite_schema")?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// The schema of a file in which nothing was ever moved.
fn fresh(tables: &[&str]) -> Vec<(i64, String)> {
    (2..)
        .zip(tables.iter().map(|sql| (*sql).to_owned()))
        .collect()
}

/// A checksum of what is where, for `meta`.
pub(super) fn layout(connection: &Connection) -> rusqlite::Result<u32> {
    let mut sum = Checksum::default();
    for (page, sql) in schema(connection)? {
        sum.number(page);
        sum.text(&sql);
    }
    Ok(sum.finish())
}
