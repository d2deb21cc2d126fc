//! Errors of the system in a person's words: why a file cannot be written or read, in place of
//! "No such file or directory (os error 2)".

use std::io::{Error, ErrorKind};

use super::{catalogue::Catalogue, language::Language, obstacle::Obstacle};
use crate::say;

/// Reason why the system refused something, as the end of a sentence.
pub fn system_words(language: &Language, error: &Error) -> String {
    // A message of our own is a sentence already.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    // Has no kind in the standard library.
    if Obstacle::of(error) == Some(Obstacle::OpenFiles) {
        return language.say("system.io.open_files", &[]);
    }
    match key(error.kind()) {
        Some(key) => language.say(key, &[]),
        None => language.say("system.io.other", &[("text", &without_number(error))]),
    }
}

fn key(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "system.io.not_found",
        ErrorKind::PermissionDenied => "system.io.permission",
        ErrorKind::AlreadyExists => "system.io.exists",
        ErrorKind::NotADirectory => "system.io.not_a_directory",
        ErrorKind::IsADirectory => "system.io.is_a_directory",
        ErrorKind::ReadOnlyFilesystem => "system.io.read_only",
        ErrorKind::StorageFull => "system.io.full",
        ErrorKind::QuotaExceeded => "system.io.quota",
        ErrorKind::FileTooLarge => "system.io.too_large",
        ErrorKind::OutOfMemory => "system.io.memory",
        ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "system.io.busy",
        ErrorKind::InvalidFilename => "system.io.file_name",
        ErrorKind::InvalidData => "system.io.not_text",
        ErrorKind::AddrInUse => "system.io.address_in_use",
        ErrorKind::AddrNotAvailable => "system.io.no_such_address",
        ErrorKind::ConnectionRefused => "system.io.refused",
        ErrorKind::TimedOut | ErrorKind::WouldBlock => "system.io.timeout",
        ErrorKind::BrokenPipe
        | ErrorKind::ConnectionAborted
        | ErrorKind::ConnectionReset
        | ErrorKind::NotConnected
        | ErrorKind::UnexpectedEof => "system.io.broken",
        ErrorKind::HostUnreachable | ErrorKind::NetworkDown | ErrorKind::NetworkUnreachable => {
            "system.io.unreachable"
        }
        ErrorKind::Unsupported => "system.io.unsupported",
        _ => return None,
    })
}

/// The system's words, without the number that Rust writes behind them.
fn without_number(error: &Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}

/// That what a command prints goes nowhere, because the disk behind it takes no more. Nothing
/// where nobody reads it any more, which is no failure.
pub fn output_lost(text: &Catalogue, error: &Error) -> Option<String> {
    let obstacle = Obstacle::of(error)?;
    let is_disk = matches!(
        obstacle,
        Obstacle::DiskFull | Obstacle::Quota | Obstacle::FileSize
    );
    is_disk.then(|| say!(text, DISK_OUTPUT, detail = system_words(text, error)))
}
