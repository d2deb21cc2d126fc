//! Backups that the server takes by itself: at its start if one is due and then
//! every so often, each verified, and the oldest removed once there is a new
//! one that is sound.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering::Relaxed},
    thread,
    time::Instant,
};

use clock::timestamp;
use compute::step_back;
use config::ServerOptions;
use jiff::{civil::DateTime, tz::TimeZone};
use journal::in_place::put_in_new_place;
use journal::{disk, progress::no_progress};
use journal_files::{BackupError, CheckReport};
use node::{Node, backup_figures::BackupFigures};
use tokio::sync::oneshot;

/// The name of a backup by the time at which it was taken, in UTC.
const NAME: &str = "oxo-%Y%m%dT%H%M%SZ.db";
/// The name of one that has not been verified yet.
const UNVERIFIED: &str = "oxo-unverified.db";
/// How soon another is tried after one that failed, at most.
const RETRY_MS: u64 = 10 * 60 * 1_000;

/// Reason why a backup is not there, in words for the operator.
#[derive(Debug, thiserror::Error)]
enum BackupFault {
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error("the directory for backups {} cannot be used: {}", .dir.display(), disk::said(.why))]
    Directory { dir: PathBuf, why: io::Error },
    #[error("the copy is damaged ({0}), and so perhaps is the journal: run oxo-server check")]
    Damaged(String),
    #[error("its thread ended")]
    Thread,
}

/// One that was taken and is sound.
struct TakenBackup {
    file: PathBuf,
    bytes: u64,
    report: CheckReport,
    took_ms: u64,
    /// Number of older ones removed, or why not all that should be.
    removed: io::Result<usize>,
}

/// Takes backups until dropped, if they were asked for.
pub async fn take_backups(node: Arc<Node>) {
    let Some(dir) = node.options.backup.clone() else {
        return;
    };
    let (clock, figures) = (&node.clock, &node.backups);
    let every_ms = node.options.backup_every.ms();
    // Those that are there: after a restart nothing is due earlier than without one.
    let there = taken_in(&dir).unwrap_or_default();
    let mut next_ms = clock.now_ms();
    if let Some((last_ms, _)) = there.last() {
        // One of the future was named by a wrong clock.
        let last_ms = (*last_ms).min(next_ms);
        figures.last_ms.store(last_ms, Relaxed);
        next_ms = last_ms + every_ms;
    }
    figures.due_ms.store(next_ms, Relaxed);
    loop {
        clock.sleep_until(next_ms).await;
        let now_ms = clock.now_ms();
        match on_a_thread(&node.options, &dir, now_ms).await {
            Ok(taken) => {
                next_ms = now_ms + every_ms;
                figures.due_ms.store(next_ms, Relaxed);
                figures.last_ms.store(now_ms, Relaxed);
                figures.bytes.store(taken.bytes, Relaxed);
                figures.took_ms.store(taken.took_ms, Relaxed);
                say_taken(&taken);
            }
            Err(why) => {
                figures.failures.fetch_add(1, Relaxed);
                next_ms = now_ms + every_ms.min(RETRY_MS);
                say_failed(figures, &why, now_ms);
            }
        }
    }
}

fn say_taken(taken: &TakenBackup) {
    tracing::info!(
        bytes = taken.bytes,
        rooms = taken.report.rooms,
        games = taken.report.games,
        took_ms = taken.took_ms,
        removed = taken.removed.as_ref().copied().unwrap_or_default(),
        "backup taken and verified: {}",
        taken.file.display()
    );
    if let Err(why) = &taken.removed {
        tracing::warn!(
            "the oldest backups could not be removed, and will be with the next one: {}",
            disk::said(why)
        );
    }
}

fn say_failed(figures: &BackupFigures, why: &BackupFault, now_ms: u64) {
    const HOUR_MS: u64 = 60 * 60 * 1_000;
    let overdue = figures.is_overdue(now_ms);
    match figures.last_ms.load(Relaxed) {
        0 => tracing::error!(overdue, "a backup failed, and there is no good one: {why}"),
        last_ms => tracing::error!(
            overdue,
            "a backup failed, and the last good one is {} hours old: {why}",
            now_ms.saturating_sub(last_ms) / HOUR_MS
        ),
    }
}

/// Takes one on a thread of its own, at the lowest priority.
async fn on_a_thread(
    options: &ServerOptions,
    dir: &Path,
    now_ms: u64,
) -> Result<TakenBackup, BackupFault> {
    let (done, result) = oneshot::channel();
    let (data, dir) = (options.data.clone(), dir.to_owned());
    let keep = options.backup_keep;
    let thread = thread::Builder::new().name("backup".into());
    let started = thread.spawn(move || {
        step_back();
        // Nobody waits for it when the server has stopped meanwhile.
        let _ = done.send(take(&data, &dir, now_ms, keep));
    });
    started.map_err(|_| BackupFault::Thread)?;
    result.await.unwrap_or(Err(BackupFault::Thread))
}

/// Takes one: it has its name once it is verified.
fn take(data: &Path, dir: &Path, now_ms: u64, keep: usize) -> Result<TakenBackup, BackupFault> {
    let begun = Instant::now();
    let unusable = |why| BackupFault::Directory {
        dir: dir.into(),
        why,
    };
    journal_files::make_private(dir).map_err(unusable)?;
    let (unverified, file) = (dir.join(UNVERIFIED), dir.join(name(now_ms)));
    match fs::remove_file(&unverified) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(unusable(why)),
        _ => {}
    }
    let report = journal_files::backup(data, &unverified, &no_progress())?;
    if let Some(what) = report.faults.first() {
        // It would only be taken for a good one.
        let _ = fs::remove_file(&unverified);
        return Err(BackupFault::Damaged(what.clone()));
    }
    put_in_new_place(&unverified, &file).map_err(unusable)?;
    let bytes = file.metadata().map_err(unusable)?.len();
    // This one is good whatever becomes of the others.
    let removed = remove_oldest(dir, keep);
    Ok(TakenBackup {
        file,
        bytes,
        report,
        took_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        removed,
    })
}

fn name(at_ms: u64) -> String {
    let at = timestamp(at_ms).unwrap_or_default();
    at.strftime(NAME).to_string()
}

/// The backups in a directory with when each was taken, the oldest first. Whatever
/// has another name is none of ours.
fn taken_in(dir: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let at = name.and_then(|name| DateTime::strptime(NAME, name).ok());
        let at = at.and_then(|at| at.to_zoned(TimeZone::UTC).ok());
        if let Some(at) = at {
            let at_ms = at.timestamp().as_millisecond();
            found.push((u64::try_from(at_ms).unwrap_or_default(), path));
        }
    }
    found.sort();
    Ok(found)
}

/// Removes all but the newest `keep`, as far as that is possible. Returns how many were removed.
fn remove_oldest(dir: &Path, keep: usize) -> io::Result<usize> {
    let found = taken_in(dir)?;
    let too_many = &found[..found.len().saturating_sub(keep)];
    let removed: Vec<_> = too_many.iter().map(|(_, it)| fs::remove_file(it)).collect();
    removed.into_iter().collect::<io::Result<Vec<()>>>()?;
    Ok(too_many.len())
}

#[cfg(test)]
mod tests;
