//! Measurements of storms, for a machine of one's own:
//! `cargo test --release -p tests --test system -- --ignored --nocapture storm::`. They
//! print what they find, and assert of it only what noise cannot touch.

use std::{
    net::{Ipv4Addr, SocketAddr},
    time::{Duration, Instant},
};

use futures::{StreamExt, stream};
use protocol::Limits;
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process, Raw,
    client::seat_two,
    process::server_binary,
    server::{limit_arguments, roomy},
};

/// Clients of this process, half of the files that it usually may have.
const MANY: usize = 9_000;

fn source(number: usize) -> Ipv4Addr {
    let of = u8::try_from(number / 150).unwrap_or(u8::MAX);
    Ipv4Addr::new(127, 0, 3, of + 1)
}

async fn start(folder: &TempDir) -> Process {
    let mut arguments = limit_arguments(&roomy());
    arguments.extend(["--worker-threads".into(), "1".into()]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    Process::start(&server_binary(), folder.path(), &arguments).await
}

/// Prints the resident memory until a minute has passed; then most has come back.
async fn settle(server: &Process, what: &str, before: u64) {
    for wait_s in [0, 5, 55] {
        tokio::time::sleep(Duration::from_secs(wait_s)).await;
        let now = server.resident_kib();
        let ratio = now as f64 / before as f64;
        println!("{what}, {wait_s} s later: {now} KiB, {ratio:.2} times");
        assert!(wait_s < 55 || ratio < 1.5);
    }
}

#[tokio::test]
#[ignore = "measures for minutes"]
async fn newcomers_get_in_beside_many_half_open_handshakes() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let to: SocketAddr = server.address.parse().unwrap();
    drop(server.client("").await);
    let before = server.resident_kib();
    println!("before: {before} KiB");
    let began = Instant::now();
    let half_open: Vec<Raw> = stream::iter(0..MANY)
        .map(|number| async move {
            let mut raw = Raw::connect_from(source(number), to).await;
            raw.say("GET /ws HTTP/1.1\r\nhost: box\r\n").await;
            raw
        })
        .buffer_unordered(500)
        .collect()
        .await;
    println!("{MANY} half-open after {:?}", began.elapsed());
    for _ in 0..5 {
        let began = Instant::now();
        server.client("").await;
        println!(
            "somebody gets in: {:?}; {} KiB",
            began.elapsed(),
            server.resident_kib()
        );
    }
    drop(half_open);
    settle(&server, "after", before).await;
    server.kill().await;
}

#[tokio::test]
#[ignore = "measures for minutes"]
async fn thousands_of_players_resume_at_once() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let (to, url) = (server.address.parse().unwrap(), server.url());
    drop(server.client("").await);
    println!("before: {} KiB", server.resident_kib());
    let client = async |number: usize| {
        let raw = Raw::connect_from(source(number), to).await;
        let mut client = Client::over(raw.into_stream(), &url).await;
        client.hello("").await;
        client
    };
    let pairs: Vec<[Client; 2]> = stream::iter(0..MANY / 2)
        .map(|number| {
            let client = &client;
            async move {
                let mut pair = [client(number * 2).await, client(number * 2 + 1).await];
                let [ana, bia] = &mut pair;
                seat_two(ana, bia, json!({})).await;
                pair
            }
        })
        .buffer_unordered(50)
        .collect()
        .await;
    // Their rooms and games stay when they have gone.
    let before = server.resident_kib();
    println!("{MANY} sit: {before} KiB");
    let seats: Vec<_> = pairs
        .iter()
        .flatten()
        .map(|client| (client.room.unwrap(), client.secret.clone()))
        .collect();
    drop(pairs);
    let began = Instant::now();
    let (client, seats) = (&client, &seats);
    let mut took: Vec<(Duration, Client)> = stream::iter(0..MANY)
        .map(|number| async move {
            let mut client = client(number).await;
            let (room, secret) = &seats[number];
            client.resume(*room, secret, 0).await;
            (began.elapsed(), client)
        })
        .buffer_unordered(MANY)
        .collect()
        .await;
    took.sort_by_key(|(took, _)| *took);
    let at = |share: usize| took[(took.len() - 1) * share / 100].0;
    println!(
        "back: p50 {:?}, p99 {:?}, last {:?}",
        at(50),
        at(99),
        at(100)
    );
    drop(took);
    settle(&server, "after", before).await;
    server.kill().await;
}

/// Seconds of a room's life at ten commands a second are rebuilt when somebody
/// comes back to it; others play on meanwhile.
#[tokio::test]
#[ignore = "measures for minutes"]
async fn the_largest_room_is_loaded_while_others_play_on() {
    let folder = TempDir::new().unwrap();
    let server = start(&folder).await;
    let mut ana = server.client("Ana").await;
    let mut bia = server.client("Bia").await;
    let room = seat_two(&mut ana, &mut bia, json!({"first": "host"})).await;
    let most = Limits::default().room_events;
    for offer in 1.. {
        ana.act(ana.move_to(4)).await;
        ana.act(json!({"type": "offer", "kind": "takeback", "ply": 0}))
            .await;
        bia.up_to(ana.view.seq).await;
        bia.act(json!({"type": "accept", "offer": offer})).await;
        ana.up_to(bia.view.seq).await;
        if ana.view.seq + 10 > most {
            break;
        }
    }
    println!("{} events", ana.view.seq);
    drop(bia);
    server.terminate().await;
    let server = start(&folder).await;
    let mut caio = server.client("Caio").await;
    let mut dora = server.client("Dora").await;
    seat_two(&mut caio, &mut dora, json!({"first": "host"})).await;
    let mut again = server.client("Ana").await;
    let began = Instant::now();
    let (loaded, waited) = tokio::join!(
        async {
            again.resume(room, &ana.secret, ana.view.seq).await;
            began.elapsed()
        },
        async {
            caio.act(caio.move_to(4)).await;
            began.elapsed()
        },
    );
    println!("loaded after {loaded:?}; somebody else's move took {waited:?}");
    server.kill().await;
}
