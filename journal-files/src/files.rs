//! The files of the journal: the data directory and its lock, and connections
//! with everything that durability asks of them.

use std::{
    fs::{self, TryLockError},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use journal::in_place::sync_parent;
use journal::{
    disk::{self, Obstacle},
    level::known_level,
    progress::SharedProgress,
};
use rusqlite::{Connection, ErrorCode, OpenFlags, config::DbConfig};

use super::{
    copy::beside,
    directory_lock::DirectoryLock,
    header,
    options::SqliteOptions,
    schema::{self, FileKind, VERSION},
    sql::{damaged, obstacle},
};

/// The name of the database in the data directory.
pub const FILE: &str = "oxo.db";

/// Name of the database from before a restore, kept beside the new one.
pub(super) const BEFORE_RESTORE: &str = "oxo.db.before-restore";
/// The pages that a connection keeps while rooms are served. SQLite's default of 2,000 KiB is as much as five hundred seats
/// take, and the system has the pages as well.
const CACHE_KIB: i32 = 512;

/// Reason why a journal cannot be opened, in words for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory is not there and cannot be made, or not written to.
    #[error(
        "the data directory {} cannot be used: {}, or choose another with --data",
        .dir.display(), disk::said(.why)
    )]
    Directory {
        /// Which.
        dir: PathBuf,
        /// The system's error.
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
        /// The file.
        file: PathBuf,
        /// The version of its format.
        found: i64,
    },
    /// A version of this program from before the formats began anew wrote it.
    #[error(
        "{} was written by an early oxo-server, in a format that is no longer read; \
         move its directory away to start with an empty one, or choose another with --data",
        .file.display()
    )]
    Former {
        /// The file.
        file: PathBuf,
    },
    /// It is somebody else's database.
    #[error("{} is not a journal of oxo-server; choose another directory with --data", .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// It is not what was written.
    #[error("{} is damaged ({what}); restore it from a backup, or move it away to start with an empty one", .file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The fault that was found.
        what: String,
    },
    /// It is gone, and what belongs to it is there.
    #[error(
        "{} is missing, but parts of it are beside it; a restore was cut off, or the file was moved: \
         run oxo-server restore again, or bring the file back",
        .file.display()
    )]
    Missing {
        /// The file.
        file: PathBuf,
    },
    /// It is empty, or another file, beside a write-ahead log that is not its own.
    #[error(
        "{} {what}, but the write-ahead log of a journal is beside it; nothing was changed: \
         bring the journal's file back, or run oxo-server restore with a backup",
        .file.display()
    )]
    Estranged {
        /// The file.
        file: PathBuf,
        /// Its state, in words.
        what: &'static str,
    },
    /// All nodes that run are of a later version, and write what this one does not know.
    #[error(
        "the cluster's log is of level {level}, and this oxo-server knows {}; nothing was changed: install the version of the other nodes here, \
         and start again",
        known_level()
    )]
    NewerLog {
        /// The level of the log.
        level: u32,
    },
    /// It is a copy of another log.
    #[error(
        "{} is a copy of another cluster's log; nothing was changed: use the NATS account of that cluster, or choose another \
         directory with --data, which fetches a copy of this one",
        .file.display()
    )]
    OtherLog {
        /// The file.
        file: PathBuf,
    },
    /// It is a copy of a cluster's log, and was to be opened alone.
    #[error(
        "{} is a copy of a cluster's log, which other nodes may go on with; nothing was changed: start with --cluster, or \
         choose another directory with --data",
        .file.display()
    )]
    Shared {
        /// The file.
        file: PathBuf,
    },
    /// It holds what a server alone has kept, and was to be opened as a copy.
    #[error(
        "{} holds what a server without a cluster has kept, which the cluster's log does not have; nothing was changed: \
         start without --cluster, choose another directory with --data, or make a new cluster's log of it with oxo-server \
         cluster recover",
        .file.display()
    )]
    Alone {
        /// The file.
        file: PathBuf,
    },
    /// It was asked to stop before it had become the writer.
    #[error("the start was stopped while this node stood by")]
    Stopped,
    /// The cluster's log has lost what this copy has.
    #[error(
        "{} goes up to record {seq} of the cluster's log, and the log ends before that: its store has lost records; nothing was \
         changed here: keep this file, which has them, and look at the servers of NATS",
        .file.display()
    )]
    LogShorter {
        /// The file.
        file: PathBuf,
        /// The last record that it has.
        seq: u64,
    },
    /// The cluster's log has lost its beginning, up to behind this copy.
    #[error(
        "{} ends at record {seq} of the cluster's log, and the log begins behind that by now; nothing was changed here: start \
         this node again, and it fetches a copy from another one",
        .file.display()
    )]
    LogBegins {
        /// The file.
        file: PathBuf,
        /// The last record that it has.
        seq: u64,
    },
    /// Nothing can be written to begin with.
    #[error(
        "{} cannot be opened because {}; {}, and start again",
        .file.display(), disk::cause(*.obstacle), disk::remedy(*.obstacle)
    )]
    Unable {
        /// The file.
        file: PathBuf,
        /// The obstacle.
        obstacle: Obstacle,
    },
    /// A node's copy cannot be written.
    #[error(
        "{} cannot be written because {}, and this node leaves the cluster to the others; {}, and start it again",
        .file.display(), disk::cause(*.obstacle), disk::remedy(*.obstacle)
    )]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// The obstacle.
        obstacle: Obstacle,
    },
    /// The system refuses.
    #[error("{} cannot be opened: {why}", .file.display())]
    System {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        why: rusqlite::Error,
    },
}

