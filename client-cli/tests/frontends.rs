//! The real program against a scripted server, through pipes: its output,
//! its requests, and how it ends.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use scripted::{Room, Server, program::Program};
use serde_json::{Value, json};

#[tokio::test]
async fn plain_lines_teach_play_and_end_politely() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["new", "--name", "Ana", "--clock", "30s"]);
    let mut peer = server.greeted().await;
    let create = peer.request("create_room").await;
    assert_eq!(
        create["settings"]["clock"],
        json!({"type": "per_move", "move_ms": 30_000})
    );
    let mut room = Room::waiting();
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    let text = program.until("Waiting for your friend").await;
    assert!(text.contains("oxo join http://h/r/K7QX-4MTR"), "{text}");
    for event in room.begin() {
        peer.send(event).await;
    }
    let text = program.until("Type a cell").await;
    assert!(text.contains("Game 1: you play X and begin."), "{text}");
    assert!(text.contains("3 │   │   │   │     7 8 9"), "{text}");
    program.line("d9").await;
    program.until("d9 is not on the board.").await;
    program.line("5").await;
    let request = peer.request("move").await;
    assert_eq!((&request["cell"], &request["n"]), (&json!(4), &json!(1)));
    let text = program.until("Sent, waiting").await;
    assert!(!text.contains("You: X"), "{text}");
    let id = request["id"].clone();
    peer.send(json!({"type": "saving", "id": id, "waited_ms": 1_004}))
        .await;
    program.until("The server is saving.").await;
    peer.send(json!({"type": "saving", "id": id, "waited_ms": 3_004}))
        .await;
    peer.send(room.play(4)).await;
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    let text = program.until("Bob is to move.").await;
    assert!(!text.contains("saving"), "said once: {text}");
    assert!(text.contains("You: X on b2."), "{text}");
    assert!(text.contains("│[X]│"), "{text}");
    peer.send(room.play(0)).await;
    program.until("Type a cell").await;
    program.line("b2").await;
    program.until("b2 is already taken. Free cells: b3,").await;
    let (status, rest) = program.status().await;
    assert_eq!(status, 0, "{rest}");
    assert!(rest.contains("oxo resume"), "{rest}");
    assert!(rest.contains("Thanks for playing!"), "{rest}");
}

#[tokio::test]
async fn moves_from_a_pipe_wait_for_the_table_and_for_their_turn() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["new", "--name", "Ana"]);
    // All is there before there is a connection.
    for line in ["b2", "help", "c1"] {
        program.line(line).await;
    }
    program.end_input();
    let mut peer = server.greeted().await;
    peer.request("create_room").await;
    let mut room = Room::waiting();
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    for event in room.begin() {
        peer.send(event).await;
    }
    assert_eq!(peer.request("move").await["cell"], 4);
    peer.send(room.play(4)).await;
    peer.ok(json!({"type": "moved", "seq": 4})).await;
    program.until("Cells: a column letter").await;
    peer.send(room.play(0)).await;
    assert_eq!(peer.request("move").await["cell"], 8);
    peer.send(room.play(8)).await;
    peer.ok(json!({"type": "moved", "seq": 6})).await;
    assert_eq!(program.status().await.0, 0);
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_named_after_a_moment() {
    let server = Server::start().await;
    for args in [&["rooms"][..], &["new", "--name", "Ana"]] {
        let mut program = Program::start(&server, args);
        // It is connected to, and says nothing.
        let _silent = server.tcp().await;
        let named = format!("Connecting to {}.", server.address);
        program.until(&named).await;
    }
}

