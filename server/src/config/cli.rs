//! The command line: what can be written on it, and what was.
//! Values are read alike wherever they stand.

use clap::{Arg, ArgAction, ArgMatches, Command};

use std::path::PathBuf;

use super::{
    Folders, JournalTask, Options,
    key::{CONFIG_VARIABLE, Key, Kind},
};

const ABOUT: &str =
    "The OXO server: brings two players together, arbitrates every move, lets others watch";

const LONG_ABOUT: &str = "\
The OXO server brings two players together for noughts and crosses or five in a row, arbitrates \
every move, keeps what happened, and lets others watch. It needs no configuration: started \
without arguments it serves on port 1952 and says how to join.";

const NOTES: &str = "\
Every option is also an environment variable (--base-path is OXO_BASE_PATH) and a line of the \
configuration file (base_path = \"/oxo\"; limits stand under [limits]). A flag beats a variable, \
a variable beats the file; an empty variable counts as not set.

Examples:
  oxo-server
  oxo-server --listen 127.0.0.1:8080 --journal memory
  oxo-server --public-url https://example.org/oxo --base-path /oxo --trusted-proxy 127.0.0.1
  OXO_CONNECTIONS=500 oxo-server --config /etc/oxo-server.toml
  oxo-server config print > config.toml
  oxo-server backup /backups/oxo-monday.db";

/// What the command line says.
pub(super) struct CommandLine {
    matches: ArgMatches,
    pub(super) wish: Wish,
}

/// What a command line wishes.
pub(super) enum Wish {
    Serve,
    Print,
    Journal(JournalTask),
}

impl CommandLine {
    pub(super) fn read(
        args: impl IntoIterator<Item = std::ffi::OsString>,
        folders: &Folders,
    ) -> Result<CommandLine, clap::Error> {
        let mut matches = command(folders).try_get_matches_from(args)?;
        let mut wish = Wish::Serve;
        // Flags may stand before a command or behind it; the innermost has
        // been given all of them.
        while let Some((name, inner)) = matches.remove_subcommand() {
            let file = || inner.get_one::<PathBuf>("file").cloned();
            wish = match name.as_str() {
                "backup" => Wish::Journal(JournalTask::Backup(file().unwrap_or_default())),
                "restore" => Wish::Journal(JournalTask::Restore(file().unwrap_or_default())),
                "check" => Wish::Journal(JournalTask::Check(file())),
                _ => Wish::Print,
            };
            matches = inner;
        }
        Ok(CommandLine { matches, wish })
    }

    /// What stands behind a flag, if it was written.
    pub(super) fn get(&self, key: Key) -> Option<Vec<String>> {
        let values = self.matches.get_many::<String>(key.name())?;
        Some(values.cloned().collect())
    }

    /// The configuration file that was named.
    pub(super) fn config(&self) -> Option<&String> {
        self.matches.get_one("config")
    }
}

fn command(folders: &Folders) -> Command {
    let print = Command::new("print")
        .about("Show what is in force and where each value came from, as a configuration file");
    let config = Command::new("config")
        .about("Look at the configuration")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(print);
    let defaults = Options::for_user(folders);
    Command::new("oxo-server")
        .version(env!("CARGO_PKG_VERSION"))
        .about(ABOUT)
        .long_about(LONG_ABOUT)
        .after_help(NOTES)
        .disable_help_subcommand(true)
        .arg(config_file(folders))
        .args(Key::all().map(|key| flag(key, &defaults)))
        .subcommand(config)
        .subcommands(journal_commands())
}

fn journal_commands() -> [Command; 3] {
    let file = |help: &'static str| {
        Arg::new("file")
            .value_name("FILE")
            .value_parser(clap::value_parser!(PathBuf))
            .help(help)
    };
    [
        Command::new("backup")
            .about("Copy everything that is kept to a file, while the server runs or not")
            .arg(file("Where to; it must not exist").required(true)),
        Command::new("restore")
            .about("Put a backup in the place of what is kept; what was there is moved aside")
            .arg(file("The backup").required(true)),
        Command::new("check")
            .about("Look whether everything that is kept is as it was written")
            .arg(file("A backup to look at instead")),
    ]
}

fn config_file(folders: &Folders) -> Arg {
    let default = match folders.config_file() {
        Some(path) => format!("{}, if it is there", path.display()),
        None => "none".into(),
    };
    Arg::new("config")
        .long("config")
        .value_name("FILE")
        .global(true)
        .help(format!(
            "The configuration file (variable {CONFIG_VARIABLE}) [default: {default}]"
        ))
}

fn flag(key: Key, defaults: &Options) -> Arg {
    let default = match defaults.get(key) {
        Some(toml::Value::String(text)) if text.is_empty() => "none".into(),
        Some(toml::Value::Array(_)) | None => key.when_absent().to_owned(),
        Some(toml::Value::String(text)) => text,
        Some(value) => value.to_string(),
    };
    let action = match key.kind() {
        Kind::Texts => ArgAction::Append,
        Kind::Text | Kind::Number => ArgAction::Set,
    };
    let arg = Arg::new(key.name())
        .long(key.flag())
        .value_name(key.value_name())
        .action(action)
        // So that a number below zero is answered by what numbers there can be.
        .allow_negative_numbers(key.kind() == Kind::Number)
        .global(true)
        .help(format!("{} [default: {default}]", sentence(key.meaning())));
    match key.is_limit() {
        true => arg.help_heading("Limits"),
        false => arg,
    }
}

/// The contract writes what a limit means without a capital.
fn sentence(meaning: &str) -> String {
    let (first, rest) = meaning.split_at(meaning.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}
