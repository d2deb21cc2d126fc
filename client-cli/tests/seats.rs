//! The real program and the seats of this machine: which one it goes back to, and how it waits for a
//! turn.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use std::fs;

use scripted::{Room, Server, program::Program};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The room of the scripted table, and another.
const ROOM: &str = "K7QX-4MTR";
const OTHER: &str = "W9FA-2HKE";

fn secret(number: usize) -> String {
    format!("{number:02}AAAAAAAAAAAAAAAAAAAA")
}

/// A home with a seat in each of these rooms, the first one the newest.
fn home_with(server: &Server, rooms: &[&str]) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("data/oxo/seats");
    fs::create_dir_all(&folder).unwrap();
    for (number, room) in rooms.iter().enumerate() {
        let seat = json!({
            "server": server.address.to_string(), "room": room,
            "secret": secret(number), "drawn_ms": 1_000 - number,
        });
        fs::write(folder.join(format!("{number}.json")), seat.to_string()).unwrap();
    }
    home
}

#[tokio::test]
async fn a_code_or_a_link_selects_which_of_several_seats_is_resumed() {
    let server = Server::start().await;
    let link = server.address.page("/r/K7QX-4MTR");
    for typed in [ROOM, "k7qx4mtr", &link] {
        let home = home_with(&server, &[OTHER, ROOM]);
        let mut program = Program::start_at(home, &server, &["resume", typed]);
        let mut peer = server.greeted().await;
        let request = peer.request("resume").await;
        assert_eq!(
            (&request["room"], &request["secret"]),
            (&json!(ROOM), &json!(secret(1)))
        );
        let room = Room::playing();
        peer.ok(room.entered("resumed", 1)).await;
        peer.send(room.snapshot()).await;
        program.until("Type a cell").await;
    }
    // The newest, if nobody says which.
    let home = home_with(&server, &[OTHER, ROOM]);
    let _program = Program::start_at(home, &server, &["resume"]);
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("resume").await["room"], OTHER);
}

#[tokio::test]
async fn a_code_without_a_seat_is_answered_with_those_that_have_one() {
    let server = Server::start().await;
    for command in ["resume", "wait"] {
        let run = async |home, typed| {
            Program::start_at(home, &server, &[command, typed])
                .status()
                .await
        };
        let (status, said) = run(home_with(&server, &[OTHER]), ROOM).await;
        assert_eq!(status, 1, "{said}");
        let expected = format!("This machine has no seat in room {ROOM}. Its seats: {OTHER}.");
        assert!(said.contains(&expected), "{said}");
        let (status, said) = run(home_with(&server, &[]), ROOM).await;
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("You have no open seat"), "{said}");
        let (status, said) = run(home_with(&server, &[OTHER]), "K7QX").await;
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("K7QX"), "{said}");
    }
}

#[tokio::test]
async fn a_link_of_another_server_is_not_taken_for_the_seat_at_this_one() {
    let server = Server::start().await;
    for command in ["resume", "wait"] {
        let home = home_with(&server, &[ROOM]);
        let link = format!("https://other.example/r/{ROOM}");
        let program = Program::start_at(home, &server, &[command, &link]);
        let (status, said) = program.status().await;
        assert_eq!(status, 1, "{said}");
        let here = format!("your seat in room {ROOM} is at {}", server.address);
        assert!(
            said.contains("That link leads to wss://other.example"),
            "{said}"
        );
        assert!(said.contains(&here), "{said}");
    }
}

#[tokio::test]
async fn a_server_without_a_seat_is_named() {
    let server = Server::start().await;
    let home = home_with(&server, &[ROOM]);
    let args = ["wait", "--server", "https://other.example"];
    let (status, said) = Program::start_at(home, &server, &args).status().await;
    assert_eq!(status, 1);
    assert_eq!(said, "This machine has no seat at wss://other.example.\n");
}

#[tokio::test]
async fn wait_next_ignores_a_turn_that_is_there_already() {
    let server = Server::start().await;
    let home = home_with(&server, &[ROOM]);
    let program = Program::start_at(home, &server, &["wait", "--next"]);
    let mut peer = server.greeted().await;
    peer.request("seats").await;
    peer.ok(seats_reply(held(Some("host")))).await;
    // After a lost connection it asks at once.
    peer.cut();
    let mut peer = server.greeted().await;
    peer.request("seats").await;
    let mut later = held(Some("host"));
    later["turn"]["since_ms"] = json!(scripted::T0 + 1);
    peer.ok(seats_reply(later)).await;
    let (status, said) = program.status().await;
    assert_eq!(status, 0, "{said}");
}