#[tokio::test]
async fn a_room_that_is_not_there_is_reported_once() {
    let server = Server::start().await;
    let program = Program::start(&server, &["join", "K7QX-4MTR", "--name", "Bia"]);
    server
        .answer("200 OK", r#"{"room":"K7QX-4MTR","state":"none"}"#)
        .await;
    let (status, said) = program.status().await;
    assert_eq!(status, 1, "{said}");
    assert!(said.starts_with("There is no room at this link"), "{said}");
    assert!(!said.contains("no such room"), "{said}");
}

#[tokio::test]
async fn a_move_from_a_pipe_that_is_not_made_ends_with_status_1() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["new", "--name", "Ana"]);
    let mut peer = server.greeted().await;
    peer.request("create_room").await;
    peer.ok(Room::waiting().entered("created", 0)).await;
    peer.send(Room::playing().snapshot()).await;
    program.line("b2").await;
    program.end_input();
    peer.request("move").await;
    peer.refuse(json!({"code": "not_your_turn"})).await;
    assert_eq!(program.status().await.0, 1);
}

#[tokio::test]
async fn a_hostile_name_reaches_no_terminal() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["watch", "K7QX-4MTR"]);
    let mut peer = server.greeted().await;
    peer.request("watch_room").await;
    let room = Room::playing();
    peer.ok(json!({"type": "watching", "room": room.code}))
        .await;
    let mut snapshot = room.snapshot();
    snapshot["view"]["seats"]["guest"]["player"]["name"] = json!("\u{1b}[2J\u{9b}1mBob\r\u{202e}");
    peer.send(snapshot).await;
    let text = program.until("Guest:").await;
    assert!(text.contains("?[2J?1mBob??"), "{text:?}");
    // The input's end does not stop a spectator.
    program.end_input();
    peer.send(json!({"type": "ended", "reason": "age", "room": room.code, "seq": 4, "at_ms": 1}))
        .await;
    let (status, rest) = program.status().await;
    assert_eq!(status, 0, "{rest}");
    assert!(rest.contains("The room is closed"), "{rest}");
}

