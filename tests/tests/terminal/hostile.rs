//! Hostile texts of a server: no byte that `oxo` writes, in any frontend, has anything of them that
//! a terminal obeys, and values for programs are as they were sent.

mod server;

use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

use protocol::text::is_harmless;
use serde_json::Value;
use tempfile::TempDir;
use tests::{Terminal, process::oxo_binary, soon, terminal::Start};
use tokio::{io::AsyncWriteExt, process::Command};

use server::{HOSTILE, Manner, code, id};

/// Output and files of a run of the program, in a home that others use too.
struct Ran {
    out: String,
    error: String,
}

/// Runs it with pipes until it ends. Where nothing is to be read its input goes on, for players go
/// when it ends.
async fn run(home: &Path, server: &str, arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(oxo_binary())
        .args(arguments)
        .env("OXO_SERVER", server)
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("an oxo that starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that has ended reads nothing.
    let _ = pipe.write_all(input.as_bytes()).await;
    let _open = input.is_empty().then_some(pipe);
    let what = format!("the end of oxo {arguments:?}");
    let ended = soon(&what, child.wait_with_output()).await.expect("an end");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran {
        out: text(ended.stdout),
        error: text(ended.stderr),
    }
}

#[track_caller]
fn is_in_plain_sight(text: &str, what: &str) {
    let obeyed = text.chars().find(|c| *c != '\n' && !is_harmless(*c));
    assert_eq!(obeyed, None, "{what}:\n{text:?}");
}

/// The hostile text as it is drawn.
fn drawn() -> String {
    protocol::text::neutral(HOSTILE)
}

/// Whether a hostile text stands somewhere in a value, unchanged.
fn says_it(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains(HOSTILE),
        Value::Array(items) => items.iter().any(says_it),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, value)| name == HOSTILE || says_it(value)),
        _ => false,
    }
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// Holds that names and contents of all files of a home are harmless; how many say the hostile text.
fn look_through(home: &Path) -> usize {
    let mut saying = 0;
    for path in files(home) {
        let name = path.to_str().expect("a name in UTF-8");
        is_in_plain_sight(name, "the name of a file");
        let text = std::fs::read_to_string(&path).expect("text");
        is_in_plain_sight(&text, name);
        let mut lines = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        saying += usize::from(lines.any(|line| says_it(&line)));
    }
    saying
}

/// Commands that a person or a program runs in lines, with whether a text of the server is to be
/// seen in it.
fn commands(server: &str) -> Vec<(Vec<String>, bool)> {
    let (code, id) = (code().to_string(), id().to_string());
    let link = format!("{}/games/{id}", server.replace("ws:", "http:"));
    let all: &[(&[&str], bool)] = &[
        (&["rooms"], true),
        (&["watch", &code], true),
        (&["exhibit"], true),
        (&["join", &code], true),
        (&["new"], true),
        (&["play"], true),
        (&["doctor"], true),
        (&["replay", &id], true),
        (&["replay", &link], true),
        (&["games"], true),
        (&["games", "--forget", &id], false),
    ];
    all.iter()
        .map(|(words, seen)| (words.iter().map(|word| (*word).to_owned()).collect(), *seen))
        .collect()
}

#[tokio::test]
async fn no_command_in_lines_passes_on_what_a_terminal_obeys() {
    let server = server::start(Manner::Obliging).await;
    let home = TempDir::new().expect("a folder");
    for (words, seen) in commands(&server) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ran = run(home.path(), &server, &words, "").await;
        is_in_plain_sight(&ran.out, &format!("{words:?}"));
        is_in_plain_sight(&ran.error, &format!("{words:?}"));
        let said = ran.out.contains(&drawn()) || ran.error.contains(&drawn());
        assert!(said || !seen, "{words:?}:\n{}{}", ran.out, ran.error);

        let words = [&["--json"], &words[..]].concat();
        let ran = run(home.path(), &server, &words, "").await;
        is_in_plain_sight(&ran.out, &format!("{words:?}"));
        is_in_plain_sight(&ran.error, &format!("{words:?}"));
        let mut lines = ran
            .out
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        assert!(
            lines.any(|line| says_it(&line)) || !seen,
            "{words:?}:\n{}",
            ran.out
        );
    }
    assert!(look_through(home.path()) > 0, "games were kept");
}

/// A friend sends a file, of a name that is hostile, too.
#[tokio::test]
async fn no_file_of_others_passes_on_what_a_terminal_obeys() {
    let server = server::start(Manner::Obliging).await;
    let home = TempDir::new().expect("a folder");
    let watch = ["--keep-games", "yes", "watch", &code().to_string()];
    run(home.path(), &server, &watch, "").await;
    let kept = files(home.path()).into_iter();
    let mut kept = kept.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let kept = kept.next_back().expect("a copy");
    let record = std::fs::read_to_string(&kept).expect("text");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    assert!(says_it(&record), "{record}");
    let raw = record.to_string();
    assert!(raw.contains('\u{202e}'), "{raw}");
    let name = HOSTILE.replace('/', "");
    let [broken, whole] =
        ["broken", "whole"].map(|what| kept.with_file_name(format!("{what}Z-{name}.json")));
    std::fs::write(&broken, HOSTILE).expect("a file");
    std::fs::write(&whole, &raw).expect("a file");
    let [broken, whole] = [&broken, &whole].map(|path| path.to_str().expect("UTF-8"));
    for words in [
        &["games"][..],
        &["games", "--json"],
        &["replay", whole],
        &["replay", "--json", whole],
        &["replay", broken],
        &["replay", HOSTILE],
        &["join", HOSTILE],
        &["--server", HOSTILE, "rooms"],
    ] {
        let ran = run(home.path(), &server, words, "").await;
        is_in_plain_sight(&ran.out, &format!("{words:?}"));
        is_in_plain_sight(&ran.error, &format!("{words:?}"));
        assert!(!ran.out.is_empty() || !ran.error.is_empty(), "{words:?}");
    }
}

