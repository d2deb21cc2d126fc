//! Unit tests of what both command lines share.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command, value_parser};
use clap_complete::Shell;

use super::*;

/// A grammar with everything that can be got wrong.
fn grammar() -> Command {
    let wait = Arg::new("wait").long("wait").value_name("N");
    let wait = wait.value_parser(value_parser!(u8)).global(true);
    let stop = Arg::new("stop").long("stop").action(ArgAction::SetTrue);
    let text = Arg::new("text").conflicts_with("stop");
    let open = Command::new("open").arg(Arg::new("file").required(true));
    let shell = Command::new("shell").arg(Arg::new("shell").value_parser(["bash", "zsh"]));
    let rooms = Command::new("rooms").subcommand_required(true);
    Command::new("program")
        .disable_help_subcommand(true)
        .arg(wait)
        .subcommand(open)
        .subcommand(shell)
        .subcommand(Command::new("tell").arg(stop).arg(text))
        .subcommand(
            rooms
                .subcommand(Command::new("list"))
                .subcommand(Command::new("close")),
        )
}

fn args(line: &str) -> Vec<OsString> {
    let words = line.split_whitespace().map(OsString::from);
    [OsString::from("program")]
        .into_iter()
        .chain(words)
        .collect()
}

fn error(line: &str) -> clap::Error {
    grammar().try_get_matches_from(args(line)).unwrap_err()
}

#[test]
fn every_mistake_is_parsed_into_its_parts() {
    let text = str::to_owned;
    let bad = |of: &str, typed: &str| (text(of), text(typed));
    let (wait, shell) = (bad("--wait", "300"), bad("[shell]", "dos"));
    for (line, expected) in [
        (
            "--wiat 3",
            Mistake::UnknownOption(text("--wiat"), Some(text("--wait"))),
        ),
        (
            "opne",
            Mistake::UnknownCommand(text("opne"), Some(text("open"))),
        ),
        ("open a b", Mistake::UnexpectedWord(text("b"))),
        ("open a --wait", Mistake::NoValue(text("--wait <N>"))),
        (
            "shell dos",
            Mistake::BadValue {
                of: shell.0,
                typed: shell.1,
                why: None,
                choices: vec![text("bash"), text("zsh")],
            },
        ),
        (
            "open a --wait 300",
            Mistake::BadValue {
                of: wait.0,
                typed: wait.1,
                why: Some(text("300 is not in 0..=255")),
                choices: Vec::new(),
            },
        ),
        ("open", Mistake::Missing(text("<file>"))),
        (
            "rooms",
            Mistake::MissingCommand(vec![text("list"), text("close")]),
        ),
        ("open a --wait 3 --wait 4", Mistake::Twice(text("--wait"))),
        (
            "tell hello --stop",
            Mistake::Conflict(text("[text]"), text("--stop")),
        ),
    ] {
        assert_eq!(mistake(&error(line)), expected, "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_unicode_is_its_own_mistake() {
    use std::os::unix::ffi::OsStringExt;
    let mut args = args("open");
    args.push(OsString::from_vec(vec![0xff]));
    let error = grammar().try_get_matches_from(args).unwrap_err();
    assert_eq!(mistake(&error), Mistake::NotUnicode);
}

#[test]
fn help_is_a_command_before_any_other() {
    for (line, asked) in [
        ("help", "--help"),
        ("help open", "open --help"),
        ("help rooms close", "rooms close --help"),
        ("--wait 3 help rooms", "--wait 3 rooms --help"),
    ] {
        assert_eq!(help_asked(&error(line), &args(line)), Some(args(asked)));
    }
    assert_eq!(help_asked(&error("hepl"), &args("hepl")), None);
}

#[test]
fn a_command_below_another_has_a_page_and_every_shell_a_script() {
    let grammar = grammar();
    let found = subcommand(&grammar, &["rooms", "list"]).unwrap();
    let page = man_page(found);
    assert!(page.contains(".TH list 1"), "{page}");
    assert_eq!(subcommand(&grammar, &["rooms", "x"]).unwrap_err(), "x");
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let script = completions(grammar.clone(), shell);
        assert!(script.contains("program"));
    }
}

#[test]
fn a_name_that_is_not_near_is_not_suggested() {
    let names = ["replay", "play", "restore", "ping_ms", "ping_per_s"];
    for (typed, meant) in [
        ("plai", Some("play")),
        ("rplay", Some("replay")),
        ("ping", Some("ping_ms")),
        ("resotre", Some("restore")),
        ("serve", None),
        ("x", None),
    ] {
        assert_eq!(nearest(typed, names), meant, "{typed}");
    }
}
