//! Conversion of a journal, or of a backup of one, into a node's copy of a cluster's log.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use cluster::LogTail;
use journal::{CopyMark, MARKS, level::known_level, progress::SharedProgress};
use rusqlite::Connection;

use super::{
    applied::{self, CopyPosition},
    backup::{BackupError, hold_journal, restore},
    copy::beside,
    digest::CopyDigest,
    files::{FILE, JournalFiles, journal_reader},
    open_error::{FileFault, OpenError, wrong},
    options::SqliteOptions,
    room_index::Meta,
    sql::begin,
    value_table,
};

/// End of a journal, a copy of a cluster's log or a backup of either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEnd {
    pub file: PathBuf,
    /// The log that it is a copy of; none where a server alone has kept it.
    pub log: Option<u64>,
    /// The last record of that log, 0 for none.
    pub seq: u64,
    /// The level of that log; the first where there is none.
    pub level: u32,
    /// Up to when it goes, in Unix milliseconds, where it says so.
    pub at_ms: Option<u64>,
    /// Digests of a copy of a log after certain records of it, the newest last; 0 for none.
    pub marks: [CopyMark; MARKS],
    /// Whether anything was ever kept in it.
    pub has_steps: bool,
}

impl KeptEnd {
    /// Whether a server can go on with it: a node that follows that log, or without one a server alone.
    ///
    /// # Errors
    /// The sentence with which that server would not start.
    pub fn fits(&self, log: Option<u64>) -> Result<(), OpenError> {
        applied::fits(&self.file, (self.log, self.has_steps), log)?;
        self.is_known()
    }

    /// Whether this version knows everything that may be in it.
    ///
    /// # Errors
    /// The sentence with which a node would not start on it.
    pub fn is_known(&self) -> Result<(), OpenError> {
        applied::known(self.level)
    }
}

/// Looks at a data directory or a backup, up to where it goes; nothing where there is none.
pub fn kept_end(place: &Path) -> Result<Option<KeptEnd>, OpenError> {
    let file = match place.is_dir() {
        true => place.join(FILE),
        false => place.to_owned(),
    };
    if !file.exists() {
        return Ok(None);
    }
    let end = journal_reader(&file)?.map(|connection| end_of(&connection, &file));
    end.transpose().map_err(|why| wrong(&file, why))
}

/// Makes sure that no server uses a data directory at the moment.
pub fn hold_for_now(dir: &Path) -> Result<(), OpenError> {
    JournalFiles::hold(dir, SqliteOptions::default()).map(drop)
}

fn end_of(connection: &Connection, file: &Path) -> rusqlite::Result<KeptEnd> {
    let applied = CopyPosition::read(connection)?.and_then(Result::ok);
    let digest = CopyDigest::read(connection)?;
    let meta = Meta::read(connection)?;
    let alive_ms = meta.and_then(|meta| meta.alive_ms);
    let has_rows: bool =
        connection.query_row("SELECT EXISTS (SELECT 1 FROM log)", (), |row| row.get(0))?;
    Ok(KeptEnd {
        file: file.to_owned(),
        log: applied.map(|applied| applied.log),
        seq: applied.map_or(0, |applied| applied.tail.last.0),
        level: value_table::level(connection)?,
        at_ms: applied.map_or(alive_ms, |applied| Some(applied.at_ms)),
        marks: digest.map_or_else(Default::default, |digest| digest.marks()),
        has_steps: has_rows || meta.is_some_and(|meta| meta.checkpoint > 0),
    })
}

/// Puts a copy of that log, which another node has given, in the place of the one in `dir`, which ended before it. Cut off
/// at any instant, it leaves one of the two, or what [`restore`] can be done on again.
///
/// # Errors
/// A sentence for the operator: also for a copy of another log.
pub fn install_copy(
    dir: &Path,
    from: &Path,
    log: u64,
    progress: &SharedProgress,
) -> Result<(), BackupError> {
    if kept_end(from)?.and_then(|end| end.log) != Some(log) {
        return Err(FileFault::OtherLog.of(from).into());
    }
    let (_, aside) = restore(dir, from, progress)?;
    // The former content was the beginning of the present one.
    for file in aside
        .iter()
        .flat_map(|aside| [aside.clone(), beside(aside, "-wal")])
    {
        remove(&file).map_err(|why| OpenError::Directory {
            dir: dir.into(),
            why,
        })?;
    }
    Ok(())
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => Err(why),
        _ => Ok(()),
    }
}

/// Makes the journal in `dir`, which no server may be using, the copy of another log that ends there: the log says that what
/// was before its beginning is what this has, whose last time is `at_ms`.
pub fn adopt(dir: &Path, log: u64, tail: LogTail, at_ms: u64) -> Result<(), BackupError> {
    let files = hold_journal(dir)?;
    let adopted = files.writer().and_then(|connection| {
        let transaction = begin(&connection)?;
        // A server alone writes whatever it knows.
        let end = end_of(&transaction, files.file())?;
        let level = end.log.map_or(known_level(), |_| end.level);
        applied::make(&transaction)?;
        value_table::raise_level(level, &transaction)?;
        let applied = CopyPosition {
            log,
            tail,
            at_ms,
            is_left: true,
        };
        applied.write(&transaction)?;
        transaction.commit()
    });
    Ok(adopted.map_err(|why| files.wrong(why))?)
}
