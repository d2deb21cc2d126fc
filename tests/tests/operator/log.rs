//! A log that nobody reads: a terminal that was stopped, a collector that stands still.

use std::{
    io::{PipeReader, PipeWriter, Read, Write, pipe},
    process::Stdio,
};

use rustix::io::ioctl_fionbio;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client,
    client::{play_out, seat_two},
    free_port,
    nodes::decides,
    process::server_binary,
    soon,
};
use tokio::process::{Child, Command};

/// First byte of a pipe that is full.
const BEFORE: u8 = b'\n';

/// A pipe that takes nothing more.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = pipe().unwrap();
    ioctl_fionbio(&writer, true).unwrap();
    // The last bytes fit one by one.
    for size in [4_096, 1] {
        while writer.write_all(&vec![BEFORE; size]).is_ok() {}
    }
    ioctl_fionbio(&writer, false).unwrap();
    (reader, writer)
}

/// A server at that port whose log goes there, and who play on it.
async fn play_on(log: PipeWriter) -> (TempDir, Child) {
    let folder = TempDir::new().unwrap();
    let address = format!("127.0.0.1:{}", free_port());
    let server = Command::new(server_binary())
        .args(["--listen", &address, "--data"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    decides(&address).await;
    let url = format!("ws://{address}/ws");
    let (mut ana, mut bia) = (Client::connect(&url).await, Client::connect(&url).await);
    ana.hello("Ana").await;
    bia.hello("Bia").await;
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[0, 3, 1, 4, 2]).await;
    (folder, server)
}

async fn stop(mut server: Child) {
    let id = server.id().unwrap().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().await;
    assert!(sent.unwrap().success());
    let status = soon("the server's end", server.wait()).await.unwrap();
    assert!(status.success(), "{status}");
}

#[tokio::test]
async fn a_game_goes_on_while_nobody_reads_the_log_and_so_does_the_end() {
    let (_reader, writer) = full_pipe();
    let (_folder, server) = play_on(writer).await;
    stop(server).await;
}

#[tokio::test]
async fn a_late_reader_of_the_log_gets_all_of_it() {
    let (mut reader, writer) = full_pipe();
    let (_folder, server) = play_on(writer).await;
    let read = tokio::task::spawn_blocking(move || {
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        text
    });
    stop(server).await;
    let text = soon("the log", read).await.unwrap();
    let lines = text.trim_start().lines();
    let lines: Vec<Value> = lines.map(|it| serde_json::from_str(it).unwrap()).collect();
    let says = |words: &str| {
        let message = |line: &Value| line["fields"]["message"].as_str().map(str::to_owned);
        let mut all = lines.iter().filter_map(message);
        assert!(all.any(|it| it.contains(words)), "{words}: {text}");
    };
    says("listening on");
    says("stopping");
}
