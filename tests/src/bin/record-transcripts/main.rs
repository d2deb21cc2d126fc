//! Program that plays against a server and records what a spectator is sent, with the view after each frame, into
//! `protocol/transcripts/`; and tells there of a room in which everything happens that is not easily played. Folds and
//! sentences in any language are held to these. `record-transcripts NAME…` makes only those.

mod endings;

use std::{fs, path::Path};

use protocol::Limits;
use serde_json::{Value, json};
use tests::{
    Client, TestServer,
    client::{play_out, seat_two},
    server::roomy,
};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/transcripts");
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, lines) in [
        ("two-games", two_games().await),
        ("lost-and-claimed", lost_and_claimed().await),
        ("misere", misere().await),
        ("computer", computer().await),
        ("correspondence", correspondence().await),
        ("every-ending", endings::recorded()),
        ("closed-by-operator", endings::closed()),
    ] {
        if !wanted.is_empty() && !wanted.iter().any(|one| one == name) {
            continue;
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(folder.join(name).with_extension("jsonl"), text)?;
    }
    Ok(())
}

/// A won game with clocks, a takeback and a declined draw, then a rematch
/// that fills the board.
async fn two_games() -> Vec<Value> {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let clock = json!({"type": "total", "initial_ms": 60_000, "increment_ms": 1_000});
    let room = seat_two(&mut ana, &mut bia, json!({"clock": clock})).await;
    let mut record = record(&server, room).await;
    for cell in [4, 0, 2] {
        server.advance(1_500);
        play_out(&mut ana, &mut bia, &[cell]).await;
    }
    ana.act(json!({"type": "offer", "kind": "takeback", "ply": 2}))
        .await;
    bia.up_to(ana.view.seq).await;
    bia.act(json!({"type": "accept", "offer": 1})).await;
    ana.up_to(bia.view.seq).await;
    play_out(&mut ana, &mut bia, &[6]).await;
    bia.act(json!({"type": "offer", "kind": "draw"})).await;
    ana.up_to(bia.view.seq).await;
    ana.act(json!({"type": "decline", "offer": 2})).await;
    bia.up_to(ana.view.seq).await;
    play_out(&mut ana, &mut bia, &[1, 2]).await;
    ana.act(json!({"type": "offer", "kind": "rematch"})).await;
    bia.up_to(ana.view.seq).await;
    bia.act(json!({"type": "offer", "kind": "rematch"})).await;
    ana.up_to(bia.view.seq).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 6, 3, 5, 1, 7, 8]).await;
    recorded(&mut record, ana.view.seq).await
}

/// A guest who goes away, a claim, and the end of the room.
async fn lost_and_claimed() -> Vec<Value> {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut record = record(&server, room).await;
    play_out(&mut ana, &mut bia, &[4, 0, 8]).await;
    bia.act(json!({"type": "leave"})).await;
    ana.up_to(bia.view.seq).await;
    server.advance(10_000);
    ana.act(json!({"type": "claim", "result": "win"})).await;
    ana.act(json!({"type": "leave"})).await;
    recorded(&mut record, ana.view.seq).await
}

/// Two games in which who makes a line loses: each side once.
async fn misere() -> Vec<Value> {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let rules = json!({"width": 3, "height": 3, "line": 3, "misere": true});
    let room = seat_two(&mut ana, &mut bia, json!({"rules": rules})).await;
    let mut record = record(&server, room).await;
    play_out(&mut ana, &mut bia, &[0, 3, 1, 4, 2]).await;
    ana.act(json!({"type": "offer", "kind": "rematch"})).await;
    bia.up_to(ana.view.seq).await;
    bia.act(json!({"type": "offer", "kind": "rematch"})).await;
    ana.up_to(bia.view.seq).await;
    play_out(&mut ana, &mut bia, &[0, 3, 1, 4, 2]).await;
    recorded(&mut record, ana.view.seq).await
}

/// A computer that plays on for a guest who left, an offer that it declines and
/// one that it accepts, and another computer in the next game.
async fn computer() -> Vec<Value> {
    let server = TestServer::memory().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut record = record(&server, room).await;
    play_out(&mut ana, &mut bia, &[4, 0, 8]).await;
    bia.act(json!({"type": "leave"})).await;
    ana.up_to(bia.view.seq).await;
    server.advance(10_000);
    seat(&mut ana, 5).await;
    server.advance(500);
    ana.event().await;
    ana.act(json!({"type": "offer", "kind": "draw"})).await;
    server.advance(10_000);
    ana.act(json!({"type": "offer", "kind": "takeback", "ply": 2}))
        .await;
    ana.act(json!({"type": "resign"})).await;
    seat(&mut ana, 1).await;
    server.advance(500);
    ana.event().await;
    ana.act(json!({"type": "leave"})).await;
    recorded(&mut record, ana.view.seq).await
}

/// A correspondence game over days: an offer that stays open over a move, a server that stood still for
/// hours, players who are away, and the next game.
async fn correspondence() -> Vec<Value> {
    const HOUR_MS: u64 = 3_600_000;
    // A spectator stays for days.
    let server = TestServer::with_limits(Limits {
        dead_ms: 1_000_000_000_000,
        ..roomy()
    })
    .await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let clock = json!({"type": "correspondence", "move_days": 2});
    let room = ana.create(json!({"clock": clock, "first": "host"})).await;
    let mut record = record(&server, room).await;
    server.advance(30 * HOUR_MS);
    bia.join(room).await;
    ana.up_to(bia.view.seq).await;
    for cell in [4, 0] {
        server.advance(20 * HOUR_MS);
        play_out(&mut ana, &mut bia, &[cell]).await;
    }
    ana.act(json!({"type": "offer", "kind": "draw"})).await;
    bia.up_to(ana.view.seq).await;
    play_out(&mut ana, &mut bia, &[8]).await;
    server.node.clock.stand_still(3 * HOUR_MS);
    play_out(&mut ana, &mut bia, &[1]).await;
    ana.act(json!({"type": "resign"})).await;
    bia.up_to(ana.view.seq).await;
    server.advance(200 * HOUR_MS);
    ana.act(json!({"type": "offer", "kind": "rematch"})).await;
    bia.up_to(ana.view.seq).await;
    bia.act(json!({"type": "accept", "offer": 2})).await;
    ana.up_to(bia.view.seq).await;
    bia.act(json!({"type": "leave"})).await;
    ana.up_to(bia.view.seq).await;
    recorded(&mut record, ana.view.seq).await
}

async fn seat(ana: &mut Client, level: u8) {
    ana.act(json!({"type": "seat_computer", "computer": {"level": level}}))
        .await;
}

async fn record(server: &TestServer, room: protocol::RoomCode) -> Client {
    let mut spectator = server.client("").await;
    spectator.record = Some(Vec::new());
    spectator.watch(room).await;
    spectator
}

async fn recorded(spectator: &mut Client, seq: u64) -> Vec<Value> {
    spectator.up_to(seq).await;
    spectator.record.take().unwrap_or_default()
}
