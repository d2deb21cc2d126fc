//! Watching: late, slowly, or not at all.

use protocol::{Frame, Refusal};
use serde_json::json;
use tests::{Client, TestServer, client::play_out, soon};

use crate::play::common::{patient, plain, sync, two};

const WIDE: &str = r#"{"rules": {"width": 10, "height": 10, "line": 5}}"#;

/// Cells of a 10×10 board in an order that ends with a full board: two and two
/// in turn, set off by two from row to row, leave nobody five.
fn long_game() -> Vec<u16> {
    let colour = |cell: &u16| (cell % 10 + 2 * (cell / 10)) % 4 < 2;
    let (x, o): (Vec<u16>, Vec<u16>) = (0..100).partition(colour);
    let pairs = x.iter().zip(&o).flat_map(|(x, o)| [*x, *o]);
    pairs.collect()
}

#[tokio::test]
async fn a_late_spectator_has_the_whole_game_at_once_and_sees_the_rest_with_everybody() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let mut early = server.client("Eve").await;
    early.watch(ana.room.unwrap()).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    let mut late = server.client("Leo").await;
    late.watch(ana.room.unwrap()).await;
    assert_eq!(late.view, ana.view);
    play_out(&mut ana, &mut bia, &[1, 6]).await;
    for spectator in [&mut early, &mut late] {
        spectator.up_to(ana.view.seq).await;
        assert_eq!(spectator.view, ana.view);
    }
}

#[tokio::test]
async fn a_slow_reader_catches_up_event_by_event() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, serde_json::from_str(WIDE).unwrap()).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    play_out(&mut ana, &mut bia, &long_game()[..40]).await;
    let mut events = 0;
    while eve.view.seq < ana.view.seq {
        eve.event().await;
        events += 1;
    }
    assert_eq!(events, 40);
    assert_eq!(eve.view, ana.view);
}

/// Fills everything between a server and a client that does not read, until
/// the server cannot write any more.
async fn choke(server: &TestServer, client: &mut Client) {
    let stuffing = "x".repeat(3_900);
    let stalled = || {
        let mut peers = server.service.connections.iter();
        peers.any(|peer| peer.stalled_ms.load(std::sync::atomic::Ordering::Relaxed) != 0)
    };
    soon("the server to be unable to write", async {
        while !stalled() {
            client.send(json!({"type": "ping", "data": stuffing})).await;
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_reader_too_far_behind_gets_a_snapshot_and_holds_nobody_up() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, serde_json::from_str(WIDE).unwrap()).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    choke(&server, &mut eve).await;
    play_out(&mut ana, &mut bia, &long_game()[..90]).await;
    let view = eve
        .until("the room", |frame| match frame {
            Frame::Room(snapshot) => Some(snapshot.view.clone()),
            Frame::Event(event) => panic!("event {} of a long tail", event.seq),
            _ => None,
        })
        .await;
    assert_eq!(view, ana.view);
}

#[tokio::test]
async fn a_former_spectator_gets_no_more_events() {
    let server = patient().await;
    let (mut ana, _bia) = two(&server, json!({})).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    let seq = eve.view.seq;
    eve.done(plain("unwatch")).await;
    ana.play(4).await;
    eve.beat().await;
    assert_eq!(eve.view.seq, seq);
    assert_eq!(eve.refused(plain("unwatch")).await, Refusal::NotInRoom);
}

#[tokio::test]
async fn a_spectator_may_move_on_to_another_room_or_sit_down() {
    let server = patient().await;
    let (ana, _bia) = two(&server, json!({})).await;
    let mut cai = server.client("Cai").await;
    let waiting = cai.create(json!({})).await;
    let mut eve = server.client("Eve").await;
    eve.watch(ana.room.unwrap()).await;
    eve.watch(waiting).await;
    assert_eq!(eve.room, Some(waiting));
    eve.join(waiting).await;
    sync(&mut cai, &mut eve).await;
    assert!(eve.view.running().is_some());
}
