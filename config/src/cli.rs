//! The command line: its grammar, and its values as texts, which are read alike
//! from every source.

use std::{ffi::OsString, path::PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use clap_complete::Shell;
use ipnet::IpNet;
use protocol::{GameId, RoomCode};
use toml::Value;

use super::{
    declare::ValueKind,
    help::{self, CONFIG_FILE},
    options::{ConfigOption, ServerFolders, ServerOptions},
    parse,
};

/// The variable that names the configuration file, which cannot stand in it.
pub(super) const CONFIG_VARIABLE: &str = "OXO_CONFIG";

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
  oxo-server --listen unix:/run/oxo/oxo.sock --public-url https://oxo.example
  oxo-server --public-url https://example.org/oxo --base-path /oxo --trusted-proxy 127.0.0.1
  OXO_CONNECTIONS=500 oxo-server --config /etc/oxo-server.toml
  oxo-server config print > config.toml
  oxo-server backup /backups/oxo-monday.db
  oxo-server announce 'Back at eight' --for 2h

oxo-server help COMMAND says what a command takes.";

/// Task that the process was started for.
#[derive(Debug)]
pub enum Invocation {
    /// To show the help or the version.
    Help(clap::Error),
    /// To print this: the configuration, a man page or a script.
    Print(String),
    /// To do this with these options; without a task, to serve.
    Run(Box<ServerOptions>, Option<Task>),
}

/// The task that a command names.
#[derive(Debug, Subcommand)]
pub(super) enum ServerTask {
    /// Look at the configuration
    #[command(subcommand)]
    Config(ConfigTask),
    #[command(flatten)]
    Run(Task),
    /// Print the script that completes this command line in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or that of a command
    Man {
        /// The command, such as backup or rooms close
        command: Vec<String>,
    },
}

#[derive(Debug, Subcommand)]
pub(super) enum ConfigTask {
    /// Show what is in force and where each value came from, as a configuration file
    Print,
}

/// Tasks with a server besides serving.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Task {
    /// Ask the server that runs with the same options whether it is ready, as a container's health check does
    Health,
    #[command(flatten)]
    Journal(JournalTask),
    #[command(flatten)]
    Operate(OperatorTask),
    /// Look at the cluster, try a takeover, begin its log anew, or leave it
    #[command(subcommand)]
    Cluster(ClusterTask),
    /// Look, before a server is started, whether all that it needs is there
    Doctor(PrintArgs),
}

/// Tasks with a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum ClusterTask {
    /// Say who decides, who follows, what may be switched off now, and what would be lost
    Status(PrintArgs),
    /// Let another node decide, and say how long players waited
    Rehearse,
    /// Make this node's copy a journal of its own, for a server without a cluster
    Leave,
    /// Begin a new log with the newest copy that is left, or with what a server without a cluster has kept
    Recover(RecoverArgs),
}

/// With what a new log begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct RecoverArgs {
    /// Data directory of a node or a server, or a backup; repeat for several, of which the newest is taken. Without it, this node's own data directory
    #[arg(long, value_name = "PLACE")]
    pub from: Vec<PathBuf>,
    /// Take away the log that NATS has
    #[arg(long)]
    pub replace_log: bool,
}

/// Tasks with a journal besides serving from it.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum JournalTask {
    /// Copy everything that is kept to a file, while the server runs or not
    Backup {
        /// Where to; it must not exist
        file: PathBuf,
    },
    /// Put a backup in the place of what is kept; what was there is moved aside
    Restore {
        /// The backup
        file: PathBuf,
    },
    /// Look whether everything that is kept is as it was written
    Check {
        /// A backup to look at instead
        file: Option<PathBuf>,
        /// Another node's copy of the same log, or a backup of one: name the rooms and games that differ
        #[arg(long, value_name = "FILE")]
        against: Option<PathBuf>,
    },
}

/// Tasks of the operator with a running server, by its socket.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum OperatorTask {
    /// Watch the running server: rooms, connections, who spends how much of its budget
    Top {
        /// Print it once, for pipes
        #[arg(long)]
        once: bool,
    },
    /// Look at the rooms of the running server, or close one
    #[command(subcommand)]
    Rooms(RoomsTask),
    /// Delete a finished game that the running server keeps
    #[command(subcommand)]
    Games(GamesTask),
    /// Tell everybody on the running server something; without a text, show what they are told
    Announce {
        /// What they read, on page and terminal
        text: Option<String>,
        /// After how long it is taken back, such as 30m or 2h
        #[arg(long = "for", value_name = "TIME", value_parser = parse::period_ms, requires = "text")]
        for_ms: Option<u64>,
        /// Take it back now
        #[arg(long, conflicts_with = "text")]
        stop: bool,
    },
    /// Open no more rooms on the running server; it stops when the last one has ended
    Drain {
        /// Stop after so long at the latest, such as 30m or 2h
        #[arg(long, value_name = "TIME", value_parser = parse::period_ms)]
        at_most: Option<u64>,
        /// Take it back: the server goes on
        #[arg(long, conflicts_with = "at_most")]
        stop: bool,
    },
    /// Have the running server read its configuration again, as SIGHUP does
    Reload,
    /// Shut a network out of the running server; without one, list those that are shut out
    Block {
        /// An address or network, such as 203.0.113.7 or 2001:db8::/32
        #[arg(value_parser = parse::network)]
        network: Option<IpNet>,
        /// For how long, such as 30m or 2h
        #[arg(long = "for", value_name = "TIME", value_parser = parse::period_ms, requires = "network")]
        for_ms: Option<u64>,
        #[command(flatten)]
        print: PrintArgs,
    },
    /// Let a network in again
    Unblock {
        /// The address or network
        #[arg(value_parser = parse::network)]
        network: IpNet,
    },
}

