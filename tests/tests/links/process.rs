//! The real server as people run it: a process with signals, a disk, a port
//! and a log.

use std::{path::Path, process::Stdio};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Process, Raw,
    client::{play_out, rematch, seat_two},
    process::server_binary,
    raw::upgrade,
    soon,
};
use tokio::process::Command;

async fn start(data: &Path, arguments: &[&str]) -> Process {
    Process::start(&server_binary(), data, arguments).await
}

#[tokio::test]
async fn a_game_is_played_and_the_server_stops_when_asked() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &[]).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert_eq!(ana.view.score.host, 1);
    assert_eq!(ana.view, bia.view);
    server.terminate().await;
}

#[tokio::test]
async fn a_client_that_ignores_the_goodbye_does_not_hold_up_the_next_server() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &["--linger-ms", "600000"]).await;
    let (address, id) = (server.address.parse().unwrap(), server.id().to_string());
    let log = tokio::spawn(server.log());
    let mut silent = Raw::websocket(address).await;
    // This one was said goodbye to before.
    let mut broken = Raw::websocket(address).await;
    assert!(broken.frame(0x3, b"?").await);
    broken.read_frame().await;
    let asked = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(asked.is_ok_and(|status| status.success()));
    let log = soon("the log", log).await.unwrap();
    assert!(log.contains("stopping"), "{log}");
    assert!(!log.contains("were cut"), "{log}");
    for raw in [&mut silent, &mut broken] {
        assert!(raw.to_the_end().await.is_ok(), "the goodbye is no reset");
    }
}

/// More spectators than are written to before others get a turn.
const MANY: usize = 150;

#[tokio::test]
async fn everybody_sees_a_room_whose_members_are_served_by_several_threads() {
    let folder = TempDir::new().unwrap();
    // Without pings: a ping would wake a task that was not notified.
    let quiet = ["--ping-ms", "600000", "--dead-ms", "1200000"];
    let flags = [&["--worker-threads", "3"], quiet.as_slice()].concat();
    let server = start(folder.path(), &flags).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    let mut spectators = Vec::new();
    for _ in 0..MANY {
        let mut spectator = server.client("").await;
        spectator.watch(room).await;
        spectators.push(spectator);
    }
    for _ in 0..3 {
        play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
        rematch(&mut ana, &mut bia).await;
    }
    for spectator in &mut spectators {
        spectator.up_to(ana.view.seq).await;
        assert_eq!(spectator.view, ana.view);
    }
    assert_eq!(ana.view, bia.view);
    server.terminate().await;
}

#[tokio::test]
async fn acknowledged_commands_outlive_a_kill() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &[]).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    let before = ana.view.clone();
    server.kill().await;

    let server = start(folder.path(), &[]).await;
    let (mut ana2, mut bia2) = (server.client("Ana").await, server.client("Bia").await);
    let entered = ana2.return_to(room, &ana.secret).await;
    assert_eq!(entered.n, 2);
    bia2.return_to(room, &bia.secret).await;
    ana2.up_to(bia2.view.seq).await;
    let moves = |view: &protocol::View| view.game.clone().unwrap().moves;
    assert_eq!(moves(&ana2.view), moves(&before));
    play_out(&mut ana2, &mut bia2, &[1, 6]).await;
    assert_eq!(bia2.view.score.host, 1);
    assert_eq!(ana2.view, bia2.view);
    server.terminate().await;
}

#[tokio::test]
async fn a_server_killed_again_and_again_loses_nothing() {
    let folder = TempDir::new().unwrap();
    let mut place = None;
    for ply in 0..4 {
        let server = start(folder.path(), &[]).await;
        let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
        match &place {
            None => {
                let rules = json!({"rules": {"width": 5, "height": 5, "line": 5}});
                let room = seat_two(&mut ana, &mut bia, rules).await;
                place = Some((room, ana.secret.clone(), bia.secret.clone()));
            }
            Some((room, host, guest)) => {
                ana.return_to(*room, host).await;
                bia.return_to(*room, guest).await;
                ana.up_to(bia.view.seq).await;
            }
        }
        assert_eq!(ana.view.game.as_ref().unwrap().moves.len(), ply);
        let cell = u16::try_from(ply).unwrap();
        play_out(&mut ana, &mut bia, &[cell]).await;
        server.kill().await;
    }
}

