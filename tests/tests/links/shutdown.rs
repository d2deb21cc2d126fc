//! Stopping in order: everybody is notified, every request that was read is answered, and
//! nobody loses a link or a game by it.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use config::{JournalKind, ServerOptions};
use protocol::{Accepted, Answer, Event, Frame, close, frame::Reason};
use serde_json::json;
use tempfile::TempDir;
use tests::{Client, Proxy, Raw, TestServer, client::play_out, server::BEGIN_MS};
use tokio::net::TcpStream;

use crate::links::common::{SeatCredentials, events_up_to, two, until};

#[tokio::test]
async fn every_goodbye_says_when_to_come_back() {
    let server = TestServer::memory().await;
    let mut clients = Vec::new();
    for _ in 0..30 {
        clients.push(server.client("").await);
    }
    // Also who has not said hello.
    clients.push(Client::connect(&server.url()).await);
    server.stop().await;
    let mut hints = HashSet::new();
    for client in &mut clients {
        let (bye, code) = client.bye().await;
        assert_eq!(bye.address, None);
        assert_eq!(
            (bye.reason, code),
            (Reason::Restarting, Some(close::GOING_AWAY))
        );
        let hint = bye.retry_in_ms.unwrap();
        assert!((500..=5_000).contains(&hint), "{hint}");
        hints.insert(hint);
    }
    assert!(hints.len() > 20, "they are not to come all at once");
}

#[tokio::test]
async fn a_new_address_is_named_on_arrival_and_in_the_goodbye() {
    const THERE: &str = "https://b.oxo.example/";
    let server = TestServer::start(ServerOptions {
        journal: JournalKind::Memory,
        moved_to: Some(THERE.parse().unwrap()),
        ..ServerOptions::default()
    })
    .await;
    let mut ana = Client::connect(&server.url()).await;
    let hello = json!({"type": "hello", "versions": [1]});
    match ana.done(hello).await {
        Accepted::Welcome(welcome) => assert_eq!(welcome.address.as_deref(), Some(THERE)),
        other => panic!("{other:?}"),
    }
    let mut flooding = Client::connect(&server.url()).await;
    for _ in 0..5 {
        flooding.send_text("{}").await;
    }
    assert_eq!(flooding.bye().await.0.address, None, "not to come back");
    server.stop().await;
    assert_eq!(ana.bye().await.0.address.as_deref(), Some(THERE));
}

#[tokio::test]
async fn a_stopping_server_accepts_no_new_connection() {
    let server = TestServer::memory().await;
    let address = server.node.facts.bound();
    let mut ana = server.client("Ana").await;
    let stopping = tokio::spawn(server.stop());
    ana.bye().await;
    assert!(TcpStream::connect(address).await.is_err());
    stopping.await.unwrap();
}

#[tokio::test]
async fn requests_read_before_a_stop_are_answered_and_others_have_no_effect() {
    let folder = TempDir::new().unwrap();
    for round in 0..10 {
        let data = folder.path().join(round.to_string());
        let server = TestServer::on_disk(data.clone(), BEGIN_MS).await;
        let (mut ana, bia) = two(&server, json!({})).await;
        let request = ana.move_to(4);
        let request = ana.numbered(request);
        let id = ana.send(request).await;
        // Let the server come a little further each time.
        for _ in 0..round {
            tokio::task::yield_now().await;
        }
        let (seat, seq) = (SeatCredentials::of(&ana), bia.view.seq);
        let stopping = tokio::spawn(server.stop());
        let answered = ana
            .until("an answer or the end", |frame| match frame {
                Frame::Reply(reply) if reply.id == id => Some(Some(reply.answer.clone())),
                Frame::Bye(_) => Some(None),
                _ => None,
            })
            .await;
        stopping.await.unwrap();
        let server = TestServer::on_disk(data, BEGIN_MS).await;
        let ana = seat.back(&server.url()).await;
        let moves = ana.view.game.as_ref().unwrap().moves.len();
        match answered {
            Some(answer) => {
                assert_eq!(answer, Answer::Ok(Accepted::Moved { seq: seq + 1 }));
                assert_eq!((moves, ana.n), (1, 1));
            }
            None => assert_eq!((moves, ana.n), (0, 0)),
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn a_peer_that_never_reads_does_not_delay_the_shutdown() {
    let server = TestServer::memory().await;
    let mut deaf = Raw::websocket(server.node.facts.bound()).await;
    deaf.text(r#"{"type":"hello","id":1,"versions":[1]}"#).await;
    let request = json!({"type": "ping", "id": 1, "data": "x".repeat(3_900)}).to_string();
    for _ in 0..20_000 {
        if !deaf.text(&request).await {
            break;
        }
    }
    let proxy = Proxy::to(server.node.facts.bound()).await;
    let _held = Client::connect(&proxy.url()).await;
    proxy.hold();
    let _silent = Raw::connect(server.node.facts.bound()).await;
    until("all three", || {
        server.node.limiter.gauges().0 == 2 && server.node.visits.count() == 1
    })
    .await;
    let begun = Instant::now();
    server.stop().await;
    // Half a second for those who answer nothing, and more on a busy machine.
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[tokio::test]
async fn nobody_is_lost_by_a_shutdown() {
    let folder = TempDir::new().unwrap();
    let server = TestServer::on_disk(folder.path().into(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let (host, before) = (SeatCredentials::of(&ana), ana.view.clone());
    // One is just about to count as lost; the others are cut off by the stop.
    drop(bia);
    server.until_connections(1).await;
    server.advance(2_000);
    let stopped_ms = server.now_ms();
    server.stop().await;
    let server = TestServer::on_disk(folder.path().into(), stopped_ms + 60_000).await;
    let mut ana = server.client("Ana").await;
    ana.resume(host.room, &host.secret, before.seq).await;
    ana.view = before;
    let seq = ana.view.seq;
    let missed = events_up_to(&mut ana, seq + 2).await;
    assert!(
        matches!(
            missed[..],
            [
                Event::Away {
                    lost_ms: 60_000,
                    ..
                },
                Event::Returned { .. }
            ]
        ),
        "{missed:?}"
    );
    server.stop().await;
}
