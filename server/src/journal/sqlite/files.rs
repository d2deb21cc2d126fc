//! The files of the journal: the data directory and its lock, connections
//! with everything that durability asks of them, and the schema.
//!
//! Knows nothing of rooms.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{
    Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, config::DbConfig,
};

use super::{Options, head::Meta};

/// The version of the schema that this code writes (`PRAGMA user_version`).
pub(super) const VERSION: i64 = 1;
/// Marks the file as ours (`PRAGMA application_id`): "OXO" and a 1.
const APPLICATION: i64 = 0x4f58_4f01;

/// The tables, as SQLite itself gives them back. `log` has no index: rows are
/// only ever appended, and found by their number.
const TABLES: [&str; 4] = [
    "CREATE TABLE log(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, prev INTEGER NOT NULL, \
     seq INTEGER NOT NULL, deadline INTEGER, events TEXT NOT NULL, private TEXT NOT NULL, \
     checksum INTEGER NOT NULL) STRICT",
    "CREATE TABLE room(id INTEGER PRIMARY KEY, head INTEGER NOT NULL, seq INTEGER NOT NULL, \
     deadline INTEGER, who TEXT NOT NULL, checksum INTEGER NOT NULL) STRICT",
    "CREATE TABLE meta(id INTEGER PRIMARY KEY, checkpoint INTEGER NOT NULL, alive INTEGER, \
     rooms INTEGER NOT NULL, digest INTEGER NOT NULL, closed INTEGER NOT NULL, \
     checksum INTEGER NOT NULL) STRICT",
    "CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT",
];

/// Why a journal cannot be opened, for whoever starts the server.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory is not there and cannot be made, or not written to.
    #[error("the data directory {} cannot be used: {why}", .dir.display())]
    Directory {
        /// Which.
        dir: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// Another server has it.
    #[error(
        "another server is using the data directory {}; stop that one, or choose another directory with --data",
        .dir.display()
    )]
    Locked {
        /// Which.
        dir: PathBuf,
    },
    /// A later version of this program wrote it.
    #[error(
        "{} was written by a newer oxo-server (its format is {found}, this one knows {VERSION}); \
         use that version, or choose another directory with --data",
        .file.display()
    )]
    Newer {
        /// Which file.
        file: PathBuf,
        /// The version of its format.
        found: i64,
    },
    /// It is somebody else's database.
    #[error("{} is not a journal of oxo-server; choose another directory with --data", .file.display())]
    Foreign {
        /// Which file.
        file: PathBuf,
    },
    /// It is not what was written.
    #[error("{} is damaged ({what}); bring it back from a backup, or move it away to begin anew", .file.display())]
    Damaged {
        /// Which file.
        file: PathBuf,
        /// What was found.
        what: String,
    },
    /// The system refuses.
    #[error("{} cannot be opened: {why}", .file.display())]
    System {
        /// Which file.
        file: PathBuf,
        /// What SQLite says.
        why: rusqlite::Error,
    },
}

