//! Tests of `choices`.

use sentences::Catalogue;

use super::*;
use crate::cli;

/// Completions of an option of a command.
fn offered(command: &str, option: &str) -> Vec<String> {
    let mut all = with_choices(cli::command(&Catalogue::for_language("en")));
    all.build();
    let command = all.find_subcommand(command).unwrap();
    let arg = command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(option));
    let values = arg.unwrap().get_possible_values();
    values
        .iter()
        .map(|value| value.get_name().to_owned())
        .collect()
}

#[test]
fn options_complete_the_words_that_they_take() {
    assert_eq!(offered("new", "watching"), ["open", "link", "none"]);
    assert_eq!(offered("play", "computer"), ["1", "2", "3", "4", "5"]);
    assert_eq!(offered("play", "theme"), theme::NAMES);
    assert_eq!(offered("play", "language"), TAGS);
    assert_eq!(offered("local", "rules"), BOARDS);
    assert!(offered("play", "name").is_empty());
    assert!(offered("bot", "join").is_empty());
}

#[test]
fn every_completion_is_accepted() {
    let text = Catalogue::for_language("en");
    for board in BOARDS {
        frontend::values::rules(&text, board).unwrap();
    }
    for clock in CLOCKS {
        frontend::values::clock(&text, clock).unwrap();
    }
    with_choices(cli::command(&text)).debug_assert();
}
