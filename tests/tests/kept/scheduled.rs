//! Backups that the server takes by itself: when, how many are kept, what is
//! said when they fail, and that a game goes on from one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{
        AtomicU64,
        Ordering::{Relaxed, SeqCst},
    },
};

use config::{JournalKind, ServerOptions};
use serde_json::json;
use tempfile::TempDir;
use tests::{
    Figures, Process, TestServer,
    client::{play_out, seat_two},
    process::server_binary,
    server::in_memory,
    soon,
};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;
const TOKEN: &str = "only-for-this-test";

/// A server whose backups go to a directory beside its data.
async fn keeping(folder: &Path) -> TestServer {
    TestServer::start(ServerOptions {
        journal: JournalKind::Sqlite,
        data: folder.join("data"),
        backup: Some(folder.join("backups")),
        backup_keep: 2,
        metrics_token: Some(TOKEN.parse().unwrap()),
        ..in_memory()
    })
    .await
}

/// Backups in a directory by name, the oldest first.
fn backups(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("backups")).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    // One that is being taken has another name.
    files.retain(|file| !file.ends_with("oxo-unverified.db"));
    files.sort();
    files
}

/// Waits until a figure of the backups has changed from what it was.
async fn changed(what: &str, seen: &AtomicU64, figure: impl Fn() -> u64) {
    soon(what, async {
        while figure() == seen.load(SeqCst) {
            tokio::task::yield_now().await;
        }
    })
    .await;
    seen.store(figure(), SeqCst);
}

#[tokio::test]
async fn backups_are_taken_at_the_start_and_every_day_and_the_oldest_go() {
    let folder = TempDir::new().unwrap();
    let server = keeping(folder.path()).await;
    let (backups_of, last_ms) = (&server.node.backups, AtomicU64::new(0));
    changed("the first backup", &last_ms, || {
        backups_of.last_ms.load(Relaxed)
    })
    .await;
    let first = backups(folder.path());
    assert_eq!(first.len(), 1);
    for _ in 0..3 {
        server.advance(DAY_MS);
        changed("the next backup", &last_ms, || {
            backups_of.last_ms.load(Relaxed)
        })
        .await;
    }
    soon("the oldest to go", async {
        while backups(folder.path()).len() != 2 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(!backups(folder.path()).contains(&first[0]));
    let figures = Figures::at(server.node.facts.bound(), Some(TOKEN)).await;
    assert_eq!(figures.get("oxo_backup_overdue"), 0.0);
    assert_eq!(figures.get("oxo_backup_failures_total"), 0.0);
    let at = figures.get("oxo_backup_last_timestamp_seconds");
    assert_eq!(at, last_ms.load(SeqCst) as f64 / 1_000.0);
    assert!(figures.get("oxo_backup_bytes") > 0.0);
    let now_ms = server.now_ms();
    server.stop().await;
    // After a restart the next is due when it would have been without one.
    let options = ServerOptions {
        journal: JournalKind::Sqlite,
        data: folder.path().join("data"),
        backup: Some(folder.path().join("backups")),
        ..in_memory()
    };
    let clock = clock::Clock::manual(now_ms + DAY_MS / 2);
    let server = TestServer::start_at(options, clock).await;
    let last_ms = AtomicU64::new(0);
    changed("the backup that is there", &last_ms, || {
        server.node.backups.last_ms.load(Relaxed)
    })
    .await;
    assert_eq!(last_ms.load(SeqCst), now_ms / 1_000 * 1_000);
    server.advance(DAY_MS / 2);
    changed("the next backup", &last_ms, || {
        server.node.backups.last_ms.load(Relaxed)
    })
    .await;
    assert_eq!(backups(folder.path()).len(), 3);
    server.stop().await;
}

#[tokio::test]
async fn a_failed_backup_is_retried_and_raises_an_alarm_once_overdue() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("backups"), "no directory").unwrap();
    let server = keeping(folder.path()).await;
    let (backups_of, failures) = (&server.node.backups, AtomicU64::new(0));
    changed("the first to fail", &failures, || {
        backups_of.failures.load(Relaxed)
    })
    .await;
    let overdue = async || {
        let figures = Figures::at(server.node.facts.bound(), Some(TOKEN)).await;
        figures.get("oxo_backup_overdue")
    };
    assert_eq!(overdue().await, 0.0);
    server.advance(DAY_MS / 4 + 1);
    changed("the next to fail", &failures, || {
        backups_of.failures.load(Relaxed)
    })
    .await;
    assert_eq!(overdue().await, 1.0);
    fs::remove_file(folder.path().join("backups")).unwrap();
    server.advance(10 * 60 * 1_000);
    changed("one that succeeds", &AtomicU64::new(0), || {
        backups_of.last_ms.load(Relaxed)
    })
    .await;
    assert_eq!(overdue().await, 0.0);
    server.stop().await;
}

fn upkeep(data: &Path, words: &[&str]) -> (bool, String) {
    let output = Command::new(server_binary())
        .args(words)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let said =
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said)
}

#[tokio::test]
async fn a_game_goes_on_from_a_backup_that_a_killed_server_took_by_itself() {
    let folder = TempDir::new().unwrap();
    let (data, dir) = (folder.path().join("data"), folder.path().join("backups"));
    let arguments = ["--backup", dir.to_str().unwrap(), "--backup-every", "1s"];
    let mut server = Process::start(&server_binary(), &data, &arguments).await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    // One that began before the last move may say so only now; the one after it did not.
    for _ in 0..2 {
        server.says("backup taken and verified").await;
    }
    server.kill().await;
    let newest = backups(folder.path()).pop().unwrap();
    let restored = folder.path().join("restored");
    let (well, said) = upkeep(&restored, &["restore", newest.to_str().unwrap()]);
    assert!(well, "{said}");
    // Nothing but the result is said where nobody looks at a terminal.
    assert_eq!(said.lines().count(), 1, "{said}");
    let server = Process::start(&server_binary(), &restored, &[]).await;
    for (client, n) in [(&mut ana, 2), (&mut bia, 1)] {
        let secret = client.secret.clone();
        *client = server.client("").await;
        let entered = client.resume(room, &secret, 0).await;
        client.secret = secret;
        assert_eq!(entered.n, n);
        client.snapshot().await;
    }
    play_out(&mut bia, &mut ana, &[1, 6]).await;
    server.terminate().await;
}

#[tokio::test]
async fn a_program_that_is_older_than_the_data_refuses_them_in_words() {
    const VERSION_AT: usize = 60;
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let server = Process::start(&server_binary(), &data, &[]).await;
    // By the time it answers it obeys signals.
    server.client("").await.close().await;
    server.terminate().await;
    let file = data.join("oxo.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes[VERSION_AT..VERSION_AT + 4].copy_from_slice(&1_000_u32.to_be_bytes());
    fs::write(&file, &bytes).unwrap();
    let refused = Process::try_start(&[], "127.0.0.1:0", &server_binary(), &data, &[]).await;
    let ended = refused.err().expect("no start");
    assert_eq!(ended.status.code(), Some(1));
    assert!(
        ended.words.contains("was written by a newer oxo-server"),
        "{}",
        ended.words
    );
    assert!(ended.words.contains("use that version"), "{}", ended.words);
    let copy = folder.path().join("b.db");
    for words in [&["check"][..], &["backup", copy.to_str().unwrap()]] {
        let (well, said) = upkeep(&data, words);
        assert!(
            !well && said.contains("a newer oxo-server"),
            "{words:?}: {said}"
        );
    }
    assert_eq!(fs::read(&file).unwrap(), bytes, "it was not touched");
}
