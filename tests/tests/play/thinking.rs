//! Delay of computers' moves while many people play against them. It measures, in ten seconds, and is called by name:
//! `cargo test --workspace --test system play::thinking -- --ignored --nocapture`.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;
use tests::{Client, Process, Raw, process::server_binary};
use tokio::{task::JoinSet, time::sleep};

/// Number of players, each from an address of its own.
const GAMES: u8 = 100;
/// Time of each of them for a look at a move.
const LOOKS: Duration = Duration::from_millis(700);

#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn how_late_a_hundred_computers_answer() {
    let folder = TempDir::new().unwrap();
    // Without a disk, which may be late itself.
    let options = ["--computers", "200", "--journal", "memory"];
    let server = Process::start(&server_binary(), folder.path(), &options).await;
    let to = server.address.parse().unwrap();
    let mut games: JoinSet<Vec<u64>> = (1..=GAMES)
        .map(|number| play(to, server.url(), number))
        .collect();
    let mut late_ms = Vec::new();
    while let Some(game) = games.join_next().await {
        late_ms.extend(game.unwrap());
    }
    late_ms.sort_unstable();
    let at = |share: usize| late_ms[(late_ms.len() * share / 100).min(late_ms.len() - 1)];
    println!(
        "{} moves of level 5 on 15x15: late by {} ms (median), {} ms (99 %), {} ms at most",
        late_ms.len(),
        at(50),
        at(99),
        at(100)
    );
}

/// A game against the strongest computer: how many milliseconds after its time each of its moves came, by the server's clock.
async fn play(to: SocketAddr, url: String, number: u8) -> Vec<u64> {
    let raw = Raw::connect_from(Ipv4Addr::new(127, 0, 41, number), to).await;
    let mut ana = Client::over(raw.into_stream(), &url).await;
    ana.hello("Ana").await;
    let rules = json!({"width": 15, "height": 15, "line": 5});
    let settings = json!({"first": "host", "computer": {"level": 5}, "rules": rules});
    ana.create(settings).await;
    let mut late_ms = Vec::new();
    for cell in (0..225_u16).map(|step| (u16::from(number) + step * 97) % 225) {
        let Some(game) = ana.view.running() else {
            break;
        };
        if game.moves.iter().any(|played| played.cell == cell) {
            continue;
        }
        sleep(LOOKS).await;
        ana.play(cell).await;
        let game = ana.view.running();
        let Some(due_ms) = game.and_then(|game| game.turn?.moves_ms) else {
            break;
        };
        ana.event().await;
        late_ms.push(ana.view.at_ms - due_ms);
    }
    late_ms
}