/// Not every answer is a reply: it ends once there is one of any kind to each line.
#[tokio::test]
async fn the_end_of_the_input_ends_it_once_pings_are_answered_too() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["connect"]);
    let _peer = server.greeted().await;
    for ping in [
        r#"{"type":"ping"}"#,
        r#"{"type":"ping","id":3}"#,
        r#"{"type":"ping","id":3}"#,
    ] {
        program.line(ping).await;
    }
    let (status, rest) = program.status().await;
    assert_eq!(status, 0, "{rest}");
    assert_eq!(rest.matches(r#""type":"pong""#).count(), 3, "{rest}");
    assert!(rest.trim_end().ends_with(r#""why":"quit"}"#), "{rest}");
}

/// The server would answer without saying which request it means.
#[tokio::test]
async fn json_nested_deeper_than_the_server_reads_is_refused_by_the_client() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["connect"]);
    let mut peer = server.connection().await;
    peer.request("hello").await;
    let mut welcome = scripted::welcome();
    welcome["limits"]["nesting"] = 3.into();
    peer.ok(welcome).await;
    program.line(r#"{"type":"ping","data":[[1]]}"#).await;
    program.line(r#"{"type":"ping","data":[[[1]]]}"#).await;
    let (status, rest) = program.status().await;
    assert_eq!(status, 0, "{rest}");
    assert_eq!(rest.matches(r#""type":"pong""#).count(), 1, "{rest}");
    assert_eq!(rest.matches("nested deeper than 3").count(), 1, "{rest}");
}

#[tokio::test]
async fn a_superseded_or_refused_session_says_so_and_ends() {
    let server = Server::start().await;
    let room = Room::playing();
    let mut program = Program::start(&server, &["new"]);
    let mut peer = server.greeted().await;
    peer.request("create_room").await;
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    program.until("Type a cell").await;
    peer.send(json!({"type": "superseded", "room": room.code}))
        .await;
    program.until("You are now playing on another device").await;
    assert_eq!(program.status().await.0, 0);

    let mut program = Program::start(&server, &["join", "K7QX-4MTR"]);
    let host = json!({"host": {"name": "Ana"}, "guest": null});
    let table = json!({"players": host, "settings": {"rules": {"width": 4, "height": 4, "line": 3, "misere": true}}});
    let facts = json!({"room": "K7QX-4MTR", "state": "free", "table": table});
    server.answer("200 OK", &facts.to_string()).await;
    program.until("3 in a row LOSES").await;
    let mut peer = server.greeted().await;
    peer.request("join_room").await;
    peer.refuse(json!({"code": "room_full", "params": {"may_watch": true}}))
        .await;
    let (status, rest) = program.status().await;
    assert_eq!(status, 1, "{rest}");
    assert!(rest.contains("You can watch it"), "{rest}");
}

#[tokio::test]
async fn json_lines_are_frames_in_and_out() {
    let server = Server::start().await;
    let mut program = Program::start(&server, &["connect"]);
    let mut peer = server.greeted().await;
    assert_eq!(program.json("link").await["state"], "up");
    program.line(r#"{"type":"create_room"}"#).await;
    assert!(peer.request("create_room").await["secret"].is_string());
    let mut room = Room::playing();
    peer.ok(room.entered("created", 0)).await;
    let raw = room.snapshot().to_string();
    peer.send_text(raw.clone()).await;
    program.until(&raw).await;
    program
        .line(r#"{"type":"move","id":9,"game":1,"ply":0,"cell":4}"#)
        .await;
    peer.request("move").await;
    peer.cut();
    assert_eq!(program.json("link").await["state"], "lost");
    let mut peer = server.greeted().await;
    peer.request("resume").await;
    let missed = room.play(4);
    let mut entered = room.entered("resumed", 1);
    entered["last"] = json!({"ok": {"type": "moved", "seq": 4}});
    peer.ok(entered).await;
    peer.send(missed).await;
    program
        .until(r#"{"type":"reply","id":9,"ok":{"type":"moved","seq":4}}"#)
        .await;
    program.json("moved").await;
    program.line(r#"{"type":"view"}"#).await;
    let view = program.json("view").await;
    assert_eq!(view["view"]["game"]["moves"][0]["cell"], 4);
    assert_eq!(view["seat"], "host");
    program.line("nonsense").await;
    assert_eq!(program.json("error").await["code"], "bad_message");
    let (status, rest) = program.status().await;
    assert_eq!(status, 0, "{rest}");
    assert!(rest.contains(r#""why":"quit""#), "{rest}");
}

#[tokio::test]
async fn rooms_are_listed_page_by_page() {
    let server = Server::start().await;
    let program = Program::start(&server, &["rooms"]);
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("rooms").await["cursor"], Value::Null);
    let listed = |waiting: bool| {
        json!({"room": "K7QX-4MTR", "rules": {"width": 3, "height": 3, "line": 3},
               "clock": {"type": "none"}, "players": [{"name": "Ana"}, {"guest": 2}],
               "waiting": waiting, "watchable": true, "spectators": 0,
               "score": {"host": 0, "guest": 0, "draws": 0}})
    };
    let page = json!({"type": "rooms", "rooms": [listed(false)], "next": "K7QX-4MTR"});
    peer.ok(page).await;
    assert_eq!(peer.request("rooms").await["cursor"], "K7QX-4MTR");
    peer.ok(json!({"type": "rooms", "rooms": [listed(true)]}))
        .await;
    let (status, text) = program.status().await;
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("Ana and Guest are playing"), "{text}");
    // One line for all, and one for each room.
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[tokio::test]
async fn mistakes_on_the_command_line_are_reported_with_status_2() {
    let server = Server::start().await;
    for (args, said) in [
        (&["new", "--clock", "soon"][..], "soon is not a clock"),
        (&["play", "--rules", "99x3x3"], "A side of 99 cells"),
        (&["join", "XX"], "XX is not a room code"),
        (&["--server", "ftp://h", "play"], "not with ftp"),
        (&["new", "--first", "me"], "Use one of: host, guest, random"),
        (
            &["play", "--name", "a\u{200b}b"],
            "characters that cannot be shown",
        ),
        (&["dance"], "dance"),
        (&["play", "--computer=6"], "a whole number from 1 to 5"),
        (
            &["play", "--computer", "--first", "host"],
            "you, computer, random",
        ),
        (&["play", "--first", "you"], "--computer"),
        (&["play", "--computer", "--while-waiting"], "--computer"),
        (&["play", "--computer", "4"], "no space: --computer=4"),
        (&["local", "--computer", "4"], "no space: --computer=4"),
        (
            &["play", "--while-waiting", "2"],
            "no space: --while-waiting=2",
        ),
        (
            &["play", "--rules", "2x2x3"],
            "2x2x3 is too small for a line",
        ),
        (
            &["local", "--names", "Ana,Bia,Caio"],
            "Ana,Bia,Caio is not two names",
        ),
        (&["exhibit", "--levels", "3"], "3 does not name two levels"),
        (
            &["exhibit", "--levels", "3-x"],
            "x is not a value of levels",
        ),
    ] {
        let (status, text) = Program::start(&server, args).status().await;
        assert_eq!(status, 2, "{args:?}: {text}");
        assert!(text.contains(said), "{args:?}: {text}");
    }
    for args in [
        &["--help"][..],
        &["new", "--help"],
        &["man"],
        &["completions", "bash"],
    ] {
        let (status, text) = Program::start(&server, args).status().await;
        assert_eq!(status, 0, "{args:?}: {text}");
        assert!(text.contains("oxo"), "{args:?}: {text}");
    }
}

#[tokio::test]
async fn an_unreachable_server_is_reported_with_status_1() {
    let server = Server::start().await;
    let address = server.address.to_string();
    let args = ["--server", &address, "play"];
    // Another port of the same kind, so that nothing listens where it looks.
    let elsewhere = Server::start().await;
    drop(server);
    let (status, text) = Program::start(&elsewhere, &args).status().await;
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("Nothing answers at"), "{text}");
}

#[tokio::test]
async fn a_seat_in_use_by_another_oxo_is_taken_over_only_if_that_is_wanted() {
    let server = Server::start().await;
    let room = Room::playing();
    let home = tempfile::tempdir().unwrap();
    let other = home.path().to_owned();
    let mut first = Program::start_at(home, &server, &["new"]);
    let mut peer = server.greeted().await;
    let create = peer.request("create_room").await;
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    first.until("Type a cell").await;

    let in_use = async || {
        let program = Program::start_in(&other, &server, &["resume"]);
        let (status, said) = program.status().await;
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("in use by another oxo"), "{said}");
        assert!(said.contains("oxo resume K7QX-4MTR --take-over"), "{said}");
    };
    in_use().await;
    let mut second = Program::start_in(&other, &server, &["resume", "--take-over"]);
    let mut newer = server.greeted().await;
    let request = newer.request("resume").await;
    assert_eq!(request["secret"], create["secret"]);
    newer.ok(room.entered("resumed", 0)).await;
    newer.send(room.snapshot()).await;
    second.until("Type a cell").await;
    peer.send(json!({"type": "superseded", "room": room.code}))
        .await;
    first.until("You are now playing on another device").await;
    let (status, _, _home) = first.ended().await;
    assert_eq!(status, 0);
    // The lock is the second's as soon as something happens.
    newer.send(said_hello(&room)).await;
    second.until("Hello").await;
    in_use().await;
}

/// The guest says hello.
fn said_hello(room: &Room) -> Value {
    let link = json!({"state": "linked"});
    let reaction = json!({"by": "guest", "phrase": "hello", "at_ms": scripted::T0});
    let now =
        json!({"links": {"host": link, "guest": link}, "spectators": 0, "reaction": reaction});
    json!({"type": "now", "room": room.code, "at_ms": scripted::T0, "now": now})
}