/// Whether nothing was kept and all may be well later: the disk is full, or
/// another process is writing.
pub(super) fn passes(why: &rusqlite::Error) -> bool {
    matches!(
        why.sqlite_error_code(),
        Some(ErrorCode::DiskFull | ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
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

/// The data directory, held for this process.
#[derive(Debug)]
pub(super) struct Files {
    file: PathBuf,
    options: Options,
    /// The system lets go of the lock when this is dropped, however the process ends.
    _lock: File,
}

impl Files {
    /// Makes the directory if need be and takes its lock.
    pub fn hold(dir: &Path, options: Options) -> Result<Files, OpenError> {
        let unusable = |why| OpenError::Directory {
            dir: dir.into(),
            why,
        };
        make(dir).map_err(unusable)?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(dir.join("oxo.lock"))
            .map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Files {
                file: dir.join("oxo.db"),
                options,
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(OpenError::Locked { dir: dir.into() }),
            Err(TryLockError::Error(why)) => Err(unusable(why)),
        }
    }

    /// Names this file in an error.
    pub fn wrong(&self, why: rusqlite::Error) -> OpenError {
        let file = self.file.clone();
        match why.sqlite_error_code() {
            // A statement of ours that does not compile: the schema is not ours.
            Some(ErrorCode::Unknown) => self.damage(&why.to_string()),
            _ if damaged(&why) => self.damage(&why.to_string()),
            _ => OpenError::System { file, why },
        }
    }

    /// Says what is damaged.
    pub fn damage(&self, what: &str) -> OpenError {
        OpenError::Damaged {
            file: self.file.clone(),
            what: what.to_owned(),
        }
    }

    /// The writer's connection, to a file with our schema.
    pub fn first(&self) -> Result<Connection, OpenError> {
        let wrong = |why| self.wrong(why);
        let connection = Connection::open(&self.file).map_err(wrong)?;
        let fresh = self.inspect(&connection)?;
        self.prepare(&connection).map_err(wrong)?;
        if fresh {
            create(&connection).map_err(wrong)?;
            self.settle().map_err(|why| OpenError::Directory {
                dir: self.file.parent().unwrap_or(&self.file).into(),
                why,
            })?;
        } else if !schema_is_ours(&connection).map_err(wrong)? {
            return Err(self.damage("its tables are not as they were made"));
        } else if let Some(what) = fault(&connection).map_err(wrong)? {
            return Err(self.damage(&what));
        }
        Ok(connection)
    }

    /// Another connection of the writer's, after the one before it failed.
    pub fn writer(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        self.prepare(&connection)?;
        Ok(connection)
    }

    /// A connection that only reads.
    pub fn reader(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        common(&connection)?;
        Ok(connection)
    }

    /// Whether there is nothing in the file yet; refuses what is not ours,
    /// before anything is written to it.
    fn inspect(&self, connection: &Connection) -> Result<bool, OpenError> {
        let number = |query| {
            let found: rusqlite::Result<i64> = connection.query_row(query, (), |row| row.get(0));
            found.map_err(|why| self.wrong(why))
        };
        let application = number("PRAGMA application_id")?;
        let version = number("PRAGMA user_version")?;
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        let file = self.file.clone();
        match (application, version) {
            (0, 0) if tables == 0 => Ok(true),
            (APPLICATION, VERSION) => Ok(false),
            (APPLICATION, found) if found > VERSION => Err(OpenError::Newer { file, found }),
            (APPLICATION, found) => Err(self.damage(&format!("its format is {found}"))),
            _ => Err(OpenError::Foreign { file }),
        }
    }

    /// What every connection that writes needs.
    fn prepare(&self, connection: &Connection) -> rusqlite::Result<()> {
        common(connection)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        // What macOS calls fsync does not reach the disk; nothing elsewhere.
        connection.pragma_update(None, "fullfsync", true)?;
        connection.pragma_update(None, "checkpoint_fullfsync", true)?;
        // SQLite's own checkpoint after a COMMIT hides its errors and would
        // try a failed fsync again; the writer does it, and sees them.
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
        self.options.apply(connection)
    }

    /// Makes sure of the directory's own entries: a file that is durable in a
    /// directory that is not would be lost with it.
    fn settle(&self) -> io::Result<()> {
        let mut dirs = self
            .file
            .ancestors()
            .skip(1)
            .filter(|dir| !dir.as_os_str().is_empty());
        if let Some(dir) = dirs.next().filter(|_| cfg!(unix)) {
            File::open(dir)?.sync_all()?;
            // Somebody else's, perhaps, and not for us to open.
            if let Some(parent) = dirs.next() {
                let _ = File::open(parent).and_then(|dir| dir.sync_all());
            }
        }
        Ok(())
    }
}

/// What every connection needs.
fn common(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    // See `wal_autocheckpoint`: nor does letting go of a connection.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    // Looks harder at each page that is read: finds damage instead of misreading it.
    connection.pragma_update(None, "cell_size_check", true)
}

/// Makes the directory, for nobody else to read: it holds what seats are known by.
fn make(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// Makes the tables, all or none.
fn create(connection: &Connection) -> rusqlite::Result<()> {
    let transaction = begin(connection)?;
    for table in TABLES {
        transaction.execute(table, ())?;
    }
    Meta::default().write(&transaction)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Whether the tables are the ones we make and begin where we make them: a
/// table that begins elsewhere would be read, and written, as another.
fn schema_is_ours(connection: &Connection) -> rusqlite::Result<bool> {
    let mut query = connection.prepare("SELECT rootpage, sql FROM sqlite_schema")?;
    let found = query
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<Vec<(i64, String)>>>()?;
    Ok(found
        .iter()
        .map(|(root, sql)| (*root, sql.as_str()))
        .eq((2..).zip(TABLES)))
}

/// What is wrong with the file as a whole, its list of free pages above all: a
/// page that is free only by mistake would be written over. Takes no longer
/// the more rooms there are.
fn fault(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let vacuum: i64 = connection.query_row("PRAGMA auto_vacuum", (), |row| row.get(0))?;
    if vacuum != 0 {
        return Ok(Some("its pages are not laid out as they were".to_owned()));
    }
    let check = "PRAGMA quick_check('sqlite_schema')";
    let said: String = connection.query_row(check, (), |row| row.get(0))?;
    Ok((said != "ok").then(|| said.lines().last().unwrap_or_default().to_owned()))
}