#[tokio::test]
async fn no_refusal_passes_on_what_a_terminal_obeys() {
    let server = server::start(Manner::Refusing).await;
    let home = TempDir::new().expect("a folder");
    for (words, _) in commands(&server) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        for words in [words.clone(), [&["--json"], &words[..]].concat()] {
            let ran = run(home.path(), &server, &words, "").await;
            is_in_plain_sight(&ran.out, &format!("{words:?}"));
            is_in_plain_sight(&ran.error, &format!("{words:?}"));
        }
    }
    look_through(home.path());
}

#[tokio::test]
async fn every_frame_passes_through_connect_with_its_value_and_harmless() {
    let server = server::start(Manner::Obliging).await;
    let home = TempDir::new().expect("a folder");
    let ping = format!("{{\"type\":\"ping\",\"data\":\"\u{9b}\u{202e}\"}}\n{HOSTILE}\n");
    let input = format!("{{\"type\":\"hint\"}}\n{ping}{{\"type\":\"unwatch\"}}\n");
    let ran = run(home.path(), &server, &["connect"], &input).await;
    is_in_plain_sight(&ran.out, "connect");
    is_in_plain_sight(&ran.error, "connect");
    let read = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let lines: Vec<Value> = ran.out.lines().map(read).collect();
    let pong = lines.iter().find(|line| line["type"] == "pong");
    assert_eq!(pong.expect("a pong")["data"], "\u{9b}\u{202e}");
    let sent = server::examples();
    assert!(sent.len() > 500, "{} frames", sent.len());
    for frame in sent {
        assert!(lines.contains(&read(&frame)), "{frame:?}");
    }
}

#[tokio::test]
async fn neither_a_bots_program_nor_its_log_is_told_what_a_terminal_obeys() {
    let server = server::start(Manner::Obliging).await;
    let home = TempDir::new().expect("a folder");
    let at = |name: &str| home.path().join(name).display().to_string();
    let (told, log) = (at("told"), at("log"));
    let exec = format!("sh -c 'cat > \"{told}\"'");
    let code = code().to_string();
    let words = ["bot", "--exec", &exec, "--log", &log, "--join", &code];
    for words in [words.to_vec(), [&["--json"], &words[..]].concat()] {
        let ran = run(home.path(), &server, &words, "").await;
        is_in_plain_sight(&ran.out, "bot");
        is_in_plain_sight(&ran.error, "bot");
        assert_eq!(look_through(home.path()), 2, "program and log are told");
    }
}

/// The screen is drawn with escape sequences; those of the server are none of them.
#[track_caller]
fn is_drawn_by_us(text: &str, what: &str) {
    for sequence in ["\u{1b}[8;5;9m", "\u{1b}]0;owned", "\u{1b}]0;\u{202e}"] {
        assert!(
            !text.contains(sequence),
            "{what}: {sequence:?} in\n{text:?}"
        );
    }
    let ours = |c| matches!(c, '\u{1b}' | '\u{7}' | '\r' | '\n' | '\t' | '\u{8}');
    let obeyed = text.chars().find(|c| !ours(*c) && !is_harmless(*c));
    assert_eq!(obeyed, None, "{what}:\n{text:?}");
}

#[tokio::test]
async fn no_screen_title_or_notification_has_what_a_terminal_obeys() {
    let server = server::start(Manner::Obliging).await;
    let code = code().to_string();
    let id = id().to_string();
    let screens: &[&[&str]] = &[
        &["watch", &code],
        &["join", &code],
        &["new"],
        &["play"],
        &["--plain", "join", &code],
        &["replay", &id],
    ];
    for notify in ["osc9", "osc777"] {
        for arguments in screens {
            // Another's seat would be asked about first.
            let home = TempDir::new().expect("a folder");
            let config = home.path().join(".config/oxo");
            std::fs::create_dir_all(&config).expect("a folder");
            let settings = format!("notify = \"{notify}\"\nname = \"Ana\"\n");
            std::fs::write(config.join("config.toml"), settings).expect("a file");
            let mut terminal = Terminal::start(&Start::oxo(home.path(), &server, arguments));
            terminal.shows("Zoe").await;
            // Not in focus, so that it notifies; and every page that a key leads to.
            terminal.keys("\u{1b}[O?rni\u{1b}q");
            terminal.end_by("\u{3}").await;
            is_drawn_by_us(&terminal.text(), &format!("{arguments:?}"));
            look_through(home.path());
        }
    }
}
