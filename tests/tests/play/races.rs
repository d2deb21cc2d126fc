//! Things that happen at the same moment, and people who stand in each
//! other's way. Each test bears the name of what must not come of it.

use protocol::{Accepted, Frame, Refusal, now::LinkState};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, TestServer,
    client::{Received, seat_two},
    server::BEGIN_MS,
};

use crate::play::common::{patient, two};

fn create_with(client: &Client) -> Value {
    json!({"type": "create_room", "secret": client.secret.reveal()})
}

#[tokio::test]
async fn one_secret_at_two_connections_at_once_opens_one_room() {
    let server = TestServer::memory().await;
    for _ in 0..20 {
        let (mut one, mut other) = (server.client("Ana").await, server.client("Ana").await);
        let request = create_with(&one);
        let before = server.service.rooms.gauges().rooms;
        let (first, second) = tokio::join!(one.done(request.clone()), other.done(request));
        let (Accepted::Created(first), Accepted::Created(second)) = (first, second) else {
            panic!("not created");
        };
        assert_eq!(first.room, second.room);
        assert_eq!(server.service.rooms.gauges().rooms, before + 1);
    }
}

#[tokio::test]
async fn one_secret_cannot_sit_in_two_rooms() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let (here, there) = (ana.create(json!({})).await, bia.create(json!({})).await);
    let (mut cai, mut again) = (server.client("Cai").await, server.client("Cai").await);
    again.secret = cai.secret.clone();
    cai.join(here).await;
    again.join(there).await;
    assert_eq!(again.room, Some(here));
}

#[tokio::test]
async fn a_guest_with_a_command_on_its_way_never_learns_the_new_code() {
    // On disk, so that the command comes to wait while the removal is kept.
    let folder = TempDir::new().unwrap();
    let server = TestServer::on_disk(folder.path().into(), BEGIN_MS).await;
    for _ in 0..20 {
        let (mut ana, mut bia) = two(&server, json!({})).await;
        let old = ana.room.unwrap();
        let removal = ana.numbered(json!({"type": "remove_guest"}));
        let offer = bia.numbered(json!({"type": "offer", "kind": "draw"}));
        ana.send(removal).await;
        bia.send(offer).await;
        let last = bia.send(json!({"type": "ping"})).await;
        let mut dismissed = false;
        while !dismissed {
            match bia.receive().await {
                Received::Frame(frame) => dismissed |= matches!(*frame, Frame::Dismissed { .. }),
                Received::Closed(code) => panic!("closed with {code:?} after request {last}"),
            }
        }
        assert_eq!(bia.room, Some(old), "the guest has seen another code");
    }
}

#[tokio::test]
async fn a_neighbour_who_guesses_codes_keeps_nobody_from_coming_back() {
    let server = TestServer::limited(|it| it.failed_joins_per_minute = 1).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let secret = bia.secret.clone();
    drop(bia);
    let mut eve = server.client("Eve").await;
    let guess = |code| json!({"type": "watch_room", "room": code});
    assert_eq!(eve.refused(guess("ZZZZ-ZZZZ")).await, Refusal::NoSuchRoom);
    assert!(matches!(
        eve.refused(guess("ZZZZ-ZZZY")).await,
        Refusal::JoinsTooFast { .. }
    ));
    let mut bia = server.client("Bia").await;
    bia.resume(room, &secret, 0).await;
}

#[tokio::test]
async fn quick_matches_open_no_more_rooms_than_an_address_may() {
    let server = TestServer::limited(|it| it.rooms_per_minute = 2).await;
    let mut ana = server.client("Ana").await;
    let request = |client: &Client| json!({"type": "quick_match", "secret": client.secret.reveal(), "key": "one-of-many"});
    for _ in 0..2 {
        let request = request(&ana);
        ana.done(request).await;
    }
    let request = request(&ana);
    assert!(matches!(
        ana.refused(request).await,
        Refusal::RoomsTooFast { .. }
    ));
}

#[tokio::test]
async fn a_link_with_an_unanswered_ping_is_shown_as_shaky() {
    let server = patient().await;
    let (mut ana, _bia) = two(&server, json!({})).await;
    // Bia reads nothing from here on, and so answers no ping.
    let shaky = |frame: &Frame| match frame {
        Frame::Now(now) => (now.now.links.guest.state == LinkState::Shaky).then_some(()),
        _ => None,
    };
    let watching = async {
        ana.until("a shaky link", shaky).await;
    };
    let passing = async {
        loop {
            server.advance(1_000);
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = watching => {}
        () = passing => {}
    }
}

#[tokio::test]
async fn names_cannot_be_changed_without_end() {
    let server = TestServer::memory().await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    for name in ["A", "B", "C", "D", "E"] {
        ana.done(json!({"type": "set_name", "name": name})).await;
    }
    let one_more = json!({"type": "set_name", "name": "F"});
    assert_eq!(
        ana.refused(one_more.clone()).await,
        Refusal::TooFast { retry_in_ms: 1_000 }
    );
    server.advance(1_000);
    ana.done(one_more).await;
    let limits = protocol::Limits::default();
    assert_eq!((limits.names_burst, limits.names_per_s), (5, 1));
}
