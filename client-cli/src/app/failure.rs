//! Reasons why a command failed.

use std::io;

use protocol::Secret;
use sentences::{Catalogue, say, system_words};

/// Why a command failed; the sentence is ready.
#[derive(Debug)]
pub enum Failure {
    /// A mistake on the command line or in the configuration.
    Usage(String),
    /// Anything else.
    Other(String),
    /// Standard output takes no more: mostly nobody reads it any longer.
    Output(io::Error),
}

/// Sentence about a typed value.
impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure::Usage(sentence)
    }
}

impl From<io::Error> for Failure {
    fn from(why: io::Error) -> Failure {
        Failure::Output(why)
    }
}

/// Why the full screen cannot be shown.
pub(super) fn no_screen(text: &Catalogue, error: &io::Error) -> Failure {
    let detail = system_words(text, error);
    Failure::Other(say!(text, SCREEN_NONE, detail))
}

/// A new secret.
pub(super) fn drawn(text: &Catalogue) -> Result<Secret, Failure> {
    Secret::draw().map_err(|_| Failure::Other(say!(text, SYSTEM_RANDOMNESS)))
}
