//! The command line in the catalogue's language: help texts and error messages.

use std::ffi::OsString;

use clap::{
    Arg, ArgAction, CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue},
    parser::ValueSource,
};
use command_line::Mistake;
use oxo_client::address;
use sentences::{Catalogue, say};

use super::Cli;

/// Help and version stand behind all other options.
const LAST: usize = 999;

/// The command line with the words of a catalogue.
pub fn command(text: &Catalogue) -> clap::Command {
    relevant(localised(Cli::command(), text))
}

/// The command line with the options of all commands hidden where they do nothing.
fn relevant(mut command: clap::Command) -> clap::Command {
    // From here on each command has the options of all.
    command.build();
    command.mut_subcommands(|sub| {
        let idle = idle(sub.get_name());
        sub.mut_args(|arg| match idle.contains(&arg.get_id().as_str()) {
            true => arg.hide(true),
            false => arg,
        })
    })
}

/// The options of all commands that do nothing for this one.
fn idle(command: &str) -> &'static [&'static str] {
    match command {
        "local" => &["server"],
        "games" | "rooms" | "doctor" | "wait" => {
            &["name", "plain", "theme", "keys", "ascii", "keep_games"]
        }
        "replay" | "analyse" => &["name", "keep_games"],
        "solve" => &[
            "server",
            "name",
            "json",
            "plain",
            "theme",
            "ascii",
            "keep_games",
        ],
        "connect" => &["json", "plain", "theme", "keys", "ascii"],
        "bot" => &["plain", "theme", "keys", "ascii", "keep_games"],
        "engine" | "completions" | "man" => &[
            "server",
            "name",
            "json",
            "plain",
            "theme",
            "keys",
            "ascii",
            "keep_games",
        ],
        _ => &[],
    }
}

/// The text of `--help`, also printed where no command is given.
pub fn help(text: &Catalogue) -> String {
    command(text).render_help().to_string()
}

fn localised(command: clap::Command, text: &Catalogue) -> clap::Command {
    let name = command.get_name().to_owned();
    let shape = shape(&command, text);
    let version = command.get_version().map(|_| {
        let version = Arg::new("version").short('V').long("version");
        let version = version.action(ArgAction::Version);
        version.help(say!(text, CLI_VERSION)).display_order(LAST)
    });
    let help = Arg::new("help").short('h').long("help");
    let help = help.action(ArgAction::Help).help(say!(text, CLI_HELP));
    command
        .help_template(shape)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help.display_order(LAST))
        .args(version)
        .about(text.say(format!("help.{name}.about"), &[]))
        .after_help(text.say(format!("help.{name}.examples"), &[]))
        .mut_args(|arg| {
            let help = format!("help.arg.{}", arg.get_id());
            if text.messages.contains_key(&help) {
                arg.help(text.say(&help, &[]))
            } else {
                arg
            }
        })
        .mut_subcommands(|sub| localised(sub, text))
}

/// Layout of a command's help: a part for each kind of argument.
fn shape(command: &clap::Command, text: &Catalogue) -> String {
    let usage = say!(text, CLI_USAGE);
    let mut shape = format!("{{about-with-newline}}\n{usage} {{usage}}\n\n");
    if command.has_subcommands() {
        shape += &format!("{}\n{{subcommands}}\n\n", say!(text, CLI_COMMANDS));
    }
    if command.get_positionals().next().is_some() {
        shape += &format!("{}\n{{positionals}}\n\n", say!(text, CLI_ARGUMENTS));
    }
    shape + &format!("{}\n{{options}}{{after-help}}", say!(text, CLI_OPTIONS))
}

/// Mistake in a command line, and the help that shows the correct form.
pub fn mistake(text: &Catalogue, error: &clap::Error, args: &[OsString]) -> String {
    let (sentence, similar) = match command_line::mistake(error) {
        Mistake::UnknownOption(typed, similar) | Mistake::UnknownCommand(typed, similar) => {
            (say!(text, CLI_UNKNOWN, text = typed), similar)
        }
        Mistake::NoValue(arg) | Mistake::Missing(arg) => {
            (say!(text, CLI_MISSING, text = arg), None)
        }
        Mistake::Twice(arg) => (say!(text, CLI_TWICE, text = arg), None),
        Mistake::Conflict(arg, other) => (say!(text, CLI_CONFLICT, text = arg, other), None),
        Mistake::BadValue { typed: arg, .. }
        | Mistake::UnexpectedWord(arg)
        | Mistake::Other(arg) => (say!(text, CLI_UNKNOWN, text = arg), None),
        Mistake::MissingCommand(commands) => {
            (say!(text, CLI_MISSING, text = commands.join(", ")), None)
        }
        Mistake::NotUnicode => (say!(text, CLI_NOT_UNICODE), None),
    };
    let similar = similar.map(|similar| say!(text, CLI_SIMILAR, text = similar));
    let similar = similar.or_else(|| separated(text, args));
    let see = say!(text, CLI_SEE, command = help_of(args));
    let sentences = [Some(sentence), similar, Some(see)];
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Command line that prints the help of the command that was meant.
fn help_of(args: &[OsString]) -> String {
    let command = Cli::command();
    let mut named = args.iter().filter_map(|arg| command.find_subcommand(arg));
    match named.next() {
        Some(command) => ["oxo", "help", command.get_name()].join(" "),
        None => ["oxo", "--help"].join(" "),
    }
}

/// The correct form of an option whose value stands behind a space where it may not.
fn separated(text: &Catalogue, args: &[OsString]) -> Option<String> {
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let mut pairs = words
        .windows(2)
        .filter_map(|pair| <[&str; 2]>::try_from(pair).ok());
    let [option, value] = pairs.find(|[option, value]| {
        let level = value.starts_with(|it: char| it.is_ascii_digit());
        level && matches!(*option, "--computer" | "--while-waiting")
    })?;
    Some(say!(text, CLI_EQUALS, text = format!("{option}={value}")))
}

/// Reads a command line. A link where a command should be is followed, as by `join`.
///
/// # Errors
/// clap's own, which also stands for `--help` and `--version`.
pub fn read(
    text: &Catalogue,
    args: impl IntoIterator<Item = OsString>,
) -> Result<Cli, clap::Error> {
    let mut args: Vec<OsString> = args.into_iter().collect();
    let mut command = command(text);
    let mut matches = command.try_get_matches_from_mut(&args);
    let asked = matches.as_ref().err();
    if let Some(asked) = asked.and_then(|error| command_line::help_asked(error, &args)) {
        args = asked;
        matches = command.try_get_matches_from_mut(&args);
    }
    if let Some(at) = matches.as_ref().err().and_then(|error| link(error, &args)) {
        args.insert(at, JOIN.into());
        matches = command.try_get_matches_from_mut(&args);
    }
    let matches = matches?;
    let source = matches.value_source("server");
    let mut cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    cli.global.server_typed = source == Some(ValueSource::CommandLine);
    // A variable that is set to nothing is as good as none.
    let from_environment = source == Some(ValueSource::EnvVariable);
    cli.global
        .server
        .take_if(|server| from_environment && server.is_empty());
    Ok(cli)
}

/// The command that follows a link.
const JOIN: &str = "join";

/// The argument that is a link and no command.
fn link(error: &clap::Error, args: &[OsString]) -> Option<usize> {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let is_link = typed.contains('/') && address::place(typed).is_ok();
    args.iter().position(|arg| is_link && *arg == **typed)
}

#[cfg(test)]
mod tests;
