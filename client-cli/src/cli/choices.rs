//! Shell completions of an option: the words that it takes, or files. The options themselves take
//! any text, so that a mistake in it is answered in the catalogue's language.

use clap::{Arg, Command, CommandFactory, ValueHint, builder::PossibleValuesParser};
use game::Level;
use sentences::TAGS;

use super::Cli;
use crate::tui::theme;

/// Boards and clocks that many play with; others can be typed.
const BOARDS: [&str; 4] = ["classic", "5x5x4", "7x7x4", "15x15x5"];
const CLOCKS: [&str; 4] = ["none", "30s", "3m+2s", "10m+5s"];

/// The command line with what can be offered behind each option, for completion scripts only.
pub fn with_choices(command: Command) -> Command {
    command.mut_args(offering).mut_subcommands(with_choices)
}

fn offering(arg: Arg) -> Arg {
    let kind = arg.get_value_names().and_then(|names| names.first());
    let kind = kind.map_or(String::new(), ToString::to_string);
    let words = words(arg.get_id().as_str(), &kind);
    if !words.is_empty() {
        return arg.value_parser(PossibleValuesParser::new(words));
    }
    match kind.as_str() {
        "URL" | "CODE|URL" | "CODE|URL|-" => arg.value_hint(ValueHint::Url),
        "ID|URL|FILE|-" => arg.value_hint(ValueHint::FilePath),
        "COMMAND" => arg.value_hint(ValueHint::CommandString),
        _ => arg,
    }
}

fn words(id: &str, kind: &str) -> Vec<String> {
    let all = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    match (id, kind) {
        ("theme", _) => all(&theme::NAMES),
        ("clock", _) => all(&CLOCKS),
        // The commands of which there are pages.
        ("page", _) => commands(),
        (_, "TAG") => all(&TAGS),
        (_, "WxHxL") => all(&BOARDS),
        (_, "LEVEL") => Level::ALL.map(|level| level.number().to_string()).into(),
        // Like `open|link|none`. Capitals stand for something else than themselves.
        _ if kind.contains('|') && kind.chars().all(|c| !c.is_ascii_uppercase() && c != '-') => {
            kind.split('|').map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn commands() -> Vec<String> {
    let all = Cli::command();
    let names = all.get_subcommands().map(Command::get_name);
    names.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
