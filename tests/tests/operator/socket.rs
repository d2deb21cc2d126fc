//! The operator's socket: for its user only, gone with its server, and harmless to players whoever holds it.

use std::{os::unix::fs::MetadataExt, path::PathBuf};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Process,
    client::seat_two,
    process::{operate, server_binary},
    soon,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::UnixStream,
};

use super::OperatorSetup;

impl OperatorSetup {
    fn socket(&self) -> PathBuf {
        self.folder.path().join("admin.sock")
    }
}

#[tokio::test]
async fn the_socket_is_for_its_user_only() {
    let setup = OperatorSetup::open(&[]).await;
    let mode = std::fs::metadata(setup.socket()).unwrap().mode();
    assert_eq!(mode & 0o777, 0o600);
    let socket = setup.socket();
    setup.done(&["rooms", "list"]).await;
    setup.server.terminate().await;
    assert!(!socket.exists(), "it goes with its server");
}

#[tokio::test]
async fn a_stale_socket_is_replaced_and_one_in_use_is_not() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let data = setup.folder.path();
    // Another server beside it does without.
    let other = Process::start(&server_binary(), data, &["--journal", "memory"]).await;
    let mut ana = setup.server.client("Ana").await;
    ana.create(json!({})).await;
    assert_eq!(setup.done(&["rooms", "list"]).await.lines().count(), 2);
    other.terminate().await;
    assert!(setup.socket().exists());
    // It is an error where it was asked for.
    let place = setup.socket();
    let place = ["--journal", "memory", "--admin", place.to_str().unwrap()];
    let ended = Process::try_start(&[], "127.0.0.1:0", &server_binary(), data, &place).await;
    let ended = ended.err().expect("no server");
    assert!(
        ended.words.contains("choose another with --admin"),
        "{}",
        ended.words
    );
    // After a crash the file is there, and nobody answers.
    setup.server.killed().await;
    assert!(data.join("admin.sock").exists());
    let (status, _, why) = operate(data, &["rooms", "list"]).await;
    assert_eq!(status, Some(1));
    assert!(why.contains("no server answers at"), "{why}");
    let again = Process::start(&server_binary(), data, &["--journal", "memory"]).await;
    let (status, out, _) = operate(data, &["rooms", "list"]).await;
    assert_eq!((status, out.as_str()), (Some(0), "There are no rooms.\n"));
    again.terminate().await;
}

#[tokio::test]
async fn the_admin_socket_can_be_elsewhere_or_nowhere() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let place = folder.path().join("oxo.sock");
    let place = place.to_str().unwrap();
    let server = Process::start(&server_binary(), &data, &["--admin", place]).await;
    let (status, ..) = operate(&data, &["--admin", place, "rooms", "list"]).await;
    assert_eq!(status, Some(0));
    server.terminate().await;
    let server = Process::start(&server_binary(), &data, &["--admin", "off"]).await;
    assert!(!data.join("admin.sock").exists());
    let (status, _, why) = operate(&data, &["--admin", "off", "rooms", "list"]).await;
    assert_eq!(status, Some(1));
    assert!(why.contains("switched off"), "{why}");
    server.terminate().await;
}

#[tokio::test]
async fn a_hostile_operator_harms_nobody() {
    let setup = OperatorSetup::open(&[]).await;
    let (mut ana, mut bia) = (
        setup.server.client("Ana").await,
        setup.server.client("Bia").await,
    );
    seat_two(&mut ana, &mut bia, json!({})).await;
    let mut idle = Vec::new();
    for _ in 0..16 {
        // Twice as many as are served at once: the rest wait and hold nobody up.
        let mut stream = UnixStream::connect(setup.socket()).await.unwrap();
        stream.write_all(b"{\"type\":").await.unwrap();
        idle.push(stream);
    }
    for cell in [4, 0, 2, 1] {
        let mover = if ana.my_turn() { &mut ana } else { &mut bia };
        mover.play(cell).await;
        let seq = mover.view.seq;
        ana.up_to(seq).await;
        bia.up_to(seq).await;
    }
    drop(idle);
    for (sent, said) in [
        (b"no JSON\n".to_vec(), "cannot be read"),
        (b"{\"type\":\"dance\"}\n".to_vec(), "cannot be read"),
        (
            b"{\"type\":\"rooms\",\"loud\":true}\n".to_vec(),
            "cannot be read",
        ),
        (b"\xff\xfe\n".to_vec(), "cannot be read"),
        (vec![b'x'; 9_000], "at most 8192 bytes"),
    ] {
        let mut stream = UnixStream::connect(setup.socket()).await.unwrap();
        stream.write_all(&sent).await.unwrap();
        let mut line = String::new();
        let mut reader = BufReader::new(stream);
        soon("an answer", reader.read_line(&mut line))
            .await
            .unwrap();
        assert!(line.contains("refused") && line.contains(said), "{line}");
    }
    // One after the other on one connection, and an end in the middle of a line.
    let mut stream = UnixStream::connect(setup.socket()).await.unwrap();
    stream
        .write_all(b"{\"type\":\"blocks\"}\n{\"type\":\"notice\"}\n{\"ty")
        .await
        .unwrap();
    stream.shutdown().await.unwrap();
    let mut said = String::new();
    soon("two answers", stream.read_to_string(&mut said))
        .await
        .unwrap();
    assert_eq!(said.lines().count(), 2, "{said}");
}
