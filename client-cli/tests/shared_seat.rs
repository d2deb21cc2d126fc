//! The real program and a seat on several devices: it shares one, takes one, and takes it back.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use std::{fs, path::Path};

use scripted::{Peer, Room, Server, T0, program::Program, welcome};
use serde_json::{Value, json};
use tempfile::TempDir;

const ROOM: &str = "K7QX-4MTR";
const SECRET: &str = "00AAAAAAAAAAAAAAAAAAAA";
const TOKEN: &str = "EBESExQVFhcYGRobHB0eHw";

/// A home with a seat in the scripted room.
fn home_with_seat(server: &Server) -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("data/oxo/seats");
    fs::create_dir_all(&folder).unwrap();
    let server = server.address.to_string();
    let seat = json!({"server": server, "room": ROOM, "secret": SECRET, "drawn_ms": 1});
    fs::write(folder.join("0.json"), seat.to_string()).unwrap();
    home
}

/// A connection to a server that lets several devices hold a seat.
async fn greeted(server: &Server) -> Peer {
    let mut peer = server.connection().await;
    peer.request("hello").await;
    let mut welcome = welcome();
    welcome["features"] = json!(["shared_seats"]);
    peer.ok(welcome).await;
    peer
}

/// The same, and the seat has been resumed.
async fn resumed(server: &Server) -> Peer {
    let mut peer = greeted(server).await;
    let request = peer.request("resume").await;
    assert_eq!(
        (&request["room"], &request["secret"]),
        (&json!(ROOM), &json!(SECRET))
    );
    assert_eq!(request.get("yields"), None, "{request}");
    let room = Room::playing();
    peer.ok(room.entered("resumed", 1)).await;
    peer.send(room.snapshot()).await;
    peer
}

async fn share(server: &Server, until_ms: u64) -> (Peer, String) {
    let mut peer = resumed(server).await;
    let request = peer.request("share_seat").await;
    let token = request["token"].as_str().unwrap().to_owned();
    peer.ok(json!({"type": "seat_shared", "until_ms": until_ms, "devices": 1}))
        .await;
    (peer, format!("http://h/r/{ROOM}#take={token}"))
}

/// Contents of the files of a home.
fn kept(folder: &Path) -> String {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.path() {
            path if path.is_dir() => kept(&path),
            path => fs::read_to_string(path).unwrap_or_default(),
        })
        .collect()
}

fn link(server: &Server) -> String {
    server.address.page(&format!("/r/{ROOM}#take={TOKEN}"))
}

#[tokio::test]
async fn a_seat_is_shared_until_another_device_has_it() {
    let server = Server::start().await;
    for args in [&["seat"][..], &["seat", ROOM]] {
        let mut program = Program::start_at(home_with_seat(&server), &server, args);
        let (mut peer, link) = share(&server, T0 + 120_000).await;
        let said = program.until("Waiting for the other device").await;
        assert!(said.contains(&format!("\n{link}\n")), "{said}");
        assert!(
            said.contains("gets the seat. It works once, for the next 120 s"),
            "{said}"
        );
        // No picture where nobody looks.
        assert!(
            !said.contains('\u{2580}') && !said.contains('\x1b'),
            "{said}"
        );
        peer.send(json!({"type": "superseded", "room": ROOM})).await;
        let (status, said, home) = program.ended().await;
        assert_eq!(status, 0, "{said}");
        assert!(
            said.contains("The other device has taken the seat."),
            "{said}"
        );
        let token = link.split_once('=').unwrap().1;
        let files = kept(home.path());
        assert!(files.contains(SECRET) && !files.contains(token), "{files}");
    }
}

#[tokio::test]
async fn programs_get_the_link_and_its_outcome_as_json_lines() {
    let server = Server::start().await;
    let args = ["seat", "--json"];
    let mut program = Program::start_at(home_with_seat(&server), &server, &args);
    let (mut peer, link) = share(&server, T0 + 120_000).await;
    let line = program.json("seat_shared").await;
    let expected = json!({"type": "seat_shared", "link": link, "until_ms": T0 + 120_000});
    assert_eq!(line, expected);
    peer.send(json!({"type": "superseded", "room": ROOM})).await;
    assert_eq!(
        program.status().await,
        (0, "{\"type\":\"taken\"}\n".to_owned())
    );

    // Nobody comes.
    let program = Program::start_at(home_with_seat(&server), &server, &args);
    let (_peer, _) = share(&server, T0).await;
    let (status, said) = program.status().await;
    assert_eq!(status, 124, "{said}");
    assert!(said.ends_with("{\"type\":\"timeout\"}\n"), "{said}");
    let program = Program::start_at(home_with_seat(&server), &server, &["seat"]);
    let (_peer, _) = share(&server, T0).await;
    let (status, said) = program.status().await;
    assert_eq!(status, 124, "{said}");
    assert!(said.contains("Nobody has taken the seat"), "{said}");
}

#[tokio::test]
async fn the_seat_is_taken_from_the_other_devices() {
    let server = Server::start().await;
    for (args, devices, expected) in [
        (
            &["seat", "--remove-others"][..],
            1,
            "1 other device no longer has the seat.\n",
        ),
        (
            &["seat", ROOM, "--remove-others"],
            3,
            "3 other devices no longer have the seat.\n",
        ),
        (
            &["seat", "--remove-others"],
            0,
            "No other device had the seat.\n",
        ),
        (
            &["seat", "--remove-others", "--json"],
            2,
            "{\"type\":\"seat_unshared\",\"devices\":2}\n",
        ),
    ] {
        let program = Program::start_at(home_with_seat(&server), &server, args);
        let mut peer = resumed(&server).await;
        peer.request("unshare_seat").await;
        peer.ok(json!({"type": "seat_unshared", "devices": devices}))
            .await;
        assert_eq!(program.status().await, (0, expected.to_owned()));
    }
}

