//! The command line in the language that is spoken: its help, and what is said
//! of a mistake.

use clap::{
    Arg, ArgAction, CommandFactory, FromArgMatches,
    error::{ContextKind, ContextValue, ErrorKind},
};

use super::Cli;
use crate::{key::say, locale::Catalogue};

/// Help and version stand behind all other options.
const LAST: usize = 999;

/// The command line with the words of a catalogue.
#[must_use]
pub fn command(text: &Catalogue) -> clap::Command {
    localised(Cli::command(), text)
}

/// What stands behind `--help`, for whoever has not said what to do.
#[must_use]
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
        .about(text.lookup(&format!("help.{name}.about"), &[]))
        .after_help(text.lookup(&format!("help.{name}.examples"), &[]))
        .mut_args(|arg| {
            let help = format!("help.arg.{}", arg.get_id());
            if text.has(&help) {
                arg.help(text.lookup(&help, &[]))
            } else {
                arg
            }
        })
        .mut_subcommands(|sub| localised(sub, text))
}

/// How a command's help is laid out: a part for whatever it takes.
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

/// What is wrong with a command line, and how to find what would be right.
#[must_use]
pub fn mistake(text: &Catalogue, error: &clap::Error) -> String {
    let part = |kind| match error.get(kind)? {
        ContextValue::String(part) => Some(part.clone()),
        ContextValue::Strings(parts) => Some(parts.join(", ")),
        _ => None,
    };
    let arg = part(ContextKind::InvalidArg).or_else(|| part(ContextKind::InvalidSubcommand));
    let arg = arg.unwrap_or_default();
    let sentence = match (error.kind(), part(ContextKind::InvalidValue).as_deref()) {
        (ErrorKind::MissingRequiredArgument, _) | (_, Some("")) => {
            say!(text, CLI_MISSING, text = arg)
        }
        (_, Some(value)) => say!(text, CLI_UNKNOWN, text = value),
        _ => say!(text, CLI_UNKNOWN, text = arg),
    };
    let similar = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    let similar = similar.into_iter().find_map(part);
    let similar = similar.map(|similar| say!(text, CLI_SIMILAR, text = similar));
    let sentences = [Some(sentence), similar, Some(say!(text, CLI_SEE))];
    sentences
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reads a command line.
///
/// # Errors
/// clap's own, which also stands for `--help` and `--version`.
pub fn read(
    text: &Catalogue,
    args: impl IntoIterator<Item = std::ffi::OsString>,
) -> Result<Cli, clap::Error> {
    let mut command = command(text);
    let matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn keys(command: &clap::Command, into: &mut BTreeSet<String>) {
        let name = command.get_name();
        into.insert(format!("help.{name}.about"));
        into.insert(format!("help.{name}.examples"));
        for arg in command.get_arguments() {
            into.insert(format!("help.arg.{}", arg.get_id()));
        }
        for sub in command.get_subcommands() {
            keys(sub, into);
        }
    }

    #[test]
    fn every_command_and_option_has_its_help_and_none_is_superfluous() {
        Cli::command().debug_assert();
        let text = Catalogue::for_wish("en");
        let mut wanted = BTreeSet::new();
        keys(&Cli::command(), &mut wanted);
        let missing: Vec<_> = wanted.iter().filter(|key| !text.has(key)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let table = crate::locale::TYPED_HELP;
        let names = text.names();
        for name in names.iter().filter(|name| name.starts_with("help.")) {
            assert!(
                wanted.contains(name) || table.contains(&name.as_str()),
                "{name}"
            );
        }
    }

    #[test]
    fn a_mistake_is_answered_in_the_language_that_is_spoken() {
        for (tag, args, expected) in [
            (
                "en",
                &["oxo", "--plan"][..],
                "--plan is not understood. Perhaps you mean --plain. To see what there is: oxo --help",
            ),
            (
                "en",
                &["oxo", "join"],
                "<CODE|URL> is missing. To see what there is: oxo --help",
            ),
            (
                "pt-BR",
                &["oxo", "dance"],
                "Não entendi dance. Para ver o que há: oxo --help",
            ),
            (
                "zh-TW",
                &["oxo", "rooms", "--server"],
                "缺少 --server <URL>。 查看可用的內容：oxo --help",
            ),
            (
                "zh-CN",
                &["oxo", "completions", "dos"],
                "看不懂 dos。 查看可用的内容：oxo --help",
            ),
        ] {
            let text = Catalogue::for_wish(tag);
            let error = read(&text, args.iter().map(Into::into)).unwrap_err();
            assert_eq!(mistake(&text, &error), expected);
        }
    }

    #[test]
    fn the_help_is_in_the_language_that_is_spoken() {
        for tag in crate::locale::TAGS {
            let text = Catalogue::for_wish(tag);
            let mut command = command(&text);
            command.build();
            for command in command.get_subcommands().chain([&command]) {
                let shown = command.clone().render_help().to_string();
                let english = ["Usage:", "Commands:", "Options:", "Arguments:", "Print "];
                let found = english.into_iter().find(|word| shown.contains(word));
                assert_eq!(found.is_some(), tag == "en", "{tag}:\n{shown}");
            }
        }
    }
}
