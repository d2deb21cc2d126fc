//! A command line that cannot be read, in a sentence: what is wrong and what would be right.

use std::ffi::OsString;

use clap::{
    Command, Error,
    error::{ContextKind, ContextValue},
};
use command_line::{Mistake, option_name};

use super::{error::ConfigError, options::ConfigOption};

const PROGRAM: &str = "oxo-server";

/// The answer to a command line that asks for help or cannot be read.
pub(super) fn answer(error: Error, args: &[OsString], grammar: &Command) -> ConfigError {
    match error.use_stderr() {
        true => ConfigError::Invalid(sentence(&error, &words(args, grammar))),
        false => ConfigError::Help(error),
    }
}

/// A word that names no command.
pub(super) fn unknown_command(word: &str) -> String {
    format!("{word:?} is not a command; {PROGRAM} help lists them")
}

/// The names of the program and of the commands in a command line.
fn words(args: &[OsString], grammar: &Command) -> String {
    let (mut command, mut words) = (grammar, PROGRAM.to_owned());
    for arg in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        if let Some(found) = command.find_subcommand(arg) {
            command = found;
            words = format!("{words} {arg}");
        }
    }
    words
}

/// The mistake in a command line that calls the command of these words.
fn sentence(error: &Error, words: &str) -> String {
    let help = words.replacen(PROGRAM, &format!("{PROGRAM} help"), 1);
    match command_line::mistake(error) {
        Mistake::UnknownOption { typed, similar } => match similar {
            Some(similar) => format!("{typed} is not an option; perhaps {similar} is meant"),
            None => format!("{typed} is not an option; {help} lists them"),
        },
        Mistake::UnknownCommand { typed, similar } => match similar {
            Some(similar) => format!("{typed:?} is not a command; perhaps {similar} is meant"),
            None => unknown_command(&typed),
        },
        Mistake::UnexpectedWord(word) => {
            format!(
                "{word:?} is one word too many; write {}",
                usage(error, words)
            )
        }
        Mistake::NoValue(option) => {
            format!(
                "{} has no value; write {}",
                option_name(&option),
                example(&option)
            )
        }
        Mistake::BadValue {
            of,
            typed,
            why: Some(why),
            ..
        } => format!("{of}: {typed:?} {why}"),
        Mistake::BadValue {
            of, typed, choices, ..
        } => {
            let choices = choices.join(", ");
            format!("{of}: {typed:?} is none of the values; write one of {choices}")
        }
        Mistake::Missing(what) => {
            format!("{what} is missing; write {}", usage(error, words))
        }
        Mistake::MissingCommand(choices) => {
            let choices = choices.iter().map(|choice| format!("{words} {choice}"));
            let choices: Vec<_> = choices.collect();
            format!(
                "{words} is not all of a command; write {}",
                choices.join(" or ")
            )
        }
        Mistake::Twice(option) => format!("{option} stands there twice; write it once"),
        Mistake::Conflict(one, other) => {
            format!("{one} and {other} exclude each other; write one of them")
        }
        Mistake::NotUnicode => {
            "The command line is not valid Unicode; write paths and texts in UTF-8".into()
        }
        Mistake::Other(text) => format!("{text:?} cannot be understood; {help} says what can"),
    }
}

/// How the command is written.
fn usage(error: &Error, words: &str) -> String {
    match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => {
            let usage = usage.to_string();
            let usage = usage.split_once(": ").map_or(usage.as_str(), |it| it.1);
            usage.trim().replace(" [OPTIONS]", "")
        }
        _ => words.to_owned(),
    }
}

/// An option with a value that would be right, if one is known.
fn example(option: &str) -> String {
    let mut all = ConfigOption::all().iter();
    match all.find(|known| known.flag == option_name(option)) {
        Some(known) => format!("one like {} {}", known.flag, known.example),
        None => option.to_owned(),
    }
}