#[tokio::test]
async fn a_seat_that_cannot_be_shared_is_reported() {
    let server = Server::start().await;
    let start = || Program::start_at(home_with_seat(&server), &server, &["seat"]);
    let program = start();
    // It is asked for nothing: that would take the seat from another window.
    server.greeted().await.closed().await;
    let unsupported = "This server cannot share a seat between devices.\n";
    assert_eq!(program.status().await, (1, unsupported.to_owned()));

    let program = start();
    let mut peer = resumed(&server).await;
    peer.request("share_seat").await;
    peer.refuse(json!({"code": "too_many_devices"})).await;
    let (status, said) = program.status().await;
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains("This seat is on four devices already"),
        "{said}"
    );

    let program = start();
    let mut peer = greeted(&server).await;
    peer.request("resume").await;
    peer.refuse(json!({"code": "no_such_room"})).await;
    let (status, said, home) = program.ended().await;
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains(&format!("Your seat in room {ROOM} is gone.")),
        "{said}"
    );
    assert!(!kept(home.path()).contains(SECRET));

    let home = tempfile::tempdir().unwrap();
    let (status, said) = Program::start_at(home, &server, &["seat"]).status().await;
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("You have no open seat"), "{said}");
}

/// Takes the seat of a link; the secret is stored before it is sent, the token never.
async fn takes(server: &Server, home: &Path) -> (Peer, Value) {
    let mut peer = greeted(server).await;
    let request = peer.request("take_seat").await;
    assert_eq!(
        (&request["room"], &request["token"]),
        (&json!(ROOM), &json!(TOKEN))
    );
    let files = kept(home);
    assert!(
        files.contains(request["secret"].as_str().unwrap()),
        "{files}"
    );
    assert!(!files.contains(TOKEN), "{files}");
    (peer, request)
}

#[tokio::test]
async fn a_seat_is_taken_from_the_server_of_its_link_and_played() {
    let (server, other) = (Server::start().await, Server::start().await);
    for typed in [true, false] {
        let home = tempfile::tempdir().unwrap();
        let link = link(&server);
        let place = if typed { &*link } else { "-" };
        let args = ["seat", place];
        // Another server is the one in use.
        let mut program = Program::start_in(home.path(), &other, &args);
        if !typed {
            program.line(&link).await;
        }
        let (mut peer, request) = takes(&server, home.path()).await;
        let room = Room::playing();
        peer.ok(room.entered("seat_taken", 4)).await;
        peer.send(room.snapshot()).await;
        let said = program.until("Type a cell").await;
        assert!(
            said.contains(&format!("You have a seat in room {ROOM}.")),
            "{said}"
        );
        assert!(!said.contains(TOKEN), "{said}");
        program.line("b2").await;
        let request_move = peer.request("move").await;
        assert_eq!(
            (&request_move["n"], &request_move["cell"]),
            (&json!(5), &json!(4))
        );
        let files = kept(home.path());
        let seat = format!("\"room\":\"{ROOM}\"");
        assert!(files.replace(": ", ":").contains(&seat), "{files}");
        assert!(
            files.contains(request["secret"].as_str().unwrap()),
            "{files}"
        );
        assert!(files.contains(&server.address.to_string()), "{files}");
    }
}

#[tokio::test]
async fn a_refused_seat_leaves_nothing_behind() {
    let server = Server::start().await;
    for (why, expected) in [
        (json!({"code": "no_shared_seat"}), "This link has been used"),
        (
            json!({"code": "too_many_devices"}),
            "on four devices already",
        ),
        (
            json!({"code": "joins_too_fast", "params": {"retry_in_ms": 9_000}}),
            "9 s",
        ),
        (
            json!({"code": "unknown_type", "params": {"got": "take_seat"}}),
            "This server cannot share",
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let program = Program::start_in(home.path(), &server, &["seat", &link(&server)]);
        let (mut peer, request) = takes(&server, home.path()).await;
        peer.refuse(why).await;
        let (status, said) = program.status().await;
        assert_eq!(status, 1, "{said}");
        assert!(said.contains(expected), "{said}");
        assert!(!said.contains(TOKEN), "{said}");
        let files = kept(home.path());
        assert!(
            !files.contains(request["secret"].as_str().unwrap()),
            "{files}"
        );
    }
}

#[tokio::test]
async fn a_link_that_cannot_be_followed_is_reported_without_its_token() {
    let server = Server::start().await;
    let good = link(&server);
    let cut = &good[..good.len() - 6];
    for (args, expected) in [
        (&["seat", cut][..], "The link is not complete"),
        (&["join", &good], "To take it, use: oxo seat LINK"),
        (&["watch", &good], "To take it, use: oxo seat LINK"),
        (&[&*good], "To take it, use: oxo seat LINK"),
        (&["seat", "-"], "There is no link on standard input."),
        (&["seat", &good, "--remove-others"], "--remove-others"),
        (&["resume", &good], "To take it, use: oxo seat LINK"),
        (&["wait", &good], "To take it, use: oxo seat LINK"),
    ] {
        let (status, said) = Program::start(&server, args).status().await;
        assert_eq!(status, 2, "{args:?}: {said}");
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(!said.contains(TOKEN), "{args:?}: {said}");
    }
}
