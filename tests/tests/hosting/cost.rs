//! The cost of TLS: processor time of a handshake and of a command, and memory of a connection,
//! beside the same without it.

use std::{fs, net::SocketAddr};

use serde_json::json;
use tests::{
    Client, Process, Raw,
    client::{play_out, rematch, seat_two},
    process::server_binary,
    server::{limit_arguments, roomy},
    tls::{self, Authority},
};

/// Games before it is measured, and those that are.
const WARM: u32 = 50;
const GAMES: u32 = 400;
/// Commands of a game: nine moves, an offer of another, its acceptance.
const COMMANDS: u32 = 11;
const HANDSHAKES: u32 = 400;
/// Connections that are only there.
const IDLE: u32 = 1_000;

/// Nanoseconds that all threads of a process have run (`schedstat` of proc(5)).
fn ran_ns(server: &Process) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{}/task", server.id())).unwrap();
    let ran = tasks.map(|task| {
        let text = fs::read_to_string(task.unwrap().path().join("schedstat")).unwrap();
        text.split(' ').next().unwrap().parse::<u64>().unwrap()
    });
    ran.sum()
}

async fn games(ana: &mut Client, bia: &mut Client, count: u32) {
    for _ in 0..count {
        play_out(ana, bia, &[0, 1, 2, 4, 3, 5, 7, 6, 8]).await;
        rematch(ana, bia).await;
    }
}

/// Microseconds a command between two.
async fn a_command(server: &Process, ana: &mut Client, bia: &mut Client) -> f64 {
    seat_two(ana, bia, json!({})).await;
    games(ana, bia, WARM).await;
    let before = ran_ns(server);
    games(ana, bia, GAMES).await;
    (ran_ns(server) - before) as f64 / 1_000.0 / f64::from(GAMES * COMMANDS)
}

/// KiB of the server's a connection that has said hello.
async fn a_connection(server: &Process, come: impl AsyncFn() -> Client) -> f64 {
    // The memory of the first ones belongs to all.
    let mut idle = Vec::new();
    for _ in 0..IDLE / 10 {
        idle.push(greeted(come().await, "").await);
    }
    let before = server.resident_kib();
    for _ in 0..IDLE {
        idle.push(greeted(come().await, "").await);
    }
    let taken = server.resident_kib().saturating_sub(before);
    taken as f64 / f64::from(IDLE)
}

async fn greeted(mut client: Client, name: &str) -> Client {
    client.hello(name).await;
    client
}

#[tokio::test]
#[ignore = "a measurement, for an idle machine"]
async fn the_cost_of_tls() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new();
    authority.certify(folder.path());
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let limits = limit_arguments(&roomy());
    let (cert, key) = (at("cert.pem"), at("key.pem"));
    let mut arguments = vec!["--journal", "memory", "--worker-threads", "1"];
    arguments.extend(limits.iter().map(String::as_str));
    let data = folder.path().join("data");
    let plain = Process::start(&server_binary(), &data, &arguments).await;
    let (mut ana, mut bia) = (plain.client("Ana").await, plain.client("Bia").await);
    let command = a_command(&plain, &mut ana, &mut bia).await;
    let url = plain.url();
    let memory = a_connection(&plain, async || Client::connect(&url).await).await;
    arguments.extend(["--tls-cert", &cert, "--tls-key", &key]);
    let secure = Process::start(&server_binary(), &data, &arguments).await;
    let to: SocketAddr = secure.address.parse().unwrap();
    // Of a client of its own each, so that none is a session that goes on.
    let come = async || {
        let connector = authority.connector(&["http/1.1"]);
        tls::connect(&connector, "localhost", to).await.unwrap()
    };
    let client = async || Client::encrypted(come().await, "wss://localhost/ws").await;
    let mut ana = greeted(client().await, "Ana").await;
    let mut bia = greeted(client().await, "Bia").await;
    let encrypted = a_command(&secure, &mut ana, &mut bia).await;
    let encrypted_memory = a_connection(&secure, client).await;
    let before = ran_ns(&secure);
    for _ in 0..HANDSHAKES {
        drop(come().await);
    }
    let handshake = (ran_ns(&secure) - before) as f64 / 1_000.0 / f64::from(HANDSHAKES);
    let before = ran_ns(&plain);
    let to: SocketAddr = plain.address.parse().unwrap();
    for _ in 0..HANDSHAKES {
        let mut raw = Raw::connect(to).await;
        raw.say("\r\n").await;
    }
    let connection = (ran_ns(&plain) - before) as f64 / 1_000.0 / f64::from(HANDSHAKES);
    println!("memory of a connection: {memory:.1} KiB, with TLS {encrypted_memory:.1} KiB");
    println!("a command: {command:.1} µs, with TLS {encrypted:.1} µs");
    println!("a connection: {connection:.0} µs, with a TLS handshake {handshake:.0} µs");
    plain.terminate().await;
    secure.terminate().await;
}
