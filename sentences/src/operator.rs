//! Sentences for the operator, which are English: errors of the system, and lengths of time.

use std::io;

use super::{catalogue::spoken, language::TAGS, system_error::system_words};

/// Reason why the system refused something, as the end of a sentence: no name of an error, no number.
pub fn in_words(error: &io::Error) -> String {
    system_words(spoken(TAGS[0]), error)
}

/// A length of time in its two largest units.
pub fn short_time(ms: u64) -> String {
    let s = ms / 1_000;
    match (s / 86_400, s / 3_600 % 24, s / 60 % 60, s % 60) {
        (0, 0, 0, s) => format!("{s} s"),
        (0, 0, m, s) => format!("{m} m {s} s"),
        (0, h, m, _) => format!("{h} h {m} m"),
        (d, h, ..) => format!("{d} d {h} h"),
    }
}

#[cfg(test)]
mod tests;
