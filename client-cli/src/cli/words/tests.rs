//! Unit tests of `words`.

use std::collections::BTreeSet;

use sentences::key;

use super::*;
use crate::cli::CliCommand;

/// Answer to `help` at a table; the other help texts are the command line's.
const TYPED_HELP: [&str; 2] = ["help.player", "help.watcher"];

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
    let text = Catalogue::for_language("en");
    let mut wanted = BTreeSet::new();
    keys(&Cli::command(), &mut wanted);
    let missing: Vec<_> = wanted
        .iter()
        .filter(|key| !text.messages.contains_key(*key))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    let names = key::ALL.iter().map(|(_, key)| key.name);
    for name in names.filter(|name| name.starts_with("help.")) {
        assert!(
            wanted.contains(name) || TYPED_HELP.contains(&name),
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
            "--plan is not a known argument. Did you mean --plain? For help: oxo --help",
        ),
        (
            "en",
            &["oxo", "join"],
            "<CODE|URL> is missing. For help: oxo help join",
        ),
        (
            "pt-BR",
            &["oxo", "dance"],
            "Não entendi dance. Para ver o que há: oxo --help",
        ),
        (
            "zh-TW",
            &["oxo", "rooms", "--server"],
            "缺少 --server <URL>。 查看可用的內容：oxo help rooms",
        ),
        (
            "zh-CN",
            &["oxo", "completions", "dos"],
            "看不懂 dos。 查看可用的内容：oxo help completions",
        ),
    ] {
        let text = Catalogue::for_language(tag);
        let args: Vec<OsString> = args.iter().map(Into::into).collect();
        let error = read(&text, args.clone()).unwrap_err();
        assert_eq!(mistake(&text, &error, &args), expected);
    }
}

#[test]
fn the_help_is_in_the_language_that_is_spoken() {
    for tag in sentences::TAGS {
        let text = Catalogue::for_language(tag);
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

#[test]
fn a_link_needs_no_command() {
    let text = Catalogue::for_language("en");
    let read = |args: &[&str]| read(&text, args.iter().map(Into::into));
    for link in [
        "https://example.org/r/K7QX-4MTR",
        "https://example.org/games/22222222222222222222222222",
    ] {
        for args in [
            &["oxo", link][..],
            &["oxo", "--plain", link, "--name", "Ana"],
        ] {
            let Ok(Some(CliCommand::Join(arg))) = read(args).map(|cli| cli.command) else {
                panic!("{args:?}");
            };
            assert_eq!(arg.place, link);
        }
    }
    for typed in ["https://example.org", "dance", "K7QX-4MTR"] {
        let error = read(&["oxo", typed]).unwrap_err();
        assert!(mistake(&text, &error, &[]).contains(typed));
    }
}
