//! Listeners for few who are no players: a client that holds all their places keeps only others
//! waiting who ask there.

use std::{net::Ipv4Addr, pin::pin, sync::Arc};

use config::ServerOptions;
use futures::poll;
use serde_json::json;
use server::{admin::AdminSocket, http::scrape};
use tempfile::TempDir;
use tests::{Raw, TestServer, server::in_memory, shared::SharedThing};
use tokio::net::TcpListener;

use super::{GREEDY, NEWCOMER, fifty, row};

/// As many are served at once.
const PLACES: usize = 8;

/// Everybody opens rooms.
async fn play(server: &TestServer) {
    for from in [GREEDY, NEWCOMER].into_iter().chain(fifty()) {
        let mut client = server.client_from(from, "").await;
        client.create(json!({})).await;
    }
}

/// One holds all places, others queue up, and the last waits for them all and for nothing else.
async fn walk(
    row: &SharedThing,
    server: &TestServer,
    others: impl Iterator<Item = Ipv4Addr>,
    connect: impl AsyncFn(Ipv4Addr) -> Raw,
    ask: impl AsyncFn(&mut Raw),
) {
    let (mut held, mut queue) = (Vec::new(), Vec::new());
    for _ in 0..PLACES {
        let mut raw = connect(GREEDY).await;
        ask(&mut raw).await;
        held.push(raw);
    }
    for from in others {
        queue.push(connect(from).await);
    }
    let mut newcomer = connect(NEWCOMER).await;
    {
        let mut asked = pin!(ask(&mut newcomer));
        for raw in &mut held {
            assert!(poll!(asked.as_mut()).is_pending(), "{}", row.name);
            ask(raw).await;
        }
        play(server).await;
        assert!(poll!(asked.as_mut()).is_pending(), "{}", row.name);
        drop(held);
        for mut raw in queue {
            ask(&mut raw).await;
        }
        asked.await;
    }
    ask(&mut newcomer).await;
}

#[tokio::test]
async fn a_client_that_holds_the_figures_keeps_only_other_monitors_waiting() {
    let server = TestServer::memory().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let to = listener.local_addr().unwrap();
    let serving = tokio::spawn(scrape::serve(Arc::clone(&server.node), listener));
    let connect = async |from| Raw::connect_from(from, to).await;
    let ask = async |raw: &mut Raw| {
        raw.say("GET /metrics HTTP/1.1\r\nhost: box\r\n\r\n").await;
        assert!(raw.answer().await.starts_with("HTTP/1.1 200 "));
    };
    let row = row("scrapes of the metrics");
    walk(row, &server, fifty(), connect, ask).await;
    serving.abort();
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_holds_the_operators_socket_keeps_only_the_operator_waiting() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("admin.sock");
    let server = TestServer::start(ServerOptions {
        admin: Some(path.clone()),
        ..in_memory()
    })
    .await;
    let socket = AdminSocket::open(&server.node.options).unwrap().unwrap();
    let serving = tokio::spawn(socket.serve(Arc::clone(&server.node), None));
    // It has no addresses, and a queue of its own for few.
    let others = fifty().take(PLACES);
    let connect = async |_| Raw::connect_unix(&path).await;
    let ask = async |raw: &mut Raw| {
        raw.say("{\"type\":\"blocks\"}\n").await;
        assert!(raw.line().await.contains("blocks"));
    };
    let row = row("the operator's socket");
    walk(row, &server, others, connect, ask).await;
    serving.abort();
    server.stop().await;
}
