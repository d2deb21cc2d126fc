//! The full screen's way to tables and away from them, against a scripted
//! server: which seat is stored, held, asked for again and let go.
#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use crate::scripted;

use std::rc::Rc;

use archive::{
    seats::{OwnSeat, SeatStore},
    session_recorder::SessionRecorder,
};
use client_cli::tui::{
    session_controller::{SessionContext, SessionController},
    ui::GO,
};
use frontend::intent::{Intent, OpponentSearch};
use oxo_client::session::{End, Update};
use protocol::{Answer, Computer, RoomCode, Secret, Settings};
use scripted::{Peer, Room, Server, guarded};
use sentences::Catalogue;
use serde_json::json;
use tempfile::TempDir;

fn begun(server: &Server) -> (SessionController, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let text = Rc::new(Catalogue::for_language("en"));
    let seats = SeatStore::new(folder.path().join("seats"));
    let recorder = {
        let (text, seats) = (Rc::clone(&text), seats.clone());
        move || SessionRecorder::new(Rc::clone(&text), seats.clone(), None)
    };
    let mut controller = SessionController::new(SessionContext {
        text,
        address: server.address.clone(),
        name: "Ana".to_owned(),
        key: "the key of this process".to_owned(),
        seats,
        in_use: None,
        persists: false,
        recorder: Box::new(recorder),
    });
    controller.connect();
    (controller, folder)
}

/// Sees updates up to one that a test waits for.
async fn until(controller: &mut SessionController, what: &str, test: impl Fn(&Update) -> bool) {
    let find = async {
        loop {
            let update = controller.next().await;
            assert_eq!(controller.observe(&update), None);
            if test(&update) {
                return;
            }
        }
    };
    guarded(what, find).await;
}

fn stored(folder: &TempDir) -> usize {
    let files = std::fs::read_dir(folder.path().join("seats")).unwrap();
    let seat = |path: &std::path::Path| path.extension().is_some_and(|ending| ending == "json");
    files
        .filter(|file| seat(&file.as_ref().unwrap().path()))
        .count()
}

fn code() -> RoomCode {
    Room::waiting().code
}

/// Sits down in the room of the script.
async fn seated(server: &Server, controller: &mut SessionController) -> Peer {
    let mut peer = server.greeted().await;
    controller.go(Intent::Join(code())).unwrap();
    peer.request("join_room").await;
    let room = Room::waiting();
    peer.ok(room.entered("joined", 0)).await;
    peer.send(room.snapshot()).await;
    until(controller, "the room", |u| matches!(u, Update::Snapshot(_))).await;
    assert_eq!(controller.seat(), (Some(code()), false));
    peer
}

#[tokio::test]
async fn a_seat_is_stored_before_it_is_asked_for_and_free_once_one_has_left() {
    let server = Server::start().await;
    let (mut controller, folder) = begun(&server);
    controller.go(Intent::Join(code())).unwrap();
    assert_eq!(stored(&folder), 1, "before there is a connection");
    assert_eq!(controller.seat(), (None, true));
    drop(folder);

    let (mut controller, folder) = begun(&server);
    drop(server.connection().await);
    let peer = seated(&server, &mut controller).await;
    assert_eq!(controller.open(), [], "it is held");
    controller.detach();
    let open = controller.open();
    assert_eq!((open.len(), stored(&folder)), (1, 1));
    assert_eq!(open[0].room, code());
    peer.closed().await;
    // And back again, on the new connection.
    let mut peer = server.greeted().await;
    controller.go(Intent::Resume(open[0].clone())).unwrap();
    assert_eq!(peer.request("resume").await.get("last_seq"), None);
    assert_eq!(controller.open(), []);
}

#[tokio::test]
async fn an_intent_is_sent_once_and_the_next_on_a_new_connection() {
    let server = Server::start().await;
    let (mut controller, folder) = begun(&server);
    let mut peer = server.greeted().await;
    let other = RoomCode::from_bits(7);
    controller.go(Intent::Join(code())).unwrap();
    controller.go(Intent::Join(code())).unwrap();
    assert_eq!(peer.request("join_room").await["id"], GO);
    controller.go(Intent::Join(other)).unwrap();
    // No second request came before the goodbye.
    peer.closed().await;
    let mut peer = server.greeted().await;
    let asked = peer.request("join_room").await;
    assert_eq!(asked["room"], json!(other));
    peer.refuse(json!({"code": "no_such_room"})).await;
    until(&mut controller, "the refusal", |u| {
        matches!(
            u,
            Update::Reply {
                id: GO,
                answer: Answer::Error(_),
                ..
            }
        )
    })
    .await;
    assert_eq!(
        (controller.seat(), controller.open()),
        ((None, false), vec![])
    );
    assert_eq!(stored(&folder), 0, "neither seat was given");
}

