//! A start with very many rooms, which reads their codes and deadlines, and nothing of their logs until somebody asks.

mod many;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use protocol::settings::ClockSetting;
use serde_json::json;
use tempfile::TempDir;
use tests::{Process, process::server_binary, raw, soon};

use crate::is_long;

/// Upper bound of a start's reads, as a part of the file.
const PART: u64 = 3;

/// Bytes that a process has read so far, from files and otherwise (`rchar` of
/// proc(5)).
fn bytes_read(id: u32) -> u64 {
    let io = std::fs::read_to_string(format!("/proc/{id}/io")).expect("counters");
    let line = io.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.and_then(|line| line.parse().ok()).expect("a number")
}

/// A start, and what it took.
struct Start {
    server: Process,
    took: Duration,
    read: u64,
}

async fn start(data: &Path) -> Start {
    let begun = Instant::now();
    let server = Process::start(&server_binary(), data, &["--rooms", "1000000"]).await;
    let took = begun.elapsed();
    let read = bytes_read(server.id());
    Start { server, took, read }
}

#[tokio::test]
async fn a_start_reads_no_log() {
    let rooms = if is_long() { 100_000 } else { 20_000 };
    let folder = TempDir::new().unwrap();
    let begun = Instant::now();
    let known = many::rooms(folder.path(), rooms, ClockSetting::None).await;
    let made = begun.elapsed();
    let file = folder.path().join("oxo.db");
    let size = std::fs::metadata(&file).unwrap().len();

    let Start { server, took, read } = start(folder.path()).await;
    assert!(
        read * PART < size,
        "{read} of {size} bytes were read by a start"
    );
    let address = server.address.parse().unwrap();
    let info = soon("a page", raw::request(address, "GET", "/info")).await;
    assert!(info.starts_with("HTTP/1.1 200"), "{info}");

    let begun = Instant::now();
    let mut host = server.client("").await;
    host.view = known[0].view.clone();
    let seq = host.view.seq;
    host.resume(known[0].room, &known[0].host, seq).await;
    let first = begun.elapsed();
    // The requested room is read, and nothing else.
    let asked = bytes_read(server.id());
    assert!(asked * PART < size, "{asked} of {size} bytes for one room");
    host.up_to(seq + 2).await;
    for known in &known {
        many::play_on(&server, known).await;
    }
    println!(
        "{rooms} rooms, {} MiB, made in {made:.1?}: listening after {took:.3?}, \
         {} MiB read ({} % of the file), first return {first:.3?}, {} MiB resident",
        size >> 20,
        read >> 20,
        100 * read / size,
        server.resident_kib() >> 10,
    );
    server.terminate().await;
}

#[tokio::test]
async fn a_start_after_a_kill_reads_the_end_of_the_log_and_no_more() {
    let rooms = if is_long() { 100_000 } else { 20_000 };
    let folder = TempDir::new().unwrap();
    many::rooms(folder.path(), rooms, ClockSetting::None).await;
    let size = std::fs::metadata(folder.path().join("oxo.db"))
        .unwrap()
        .len();
    let Start { server, .. } = start(folder.path()).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    server.kill().await;

    let Start { server, took, read } = start(folder.path()).await;
    assert!(
        read * PART < size,
        "{read} of {size} bytes were read after a kill"
    );
    println!(
        "after a kill: listening after {took:.3?}, {} MiB read",
        read >> 20
    );
    let mut again = server.client("Ana").await;
    again.resume(room, &ana.secret, 0).await;
    server.terminate().await;
}

/// The most that a correspondence room which nobody comes to takes of memory, in bytes.
const ASLEEP: u64 = 600;

#[tokio::test]
async fn correspondence_rooms_stay_unloaded_over_a_start() {
    // Fewer would not show beside what a start takes anyway.
    let rooms = 100_000;
    let (empty, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let clock = ClockSetting::correspondence(3);
    let known = many::rooms(folder.path(), rooms, clock).await;
    let Start { server, .. } = start(empty.path()).await;
    let without = server.resident_kib();
    server.terminate().await;

    let Start { server, took, .. } = start(folder.path()).await;
    let bytes = || (server.resident_kib().saturating_sub(without) << 10) / rooms;
    // The allocator gives back a little later what a start has let go of.
    soon("no more memory than asleep", async {
        while bytes() > ASLEEP {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let bytes = bytes();
    println!(
        "{rooms} correspondence rooms: listening after {took:.3?}, {bytes} bytes of memory each"
    );
    let mut host = server.client("").await;
    host.view = known[0].view.clone();
    let seq = host.view.seq;
    host.resume(known[0].room, &known[0].host, seq).await;
    host.beat().await;
    assert_eq!(host.view.seq, seq, "nothing was written");
    server.terminate().await;
}
