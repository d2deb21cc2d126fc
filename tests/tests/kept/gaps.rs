//! A server that stood still: what its players lost by it is given back like
//! the time of an outage.

use std::time::Duration;

use protocol::{Event, Seat};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process, TestServer,
    client::{play_out, seat_two, two},
    process::server_binary,
    server::BEGIN_MS,
};

use crate::kept::on;

const STILL_MS: u64 = 8_000;

fn five_seconds_a_move() -> Value {
    json!({"clock": {"type": "per_move", "move_ms": 5_000}})
}

fn due_ms(client: &Client) -> u64 {
    client.view.running().unwrap().turn.unwrap().due_ms
}

/// The next event, which has to tell of a gap.
async fn lost_ms(client: &mut Client) -> u64 {
    match client.event().await {
        Event::Away { lost_ms, .. } => lost_ms,
        other => panic!("{other:?}"),
    }
}

async fn both_return(client: &mut Client) {
    for seat in Seat::BOTH {
        assert_eq!(client.event().await, Event::Returned { seat, turn: None });
    }
    let there = |seat| client.view.seats[seat].as_ref().unwrap().lost.is_none();
    assert!(Seat::BOTH.into_iter().all(there));
}

#[tokio::test]
async fn a_gap_costs_nobody_time_and_is_reported_at_once() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, five_seconds_a_move()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(1_000);
    let due = due_ms(&ana);
    server.node.clock.stand_still(STILL_MS);
    // Deadlines are looked at, and nobody sends anything.
    server.advance(500);
    for client in [&mut ana, &mut bia] {
        assert_eq!(lost_ms(client).await, STILL_MS);
        both_return(client).await;
        assert_eq!(due_ms(client), due + STILL_MS);
    }
    // Given back once: the rest of the five seconds is as long as it was.
    server.advance(3_499);
    ana.beat().await;
    assert!(ana.view.running().is_some());
    server.advance(1);
    ana.event().await;
    assert!(ana.view.running().is_none());
    server.stop().await;
}

#[tokio::test]
async fn a_move_that_waited_in_a_gap_is_made() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = two(&server, five_seconds_a_move()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.node.clock.stand_still(STILL_MS);
    ana.play(8).await;
    assert_eq!(ana.view.seats.guest.as_ref().unwrap().lost, None);
    assert_eq!(due_ms(&ana), server.now_ms() + 5_000);
    assert_eq!(lost_ms(&mut bia).await, STILL_MS);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_slept_through_a_gap_is_given_it_back_with_the_outage() {
    const AWAY_MS: u64 = 30_000;
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, five_seconds_a_move()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let (due, stopped_ms) = (due_ms(&ana), server.now_ms());
    server.stop().await;
    let server = on(folder.path(), stopped_ms + AWAY_MS).await;
    server.node.clock.stand_still(STILL_MS);
    let mut back = server.client("").await;
    back.view = ana.view.clone();
    back.resume(ana.room.unwrap(), &ana.secret, ana.view.seq)
        .await;
    assert_eq!(lost_ms(&mut back).await, AWAY_MS + STILL_MS);
    assert_eq!(due_ms(&back), due + AWAY_MS + STILL_MS);
    server.stop().await;
}

#[tokio::test]
async fn a_process_that_was_stopped_costs_nobody_the_game() {
    let folder = TempDir::new().unwrap();
    let server = Process::start(&server_binary(), folder.path(), &[]).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, five_seconds_a_move()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let due = due_ms(&ana);
    server.signal("-STOP").await;
    // As long as more than the move may take: the time of a real process.
    tokio::time::sleep(Duration::from_secs(6)).await;
    server.signal("-CONT").await;
    let lost_ms = lost_ms(&mut ana).await;
    assert!(lost_ms > 5_000, "{lost_ms}");
    both_return(&mut ana).await;
    assert_eq!(due_ms(&ana), due + lost_ms);
    server.terminate().await;
}