#[tokio::test]
async fn a_lost_seat_is_forgotten_and_an_unknown_one_is_not_requested() {
    let server = Server::start().await;
    let (mut controller, folder) = begun(&server);
    let unknown = OwnSeat {
        room: code(),
        secret: Secret::draw().unwrap(),
    };
    let sentence = controller.go(Intent::Resume(unknown)).unwrap_err();
    assert!(sentence.contains("is gone"), "{sentence}");
    seated(&server, &mut controller).await;
    controller.detach();
    let mut peer = server.greeted().await;
    let seat = controller.open().remove(0);
    controller.go(Intent::Resume(seat)).unwrap();
    peer.request("resume").await;
    peer.refuse(json!({"code": "no_such_room"})).await;
    until(&mut controller, "the refusal", |u| {
        matches!(u, Update::Reply { .. })
    })
    .await;
    assert_eq!((controller.open(), stored(&folder)), (vec![], 0));
}

#[tokio::test]
async fn an_unanswered_request_is_repeated_when_the_person_retries() {
    let server = Server::start().await;
    let (mut controller, _folder) = begun(&server);
    controller.go(Intent::Join(code())).unwrap();
    // No greeting: the first connection fails, and with it the session.
    drop(server.tcp().await);
    until(&mut controller, "the end", |u| matches!(u, Update::End(_))).await;
    controller.retry();
    let mut peer = server.greeted().await;
    let asked = peer.request("join_room").await;
    assert_eq!((&asked["id"], &asked["room"]), (&json!(GO), &json!(code())));
}

#[tokio::test]
async fn a_seat_taken_over_elsewhere_is_taken_back_by_a_retry() {
    let server = Server::start().await;
    let (mut controller, _folder) = begun(&server);
    let mut peer = seated(&server, &mut controller).await;
    peer.send(json!({"type": "superseded", "room": code()}))
        .await;
    let superseded = |u: &Update| matches!(u, Update::End(End::Superseded));
    until(&mut controller, "the end", superseded).await;
    controller.retry();
    let mut peer = server.greeted().await;
    assert_eq!(peer.request("resume").await["room"], json!(code()));
}

#[tokio::test]
async fn another_name_connects_anew_and_takes_the_seat_along() {
    let server = Server::start().await;
    let (mut controller, _folder) = begun(&server);
    seated(&server, &mut controller).await;
    controller.rename("Zoe".to_owned());
    let mut peer = server.connection().await;
    assert_eq!(peer.request("hello").await["name"], "Zoe");
    peer.ok(scripted::welcome()).await;
    assert_eq!(peer.request("resume").await["id"], GO);
}

#[tokio::test]
async fn a_refused_computer_does_not_cost_the_awaited_seat() {
    let server = Server::start().await;
    let (mut controller, folder) = begun(&server);
    let mut peer = server.greeted().await;
    controller
        .go(Intent::Play(OpponentSearch::default()))
        .unwrap();
    peer.request("quick_match").await;
    peer.ok(json!({"type": "queued", "ticket": "k7qx4mtr9w2f2", "position": 1}))
        .await;
    until(&mut controller, "the queue", |u| {
        matches!(u, Update::Reply { .. })
    })
    .await;
    let computer = Computer {
        level: game::Level::TOP,
        centre: false,
    };
    let computer = Intent::Computer(Settings::default(), computer);
    controller.go(computer.clone()).unwrap();
    assert_eq!(peer.request("create_room").await["computer"]["level"], 5);
    peer.refuse(json!({"code": "too_many_computers", "params": {"of": "server"}}))
        .await;
    until(&mut controller, "the refusal", |u| {
        matches!(u, Update::Reply { .. })
    })
    .await;
    assert_eq!((controller.seat(), stored(&folder)), ((None, false), 1));
    // Now there is one, and then somebody comes.
    controller.go(computer).unwrap();
    peer.request("create_room").await;
    let mut room = Room::waiting();
    room.code = RoomCode::from_bits(7);
    peer.ok(room.entered("created", 0)).await;
    peer.send(room.snapshot()).await;
    until(&mut controller, "the room", |u| {
        matches!(u, Update::Snapshot(_))
    })
    .await;
    assert_eq!((controller.seat().0, stored(&folder)), (Some(room.code), 2));
    peer.send(json!({"type": "matched", "room": code(), "seat": "guest"}))
        .await;
    until(&mut controller, "somebody", |u| {
        matches!(u, Update::Matched(_))
    })
    .await;
    assert_eq!((controller.seat().0, stored(&folder)), (Some(code()), 1));
}

#[tokio::test]
async fn the_requested_one_of_two_seats_in_a_room_is_resumed() {
    let server = Server::start().await;
    let (mut controller, folder) = begun(&server);
    seated(&server, &mut controller).await;
    controller.detach();
    // Another secret for the same room, as when one has sat down on both sides.
    let mut other = None;
    for file in std::fs::read_dir(folder.path().join("seats")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut seat: serde_json::Value = serde_json::from_str(&text).unwrap();
            seat["secret"] = json!(Secret::draw().unwrap().reveal());
            other = Some((path.with_file_name("other.json"), seat.to_string()));
        }
    }
    let (path, text) = other.unwrap();
    std::fs::write(path, text).unwrap();
    let open = controller.open();
    assert_eq!(open.len(), 2);
    for seat in open {
        let mut peer = server.greeted().await;
        let secret = seat.secret.reveal().to_owned();
        controller.go(Intent::Resume(seat)).unwrap();
        assert_eq!(peer.request("resume").await["secret"], json!(secret));
        controller.detach();
    }
}
