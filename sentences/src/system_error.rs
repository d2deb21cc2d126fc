//! Errors of the system in a person's words: why a file cannot be written or read.

use std::io;

use super::{catalogue::Catalogue, obstacle::Obstacle, system::system_words};
use crate::say;

/// The system's error, in the person's language where it is one of the usual things; for the
/// middle of a sentence.
#[must_use]
pub fn worded(text: &Catalogue, error: &io::Error) -> String {
    text.word(|language| system_words(language, error))
}

/// That what a command prints goes nowhere, because the disk behind it takes no more. Nothing
/// where nobody reads it any more, which is no failure.
#[must_use]
pub fn output_lost(text: &Catalogue, error: &io::Error) -> Option<String> {
    let obstacle = Obstacle::of(error)?;
    let is_disk = matches!(
        obstacle,
        Obstacle::DiskFull | Obstacle::Quota | Obstacle::FileSize
    );
    is_disk.then(|| say!(text, DISK_OUTPUT, detail = worded(text, error)))
}
