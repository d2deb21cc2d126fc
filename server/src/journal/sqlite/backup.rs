//! Copies of a journal for bad days: taking one while a server goes on, and
//! putting one in a journal's place.
//!
//! Knows nothing of what is in them beyond whether it is as it was written.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    Options,
    check::{Report, check},
    copy::{CopyError, copy},
    files::{FILE, Files, OpenError, reader, wrong},
};

/// Why a backup could not be taken or put back.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The journal or the backup cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Nothing was ever kept there.
    #[error("there is no journal in {}; name the server's data directory with --data", .0.display())]
    NoJournal(PathBuf),
    /// Nothing is overwritten.
    #[error("{} is there already, and nothing is overwritten; choose another name or move it away", .0.display())]
    Exists(PathBuf),
    /// It is not what was written.
    #[error("{} is damaged and was not put back: {what}", .file.display())]
    Damaged {
        /// Which file.
        file: PathBuf,
        /// The first thing that was found.
        what: String,
    },
    /// The copy could not be written.
    #[error("{} cannot be written: {why}", .file.display())]
    Copy {
        /// Which file.
        file: PathBuf,
        /// What the system says.
        why: CopyError,
    },
}

/// Copies the journal in `dir` to a new file, as it is at one instant, and
/// looks whether everything in the copy is as it was written.
///
/// # Errors
/// A sentence for whoever wants the backup.
pub fn backup(dir: &Path, to: &Path) -> Result<Report, BackupError> {
    let file = dir.join(FILE);
    if !file.exists() {
        return Err(BackupError::NoJournal(dir.into()));
    }
    vacant(to)?;
    let from = reader(&file).map_err(|why| wrong(&file, why))?;
    copied(&from, to)?;
    Ok(check(to)?)
}

/// Puts a backup in the place of the journal in `dir`, which no server may be
/// using. What was there is moved aside; the path says where to.
///
/// # Errors
/// A sentence for whoever wants it put back. Nothing has changed then.
pub fn restore(dir: &Path, from: &Path) -> Result<(Report, Option<PathBuf>), BackupError> {
    let report = check(from)?;
    if let Some(what) = report.faults.first() {
        return Err(BackupError::Damaged {
            file: from.into(),
            what: what.clone(),
        });
    }
    let files = Files::hold(dir, Options::default())?;
    let file = files.file();
    let aside = dir.join(format!("{FILE}.before-restore"));
    vacant(&aside)?;
    // Beside it first: as long as this fails nothing has changed.
    let fresh = dir.join(format!("{FILE}.restored"));
    let _ = fs::remove_file(&fresh);
    let source = reader(from).map_err(|why| wrong(from, why))?;
    copied(&source, &fresh)?;
    let moved = swap(file, &fresh, &aside).map_err(|why| BackupError::Copy {
        file: file.into(),
        why: why.into(),
    })?;
    Ok((report, moved.then_some(aside)))
}

/// Moves the journal with its write-ahead log aside, and the copy into its
/// place. The index of the log is made anew by whoever opens either.
fn swap(file: &Path, fresh: &Path, aside: &Path) -> io::Result<bool> {
    let there = file.exists();
    if there {
        fs::rename(file, aside)?;
    }
    match fs::rename(beside(file, "-wal"), beside(aside, "-wal")) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    match fs::remove_file(beside(file, "-shm")) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
        _ => {}
    }
    fs::rename(fresh, file)?;
    super::copy::sync_parent(file)?;
    Ok(there)
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    name.into()
}

fn vacant(file: &Path) -> Result<(), BackupError> {
    match file.symlink_metadata() {
        Ok(_) => Err(BackupError::Exists(file.into())),
        Err(_) => Ok(()),
    }
}

fn copied(from: &rusqlite::Connection, to: &Path) -> Result<(), BackupError> {
    copy(from, to).map_err(|why| BackupError::Copy {
        file: to.into(),
        why,
    })
}
