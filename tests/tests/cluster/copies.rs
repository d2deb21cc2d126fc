//! A log that loses its beginning, and one that is lost whole: new nodes fetch copies, and the newest copy begins a new log.

use std::ops::Range;

use crate::{Cluster, found};
use oxo_client::protocol::RoomCode;
use serde_json::json;
use tests::{
    Process,
    client::{Client, play_out, rematch, seat_two},
    process::server_binary,
};

/// A game on a board that is full before anybody has won.
async fn game(server: &Process) -> (Client, Client, RoomCode) {
    let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
    let rules = json!({"width": 19, "height": 19, "line": 19});
    let settings = json!({"rules": rules, "first": "host"});
    let room = seat_two(&mut host, &mut guest, settings).await;
    (host, guest, room)
}

/// Plays these cells in turn.
async fn play(host: &mut Client, guest: &mut Client, cells: Range<u16>) {
    let cells: Vec<u16> = cells.collect();
    play_out(host, guest, &cells).await;
}

/// Number of moves of its game that the room shows to the one who comes back.
async fn moves_seen(server: &Process, room: RoomCode, host: &Client) -> usize {
    let mut back = server.client("Ana").await;
    back.try_resume(room, &host.secret, 0).await.unwrap();
    back.snapshot().await.running().unwrap().moves.len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_node_fetches_a_copy_once_the_log_has_lost_its_beginning() {
    let mut cluster = Cluster::of(3, &["--cluster-keep", "1s"]).await;
    cluster.nodes.start_first(2).await;
    let decider = cluster.nodes.decider().await;
    let server = cluster.nodes.nodes[decider].process.as_ref().unwrap();
    let (mut host, mut guest, room) = game(server).await;
    // A row without a win is in nobody's reach any more after 343 moves. Until both nodes have brought enough of it to their disks.
    for _ in 0..20 {
        play(&mut host, &mut guest, 0..343).await;
        rematch(&mut host, &mut guest).await;
        if cluster.status().await["first"].as_u64() > Some(1) {
            break;
        }
    }
    found("a log without its beginning", async || {
        let first = cluster.status().await["first"].as_u64();
        (first > Some(1)).then_some(())
    })
    .await;
    play(&mut host, &mut guest, 0..3).await;
    cluster.nodes.start().await;
    assert_eq!(cluster.whole("c").await["role"], "follows");
    // What it decides from now on is decided with what it fetched.
    for other in [1 - decider, decider] {
        cluster.nodes.take(other).kill().await;
    }
    assert_eq!(cluster.nodes.decider().await, 2);
    let fresh = cluster.nodes.nodes[2].process.as_ref().unwrap();
    assert_eq!(moves_seen(fresh, room, &host).await, 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn when_nats_has_lost_everything_the_newest_copy_begins_a_new_log() {
    let mut cluster = Cluster::start(2).await;
    let decider = cluster.nodes.decider().await;
    let server = cluster.nodes.nodes[decider].process.as_ref().unwrap();
    let (mut host, mut guest, room) = game(server).await;
    play(&mut host, &mut guest, 0..5).await;
    cluster.whole(["b", "a"][decider]).await;
    cluster.nodes.take(1 - decider).terminate().await;
    // Nobody is pulled the log away from under.
    let refused = cluster
        .operate(1 - decider, &["recover"])
        .await
        .unwrap_err();
    let running = format!("are running: {}", ["a", "b"][decider]);
    assert!(refused.contains(&running), "{refused}");
    play(&mut host, &mut guest, 5..6).await;
    cluster.nodes.take(decider).kill().await;
    let refused = cluster.operate(decider, &["recover"]).await.unwrap_err();
    assert!(refused.contains("say --replace-log"), "{refused}");
    cluster.nats.lose_everything().await;
    // The other one's copy is older, and is seen to be.
    let data = |number: usize| cluster.nodes.nodes[number].data.display().to_string();
    let (newest, older) = (data(decider), data(1 - decider));
    let words = ["recover", "--from", &older, "--from", &newest];
    let said = cluster.operate(1 - decider, &words).await.unwrap();
    assert!(said.contains(&format!("behind what {newest}")), "{said}");
    cluster.nodes.nodes[1 - decider].start().await;
    assert_eq!(cluster.nodes.decider().await, 1 - decider);
    let server = cluster.nodes.nodes[1 - decider].process.as_ref().unwrap();
    assert_eq!(moves_seen(server, room, &host).await, 6);
    // The copy of the log that is gone is none of this one, and is not overwritten.
    let places = cluster.nats.options(["a", "b"][decider]);
    let words: Vec<&str> = places.iter().map(String::as_str).collect();
    let (code, _, complaint) =
        tests::process::operate(&cluster.nodes.nodes[decider].data, &words).await;
    assert_eq!(code, Some(1));
    assert!(
        complaint.contains("a copy of another cluster's log"),
        "{complaint}"
    );
    // Without it the node fetches a copy, though this log's first record is still there for nobody.
    std::fs::remove_dir_all(&cluster.nodes.nodes[decider].data).unwrap();
    cluster.nodes.start().await;
    cluster.whole(["a", "b"][decider]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_alone_becomes_a_cluster_with_its_games() {
    let mut cluster = Cluster::of(2, &[]).await;
    let data = cluster.nodes.nodes[0].data.clone();
    let alone = Process::start(&server_binary(), &data, &[]).await;
    let (mut host, mut guest, room) = game(&alone).await;
    play(&mut host, &mut guest, 0..4).await;
    let refused = cluster.operate(0, &["recover"]).await.unwrap_err();
    assert!(refused.contains("another server is using"), "{refused}");
    alone.terminate().await;
    let said = cluster.operate(0, &["recover"]).await.unwrap();
    assert!(said.contains("of a server alone, up to 20"), "{said}");
    cluster.nodes.start_first(1).await;
    cluster.nodes.decider().await;
    cluster.nodes.start().await;
    cluster.whole("b").await;
    cluster.nodes.take(0).kill().await;
    assert_eq!(cluster.nodes.decider().await, 1);
    let server = cluster.nodes.nodes[1].process.as_ref().unwrap();
    assert_eq!(moves_seen(server, room, &host).await, 4);
}
