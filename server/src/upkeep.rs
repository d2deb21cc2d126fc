//! What can be done with a journal besides serving from it, in words: a
//! backup, its return, a look whether all is as it was written.

use std::{path::Path, sync::Arc};

use crate::{
    config::JournalTask,
    journal::sqlite::{CheckReport, FILE, backup, check, restore},
    progress::{SharedProgress, terminal::TerminalProgress},
};

/// Does it. `Ok` is what to say when all is well.
///
/// # Errors
/// What to say when it is not.
pub fn run(data: &Path, task: &JournalTask) -> Result<String, String> {
    let progress: SharedProgress = Arc::new(TerminalProgress::new());
    match task {
        JournalTask::Backup { file: to } => {
            let report = backup(data, to, &progress).map_err(|why| why.to_string())?;
            let report = sound(&report, to)?;
            Ok(format!("{} holds {report}.\n", to.display()))
        }
        JournalTask::Restore { file: from } => {
            let (report, aside) = restore(data, from, &progress).map_err(|why| why.to_string())?;
            let mut text = format!("{} holds {} again.\n", data.display(), counts(&report));
            if let Some(aside) = aside {
                text += &format!("What was there before is in {}.\n", aside.display());
            }
            Ok(text)
        }
        JournalTask::Check { file } => {
            let file = file.clone().unwrap_or_else(|| data.join(FILE));
            let report = check(&file, &progress).map_err(|why| why.to_string())?;
            let report = sound(&report, &file)?;
            Ok(format!("{} is sound: it holds {report}.\n", file.display()))
        }
    }
}

/// What a file holds, if nothing is wrong with it.
fn sound(report: &CheckReport, file: &Path) -> Result<String, String> {
    if report.faults.is_empty() {
        return Ok(counts(report));
    }
    let mut text = format!("{} is damaged:", file.display());
    for fault in &report.faults {
        text += &format!("\n  {fault}");
    }
    if report.more > 0 {
        text += &format!("\n  and {} more", report.more);
    }
    text += "\nDamaged rooms and games are refused, or the server does not start; a backup restores them.";
    Err(text)
}

fn counts(report: &CheckReport) -> String {
    let CheckReport {
        rooms,
        steps,
        games,
        ..
    } = report;
    format!("open rooms: {rooms}, steps: {steps}, finished games: {games}")
}
