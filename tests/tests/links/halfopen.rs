//! Half-open links: the other end is gone and nobody says so.

use protocol::{Event, Seat, close, event::Cause};
use serde_json::json;
use tests::{
    Client, Proxy, TestServer,
    client::{play_out, seat_two},
};

use crate::links::common::{SeatCredentials, behind, end, until, watchful};

/// Moves the clock by 9 s at a time while this one goes on talking.
async fn pass(server: &TestServer, alive: &mut [&mut Client], times: u64) {
    for _ in 0..times {
        server.advance(9_000);
        for client in &mut *alive {
            client.beat().await;
        }
    }
}

#[tokio::test]
async fn a_player_behind_a_half_open_link_is_detected() {
    let server = watchful().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (behind(&proxy, "Ana").await, server.client("Bia").await);
    seat_two(
        &mut ana,
        &mut bia,
        json!({"rules": {"width": 5, "height": 5, "line": 5}}),
    )
    .await;
    play_out(&mut ana, &mut bia, &[0, 1]).await;
    proxy.hold();
    pass(&server, &mut [&mut bia], 1).await;
    assert_eq!(
        server.service.connections.len(),
        2,
        "9 s are not yet too long"
    );
    server.advance(9_000);
    let lost = bia.event().await;
    server.until_connections(1).await;
    assert!(
        matches!(
            lost,
            Event::Lost {
                seat: Seat::Host,
                cause: Cause::Link,
                ..
            }
        ),
        "{lost:?}"
    );
    proxy.forward();
    // Her pongs to held pings may meet a reset before she reads the goodbye.
    let code = end(&mut ana).await;
    assert!(code.is_none_or(|code| code == close::SILENT), "{code:?}");
    server.stop().await;
}

#[tokio::test]
async fn the_owner_does_not_wait_for_the_half_open_link_to_end() {
    let server = watchful().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (behind(&proxy, "Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    proxy.hold();
    let SeatCredentials { room, secret } = SeatCredentials::of(&ana);
    let mut newer = server.client("Ana").await;
    newer.return_to(room, &secret).await;
    play_out(&mut newer, &mut bia, &[4, 0]).await;
    let seq = bia.view.seq;
    // The old link ends at last, and nobody is lost by it.
    pass(&server, &mut [&mut newer, &mut bia], 5).await;
    server.until_connections(2).await;
    pass(&server, &mut [&mut newer, &mut bia], 1).await;
    assert_eq!(bia.view.seq, seq);
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_behind_a_half_open_link_harms_nobody() {
    let server = TestServer::memory().await;
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut watcher = behind(&proxy, "").await;
    watcher.watch(room).await;
    proxy.hold();
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert!(ana.view.running().is_none());
    pass(&server, &mut [&mut ana, &mut bia], 5).await;
    server.until_connections(2).await;
    server.advance(1_000);
    ana.until("word that nobody watches", |frame| match frame {
        protocol::Frame::Now(frame) => (frame.now.spectators == 0).then_some(()),
        _ => None,
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_only_answers_pings_stays() {
    let server = TestServer::memory().await;
    let mut quiet = server.client("Ana").await;
    let reading = tokio::spawn(async move { quiet.receive().await });
    for _ in 0..10 {
        server.advance(20_000);
        let now_ms = server.now_ms();
        until("a pong", || {
            let heard = |ms: u64| ms == now_ms;
            let peers = &server.service.connections;
            peers
                .iter()
                .any(|peer| heard(peer.heard_ms.load(std::sync::atomic::Ordering::Relaxed)))
        })
        .await;
    }
    assert_eq!(server.service.connections.len(), 1);
    assert!(!reading.is_finished());
    server.stop().await;
}
