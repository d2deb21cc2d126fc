//! The disk has no shares: what one address writes, and fifty, keeps nobody's moves.

use std::{
    net::Ipv4Addr,
    sync::{Arc, atomic::Ordering::Relaxed},
};

use protocol::{Answer, Refusal};
use serde_json::json;
use tests::{Client, TestJournal, TestServer, client::seat_two, soon};

use super::{GREEDY, NEWCOMER, fifty, row};

/// Two of an address at a board of their own.
async fn pair(server: &TestServer, from: Ipv4Addr) -> [Client; 2] {
    let mut ana = server.client_from(from, "Ana").await;
    let mut bia = server.client_from(from, "Bia").await;
    seat_two(&mut ana, &mut bia, json!({})).await;
    [ana, bia]
}

/// Three pairs of one address, and one of each of fifty.
async fn pairs(server: &TestServer) -> Vec<[Client; 2]> {
    let mut pairs = Vec::new();
    for from in [GREEDY; 3].into_iter().chain(fifty()) {
        pairs.push(pair(server, from).await);
    }
    pairs
}

#[tokio::test]
async fn on_a_full_disk_nobody_opens_a_room_and_everybody_moves() {
    let row = row("the disk: events and finished games");
    let disk = Arc::new(TestJournal::default());
    let server = TestServer::with_journal(&disk).await;
    let mut pairs = pairs(&server).await;
    disk.full.store(true, Relaxed);
    for from in [GREEDY, NEWCOMER].into_iter().chain(fifty()) {
        let mut client = server.client_from(from, "").await;
        let refused = client.refused(client.creation(json!({}))).await;
        let is_told = matches!(refused, Refusal::Unavailable { .. });
        assert!(is_told, "{}: {from}: {refused:?}", row.name);
    }
    for [ana, bia] in &mut pairs {
        ana.play(4).await;
        bia.up_to(ana.view.seq).await;
    }
    disk.full.store(false, Relaxed);
    let mut newcomer = server.client_from(NEWCOMER, "").await;
    newcomer.create(json!({})).await;
    server.stop().await;
}

/// Asks for a move and then for two things more, and does not wait.
async fn act(client: &mut Client) -> u64 {
    let request = client.move_to(4);
    let request = client.numbered(request);
    let id = client.send(request).await;
    for _ in 0..2 {
        client.send(json!({"type": "rooms"})).await;
    }
    id
}

#[tokio::test]
async fn each_room_has_at_most_one_step_waiting_for_a_stuck_disk() {
    let row = row("the journal's queue");
    let disk = Arc::new(TestJournal::default());
    let server = TestServer::with_journal(&disk).await;
    let mut pairs = pairs(&server).await;
    pairs.push(pair(&server, NEWCOMER).await);
    let (_, before) = disk.asked();
    let waiting = || disk.asked().1 - before;
    disk.stuck.send_replace(true);
    let mut asked = Vec::new();
    for (at, [ana, bia]) in pairs.iter_mut().enumerate() {
        asked.push(act(ana).await);
        // The other's step comes after it.
        let resign = bia.numbered(json!({"type": "resign"}));
        bia.send(resign).await;
        soon("the step to be asked for", async {
            while waiting() <= at as u64 {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }
    let mut other = server.client_from(NEWCOMER, "").await;
    other.beat().await;
    other.done(json!({"type": "rooms"})).await;
    assert_eq!(waiting(), 3 + 50 + 1, "{}: one a room", row.name);
    disk.stuck.send_replace(false);
    for ([ana, _], id) in pairs.iter_mut().zip(asked) {
        let answer = ana.answer(id).await;
        assert!(matches!(answer, Answer::Ok(_)), "{answer:?}");
    }
    server.stop().await;
}
