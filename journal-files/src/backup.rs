//! Copies of a journal for bad days: taking one while a server goes on, and
//! putting one in a journal's place.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use journal::in_place::sync_parent;
use journal::progress::SharedProgress;
use rusqlite::Connection;

use super::{
    check::{CheckReport, check},
    copy::{CopyError, beside, copy, whole},
    files::{BEFORE_RESTORE, FILE, JournalFiles, has_own_log, reader},
    open_error::{OpenError, wrong},
    options::SqliteOptions,
};

/// Reason why a backup could not be taken or put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The journal or the backup cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Nothing was ever kept there.
    #[error("there is no journal in {}; name the server's data directory with --data", .0.display())]
    NoJournal(PathBuf),
    /// Nothing is overwritten.
    #[error("{} already exists; choose another name or move it away", .0.display())]
    Exists(PathBuf),
    /// It is damaged.
    #[error("{} is damaged and was not restored: {what}", .file.display())]
    Damaged {
        file: PathBuf,
        /// The first thing that was found.
        what: String,
    },
    /// The backup was written over the journal, and nobody knows whether it stays.
    #[error(
        "the disk did not sync what was written: {} holds what was there or what was restored; what was there is in {}",
        .file.display(), .aside.display()
    )]
    Unsynced {
        /// The journal.
        file: PathBuf,
        /// The copy of the former journal.
        aside: PathBuf,
    },
    /// The copy could not be written.
    #[error("{} cannot be written: {why}", .file.display())]
    Copy { file: PathBuf, why: CopyError },
}

/// Copies the journal in `dir` to a new file, as it is at one instant, and
/// looks whether everything in the copy is as it was written.
pub fn backup(
    dir: &Path,
    to: &Path,
    progress: &SharedProgress,
) -> Result<CheckReport, BackupError> {
    let file = dir.join(FILE);
    if !file.exists() {
        return Err(BackupError::NoJournal(dir.into()));
    }
    vacant(to)?;
    has_own_log(&file)?;
    let from = reader(&file).map_err(|why| wrong(&file, why))?;
    copied(&from, to, progress)?;
    Ok(check(to, progress)?)
}

/// Puts a backup in the place of the journal in `dir`, which no server may be
/// using. What was there is kept aside; the path says where. Cut off at any
/// instant, it leaves the former journal or the restored one, or a directory in
/// which no server starts before this was done again.
pub fn restore(
    dir: &Path,
    from: &Path,
    progress: &SharedProgress,
) -> Result<(CheckReport, Option<PathBuf>), BackupError> {
    let report = check(from, progress)?;
    if let Some(what) = report.faults.first() {
        return Err(BackupError::Damaged {
            file: from.into(),
            what: what.clone(),
        });
    }
    let source = reader(from).map_err(|why| wrong(from, why))?;
    let files = JournalFiles::hold(dir, SqliteOptions::default())?;
    let (file, aside) = (files.file(), dir.join(BEFORE_RESTORE));
    if file.exists() {
        vacant(&aside)?;
        vacant(&beside(&aside, "-wal"))?;
        if has_own_log(file).is_ok() {
            match overwrite(&files, &source, &aside, progress) {
                Ok(()) => return Ok((report, Some(aside))),
                Err(CopyError::Unsynced) if aside.exists() => {
                    let file = file.to_owned();
                    return Err(BackupError::Unsynced { file, aside });
                }
                Err(why @ CopyError::Unsynced) => return Err(unwritten(file, why)),
                Err(_) => {}
            }
        }
        // What is there is too damaged to be copied or written to as a database, or there is no
        // room for it twice.
        let _ = fs::remove_file(&aside);
    }
    replace(file, &aside, &source, progress)?;
    Ok((report, aside.exists().then_some(aside)))
}

/// Moves the journal aside and copies the backup to its place; where that cannot be written, what
/// was there is put back.
fn replace(
    file: &Path,
    aside: &Path,
    source: &Connection,
    progress: &SharedProgress,
) -> Result<(), BackupError> {
    // What a restore that was cut off has left is no journal, and stays aside.
    let was_there = file.exists();
    let moved = move_journal(file, aside).map_err(|why| unwritten(file, why));
    moved
        .and_then(|()| copied(source, file, progress))
        .inspect_err(|_| {
            if was_there && let Err(why) = move_journal(aside, file) {
                tracing::warn!(%why, "what was there is in {}", aside.display());
            }
        })
}

/// Gives a journal's files other names, all that are there: a restore that was cut off may have
/// moved some.
fn move_journal(file: &Path, to: &Path) -> Result<(), CopyError> {
    ["", "-wal", "-shm"]
        .into_iter()
        .try_for_each(|part| step_aside(&beside(file, part), &beside(to, part)))
}

/// Copies the journal aside, and writes the backup over it in a transaction.
fn overwrite(
    files: &JournalFiles,
    source: &Connection,
    aside: &Path,
    progress: &SharedProgress,
) -> Result<(), CopyError> {
    let mut journal = files.writer()?;
    copy(&journal, aside, progress)?;
    whole(source, &mut journal, progress)
}

/// Moves a file, if it is there, so that it is moved for good before anything
/// else is.
fn step_aside(file: &Path, to: &Path) -> Result<(), CopyError> {
    match fs::rename(file, to) {
        Ok(()) => Ok(sync_parent(to)?),
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(why) => Err(why.into()),
    }
}

/// Holds the journal in `dir`, which no server may be using.
pub(super) fn hold_journal(dir: &Path) -> Result<JournalFiles, BackupError> {
    match dir.join(FILE).exists() {
        true => Ok(JournalFiles::hold(dir, SqliteOptions::default())?),
        false => Err(BackupError::NoJournal(dir.into())),
    }
}

fn vacant(file: &Path) -> Result<(), BackupError> {
    match file.symlink_metadata() {
        Ok(_) => Err(BackupError::Exists(file.into())),
        Err(_) => Ok(()),
    }
}

fn copied(from: &Connection, to: &Path, progress: &SharedProgress) -> Result<(), BackupError> {
    copy(from, to, progress).map_err(|why| unwritten(to, why))
}

fn unwritten(file: &Path, why: CopyError) -> BackupError {
    let file = file.to_owned();
    BackupError::Copy { file, why }
}
