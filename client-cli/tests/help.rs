//! Help, completions and man pages as the real program prints them.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::{fs, process::Command};

const COMMANDS: [&str; 20] = [
    "play",
    "new",
    "join",
    "watch",
    "exhibit",
    "rooms",
    "resume",
    "wait",
    "seat",
    "local",
    "bot",
    "games",
    "replay",
    "solve",
    "analyse",
    "engine",
    "connect",
    "doctor",
    "completions",
    "man",
];

/// Runs it, or a shell that knows it as `oxo`; its status and all that it said.
fn run(program: &str, args: &[&str]) -> (i32, String) {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("a-file"), "").unwrap();
    let ended = Command::new(program)
        .args(args)
        .current_dir(home.path())
        .env("OXO", env!("CARGO_BIN_EXE_oxo"))
        .env("HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = [ended.stdout, ended.stderr].concat();
    (
        ended.status.code().unwrap(),
        String::from_utf8(said).unwrap(),
    )
}

fn oxo(args: &[&str]) -> (i32, String) {
    run(env!("CARGO_BIN_EXE_oxo"), args)
}

#[test]
fn help_is_a_command_too_also_of_each_command() {
    assert_eq!(oxo(&["help"]), oxo(&["--help"]));
    for command in COMMANDS {
        let (status, text) = oxo(&["help", command]);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains(&format!("Usage: oxo {command}")), "{text}");
        assert_eq!((status, text), oxo(&[command, "--help"]));
    }
    let (status, text) = oxo(&["help", "dance"]);
    assert_eq!(status, 2, "{text}");
    assert!(text.starts_with("dance is not a known argument."), "{text}");
}

#[test]
fn help_lists_only_options_that_do_something_for_the_command() {
    for (command, idle, used) in [
        (
            "solve",
            "--server --name --json --theme --keep-games",
            "--nodes",
        ),
        (
            "man",
            "--server --name --json --theme --keep-games",
            "--language",
        ),
        ("local", "--server", "--names --theme --keep-games"),
        ("rooms", "--theme --keys --plain", "--server --json"),
        ("doctor", "--name --theme", "--server --json"),
        (
            "wait",
            "--name --theme --keep-games",
            "--server --json --for",
        ),
        (
            "games",
            "--name --theme --keys --keep-games",
            "--server --forget",
        ),
        (
            "replay",
            "--name --keep-games",
            "--server --ascii --speed --theme",
        ),
        (
            "analyse",
            "--name --keep-games",
            "--server --json --theme --rules --game --best --time --nodes",
        ),
        ("connect", "--theme --plain", "--server --name --keep-games"),
        ("bot", "--theme --plain", "--server --name --exec"),
        (
            "play",
            "",
            "--server --name --json --theme --keys --keep-games",
        ),
    ] {
        let (_, text) = oxo(&["help", command]);
        let listed = |option: &str| {
            let mut lines = text.lines().map(str::trim_start);
            lines.any(|line| line.split([' ', '[']).next() == Some(option))
        };
        for option in idle.split_whitespace() {
            assert!(!listed(option), "{command} {option}\n{text}");
        }
        for option in used.split_whitespace() {
            assert!(listed(option), "{command} {option}\n{text}");
        }
    }
}

/// Words that bash offers behind these.
fn offered(words: &str) -> String {
    let script = format!(
        r#"eval "$($OXO completions bash)"
        COMP_WORDS=(oxo {words} ""); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _oxo oxo "" "${{COMP_WORDS[$((COMP_CWORD - 1))]}}"; echo "${{COMPREPLY[@]}}""#
    );
    let (status, said) = run("bash", &["--norc", "-c", &script]);
    assert_eq!(status, 0, "{said}");
    said.trim().to_owned()
}

#[test]
fn bash_offers_the_values_of_an_option_and_no_files() {
    assert_eq!(offered("play --theme"), "default vivid mono");
    assert_eq!(offered("new --watching"), "open link none");
    assert!(offered("local --rules").contains("classic"));
    assert!(offered("play --clock").contains("3m+2s"));
    for words in ["play --theme", "new --rules", "local --keys", "man"] {
        assert!(!offered(words).contains("a-file"), "{words}");
    }
    assert!(offered("bot --log").contains("a-file"));
}

#[test]
fn every_page_that_is_named_can_be_printed() {
    let (_, page) = oxo(&["man"]);
    for command in COMMANDS {
        assert!(page.contains(&format!("oxo\\-{command}(1)")), "{page}");
        let (status, page) = oxo(&["man", command]);
        assert_eq!(status, 0, "{page}");
        let name = format!("oxo {command}");
        assert!(
            page.contains(&name) || page.contains(&format!("oxo-{command}")),
            "{page}"
        );
    }
    assert_eq!(page.matches("(1)").count(), COMMANDS.len(), "{page}");
    assert_eq!(oxo(&["man", "dance"]).0, 2);
}
