//! The real program and what goes wrong around it: its settings, its environment, its
//! disk, a full room; and the status that it ends with.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use std::{fs, path::Path, process::Command};

use scripted::{Room, Server, program::Program};
use serde_json::json;

/// Nobody listens there.
const NOBODY: &str = "ws://127.0.0.1:9";

/// Runs it to its end with an empty `OXO_SERVER`; its status and all that it said.
fn run(home: &Path, args: &[&str]) -> (i32, String) {
    let ended = Command::new(env!("CARGO_BIN_EXE_oxo"))
        .args(args)
        .env("OXO_SERVER", "")
        .env("HOME", home)
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_DATA_HOME", home.join("data"))
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    let said = [ended.stdout, ended.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    (ended.status.code().unwrap(), said)
}

fn configured(home: &Path, settings: &str) -> String {
    let path = home.join("config/oxo/config.toml");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, settings).unwrap();
    path.display().to_string()
}

#[test]
fn a_wrong_setting_is_reported_with_its_file_its_line_and_the_remedy() {
    let home = tempfile::tempdir().unwrap();
    for (settings, line, said) in [
        (
            "ascii = true\ntheme = \"pink\"\n",
            2,
            "default, vivid, mono",
        ),
        (
            "# mine\n\nlanguage = 'fr'",
            3,
            "fr is not a value of language",
        ),
        ("keys = 'piano'", 1, "keypad, phone"),
        ("notify = 'loud'", 1, "off, osc9, osc777"),
        ("server = 'ftp://h'", 1, "not with ftp"),
        ("name = 'a\u{200b}b'", 1, "cannot be shown"),
        (
            "bell = true\n[colours]\nx = 'red'\no = 'beige'",
            4,
            "beige is not a colour",
        ),
        (
            "[colours]\n\nsky = 'blue'",
            3,
            "sky is not a value of [colours]",
        ),
        ("ascii = true\ntheme = 3", 2, "expected a string"),
        (
            "colour = 'red'",
            1,
            "There is no setting colour. Did you mean colours?",
        ),
    ] {
        let path = configured(home.path(), settings);
        let (status, text) = run(home.path(), &["rooms"]);
        assert_eq!(status, 2, "{settings}: {text}");
        for part in [&path, &format!("line {line}:"), said] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }
}

#[test]
fn an_empty_address_in_the_environment_counts_as_unset() {
    let home = tempfile::tempdir().unwrap();
    configured(home.path(), &format!("server = {NOBODY:?}"));
    let (status, text) = run(home.path(), &["rooms"]);
    assert_eq!(status, 1, "{text}");
    assert!(
        text.contains(&format!("Nothing answers at {NOBODY}")),
        "{text}"
    );
    let (status, text) = run(home.path(), &["rooms", "--server", ""]);
    assert_eq!(status, 2, "{text}");
    assert!(text.contains("The server's address is empty."), "{text}");
}

#[tokio::test]
async fn a_game_is_played_where_nothing_can_be_saved_with_one_warning() {
    let server = Server::start().await;
    let home = tempfile::tempdir().unwrap();
    // No folder can be made in a file, even by root.
    fs::write(home.path().join("data"), "").unwrap();
    let mut program = Program::start_at(home, &server, &["new", "--name", "Ana"]);
    let mut peer = server.greeted().await;
    let create = peer.request("create_room").await;
    let mut room = Room::playing();
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.until("Type a cell").await;
    // The seat is known as long as the process runs.
    peer.cut();
    let mut peer = server.greeted().await;
    let again = peer.request("resume").await;
    assert_eq!(again["secret"], create["secret"]);
    peer.ok(room.entered("resumed", 1)).await;
    peer.send(room.snapshot()).await;
    for event in room.won_by_ana(None) {
        peer.send(event).await;
    }
    program.until("you win!").await;
    let (status, text) = program.status().await;
    assert_eq!(status, 0, "{text}");
    assert_eq!(
        text.matches("Nothing can be saved in ").count(),
        1,
        "{text}"
    );
    assert!(!text.contains("could not be saved"), "{text}");
}

#[tokio::test]
async fn a_full_rooms_answer_names_the_command_to_watch_it() {
    let server = Server::start().await;
    let program = Program::start(&server, &["join", "k7qx-4mtr"]);
    server.answer("404 Not Found", "").await;
    let mut peer = server.greeted().await;
    peer.request("join_room").await;
    peer.refuse(json!({"code": "room_full", "params": {"may_watch": true}}))
        .await;
    let (status, text) = program.status().await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("To watch it: oxo watch k7qx-4mtr"), "{text}");
}
