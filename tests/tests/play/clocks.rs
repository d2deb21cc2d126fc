//! Clocks over sockets: flags that the server lets fall, and round trips that it measured. The rules
//! are tested in `referee/src/tests/clocks.rs`.

use protocol::{
    Seat,
    event::{EndReason, GameResult},
};
use serde_json::json;
use tests::{Client, client::play_out};

use crate::play::common::{ending, gone, lost, patient, sync, two};

const GUEST_BY_FLAG: (GameResult, Option<Seat>, EndReason) =
    (GameResult::Won, Some(Seat::Guest), EndReason::Flag);

#[tokio::test]
async fn a_flag_falls_by_the_server() {
    let server = patient().await;
    let clock = json!({"clock": {"type": "per_move", "move_ms": 10_000}});
    let (mut ana, mut bia) = two(&server, clock).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(10_000);
    bia.event().await;
    assert_eq!(ending(&bia), GUEST_BY_FLAG);
}

#[tokio::test]
async fn a_flag_falls_with_nobody_connected() {
    let server = patient().await;
    let clock = json!({"type": "total", "initial_ms": 30_000, "increment_ms": 0});
    let (mut ana, mut bia) = two(&server, json!({"clock": clock})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    let host = lost(&server, ana, &mut eve).await;
    lost(&server, bia, &mut eve).await;
    gone(&server, eve).await;
    server.advance(24_000);
    let ana = host.back(&server.url()).await;
    assert_eq!(ending(&ana), GUEST_BY_FLAG);
}

/// A game in which the guest's round trip takes `trip_ms` and the host's none.
async fn with_round_trip(server: &tests::TestServer, trip_ms: u64) -> (Client, Client) {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = ana
        .create(json!({"first": "guest", "clock": {"type": "per_move", "move_ms": 10_000}}))
        .await;
    ana.settle().await;
    bia.join(room).await;
    server.advance(trip_ms);
    bia.settle().await;
    sync(&mut ana, &mut bia).await;
    (ana, bia)
}

#[tokio::test]
async fn a_turn_is_credited_with_its_round_trip_up_to_half_a_second() {
    for (trip_ms, credit_ms) in [(300, 300), (900, 500)] {
        let server = patient().await;
        let (mut ana, mut bia) = with_round_trip(&server, trip_ms).await;
        play_out(&mut ana, &mut bia, &[4, 0]).await;
        let turn = ana.view.running().unwrap().turn.unwrap();
        assert_eq!(turn.due_ms, server.now_ms() + 10_000 + credit_ms);
        server.advance(10_000 + credit_ms - 1);
        bia.play(8).await;
        let protocol::Event::Moved { credit_ms: got, .. } = ana.event().await else {
            panic!("no move");
        };
        assert_eq!(got, credit_ms);
    }
}
