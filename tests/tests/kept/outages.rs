//! Refund of every outage to every room, once and exactly, whenever the room is looked at again.

use protocol::{Event, View};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, TestServer,
    client::{play_out, seat_two},
    server::BEGIN_MS,
};

use crate::kept::on;

const AWAY_MS: u64 = 30_000;

fn left_ms(view: &View, now_ms: u64) -> u64 {
    view.running().unwrap().turn.unwrap().due_ms - now_ms
}

/// Two in the middle of a game with clocks.
async fn two(server: &TestServer) -> (Client, Client) {
    let (mut one, mut other) = (server.client("Ana").await, server.client("Bia").await);
    let clock = json!({"type": "total", "initial_ms": 60_000, "increment_ms": 0});
    seat_two(&mut one, &mut other, json!({"clock": clock})).await;
    play_out(&mut one, &mut other, &[4, 0]).await;
    (one, other)
}

/// Comes back and gives what the server says was lost.
async fn lost_ms(server: &TestServer, before: &Client) -> (Client, u64) {
    let mut client = server.client("").await;
    client.view = before.view.clone();
    client
        .resume(before.room.unwrap(), &before.secret, before.view.seq)
        .await;
    let Event::Away { lost_ms, .. } = client.event().await else {
        panic!("something else than the outage")
    };
    client.beat().await;
    (client, lost_ms)
}

#[tokio::test]
async fn an_unloaded_room_gets_all_outages_back_and_a_played_one_the_last() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (early, _early_guest) = two(&server).await;
    let (late, _late_guest) = two(&server).await;
    let left = left_ms(&early.view, server.now_ms());
    server.stop().await;

    // The late one plays between two outages; the early one sleeps through both.
    let server = on(folder.path(), BEGIN_MS + AWAY_MS).await;
    let (late, lost) = lost_ms(&server, &late).await;
    assert_eq!(lost, AWAY_MS);
    // A mark that the server was alive, which takes nothing from the sleeper.
    server.advance(1_000);
    server.client("").await.beat().await;
    let stopped_ms = server.now_ms();
    let late_left = left_ms(&late.view, stopped_ms);
    server.stop().await;

    let server = on(folder.path(), stopped_ms + AWAY_MS).await;
    let (early, lost) = lost_ms(&server, &early).await;
    // The server was there for less time than coming back may take.
    assert_eq!(lost, 2 * AWAY_MS + 1_000);
    assert_eq!(left_ms(&early.view, server.now_ms()), left);
    let (late, lost) = lost_ms(&server, &late).await;
    assert_eq!(lost, AWAY_MS);
    assert_eq!(left_ms(&late.view, server.now_ms()), late_left);
    server.stop().await;
}

#[tokio::test]
async fn a_crash_among_outages_costs_nobody_more_than_a_second() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (ana, _bia) = two(&server).await;
    server.stop().await;
    // Started and stopped again and again, and nobody comes back.
    let mut now_ms = BEGIN_MS;
    for _ in 0..5 {
        now_ms += AWAY_MS;
        on(folder.path(), now_ms).await.stop().await;
    }
    let server = on(folder.path(), now_ms + AWAY_MS).await;
    let (_ana, lost) = lost_ms(&server, &ana).await;
    assert_eq!(lost, 6 * AWAY_MS);
    server.stop().await;
}