fn seats_reply(held: Value) -> Value {
    json!({"type": "seats", "seats": [held]})
}

/// The seat of the scripted room, with a turn if there is one.
fn held(turn: Option<&str>) -> Value {
    let mut held = json!({
        "room": ROOM, "seat": "host", "rules": {"width": 3, "height": 3, "line": 3},
        "clock": {"type": "correspondence", "move_days": 3},
        "players": {"host": {"name": "Ana"}, "guest": {"name": "Bob"}},
        "score": {"host": 0, "guest": 0, "draws": 0},
    });
    if let Some(seat) = turn {
        let due_ms = scripted::T0 + 50 * 3_600_000;
        held["turn"] =
            json!({"seat": seat, "since_ms": scripted::T0, "due_ms": due_ms, "limit": "clock"});
    }
    held
}

#[tokio::test]
async fn wait_outlasts_a_lost_connection_and_never_takes_the_seat() {
    let server = Server::start().await;
    for (args, expected) in [
        (&["wait"][..], "Your turn, 2 d 2 h left: Bob"),
        (
            &["wait", ROOM, "--for", "1h"],
            "Your turn, 2 d 2 h left: Bob",
        ),
        (
            &["wait", "--json"],
            r#"{"type":"turn","room":"K7QX-4MTR","seat":"host""#,
        ),
    ] {
        let program = Program::start_at(home_with(&server, &[ROOM]), &server, args);
        let mut peer = server.greeted().await;
        let request = peer.request("seats").await;
        assert_eq!(request["secrets"], json!([secret(0)]));
        peer.ok(seats_reply(held(Some("guest")))).await;
        peer.cut();
        let mut peer = server.greeted().await;
        peer.request("seats").await;
        peer.ok(seats_reply(held(Some("host")))).await;
        let (status, said) = program.status().await;
        assert_eq!((status, said.lines().count()), (0, 1), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[tokio::test]
async fn wait_ends_when_no_turn_can_come() {
    let server = Server::start().await;
    for (args, answer, expected) in [
        (&["wait"][..], held(None), "K7QX-4MTR  No game now: Bob"),
        (
            &["wait", "--json"],
            held(None),
            r#"{"type":"no_game","seats":[{"room""#,
        ),
    ] {
        let program = Program::start_at(home_with(&server, &[ROOM]), &server, args);
        let mut peer = server.greeted().await;
        peer.request("seats").await;
        peer.ok(seats_reply(answer)).await;
        let (status, said) = program.status().await;
        assert_eq!((status, said.lines().count()), (3, 1), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}

#[tokio::test]
async fn wait_ends_after_the_given_time() {
    let server = Server::start().await;
    let run = async |args: &[&str]| {
        let home = home_with(&server, &[ROOM]);
        Program::start_at(home, &server, args).status().await
    };
    let (status, said) = run(&["wait", "--for", "0s"]).await;
    assert_eq!((status, &*said), (124, "It has not become your turn.\n"));
    let (status, said) = run(&["wait", "--for", "a while"]).await;
    assert_eq!(status, 2, "{said}");
    assert!(said.contains("a while is not a time."), "{said}");
}

#[tokio::test]
async fn a_list_of_open_games_may_take_several_requests() {
    let server = Server::start().await;
    let home = home_with(&server, &[ROOM; 23]);
    let program = Program::start_at(home, &server, &["games", "--open", "--json"]);
    let mut peer = server.greeted().await;
    let first = peer.request("seats").await;
    assert_eq!(first["secrets"].as_array().unwrap().len(), 20);
    peer.ok(json!({"type": "seats", "seats": vec![Value::Null; 20]}))
        .await;
    let second = peer.request("seats").await;
    assert_eq!(
        second["secrets"],
        json!([secret(20), secret(21), secret(22)])
    );
    let seats = vec![Value::Null, held(Some("host")), Value::Null];
    peer.ok(json!({"type": "seats", "seats": seats})).await;
    let (status, said) = program.status().await;
    assert_eq!((status, said.lines().count()), (0, 1), "{said}");
    let told: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(told["seats"].as_array().unwrap().len(), 23);
    assert_eq!(told["seats"][21]["room"], ROOM);
}
