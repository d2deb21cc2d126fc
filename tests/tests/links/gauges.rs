//! Empty memory is the resting state: after ten thousand rooms nothing is
//! left of any of them.

use std::{any::Any, sync::Arc};

use journal::memory::MemoryJournal;
use protocol::{Accepted, RoomCode, Secret};
use rooms::Gauges;
use serde_json::json;
use tests::{
    Client, TestServer,
    client::{play_out, seat_two},
};
use tokio::task::JoinSet;

use crate::links::common::until;

/// Pairs of connections that open rooms at the same time.
const PAIRS: u64 = 20;
/// Rooms that each pair opens.
const ROOMS: u64 = 500;

fn tasks() -> usize {
    tokio::runtime::Handle::current()
        .metrics()
        .num_alive_tasks()
}

/// Waits until nothing is left of rooms, connections, tickets and addresses.
async fn until_empty(server: &TestServer, baseline: usize) {
    server.until_connections(0).await;
    // Ends the remaining rooms, and forgets the addresses.
    until("empty maps", || {
        server.advance(60_000);
        server.service.rooms.gauges() == Gauges::default()
            && server.node.limiter.gauges() == (0, 0)
            && server.node.visits.count() == 0
    })
    .await;
    assert_eq!(server.service.lobby.len(), 0);
    assert!(server.service.connections.is_empty());
    let journal: &dyn Any = &*server.node.journal;
    assert_eq!(journal.downcast_ref::<MemoryJournal>().unwrap().rooms(), 0);
    until("tasks to end", || tasks() <= baseline).await;
}

/// A server, and how many tasks are alive when nothing happens in it.
async fn quiet() -> (Arc<TestServer>, usize) {
    let server = TestServer::memory().await;
    server.client("").await.close().await;
    server.until_connections(0).await;
    let mut baseline = tasks();
    // Until what looks after the first connection has come to rest.
    for _ in 0..1_000 {
        tokio::task::yield_now().await;
        baseline = baseline.min(tasks());
    }
    (Arc::new(server), baseline)
}

/// One room, ended in one of the ways in which rooms end.
async fn one_room(host: &mut Client, guest: &mut Client, spectator: &mut Client, way: u64) {
    host.secret = Secret::draw().unwrap();
    guest.secret = Secret::draw().unwrap();
    if !way.is_multiple_of(5) {
        host.create(json!({"listed": way.is_multiple_of(2)})).await;
        host.act(json!({"type": "leave"})).await;
        return;
    }
    let room = seat_two(host, guest, json!({})).await;
    match way % 4 {
        0 => {
            spectator.watch(room).await;
            play_out(host, guest, &[4, 0, 2, 1, 6]).await;
        }
        1 => {
            host.act(json!({"type": "abort"})).await;
        }
        2 => {
            host.act(json!({"type": "remove_guest"})).await;
            host.act(json!({"type": "leave"})).await;
            guest
                .until("the removal", |frame| {
                    matches!(frame, protocol::Frame::Dismissed { .. }).then_some(())
                })
                .await;
            return;
        }
        _ => {
            guest.act(json!({"type": "resign"})).await;
        }
    }
    host.act(json!({"type": "leave"})).await;
    guest.act(json!({"type": "leave"})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_left_of_ten_thousand_rooms() {
    let (server, baseline) = quiet().await;
    let mut pairs = JoinSet::new();
    for pair in 0..PAIRS {
        let server = Arc::clone(&server);
        pairs.spawn(async move {
            let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
            let mut spectator = server.client("").await;
            for way in 0..ROOMS {
                one_room(&mut host, &mut guest, &mut spectator, pair + way).await;
            }
        });
    }
    while let Some(done) = pairs.join_next().await {
        done.unwrap();
    }
    until_empty(&server, baseline).await;
    Arc::into_inner(server).unwrap().stop().await;
}

#[tokio::test]
async fn nothing_is_left_of_connections_that_just_vanish() {
    let (server, baseline) = quiet().await;
    let mut rooms: Vec<RoomCode> = Vec::new();
    for way in 0..100 {
        let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
        let mut watcher = server.client("").await;
        let mut waiting = server.client("").await;
        let key = format!("key-number-{way}");
        let boards = json!({"boards": [{"width": 3 + way % 17, "height": 3, "line": 3}]});
        let queued = waiting.quick_match(&key, boards).await;
        assert!(matches!(queued, Accepted::Queued { .. }));
        let room = if way % 3 == 0 {
            host.create(json!({})).await
        } else {
            seat_two(&mut host, &mut guest, json!({})).await
        };
        watcher.watch(room).await;
        if way % 3 == 2 {
            play_out(&mut host, &mut guest, &[4, 0]).await;
        }
        rooms.push(room);
    }
    until_empty(&server, baseline).await;
    Arc::into_inner(server).unwrap().stop().await;
}
