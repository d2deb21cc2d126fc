//! The schema: the tables of this version, and how to tell that they are there
//! and where they were made.

use rusqlite::Connection;

use super::{checksum::Checksum, room_index::Meta, sql::begin};

/// The version that this code writes (`PRAGMA user_version`). Every version
/// from 1 on is opened by all later ones.
pub(super) const VERSION: i64 = 1;
/// Marks the file as ours (`PRAGMA application_id`): "OXO" and a 2.
pub(super) const APPLICATION: i64 = 0x4f58_4f02;
/// The mark of files from before the versions began anew.
pub(super) const FORMER_APPLICATION: i64 = 0x4f58_4f01;

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

/// Tables a copy of a shared log has beside them.
pub(super) const COPY_TABLES: [&str; 5] = ["applied", "node", "digest", "level", "operator"];

/// The kind of content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Nothing yet.
    Nothing,
    /// A journal of this version.
    Current,
    /// A journal from before the versions began anew.
    Former,
    /// A journal of a version that is not known here.
    Newer(i64),
    /// Something else.
    Foreign,
}

/// Looks at a file's content, before anything is written to it.
pub(super) fn inspect(connection: &Connection) -> rusqlite::Result<FileKind> {
    let number =
        |query| -> rusqlite::Result<i64> { connection.query_row(query, (), |row| row.get(0)) };
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let tables = number("SELECT count(*) FROM sqlite_schema")?;
    Ok(match (application, version) {
        (0, 0) if tables == 0 => FileKind::Nothing,
        (APPLICATION, VERSION) => FileKind::Current,
        (FORMER_APPLICATION, _) => FileKind::Former,
        (APPLICATION, newer) if newer > VERSION => FileKind::Newer(newer),
        _ => FileKind::Foreign,
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

/// The fault in the tables: they have to be the ones we make, and where they
/// were made. A table that begins elsewhere would be read, and written, as
/// another.
pub(super) fn fault(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let found = schema(connection)?;
    let mut texts: Vec<_> = found.iter().map(|(_, sql)| sql.as_str()).collect();
    let mut ours = TABLES.to_vec();
    texts.sort_unstable();
    ours.sort_unstable();
    let is_ours = texts == ours
        && match Meta::read(connection)? {
            Some(meta) => meta.layout == layout(connection)?,
            // Nothing says where they were made, unless they never moved.
            None => found == fresh(),
        };
    if !is_ours {
        return Ok(Some("its tables are not as they were made".to_owned()));
    }
    free_pages(connection)
}

/// The fault in the file as a whole, its list of free pages above all: a page
/// that is free only by mistake would be written over. Takes no longer the more
/// rooms there are.
fn free_pages(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let vacuum: i64 = connection.query_row("PRAGMA auto_vacuum", (), |row| row.get(0))?;
    if vacuum != 0 {
        return Ok(Some("its pages are not laid out as they were".to_owned()));
    }
    let check = "PRAGMA quick_check('sqlite_schema')";
    let said: String = connection.query_row(check, (), |row| row.get(0))?;
    Ok((said != "ok").then(|| said.lines().last().unwrap_or_default().to_owned()))
}

/// Each table's and index's first page and text, in the order of the file; not
/// the tables that Litestream adds to a database that it copies, nor those of a copy of a shared log.
fn schema(connection: &Connection) -> rusqlite::Result<Vec<(i64, String)>> {
    let others = COPY_TABLES.join("', '");
    connection
        .prepare(&format!(
            "SELECT rootpage, sql FROM sqlite_schema \
             WHERE tbl_name NOT IN ('_litestream_seq', '_litestream_lock', '{others}')"
        ))?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// The schema of a file in which nothing was ever moved.
fn fresh() -> Vec<(i64, String)> {
    (2..).zip(TABLES.map(str::to_owned)).collect()
}

/// A checksum of the schema and its root pages, for `meta`.
pub(super) fn layout(connection: &Connection) -> rusqlite::Result<u32> {
    let mut sum = Checksum::default();
    for (page, sql) in schema(connection)? {
        sum.number(page);
        sum.text(&sql);
    }
    Ok(sum.finish())
}
