//! Program that plays against a server that keeps its rooms on disk, stops it, and leaves its journal in a folder, with
//! what each seat knew. A journal recorded so by every version of its format is committed below `tests/fixtures` and
//! opened by a test for ever after.

use std::{env, fs, io, path::PathBuf};

use serde_json::{Value, json};
use tests::{
    Client, TestServer,
    client::{play_out, rematch, seat_two},
    server::BEGIN_MS,
};

#[tokio::main]
async fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder =
        folder.ok_or_else(|| io::Error::other("name the folder to leave the journal in"))?;
    fs::create_dir_all(&folder)?;
    let server = TestServer::on_disk(folder.clone(), BEGIN_MS).await;
    let mut seats = waiting(&server).await;
    seats.extend(timed(&server).await);
    seats.extend(a_won_a_drawn_and_an_offered_game(&server).await);
    server.stop().await;
    let text: String = seats.iter().map(|seat| format!("{seat}\n")).collect();
    fs::write(folder.join("seats.jsonl"), text)?;
    for left_over in ["oxo.lock", "oxo.db-shm", "oxo.db-wal"] {
        let _ = fs::remove_file(folder.join(left_over));
    }
    Ok(())
}

/// A host who waits for somebody.
async fn waiting(server: &TestServer) -> Vec<Value> {
    let mut ana = server.client("Ana").await;
    ana.create(json!({"listed": true})).await;
    vec![known(&ana)]
}

/// A game with clocks, a move of it taken back, in the middle.
async fn timed(server: &TestServer) -> Vec<Value> {
    let (mut cid, mut dora) = (server.client("Cid").await, server.client("").await);
    let clock = json!({"type": "total", "initial_ms": 300_000, "increment_ms": 2_000});
    let rules = json!({"width": 15, "height": 15, "line": 5});
    seat_two(&mut cid, &mut dora, json!({"clock": clock, "rules": rules})).await;
    for cell in [112, 113, 97] {
        server.advance(1_500);
        play_out(&mut cid, &mut dora, &[cell]).await;
    }
    cid.act(json!({"type": "offer", "kind": "takeback", "ply": 2}))
        .await;
    dora.up_to(cid.view.seq).await;
    dora.act(json!({"type": "accept", "offer": 1})).await;
    cid.up_to(dora.view.seq).await;
    play_out(&mut cid, &mut dora, &[127]).await;
    vec![known(&cid), known(&dora)]
}

/// A won game, a drawn one, and a rematch offered.
async fn a_won_a_drawn_and_an_offered_game(server: &TestServer) -> Vec<Value> {
    let (mut eva, mut gil) = (server.client("Eva").await, server.client("Gil").await);
    seat_two(&mut eva, &mut gil, json!({})).await;
    play_out(&mut eva, &mut gil, &[4, 0, 2, 1, 6]).await;
    rematch(&mut eva, &mut gil).await;
    play_out(&mut eva, &mut gil, &[4, 0, 2, 6, 3, 5, 1, 7, 8]).await;
    gil.act(json!({"type": "offer", "kind": "rematch"})).await;
    eva.up_to(gil.view.seq).await;
    vec![known(&eva), known(&gil)]
}

/// A seat's state when it is left.
fn known(client: &Client) -> Value {
    json!({
        "room": client.room,
        "seat": client.seat,
        "secret": client.secret.reveal(),
        "n": client.n,
        "view": client.view,
    })
}