/// Tasks with the rooms of a running server.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum RoomsTask {
    /// List them: code, age, players, moves, spectators
    List(PrintArgs),
    /// Close one, whatever is played there; its people are told
    Close {
        /// Its code, such as K7QX-4MTR
        #[arg(value_parser = parse::room_code)]
        code: RoomCode,
    },
}

/// Tasks with the finished games of a running server.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum GamesTask {
    /// Delete one, whoever played it: its page, its files and its picture go at once
    Delete {
        /// Its id: the 26 letters and digits at the end of its link
        #[arg(value_parser = parse::game_id)]
        id: GameId,
    },
}

/// How a command prints what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Args)]
pub struct PrintArgs {
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Reads a command line: its flags, before a command and behind it, and its task.
pub(super) fn read(
    args: impl IntoIterator<Item = OsString>,
    grammar: &mut Command,
) -> Result<(ArgMatches, Option<ServerTask>), clap::Error> {
    let args: Vec<OsString> = args.into_iter().collect();
    let mut read = |args: &[OsString]| grammar.try_get_matches_from_mut(args);
    let mut flags = read(&args).or_else(|error| match command_line::help_asked(&error, &args) {
        Some(asked) => read(&asked),
        None => Err(error),
    })?;
    let task = flags.subcommand_name().is_some();
    let task = task.then(|| ServerTask::from_arg_matches(&flags));
    let task = task.transpose()?;
    // The innermost command has been given all flags.
    while let Some((_, inner)) = flags.remove_subcommand() {
        flags = inner;
    }
    Ok((flags, task))
}

/// The grammar, with the defaults of a user with these directories.
pub fn command(folders: &ServerFolders) -> Command {
    let defaults = ServerOptions::for_user(folders);
    let flags = ConfigOption::all().iter();
    // Whatever the file is called that was started.
    let command = Command::new("oxo-server")
        .bin_name("oxo-server")
        .version(env!("CARGO_PKG_VERSION"))
        .after_help(NOTES)
        .disable_help_subcommand(true)
        .arg(config_file(folders))
        .args(flags.map(|option| flag(option, &defaults)));
    // Tasks bring their own description, which is not the program's.
    let command = ServerTask::augment_subcommands(command)
        .about(ABOUT)
        .long_about(LONG_ABOUT);
    help::own_options_first(command)
}

fn config_file(folders: &ServerFolders) -> Arg {
    let default = match folders.config_file() {
        Some(path) => format!("{}, if it is there", path.display()),
        None => "none".into(),
    };
    Arg::new(CONFIG_FILE)
        .long("config")
        .value_name("FILE")
        .global(true)
        .help(format!(
            "The configuration file (variable {CONFIG_VARIABLE}) [default: {default}]"
        ))
}

fn flag(option: &'static ConfigOption, defaults: &ServerOptions) -> Arg {
    let default = option
        .value(defaults)
        .map_or(String::new(), |value| match value {
            Value::String(text) => text,
            Value::Array(values) => {
                let texts: Vec<_> = values.iter().filter_map(Value::as_str).collect();
                texts.join(",")
            }
            value => value.to_string(),
        });
    let default = match default.as_str() {
        "" => option.unset,
        default => default,
    };
    let arg = Arg::new(option.name)
        .long(option.flag.trim_start_matches('-'))
        .value_name(option.value_name)
        .global(true)
        .help(format!("{} [default: {default}]", sentence(option.help)));
    match option.kind {
        // So that a number below zero is answered by what numbers there can be.
        ValueKind::Number => arg.allow_negative_numbers(true),
        ValueKind::List => arg.action(ArgAction::Append),
        // An operand behind it is none of its.
        ValueKind::Switch => arg
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true"),
        ValueKind::Text => arg,
    }
    .help_heading(option.is_limit.then_some("Limits"))
}

/// The contract writes what a limit means without a capital.
fn sentence(meaning: &str) -> String {
    let (first, rest) = meaning.split_at(meaning.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest
}
