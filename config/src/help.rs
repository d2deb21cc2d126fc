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

/// Which options of the server matter to a command.
enum ShownOptions {
    All,
    These(&'static [&'static str]),
}

fn shown(command: &str) -> ShownOptions {
    ShownOptions::These(match command {
        "config" | "doctor" => return ShownOptions::All,
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
        ordered(command, &shown)
    })
}

fn ordered(command: Command, shown: &ShownOptions) -> Command {
    let command = match shown {
        ShownOptions::All => command,
        ShownOptions::These(_) => command.after_help(OTHERS),
    };
    command
        // Without one of its commands it is answered by a sentence.
        .arg_required_else_help(false)
        .mut_args(|arg| of_the_server(arg, shown))
        .mut_subcommands(|command| ordered(command, shown))
}

fn of_the_server(arg: Arg, shown: &ShownOptions) -> Arg {
    let id = arg.get_id().as_str();
    let option = ConfigOption::named(id);
    if option.is_none() && id != CONFIG_FILE {
        return arg;
    }
    match shown {
        ShownOptions::These(ids) if !ids.contains(&id) => arg.hide(true),
        _ if option.is_some_and(|option| option.is_limit) => arg,
        _ => arg.help_heading(OF_THE_SERVER),
    }
}

/// The grammar with what a shell can offer behind each option, for completion scripts only.
#[must_use]
pub fn with_choices(command: Command) -> Command {
    command.mut_args(offering).mut_subcommands(with_choices)
}

fn offering(arg: Arg) -> Arg {
    let kind = arg.get_value_names().and_then(|names| names.first());
    let kind = kind.map_or("", |name| name.as_str()).to_owned();
    match (arg.get_id().as_str(), kind.as_str()) {
        ("journal", _) => arg.value_parser(PossibleValuesParser::new(["sqlite", "memory"])),
        ("log", _) => {
            let levels = ["error", "warn", "info", "debug", "trace"];
            arg.value_parser(PossibleValuesParser::new(levels))
        }
        (_, "DIR") => arg.value_hint(ValueHint::DirPath),
        (_, "FILE") => arg.value_hint(ValueHint::FilePath),
        (_, "URL") => arg.value_hint(ValueHint::Url),
        _ => arg,
    }
}
