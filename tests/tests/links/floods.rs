//! Too much of anything, and peers that never read: only they are harmed.

use std::sync::atomic::Ordering::Relaxed;

use protocol::{Answer, Frame, Limits, Refusal, close, frame::Reason};
use serde_json::json;
use tests::{Client, Raw, TestServer, client::play_out, server::roomy};
use tokio_tungstenite::tungstenite::Message;

use crate::links::common::{end, two, until, wide, wide_cells};

/// The rates that a server has by itself.
fn strict() -> Limits {
    let Limits {
        commands_per_s,
        commands_burst,
        ..
    } = Limits::default();
    Limits {
        commands_per_s,
        commands_burst,
        ..roomy()
    }
}

/// No rate holds, so that only what a peer does not read is a limit.
fn unmetered() -> Limits {
    Limits {
        control_per_s: 1_000_000_000,
        ..roomy()
    }
}

#[tokio::test]
async fn each_request_above_the_burst_is_answered_once_with_a_retry_time() {
    let server = TestServer::with_limits(strict()).await;
    let mut client = server.client("Ana").await;
    // One of the thirty was `hello`.
    for _ in 0..29 {
        client.beat().await;
    }
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(client.send(json!({"type": "rooms"})).await);
    }
    for id in ids {
        let Frame::Reply(reply) = client.frame().await else {
            panic!()
        };
        assert_eq!(reply.id, id, "one reply each, in order");
        let Answer::Error(refused) = reply.answer else {
            panic!()
        };
        assert_eq!(refused.why, Refusal::TooFast { retry_in_ms: 100 });
    }
    server.advance(100);
    client.beat().await;
    let refused = client.refused(json!({"type": "rooms"})).await;
    assert!(matches!(refused, Refusal::TooFast { .. }));
    server.stop().await;
}

#[tokio::test]
async fn a_hundred_refusals_in_a_row_end_the_connection() {
    let server = TestServer::with_limits(strict()).await;
    let mut client = server.client("Ana").await;
    let mut watcher = server.client("").await;
    for _ in 0..29 + 100 {
        client.send(json!({"type": "rooms"})).await;
    }
    let mut refused = 0;
    let bye = client
        .until("a goodbye", |frame| match frame {
            Frame::Reply(reply) => {
                refused += usize::from(matches!(reply.answer, Answer::Error(_)));
                None
            }
            Frame::Bye(bye) => Some(bye.clone()),
            _ => None,
        })
        .await;
    assert_eq!((refused, bye.reason), (100, Reason::Flood));
    assert_eq!(end(&mut client).await, Some(close::POLICY));
    watcher.beat().await;
    server.stop().await;
}

#[tokio::test]
async fn a_refusal_now_and_then_ends_nothing() {
    let server = TestServer::with_limits(strict()).await;
    let mut client = server.client("Ana").await;
    for _ in 0..29 {
        client.beat().await;
    }
    for _ in 0..4 {
        for _ in 0..60 {
            client.refused(json!({"type": "rooms"})).await;
        }
        server.advance(100);
        client.beat().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn ten_control_frames_a_second_pass_and_one_more_is_a_flood() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    for message in [Message::Ping("a".into()), Message::Pong("b".into())] {
        server.advance(1_000);
        for _ in 0..9 {
            client.send_raw(message.clone()).await;
        }
        client.beat().await;
    }
    server.advance(1_000);
    for _ in 0..11 {
        client.send_raw(Message::Ping("c".into())).await;
    }
    let (bye, code) = client.bye().await;
    assert_eq!((bye.reason, code), (Reason::Flood, Some(close::POLICY)));
    server.stop().await;
}

fn stalled(server: &TestServer) -> bool {
    let since = |ms: &std::sync::atomic::AtomicU64| ms.load(Relaxed) != 0;
    server
        .service
        .connections
        .iter()
        .any(|peer| since(&peer.stalled_ms))
}

/// Sends pings and requests, in turn, for as long as they are taken. How many
/// bytes that were.
async fn flood(raw: &mut Raw) -> usize {
    let payload = [b'x'; 125];
    let request = json!({"type": "ping", "id": 1, "data": "x".repeat(3_000)}).to_string();
    let mut taken = 0;
    // Far more than any system keeps for a reader that does not read.
    for _ in 0..100_000 {
        if !raw.frame(0x9, &payload).await || !raw.text(&request).await {
            return taken;
        }
        taken += payload.len() + request.len();
    }
    panic!("{taken} bytes were taken and the server still reads");
}

#[tokio::test]
async fn a_flooder_that_never_reads_is_ignored_and_then_closed() {
    let server = TestServer::with_limits(unmetered()).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    raw.text(r#"{"type":"hello","id":1,"versions":[1]}"#).await;
    let flooding = tokio::spawn(async move {
        let taken = flood(&mut raw).await;
        (raw, taken)
    });
    // Others are served while it lasts.
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert_eq!(ana.view.score.host, 1);
    let (raw, taken) = flooding.await.unwrap();
    // What the kernel keeps in both directions, and nothing of ours.
    assert!(taken < 32 << 20, "{taken} bytes");
    assert!(stalled(&server));
    server.advance(9_000);
    ana.beat().await;
    assert_eq!(server.service.connections.len(), 3);
    server.advance(1_000);
    server.until_connections(2).await;
    ana.beat().await;
    drop(raw);
    server.stop().await;
}

const WATCH: &str = "watch_room";

/// Asks for the whole room again and again without reading any of it, until
/// the server has to wait for this client.
async fn stall(server: &TestServer, watcher: &mut Client) {
    for _ in 0..20_000 {
        if stalled(server) {
            return;
        }
        watcher
            .send(json!({"type": WATCH, "room": watcher.room}))
            .await;
        tokio::task::yield_now().await;
    }
    panic!("the server writes more than any system keeps");
}

/// Two in the middle of a long game, and a spectator who reads nothing.
async fn beside_a_stalled_watcher(server: &TestServer) -> (Client, Client, Client) {
    let (mut ana, mut bia) = two(server, wide()).await;
    play_out(&mut ana, &mut bia, &wide_cells()[..250]).await;
    let mut watcher = server.client("").await;
    watcher.watch(ana.room.unwrap()).await;
    stall(server, &mut watcher).await;
    (ana, bia, watcher)
}

#[tokio::test]
async fn a_spectator_who_stops_reading_costs_nobody_anything() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia, _watcher) = beside_a_stalled_watcher(&server).await;
    let cells = wide_cells();
    // The clock stands still: what follows waits for nobody.
    play_out(&mut ana, &mut bia, &cells[250..350]).await;
    assert_eq!(server.service.connections.len(), 3);
    assert!(stalled(&server));
    server.advance(10_000);
    server.until_connections(2).await;
    play_out(&mut ana, &mut bia, &cells[350..]).await;
    assert_eq!(ana.view.score.draws, 1);
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_who_reads_again_is_up_to_date() {
    let server = TestServer::memory().await;
    let (mut ana, mut bia, mut watcher) = beside_a_stalled_watcher(&server).await;
    let cells = wide_cells();
    // More than are kept in memory for who is a little behind.
    play_out(&mut ana, &mut bia, &cells[250..350]).await;
    server.advance(9_000);
    watcher.up_to(ana.view.seq).await;
    assert_eq!(watcher.view, ana.view);
    watcher.beat().await;
    until("a socket that takes what it gets", || !stalled(&server)).await;
    assert_eq!(server.service.connections.len(), 3);
    server.stop().await;
}
