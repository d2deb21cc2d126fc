//! Why a command failed.

use std::io;

use protocol::Secret;

use crate::{key::say, locale::Catalogue};

/// Why a command failed; the sentence is ready.
#[derive(Debug)]
pub enum Failure {
    /// A mistake on the command line or in the configuration.
    Usage(String),
    /// Anything else.
    Other(String),
    /// Nobody reads standard output any more.
    Unread,
}

/// What is said of a value that was typed.
impl From<String> for Failure {
    fn from(sentence: String) -> Failure {
        Failure::Usage(sentence)
    }
}

impl From<io::Error> for Failure {
    fn from(_: io::Error) -> Failure {
        Failure::Unread
    }
}

/// A new secret.
pub(super) fn drawn(text: &Catalogue) -> Result<Secret, Failure> {
    Secret::draw().map_err(|_| Failure::Other(say!(text, SYSTEM_RANDOMNESS)))
}
