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
    let shown = file.display();
    let bytes = match fs::metadata(&file) {
        Ok(found) => found.len(),
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => {
            return Finding::ok(ABOUT, "there is none yet");
        }
        Err(why) => return unreadable(&format!("{shown}: {}", in_words(&why))),
    };
    if bytes > QUICK {
        let says = format!("{shown} has {} MiB", bytes >> 20);
        return Finding::note(ABOUT, says).with("oxo-server check looks at all of it");
    }
    match journal_files::check(&file, &no_progress()) {
        Err(why) => unreadable(&why.to_string()),
        Ok(report) if report.faults.is_empty() => {
            let (rooms, games) = (report.rooms, report.games);
            let says = format!("{shown} is sound; open rooms: {rooms}, finished games: {games}");
            Finding::ok(ABOUT, says)
        }
        Ok(report) => Finding::wrong(
            ABOUT,
            format!("{shown} is damaged: {}", report.faults[0]),
            "oxo-server check shows all faults; oxo-server restore puts a backup in its place",
        ),
    }
}

fn unreadable(why: &str) -> Finding {
    let remedy =
        "run this as the user who runs the server; oxo-server restore puts a backup in its place";
    Finding::wrong(ABOUT, format!("it cannot be read: {why}"), remedy)
}
