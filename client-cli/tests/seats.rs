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
async fn a_code_or_a_link_says_to_which_of_several_seats_one_goes_back() {
    let server = Server::start().await;
    let link = server.address.page("/r/K7QX-4MTR");
    for typed in [ROOM, "k7qx4mtr", &link] {
        let home = home_with(&server, &[OTHER, ROOM]);
        let mut program = Program::start_at(home, &server, &["resume", typed]);
        let mut peer = server.greeted().await;
        let request = peer.request("resume").await;
        assert_eq!((&request["room"], &request["secret"]), (&json!(ROOM), &json!(secret(1))));
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
    for command in ["resume"] {
        let run = async |home, typed| Program::start_at(home, &server, &[command, typed]).status().await;
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
