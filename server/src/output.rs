//! Standard output and standard error of the programs: every way out beside the log and `top`'s screen.
//! Another program, a file or a player may have had a say in a text, so that it is made harmless here.

use std::{
    fmt::Display,
    io::{ErrorKind, Write},
    process::ExitCode,
};

use journal::disk;
use protocol::text::{json_document, printable};
use serde::Serialize;

/// Prints, unless nobody reads: a closed pipe is no reason to stop serving.
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().write_all(printable(text).as_bytes());
}

/// Prints the requested text, and ends with that status. What a full disk has not taken was not
/// printed; what nobody reads on was.
pub(crate) fn printed(text: &str, status: ExitCode) -> ExitCode {
    let mut out = std::io::stdout();
    let written = out.write_all(printable(text).as_bytes());
    match written.and_then(|()| out.flush()) {
        Err(why) if why.kind() != ErrorKind::BrokenPipe => {
            let why = disk::said(&why);
            complain(&format!("standard output cannot be written: {why}"));
            ExitCode::FAILURE
        }
        _ => status,
    }
}

/// Says beside the output why something failed. Nobody is left to tell if even that cannot be written.
pub(crate) fn complain(why: &impl Display) {
    let why = why.to_string();
    let end = if why.ends_with('.') { "" } else { "." };
    let line = format!("oxo-server: {why}{end}\n");
    let _ = std::io::stderr().write_all(printable(&line).as_bytes());
}

/// Findings of a command as JSON, for programs.
pub(crate) fn json(found: &impl Serialize) -> String {
    // Every part of it can be written as JSON.
    let text = serde_json::to_string_pretty(found).unwrap_or_default();
    format!("{}\n", json_document(&text))
}
