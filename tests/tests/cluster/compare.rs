//! A node with another copy than the others: it ends, and does not start again with that copy.

use rusqlite::Connection;
use serde_json::json;
use tests::{
    client::{Client, play_out, rematch, seat_two},
    process::operate,
};

use crate::{Cluster, found};

/// Moves of a game on a board that is full before anybody has won: a row without a win is in nobody's reach any more after
/// them.
const MOVES: u16 = 343;

/// Plays one game to its end; gives its id.
async fn game(host: &mut Client, guest: &mut Client) -> String {
    let cells: Vec<u16> = (0..MOVES).collect();
    play_out(host, guest, &cells).await;
    let game = host.view.game.as_ref().unwrap();
    game.over.unwrap().id.unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_whose_copy_has_lost_a_game_ends_and_is_refused_until_it_has_another_copy() {
    let mut cluster = Cluster::start(3).await;
    let decider = cluster.nodes.all_ready().await;
    let other = (decider + 1) % 3;
    let name = ["a", "b", "c"][other];
    let server = cluster.nodes.nodes[decider].process.as_ref().unwrap();
    let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
    let rules = json!({"width": 19, "height": 19, "line": 19});
    let settings = json!({"rules": rules, "first": "host"});
    seat_two(&mut host, &mut guest, settings).await;
    let id = game(&mut host, &mut guest).await;
    cluster.whole(name).await;

    cluster.nodes.take(other).terminate().await;
    let data = cluster.nodes.nodes[other].data.clone();
    let copy = Connection::open(data.join("oxo.db")).unwrap();
    assert_eq!(copy.execute("DELETE FROM game", ()), Ok(1));
    drop(copy);
    let (code, said, _) = operate(&data, &["check"]).await;
    assert_eq!(code, Some(1), "{said}");
    cluster.nodes.start().await;
    cluster.whole(name).await;

    // Only now is it seen that it was there.
    let data_there = cluster.nodes.nodes[decider].data.clone();
    let (code, ..) = operate(&data_there, &["games", "delete", &id]).await;
    assert_eq!(code, Some(0));
    // Enough records that copies are compared at one of them.
    for _ in 0..3 {
        rematch(&mut host, &mut guest).await;
        game(&mut host, &mut guest).await;
    }
    let ended = cluster.nodes.take(other).ended().await;
    assert_eq!(ended.status.code(), Some(1));
    let why = "differs from that of";
    assert!(ended.words.contains(why), "{}", ended.words);

    let complaint = cluster.refused(name, &data).await;
    assert!(complaint.contains(why), "{complaint}");

    std::fs::remove_dir_all(&data).unwrap();
    cluster.nodes.start().await;
    cluster.whole(name).await;
    found("three copies that are the same", async || {
        let status = cluster.status().await;
        (status["copies"] == json!([["a", "b", "c"]])).then_some(())
    })
    .await;
}