/// Names a file in an error of its database.
pub(super) fn wrong(file: &Path, why: rusqlite::Error) -> OpenError {
    if let Some(obstacle) = obstacle(&why) {
        let file = file.to_owned();
        return OpenError::Unable { file, obstacle };
    }
    match why.sqlite_error_code() {
        // A statement of ours that does not compile: the schema is not ours.
        Some(ErrorCode::Unknown) => damage(file, &why.to_string()),
        _ if damaged(&why) => damage(file, &why.to_string()),
        _ => OpenError::System {
            file: file.to_owned(),
            why,
        },
    }
}

fn damage(file: &Path, what: &str) -> OpenError {
    OpenError::Damaged {
        file: file.to_owned(),
        what: what.to_owned(),
    }
}

/// The data directory, held for this process.
#[derive(Debug)]
pub struct JournalFiles {
    file: PathBuf,
    options: SqliteOptions,
    _lock: DirectoryLock,
}

impl JournalFiles {
    /// Makes the directory if need be and takes its lock.
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn hold(dir: &Path, options: SqliteOptions) -> Result<JournalFiles, OpenError> {
        let unusable = |why| OpenError::Directory {
            dir: dir.into(),
            why,
        };
        make_private(dir).map_err(unusable)?;
        let lock = DirectoryLock::take(dir).map_err(|why| match why {
            TryLockError::WouldBlock => OpenError::Locked { dir: dir.into() },
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

    /// Says what is damaged.
    pub fn damage(&self, what: &str) -> OpenError {
        damage(&self.file, what)
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
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn first(&self) -> Result<Connection, OpenError> {
        let wrong = |why| self.wrong(why);
        // To begin anew would throw away what the write-ahead log has.
        let parts = [
            beside(&self.file, "-wal"),
            self.file.with_file_name(BEFORE_RESTORE),
        ];
        if !self.file.exists() && parts.iter().any(|part| part.exists()) {
            return Err(OpenError::Missing {
                file: self.file.clone(),
            });
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
    ///
    /// # Errors
    /// The database's.
    pub fn writer(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.file, flags)?;
        self.prepare(&connection)?;
        Ok(connection)
    }

    /// A connection that only reads.
    ///
    /// # Errors
    /// The database's.
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
    let file = file.to_owned();
    match found {
        FileKind::Nothing => Ok(false),
        FileKind::Current => Ok(true),
        FileKind::Former => Err(OpenError::Former { file }),
        FileKind::Newer(found) => Err(OpenError::Newer { file, found }),
        FileKind::Foreign => Err(OpenError::Foreign { file }),
    }
}

/// Refuses a file beside a write-ahead log that cannot be its own.
pub(super) fn has_own_log(file: &Path) -> Result<(), OpenError> {
    match header::fault(file) {
        None => Ok(()),
        Some(what) => Err(OpenError::Estranged {
            file: file.into(),
            what,
        }),
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
    journal_reader(file)?.ok_or_else(|| OpenError::Foreign { file: file.into() })
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
