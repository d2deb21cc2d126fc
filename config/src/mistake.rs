//! Sentence about a command line that cannot be read: the mistake and the correct form.

use clap::{
    Error,
    error::{ContextKind, ContextValue},
};
use command_line::{Mistake, option_name};

use super::options::ConfigOption;

const PROGRAM: &str = "oxo-server";

/// A word that names no command.
pub(super) fn unknown_command(word: &str) -> String {
    format!("{word:?} is not a command; {PROGRAM} help lists them")
}

/// The mistake in a command line.
pub(super) fn sentence(error: &Error) -> String {
    let usage = usage(error);
    let words = command(&usage);
    let help = words.replacen(PROGRAM, &format!("{PROGRAM} help"), 1);
    match command_line::mistake(error) {
        Mistake::UnknownOption(typed, None) => {
            format!("{typed} is not an option; {help} lists them")
        }
        Mistake::UnknownOption(typed, Some(similar)) => {
            format!("{typed} is not an option; perhaps {similar} is meant")
        }
        Mistake::UnknownCommand(typed, None) => unknown_command(&typed),
        Mistake::UnknownCommand(typed, Some(similar)) => {
            format!("{typed:?} is not a command; perhaps {similar} is meant")
        }
        Mistake::UnexpectedWord(word) => format!("{word:?} is one word too many; write {usage}"),
        Mistake::NoValue(option) => {
            let (name, example) = (option_name(&option), example(&option));
            format!("{name} has no value; write {example}")
        }
        Mistake::BadValue {
            of,
            typed,
            why,
            choices,
        } => match why {
            Some(why) => format!("{of}: {typed:?} {why}"),
            None => {
                let choices = choices.join(", ");
                format!("{of}: {typed:?} is none of the values; write one of {choices}")
            }
        },
        Mistake::Missing(what) => format!("{what} is missing; write {usage}"),
        Mistake::MissingCommand(choices) => {
            let choices: Vec<_> = choices.iter().map(|it| format!("{words} {it}")).collect();
            let choices = choices.join(" or ");
            format!("{words} is not all of a command; write {choices}")
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
fn usage(error: &Error) -> String {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else {
        return PROGRAM.into();
    };
    let usage = usage.to_string();
    let usage = usage.split_once(": ").map_or(usage.as_str(), |it| it.1);
    usage.trim().replace(" [OPTIONS]", "")
}

/// The names of the program and of the commands in a usage.
fn command(usage: &str) -> String {
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let names: Vec<_> = usage.split(' ').take_while(is_name).collect();
    names.join(" ")
}

/// An option with a value that would be right, if one is known.
fn example(option: &str) -> String {
    let mut all = ConfigOption::all().iter();
    match all.find(|known| known.flag == option_name(option)) {
        Some(known) => format!("one like {} {}", known.flag, known.example),
        None => option.to_owned(),
    }
}
