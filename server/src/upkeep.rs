//! Upkeep of a journal besides serving from it, in words: a backup, its return,
//! a look whether all is as it was written.

use std::{fs, path::Path, sync::Arc};

use clock::timestamp;
use config::JournalTask;
use journal::progress::SharedProgress;
use journal_files::{CheckReport, FILE, backup, check, differences, restore};
use sentences::in_words;

use crate::progress::TerminalProgress;

/// The most rooms and games that are named.
const LISTED: usize = 20;

/// Does it. `Ok` is what to say when all is well.
///
/// # Errors
/// The sentence for the operator when it fails.
pub fn run(data: &Path, task: &JournalTask) -> Result<String, String> {
    let progress: SharedProgress = Arc::new(TerminalProgress::new());
    match task {
        JournalTask::Backup { file: to } => {
            has_folder(to)?;
            let report = backup(data, to, &progress).map_err(|why| why.to_string())?;
            let report = sound(&report, to)?;
            Ok(format!("{} holds {report}.\n", to.display()))
        }
        JournalTask::Restore { file: from } => {
            is_file(from, "name a backup")?;
            let (report, aside) = restore(data, from, &progress).map_err(|why| why.to_string())?;
            let mut text = format!("{} holds {} again.\n", data.display(), counts(&report));
            if report.copy.is_some() {
                text += "A node of that cluster goes on from there, and has what came later from the log. \
                         To take the whole cluster back to it, stop all nodes and use oxo-server cluster recover.\n";
            }
            if let Some(aside) = aside {
                text += &format!("What was there before is in {}.\n", aside.display());
            }
            Ok(text)
        }
        JournalTask::Check { file, against } => {
            let file = file.clone().unwrap_or_else(|| data.join(FILE));
            let right = "name a backup, or the server's data directory with --data";
            is_file(&file, right)?;
            if let Some(other) = against {
                return compared(&file, other, &progress);
            }
            let report = check(&file, &progress).map_err(|why| why.to_string())?;
            let report = sound(&report, &file)?;
            Ok(format!("{} is sound: it holds {report}.\n", file.display()))
        }
    }
}

/// Says whether two copies have the same, or names what differs.
fn compared(file: &Path, other: &Path, progress: &SharedProgress) -> Result<String, String> {
    is_file(other, "name another node's oxo.db, or a backup of it")?;
    let found = differences(file, other, progress).map_err(|why| why.to_string())?;
    let (file, other, seq) = (file.display(), other.display(), found.seq);
    if found.is_empty() {
        return Ok(format!(
            "{file} and {other} have the same rooms and finished games up to record {seq}.\n"
        ));
    }
    let rooms = found.rooms.iter().map(|room| format!("room number {room}"));
    let games = found.games.iter().map(|game| format!("game {game}"));
    let all: Vec<String> = rooms.chain(games).collect();
    let named = &all[..all.len().min(LISTED)];
    let text = format!("{file} and {other} differ at record {seq}:");
    Err(text + &lines(named, all.len() - named.len()))
}

/// A line each, and how many there are besides.
fn lines(named: &[String], more: usize) -> String {
    let mut text: String = named.iter().map(|one| format!("\n  {one}")).collect();
    if more > 0 {
        text += &format!("\n  and {more} more");
    }
    text
}

/// Says in plain words what SQLite says of a file that is not there.
fn is_file(file: &Path, right: &str) -> Result<(), String> {
    match fs::metadata(file) {
        Ok(found) if found.is_file() => Ok(()),
        Ok(_) => Err(format!("{} is not a file; {right}", file.display())),
        Err(why) => {
            let why = in_words(&why);
            Err(format!("{} cannot be read: {why}; {right}", file.display()))
        }
    }
}

/// The same of a file that is to be made.
fn has_folder(file: &Path) -> Result<(), String> {
    // A name alone is one in the directory in which this runs.
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        None => Ok(()),
        Some(folder) => Err(format!(
            "{} cannot be made, because there is no directory {}; make it, or name another",
            file.display(),
            folder.display()
        )),
    }
}

/// The content of a file, in words, if nothing is wrong with it.
fn sound(report: &CheckReport, file: &Path) -> Result<String, String> {
    if report.faults.is_empty() {
        return Ok(counts(report));
    }
    let mut text = format!("{} is damaged:", file.display());
    text += &lines(&report.faults, report.more);
    text += "\nDamaged rooms and games are refused, or the server does not start; a backup restores them.";
    Err(text)
}

fn counts(report: &CheckReport) -> String {
    let CheckReport {
        rooms,
        steps,
        games,
        copy,
        ..
    } = report;
    let text = format!("open rooms: {rooms}, steps: {steps}, finished games: {games}");
    let Some(copy) = copy else {
        return text;
    };
    let (log, seq) = (copy.log, copy.tail.last.0);
    let at = timestamp(copy.at_ms).map_or_else(String::new, |at| format!(" ({at})"));
    format!("{text}; a copy of a cluster's log ({log:016x}) up to record {seq}{at}")
}
