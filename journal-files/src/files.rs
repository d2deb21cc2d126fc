//! The files of the journal: the data directory and its lock, and connections
//! with everything that durability asks of them.

use std::{
    fs::{self, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use journal::{in_place::sync_parent, progress::SharedProgress};
use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::{
    copy::beside,
    directory_lock::DirectoryLock,
    header,
    open_error::{FileFault, OpenError, wrong},
    options::SqliteOptions,
    schema::{self, FileKind},
};

/// The name of the database in the data directory.
pub const FILE: &str = "oxo.db";

/// Name of the database from before a restore, kept beside the new one.
pub(super) const BEFORE_RESTORE: &str = "oxo.db.before-restore";
/// The pages that a connection keeps while rooms are served. SQLite's default of 2,000 KiB is as much as five hundred seats
/// take, and the system has the pages as well.
const CACHE_KIB: i32 = 512;

/// The data directory, held for this process.
#[derive(Debug)]
pub struct JournalFiles {
    file: PathBuf,
    options: SqliteOptions,
    _lock: DirectoryLock,
}

impl JournalFiles {
    /// Makes the directory if need be and takes its lock.
    pub fn hold(dir: &Path, options: SqliteOptions) -> Result<JournalFiles, OpenError> {
        let unusable = |why| OpenError::Directory {
            dir: dir.into(),
            why,
        };
        make_private(dir).map_err(unusable)?;
        let lock = DirectoryLock::take(dir).map_err(|why| match why {
            TryLockError::WouldBlock => OpenError::Locked(dir.into()),
            TryLockError::Error(why) => unusable(why),
        })?;
        Ok(JournalFiles {
            file: dir.join(FILE),
            options,
            _lock: lock,
        })
    }

    /// Names this file in an error.
    pub fn wrong(&self, why: rusqlite::Error) -> OpenError {
        wrong(&self.file, why)
    }

    /// Names the damaged part.
    pub fn damage(&self, what: &str) -> OpenError {
        FileFault::Damaged(what.to_owned()).of(&self.file)
    }

    /// Receiver of the progress of long operations.
    pub fn progress(&self) -> &SharedProgress {
        &self.options.progress
    }

    /// The database.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The writer's connection, to a file with the tables of this version.
    pub fn first(&self) -> Result<Connection, OpenError> {
        let wrong = |why| self.wrong(why);
        // To begin anew would throw away what the write-ahead log has.
        let parts = [
            beside(&self.file, "-wal"),
            self.file.with_file_name(BEFORE_RESTORE),
        ];
        if !self.file.exists() && parts.iter().any(|part| part.exists()) {
            return Err(FileFault::Missing.of(&self.file));
        }
        has_own_log(&self.file)?;
        let connection = Connection::open(&self.file).map_err(wrong)?;
        let found = schema::inspect(&connection).map_err(wrong)?;
        let is_new = !is_journal(found, &self.file)?;
        if is_new {
            // Before there is a write-ahead log, so that a file beside one has the mark.
            schema::create(&connection).map_err(wrong)?;
        }
        self.prepare(&connection).map_err(wrong)?;
        if is_new {
            self.settle().map_err(|why| OpenError::Directory {
                dir: self.file.parent().unwrap_or(&self.file).into(),
                why,
            })?;
        } else if let Some(what) = schema::fault(&connection).map_err(wrong)? {
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
        let connection = reader(&self.file)?;
        keep_few_pages(&connection)?;
        Ok(connection)
    }

    /// Settings of every connection that writes.
    fn prepare(&self, connection: &Connection) -> rusqlite::Result<()> {
        common(connection)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // What is behind a log that nodes share is read from there again.
        let synchronous = match self.options.shared {
            None => "full",
            Some(_) => "normal",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        #[cfg(feature = "faults")]
        if journal::faults::on(journal::faults::SeededFault::NormalSync) {
            connection.pragma_update(None, "synchronous", "normal")?;
        }
        // What macOS calls fsync does not reach the disk; nothing elsewhere.
        connection.pragma_update(None, "fullfsync", true)?;
        connection.pragma_update(None, "checkpoint_fullfsync", true)?;
        // SQLite's own checkpoint after a COMMIT hides its errors and would
        // try a failed fsync again; the writer does it, and sees them.
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
        keep_few_pages(connection)?;
        self.options.apply(connection)
    }

    /// Makes sure of the entries of the file and of its directory.
    fn settle(&self) -> io::Result<()> {
        sync_parent(&self.file)?;
        // Somebody else's, perhaps, and not for us to open.
        if let Some(dir) = self.file.parent() {
            let _ = sync_parent(dir);
        }
        Ok(())
    }
}

/// Whether there is a journal that this code can read; otherwise nothing yet.
fn is_journal(found: FileKind, file: &Path) -> Result<bool, OpenError> {
    match found {
        FileKind::Nothing => Ok(false),
        FileKind::Current => Ok(true),
        FileKind::Former => Err(FileFault::Former.of(file)),
        FileKind::Newer(found) => Err(FileFault::Newer(found).of(file)),
        FileKind::Foreign => Err(FileFault::Foreign.of(file)),
    }
}

/// Refuses a file beside a write-ahead log that cannot be its own.
pub(super) fn has_own_log(file: &Path) -> Result<(), OpenError> {
    match header::fault(file) {
        None => Ok(()),
        Some(what) => Err(FileFault::Estranged(what).of(file)),
    }
}

/// A connection that only reads, to a file beside no other's write-ahead log; nothing where it is no journal yet.
pub(super) fn journal_reader(file: &Path) -> Result<Option<Connection>, OpenError> {
    has_own_log(file)?;
    let connection = reader(file).map_err(|why| wrong(file, why))?;
    let found = schema::inspect(&connection).map_err(|why| wrong(file, why))?;
    Ok(is_journal(found, file)?.then_some(connection))
}

/// The same, of a file that has to be a journal.
pub(super) fn existing_reader(file: &Path) -> Result<Connection, OpenError> {
    journal_reader(file)?.ok_or_else(|| FileFault::Foreign.of(file))
}

/// A connection that only reads a file.
pub(super) fn reader(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    common(&connection)?;
    // From its first reading on it holds the index of the write-ahead log.
    // Without a holder the index is made anew by the next that opens it, for
    // which a full disk has no room.
    connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
    Ok(connection)
}

fn keep_few_pages(connection: &Connection) -> rusqlite::Result<()> {
    // Below zero it is KiB and not pages.
    connection.pragma_update(None, "cache_size", -CACHE_KIB)
}

/// Settings of every connection.
fn common(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(Duration::from_secs(5))?;
    // See `wal_autocheckpoint`: nor does letting go of a connection.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "temp_store", "memory")?;
    // Looks harder at each page that is read: finds damage instead of misreading it.
    connection.pragma_update(None, "cell_size_check", true)
}

/// Makes a directory, for nobody else to read: it holds what seats are known by.
pub fn make_private(dir: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}
