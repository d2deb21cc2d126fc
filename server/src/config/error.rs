//! What can be wrong with what the server was told, as sentences for whoever
//! told it.

use std::{io, path::PathBuf};

/// What was wrong, where, and what would be right.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The command line cannot be read, or asks for help or the version.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// A variable holds bytes that are no text.
    #[error("The variable {name} is not valid Unicode; give it a plain text or unset it.")]
    NotUnicode {
        /// Which.
        name: String,
    },
    /// A value that cannot be.
    #[error("{place}: {value:?} {wrong}.")]
    Value {
        /// The flag, the variable, or the line and the file.
        place: String,
        /// What stands there.
        value: String,
        /// What is wrong with it and what would be right.
        wrong: String,
    },
    /// A value of the wrong kind in the file.
    #[error("{name} in {file} must be {right}.")]
    Kind {
        /// Its name, with its table.
        name: String,
        /// The file.
        file: String,
        /// What would be right.
        right: String,
    },
    /// A name in the file that means nothing.
    #[error("{name} in {file} is not an option; {hint}.")]
    UnknownKey {
        /// The name, with its table.
        name: String,
        /// The file.
        file: String,
        /// What may have been meant.
        hint: String,
    },
    /// The file cannot be read.
    #[error(
        "The configuration file {path} ({by}) cannot be read: {why}; fix that, or name another file or none."
    )]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Who wants it.
        by: &'static str,
        /// Why not.
        why: io::Error,
    },
    /// The file is no TOML.
    #[error("The configuration file {path} is not valid TOML in line {line}: {why}.")]
    NotToml {
        /// The file.
        path: PathBuf,
        /// Where, from 1.
        line: usize,
        /// What the parser says.
        why: String,
    },
    /// Two values that cannot hold together.
    #[error("{0}.")]
    Contradiction(String),
}
