//! Journal checks: whether the kept data can be read, and is as it was written.

use std::fs;

use config::{JournalKind, ServerOptions};
use journal::progress::no_progress;
use journal_files::FILE;
use sentences::in_words;

use super::finding::Finding;

const ABOUT: &str = "journal";
/// Up to this many bytes all of it is looked at: a few seconds.
const QUICK: u64 = 256 << 20;

/// Looks at the journal, if there is one.
pub(super) fn examine(options: &ServerOptions) -> Finding {
    if options.journal == JournalKind::Memory {
        return Finding::ok(ABOUT, "none is kept");
    }
    let file = options.data.join(FILE);
    let bytes = match fs::metadata(&file) {
        Ok(found) => found.len(),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            return Finding::ok(ABOUT, "there is none yet");
        }
        Err(why) => return unreadable(&format!("{}: {}", file.display(), in_words(&why))),
    };
    if bytes > QUICK {
        let says = format!("{} has {} MiB", file.display(), bytes >> 20);
        return Finding::note(ABOUT, says).with("oxo-server check looks at all of it");
    }
    match journal_files::check(&file, &no_progress()) {
        Err(why) => unreadable(&why.to_string()),
        Ok(report) if report.faults.is_empty() => Finding::ok(
            ABOUT,
            format!(
                "{} is sound; open rooms: {}, finished games: {}",
                file.display(),
                report.rooms,
                report.games
            ),
        ),
        Ok(report) => Finding::wrong(
            ABOUT,
            format!("{} is damaged: {}", file.display(), report.faults[0]),
            "oxo-server check shows all faults; oxo-server restore puts a backup in its place",
        ),
    }
}

fn unreadable(why: &str) -> Finding {
    let remedy =
        "run this as the user who runs the server; oxo-server restore puts a backup in its place";
    Finding::wrong(ABOUT, format!("it cannot be read: {why}"), remedy)
}
