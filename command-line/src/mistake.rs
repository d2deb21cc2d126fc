//! The mistake in a command line, in parts. Each program has sentences of its own for them.

use std::error::Error as _;

use clap::{
    Error,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::nearest::nearest;

/// The mistake in a command line. Options are named with their dashes, places of words as the usage shows them,
/// `<FILE>` or `[TEXT]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// No option has that name; the second is the one that is most like it.
    UnknownOption(String, Option<String>),
    /// No command has that name; the second is the one that is most like it.
    UnknownCommand(String, Option<String>),
    /// A word that the command has no place for.
    UnexpectedWord(String),
    /// An option without its value, as the usage shows it: `--wait <N>`.
    NoValue(String),
    /// A value that cannot be read.
    BadValue {
        /// The option or place that it was given for.
        of: String,
        /// As it was typed.
        typed: String,
        /// The fault in it: the rest of a sentence that begins with the value.
        why: Option<String>,
        /// The values that there are, if they are few.
        choices: Vec<String>,
    },
    /// Something that the command cannot do without.
    Missing(String),
    /// One of these commands has to stand behind it.
    MissingCommand(Vec<String>),
    /// An option stands there twice.
    Twice(String),
    /// Two that exclude each other.
    Conflict(String, String),
    /// Something is not valid Unicode.
    NotUnicode,
    /// Anything else about this.
    Other(String),
}

/// Takes a mistake apart.
pub fn mistake(error: &Error) -> Mistake {
    let texts = |kind| texts(error, kind);
    let arg = texts(ContextKind::InvalidArg).join(", ");
    let (of, value) = (
        option_name(&arg).to_owned(),
        texts(ContextKind::InvalidValue).concat(),
    );
    match error.kind() {
        ErrorKind::UnknownArgument if arg.starts_with('-') => {
            let similar = similar(&arg, &texts(ContextKind::SuggestedArg));
            Mistake::UnknownOption(arg, similar)
        }
        ErrorKind::UnknownArgument => Mistake::UnexpectedWord(arg),
        ErrorKind::InvalidSubcommand => {
            let typed = texts(ContextKind::InvalidSubcommand).concat();
            let similar = similar(&typed, &texts(ContextKind::SuggestedSubcommand));
            Mistake::UnknownCommand(typed, similar)
        }
        ErrorKind::InvalidValue | ErrorKind::NoEquals if value.is_empty() => Mistake::NoValue(arg),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => Mistake::BadValue {
            of,
            typed: value,
            why: error.source().map(ToString::to_string),
            choices: texts(ContextKind::ValidValue),
        },
        ErrorKind::MissingRequiredArgument => Mistake::Missing(arg),
        ErrorKind::MissingSubcommand => {
            Mistake::MissingCommand(texts(ContextKind::ValidSubcommand))
        }
        ErrorKind::ArgumentConflict => match texts(ContextKind::PriorArg).join(", ") {
            other if other == arg || other.is_empty() => Mistake::Twice(of),
            other => Mistake::Conflict(of, option_name(&other).to_owned()),
        },
        ErrorKind::InvalidUtf8 => Mistake::NotUnicode,
        _ if value.is_empty() => Mistake::Other(arg),
        _ => Mistake::Other(value),
    }
}

/// The nearest of clap's suggestions, which go far: `restore` for `serve`.
fn similar(typed: &str, suggested: &[String]) -> Option<String> {
    let nearest = nearest(typed, suggested.iter().map(String::as_str));
    nearest.map(str::to_owned)
}

/// The parts of an error of that kind.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

/// An option without what stands for its value: `--wait` of `--wait <N>`. A place of a word is left as it is.
pub fn option_name(arg: &str) -> &str {
    match arg.split_once([' ', '=', '[']) {
        Some((option, _)) if arg.starts_with('-') => option,
        _ => arg,
    }
}
