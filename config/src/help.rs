//! The help of each command: its own options first, then those of the server that matter to it.

use clap::{Arg, Command, ValueHint, builder::PossibleValuesParser};

use super::options::ConfigOption;

/// The id of the flag that names the configuration file.
pub(super) const CONFIG_FILE: &str = "config_file";

/// Heading of the server's options in the help of a command.
const OF_THE_SERVER: &str = "Options of the server";

/// Where the others are, in the help of a command that does not show all.
const OTHERS: &str =
    "Every option of the server may stand here as well; oxo-server help lists them.";

/// The options of the server that matter to a command, if not all do.
fn shown(command: &str) -> Option<&'static [&'static str]> {
    Some(match command {
        "config" | "doctor" => return None,
        "health" => &[CONFIG_FILE, "listen", "base_path"],
        "backup" | "restore" | "check" => &[CONFIG_FILE, "data"],
        "cluster" => &[
            CONFIG_FILE,
            "data",
            "cluster",
            "cluster_name",
            "cluster_monitor",
            "cluster_replicas",
            "cluster_ca",
            "cluster_cert",
            "cluster_key",
        ],
        "completions" | "man" => &[],
        // The operator's.
        _ => &[CONFIG_FILE, "data", "admin"],
    })
}

/// The grammar with the help of each command put in order.
pub(super) fn own_options_first(mut command: Command) -> Command {
    // From here on each command has the server's options as well.
    command.build();
    command.mut_subcommands(|command| {
        let shown = shown(command.get_name());
        ordered(command, shown)
    })
}

fn ordered(command: Command, shown: Option<&[&str]>) -> Command {
    let command = match shown {
        None => command,
        Some(_) => command.after_help(OTHERS),
    };
    command
        // Without one of its commands it is answered by a sentence.
        .arg_required_else_help(false)
        .mut_args(|arg| of_the_server(arg, shown))
        .mut_subcommands(|command| ordered(command, shown))
}

fn of_the_server(arg: Arg, shown: Option<&[&str]>) -> Arg {
    let id = arg.get_id().as_str();
    match ConfigOption::named(id) {
        None if id != CONFIG_FILE => arg,
        _ if shown.is_some_and(|shown| !shown.contains(&id)) => arg.hide(true),
        Some(option) if option.is_limit => arg,
        _ => arg.help_heading(OF_THE_SERVER),
    }
}

/// The grammar with what a shell can offer behind each option, for completion scripts only.
pub fn with_choices(command: Command) -> Command {
    command.mut_args(offering).mut_subcommands(with_choices)
}

fn offering(arg: Arg) -> Arg {
    let kind = arg.get_value_names().and_then(|names| names.first());
    let kind = kind.map_or(String::new(), ToString::to_string);
    let choices: &[&str] = match (arg.get_id().as_str(), kind.as_str()) {
        ("journal", _) => &["sqlite", "memory"],
        ("log", _) => &["error", "warn", "info", "debug", "trace"],
        (_, "DIR") => return arg.value_hint(ValueHint::DirPath),
        (_, "FILE") => return arg.value_hint(ValueHint::FilePath),
        (_, "URL") => return arg.value_hint(ValueHint::Url),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(choices.iter().copied()))
}
