//! The machine's limits: open files, memory, and streams that are refused.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process, Raw, TestServer,
    client::{play_out, seat_two},
    process::server_binary,
    raw::{request, status_and_body},
    script::write_script,
    soon,
};
use tokio::io::AsyncReadExt;

fn stranger(number: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 2, number)
}

/// A program that runs the server with few files: the soft limit may be raised
/// to the hard one.
fn with_files(folder: &Path, soft: u32, hard: u32) -> PathBuf {
    let script = folder.join("server");
    let server = server_binary();
    let server = server.display();
    let text =
        format!("#!/bin/sh\nulimit -Sn {soft} && ulimit -Hn {hard} && exec {server} \"$@\"\n");
    write_script(&script, &text);
    script
}

async fn client_from(server: &Process, from: Ipv4Addr) -> Client {
    let to: SocketAddr = server.address.parse().unwrap();
    let raw = Raw::connect_from(from, to).await;
    let mut client = Client::over(raw.into_stream(), &server.url()).await;
    client.hello("").await;
    client
}

async fn info(server: &Process) -> Value {
    let answer = request(server.address.parse().unwrap(), "GET", "/info").await;
    let (status, body) = status_and_body(&answer);
    assert!(status.contains("200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

fn open_files(server: &Process) -> usize {
    let files = fs::read_dir(format!("/proc/{}/fd", server.id()));
    files.map_or(0, Iterator::count)
}

#[tokio::test]
async fn at_the_limit_of_open_files_seated_players_come_back() {
    let folder = TempDir::new().unwrap();
    let program = with_files(folder.path(), 64, 256);
    let data = folder.path().join("data");
    let mut server = Process::start(&program, &data, &["--worker-threads", "2"]).await;
    let limit = info(&server).await["limits"]["connections"]
        .as_u64()
        .unwrap();
    assert!((100..200).contains(&limit), "{limit} of 256 files");

    let mut ana = client_from(&server, Ipv4Addr::new(127, 0, 1, 1)).await;
    let mut bia = client_from(&server, Ipv4Addr::new(127, 0, 1, 2)).await;
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let (room, secret) = (ana.room.unwrap(), ana.secret.clone());
    drop(ana);

    let mut idle = Vec::new();
    for number in 0..limit {
        let from = stranger(1 + u8::try_from(number % 4).unwrap());
        idle.push(client_from(&server, from).await);
    }
    let mut half_open = Vec::new();
    for number in 0..600 {
        let from = stranger(11 + u8::try_from(number % 8).unwrap());
        let to = server.address.parse().unwrap();
        let mut raw = Raw::connect_from(from, to).await;
        raw.say("GET /ws HTTP/1.1\r\nhost: box\r\n").await;
        half_open.push(raw);
    }
    let mut ana = client_from(&server, Ipv4Addr::new(127, 0, 1, 1)).await;
    ana.return_to(room, &secret).await;
    play_out(&mut ana, &mut bia, &[2]).await;
    info(&server).await;
    assert!(open_files(&server) <= 256);
    server.strike();
    let log = server.log().await;
    let warnings = log.matches("could not be accepted").count();
    assert!(warnings <= 1, "{log}");
}

#[tokio::test]
async fn half_a_request_costs_no_buffers() {
    const MANY: u64 = 1_000;
    let folder = TempDir::new().unwrap();
    // However slow the machine is, none is shown out before the last is there.
    let patient = ["--hello-ms", "600000"];
    let server = Process::start(&server_binary(), folder.path(), &patient).await;
    info(&server).await;
    let before = server.resident_kib();
    let mut half_open = Vec::new();
    for number in 0..MANY {
        let from = stranger(1 + u8::try_from(number % 4).unwrap());
        let to = server.address.parse().unwrap();
        let mut raw = Raw::connect_from(from, to).await;
        raw.say("GET /ws HTTP/1.1\r\nhost: box\r\n").await;
        half_open.push(raw);
    }
    let most = soon("the streams", async {
        while (open_files(&server) as u64) < MANY {
            tokio::task::yield_now().await;
        }
        server.resident_kib()
    })
    .await;
    let each = (most - before) as f64 / MANY as f64;
    assert!(each <= 16.0, "{each} KiB each");
    server.kill().await;
}

#[tokio::test]
async fn a_refusal_arrives_as_written() {
    let server = TestServer::memory().await;
    let from = stranger(1);
    let source = std::net::IpAddr::from(from).into();
    let busy: Vec<_> = (0..512)
        .map(|_| server.node.visits.enter(Some(source)).unwrap())
        .collect();
    busy.iter().for_each(admission::VisitGuard::answering);
    let mut raw = Raw::connect_from(from, server.node.facts.bound()).await;
    let body = "x".repeat(20_000);
    raw.say(&format!(
        "POST / HTTP/1.1\r\nhost: box\r\ncontent-length: 20000\r\n\r\n{body}"
    ))
    .await;
    let mut answer = String::new();
    let read = raw.into_stream().read_to_string(&mut answer).await;
    assert!(read.is_ok(), "{read:?} after {answer:?}");
    let (status, words) = status_and_body(&answer);
    assert!(status.contains("503"), "{status}");
    assert!(words.ends_with("try again\n"), "{words}");
    assert!(answer.contains("retry-after: 10"), "{answer}");
    drop(busy);
    let after = request(server.node.facts.bound(), "GET", "/health/live").await;
    assert!(after.contains("200"), "{after}");
    server.stop().await;
}