/// Starts a server that must not come up; what it says.
async fn refuses(data: &Path, listen: &str) -> String {
    let run = Command::new(server_binary())
        .args(["--listen", listen, "--data"])
        .arg(data)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output();
    let output = soon("a refusal", run).await.unwrap();
    assert!(!output.status.success(), "it runs");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!words.contains("panicked"), "{words}");
    words
}

#[tokio::test]
async fn a_second_server_on_the_same_data_is_refused_in_words() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &[]).await;
    let words = refuses(folder.path(), "127.0.0.1:0").await;
    assert!(words.contains("another"), "{words}");
    assert!(words.contains("--data"), "{words}");
    server.client("Ana").await.beat().await;
    server.terminate().await;
}

#[tokio::test]
async fn a_taken_port_is_refused_in_words() {
    let (one, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let server = start(one.path(), &[]).await;
    let words = refuses(other.path(), &server.address).await;
    assert!(words.contains("cannot listen on"), "{words}");
    assert!(words.contains("--listen"), "{words}");
    server.terminate().await;
}

#[tokio::test]
async fn the_log_names_nobody() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &[]).await;
    let (mut ana, mut bia) = (server.client("Anastasia").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let mut eve = server.client("Evelina").await;
    eve.send_text("no message").await;
    eve.refused(json!({"type": "watch_room", "room": "K7QX-4MTR"}))
        .await;
    let mut raw = Raw::connect(server.address.parse().unwrap()).await;
    raw.say("this is not HTTP\r\n\r\n").await;
    drop(bia);
    ana.beat().await;
    server.ask_to_stop().await;
    let log = server.log().await;
    let code = room.to_string();
    let bare = code.replace('-', "");
    let secret = ana.secret.reveal();
    for private in [
        "127.0.0.1",
        "Anastasia",
        "Evelina",
        "Bia",
        &code,
        &bare,
        "K7QX",
        secret,
    ] {
        assert!(!log.contains(private), "{private} in\n{log}");
    }
    assert!(log.contains("stopping"), "{log}");
}

/// No browser shows the answer to a handshake, and a proxy that hides what was
/// asked for makes the server's own page look foreign.
#[tokio::test]
async fn the_log_says_once_that_pages_of_other_origins_are_refused() {
    let folder = TempDir::new().unwrap();
    let server = start(folder.path(), &[]).await;
    let request = upgrade("/ws", "origin: https://oxo.example\r\n");
    for _ in 0..2 {
        let mut raw = Raw::connect(server.address.parse().unwrap()).await;
        raw.say(&request).await;
        let head = raw.head().await;
        assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    }
    server.ask_to_stop().await;
    let log = server.log().await;
    assert_eq!(log.matches("--public-url").count(), 1, "{log}");
    assert!(!log.contains("oxo.example"), "{log}");
}

#[tokio::test]
async fn a_flooder_that_never_reads_takes_no_memory() {
    let folder = TempDir::new().unwrap();
    let free = "1000000000";
    let rates = [
        "--commands-per-s",
        free,
        "--commands-burst",
        free,
        "--control-per-s",
        free,
    ];
    let server = start(folder.path(), &rates).await;
    let mut ana = server.client("Ana").await;
    let before = server.resident_kib();
    let mut deaf = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::websocket(server.address.parse().unwrap()).await;
        raw.text(r#"{"type":"hello","id":1,"versions":[1]}"#).await;
        deaf.push(raw);
    }
    let request = json!({"type": "ping", "id": 1, "data": "x".repeat(3_000)}).to_string();
    for raw in &mut deaf {
        for _ in 0..50_000 {
            if !raw.frame(0x9, &[b'x'; 125]).await || !raw.text(&request).await {
                break;
            }
        }
    }
    ana.beat().await;
    let grown = server.resident_kib().saturating_sub(before);
    assert!(grown < 4 * 1024, "{grown} KiB for four that never read");
    server.terminate().await;
}
