//! Quick match: who is paired with whom, and who is not.

use std::collections::HashMap;

use futures::future::join_all;
use protocol::{Accepted, Frame, Refusal, RoomCode, Seat, frame::Unqueued};
use serde_json::json;
use tests::{Client, TestServer};

use crate::play::common::{SeatCredentials, patient, plain, sync};

pub fn key(number: usize) -> String {
    format!("the key {number}")
}

async fn queued(server: &TestServer, number: usize) -> Client {
    let mut client = server.client("").await;
    let accepted = client.quick_match(&key(number), json!({})).await;
    assert!(matches!(accepted, Accepted::Queued { .. }));
    client
}

pub async fn unqueued(client: &mut Client) -> Unqueued {
    client
        .until("the end of waiting", |frame| match frame {
            Frame::Unqueued { reason } => Some(*reason),
            _ => None,
        })
        .await
}

pub async fn both(one: &mut Client, other: &mut Client) -> RoomCode {
    let (here, there) = tokio::join!(one.matched(), other.matched());
    assert_eq!(here, there);
    assert_ne!(one.seat, other.seat);
    here
}

#[tokio::test]
async fn two_who_wait_play_each_other() {
    let server = patient().await;
    let (mut ana, mut bia) = (queued(&server, 1).await, queued(&server, 2).await);
    both(&mut ana, &mut bia).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(ana.seat, Some(Seat::Host), "who waited longer");
    assert!(ana.view.running().is_some());
    let first = if ana.my_turn() { &mut ana } else { &mut bia };
    first.play(4).await;
    assert!(server.service.lobby.is_empty());
}

#[tokio::test]
async fn each_of_a_hundred_players_is_paired_exactly_once() {
    let server = patient().await;
    let server = &server;
    let games = join_all((0..100).map(|number| async move {
        let mut client = queued(server, number).await;
        let room = client.matched().await;
        (room, client)
    }))
    .await;
    let mut tables: HashMap<RoomCode, Vec<Option<Seat>>> = HashMap::new();
    for (room, client) in &games {
        tables.entry(*room).or_default().push(client.seat);
    }
    assert_eq!(tables.len(), 50);
    for seats in tables.values() {
        assert_eq!(seats.len(), 2);
        assert_ne!(seats[0], seats[1]);
    }
    assert!(server.service.lobby.is_empty());
}

#[tokio::test]
async fn a_newer_ticket_replaces_the_older_and_never_meets_it() {
    let server = patient().await;
    let (mut old, mut new) = (queued(&server, 1).await, queued(&server, 1).await);
    assert_eq!(unqueued(&mut old).await, Unqueued::Replaced);
    assert_eq!(server.service.lobby.len(), 1);
    let mut bia = queued(&server, 2).await;
    both(&mut new, &mut bia).await;
    assert_eq!(old.refused(plain("cancel")).await, Refusal::NotQueued);
}

#[tokio::test]
async fn a_waiter_who_does_not_answer_is_skipped_and_the_live_one_is_next() {
    let server = patient().await;
    let mut dead = queued(&server, 1).await;
    let mut ana = queued(&server, 2).await;
    ana.settle().await;
    server.advance(1_999);
    let mut cai = server.client("").await;
    assert_eq!(server.service.lobby.len(), 2);
    server.advance(1);
    cai.quick_match(&key(3), json!({})).await;
    both(&mut ana, &mut cai).await;
    assert_eq!(ana.seat, Some(Seat::Host), "Ana has waited longer");
    assert_eq!(unqueued(&mut dead).await, Unqueued::Unanswered);
}

#[tokio::test]
async fn a_waiter_whose_link_is_gone_is_not_paired() {
    let server = patient().await;
    let ana = queued(&server, 1).await;
    ana.close().await;
    server.until_connections(0).await;
    assert!(server.service.lobby.is_empty());
    let mut bia = queued(&server, 2).await;
    let mut cai = queued(&server, 3).await;
    both(&mut bia, &mut cai).await;
}

#[tokio::test]
async fn a_cancelled_ticket_is_not_paired() {
    let server = patient().await;
    let mut ana = queued(&server, 1).await;
    assert_eq!(ana.done(plain("cancel")).await, Accepted::Cancelled);
    assert_eq!(ana.refused(plain("cancel")).await, Refusal::NotQueued);
    let _bia = queued(&server, 2).await;
    assert_eq!(server.service.lobby.len(), 1);
}

#[tokio::test]
async fn each_clock_has_to_be_within_its_bounds() {
    let server = patient().await;
    let mut ana = server.client("").await;
    let clocks = json!([{"type": "none"}, {"type": "per_move", "move_ms": 999}]);
    let request = json!({"type": "quick_match", "secret": ana.secret.reveal(), "key": key(1), "clocks": clocks});
    assert!(
        matches!(ana.refused(request).await, Refusal::BadField { field, .. } if field == "clocks[1].move_ms")
    );
    assert!(server.service.lobby.is_empty());
}

#[tokio::test]
async fn every_ticket_has_an_id_of_its_own() {
    let server = patient().await;
    let mut ana = server.client("").await;
    let mut tickets = Vec::new();
    for _ in 0..2 {
        let queued = ana.quick_match(&key(1), json!({})).await;
        let Accepted::Queued { ticket, position } = queued else {
            panic!("not queued");
        };
        assert_eq!(position, 1);
        tickets.push(ticket);
    }
    assert_ne!(tickets[0], tickets[1]);
}

#[tokio::test]
async fn the_secret_of_a_match_leads_back_to_its_seat() {
    let server = patient().await;
    let (mut ana, mut bia) = (queued(&server, 1).await, queued(&server, 2).await);
    both(&mut ana, &mut bia).await;
    let (place, seat) = (SeatCredentials::of(&ana), ana.seat);
    let mut again = server.client("").await;
    again.secret = place.secret;
    let Accepted::Joined(entered) = again.quick_match(&key(1), json!({})).await else {
        panic!("not joined");
    };
    assert_eq!((entered.room, Some(entered.seat)), (place.room, seat));
    assert!(server.service.lobby.is_empty());
}

#[tokio::test]
async fn a_waiter_may_watch_meanwhile_and_is_seated_from_there() {
    let server = patient().await;
    let mut host = server.client("").await;
    let room = host.create(json!({})).await;
    let mut ana = queued(&server, 1).await;
    ana.watch(room).await;
    let mut bia = queued(&server, 2).await;
    let game = both(&mut ana, &mut bia).await;
    assert_ne!(game, room);
    assert!(ana.view.running().is_some());
}
