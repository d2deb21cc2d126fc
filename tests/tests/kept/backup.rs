//! Backups, as a host takes and restores them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Client, Process,
    client::{play_out, rematch, seat_two},
    process::server_binary,
};

/// Runs a command on a data directory; whether all was well, and its output.
fn upkeep(data: &Path, words: &[&str]) -> (bool, String) {
    let output = Command::new(server_binary())
        .args(words)
        .arg("--data")
        .arg(data)
        .output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.unwrap();
    let said = String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap();
    assert!(!said.contains("panicked"), "{said}");
    (status.success(), said)
}

async fn start(data: &Path) -> Process {
    Process::start(&server_binary(), data, &[]).await
}

async fn two(server: &Process) -> (Client, Client) {
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    (ana, bia)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_under_load_has_every_move_acknowledged_before_it_began() {
    let folder = TempDir::new().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("monday.db"));
    // However long the backup takes, nobody who plays meanwhile is too fast.
    let limits = ["--commands-per-s", "1000000", "--commands-burst", "1000000"];
    let server = Process::start(&server_binary(), &data, &limits).await;
    let (mut ana, mut bia) = two(&server).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    // Others go on playing all the while, and do not wait for the backup.
    let (mut cid, mut dora) = two(&server).await;
    let (from, to) = (data.clone(), file.clone());
    let backup =
        tokio::task::spawn_blocking(move || upkeep(&from, &["backup", to.to_str().unwrap()]));
    let mut games = 0;
    while !backup.is_finished() || games < 3 {
        play_out(&mut cid, &mut dora, &[4, 0, 2, 1, 6]).await;
        rematch(&mut cid, &mut dora).await;
        games += 1;
        // The player who began with X last time begins second now.
        std::mem::swap(&mut cid, &mut dora);
    }
    let (well, said) = backup.await.unwrap();
    assert!(well && said.contains("open rooms: 2,"), "{said}");
    let before = ana.view.clone();
    play_out(&mut ana, &mut bia, &[1, 6]).await;
    server.terminate().await;

    let (well, said) = upkeep(&data, &["restore", file.to_str().unwrap()]);
    assert!(well && said.contains("oxo.db.before-restore"), "{said}");
    let server = start(&data).await;
    let mut again = server.client("").await;
    let entered = again.return_to(ana.room.unwrap(), &ana.secret).await;
    assert_eq!(entered.n, 2);
    let moves = |view: &protocol::View| view.game.clone().unwrap().moves;
    assert_eq!(moves(&again.view), moves(&before));
    server.terminate().await;
}

#[tokio::test]
async fn an_impossible_backup_or_restore_is_reported_in_words() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let data = path("data");
    let (well, said) = upkeep(&data, &["backup", path("b.db").to_str().unwrap()]);
    assert!(!well && said.contains("there is no journal in"), "{said}");
    assert!(!data.exists());

    let server = start(&data).await;
    let (mut ana, mut bia) = two(&server).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let backup = path("b.db");
    let backup = backup.to_str().unwrap();
    assert!(upkeep(&data, &["backup", backup]).0);
    let (well, said) = upkeep(&data, &["backup", backup]);
    assert!(!well && said.contains("already exists"), "{said}");
    let (well, said) = upkeep(&data, &["restore", backup]);
    assert!(!well && said.contains("another server is using"), "{said}");
    assert!(upkeep(&data, &["check"]).0, "beside a server that runs");
    server.terminate().await;

    let (well, said) = upkeep(&data, &["check"]);
    assert!(
        well && said.contains("is sound: it holds open rooms: 1"),
        "{said}"
    );
    let text = path("text.db");
    fs::write(&text, "a letter to somebody, and by no means a database").unwrap();
    for (file, part) in [
        (text.to_str().unwrap(), "is damaged"),
        ("/nowhere/b.db", "cannot be read: there is no such file"),
    ] {
        for command in ["restore", "check"] {
            let (well, said) = upkeep(&data, &[command, file]);
            assert!(!well && said.contains(part), "{said}");
        }
    }
    // Nothing has changed.
    assert!(upkeep(&data, &["check"]).0);
    assert!(upkeep(&data, &["restore", backup]).0);
    let (well, said) = upkeep(&data, &["restore", backup]);
    assert!(
        !well && said.contains("before-restore already exists"),
        "{said}"
    );
}

#[tokio::test]
async fn a_damaged_backup_is_not_put_back() {
    let folder = TempDir::new().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("b.db"));
    let server = start(&data).await;
    let (mut ana, mut bia) = two(&server).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    server.terminate().await;
    let name = file.to_str().unwrap().to_owned();
    assert!(upkeep(&data, &["backup", &name]).0);
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes
        .windows(7)
        .position(|part| part == b"\"moved\"")
        .unwrap();
    bytes[at + 1] ^= 1;
    fs::write(&file, bytes).unwrap();
    for command in ["restore", "check"] {
        let (well, said) = upkeep(&data, &[command, &name]);
        assert!(!well && said.contains("is not as it was written"), "{said}");
    }
    assert!(upkeep(&data, &["check"]).0);
}

/// A data directory with a game in it, no server, and a backup of it.
async fn backed_up(folder: &Path) -> (PathBuf, String, Client) {
    let (data, file) = (folder.join("data"), folder.join("b.db"));
    let server = start(&data).await;
    let (mut ana, mut bia) = two(&server).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    server.terminate().await;
    let name = file.to_str().unwrap().to_owned();
    assert!(upkeep(&data, &["backup", &name]).0);
    (data, name, ana)
}

/// Whether the seat is there again, with its last command.
async fn is_back(data: &Path, ana: &Client) {
    let server = start(data).await;
    let mut again = server.client("").await;
    let entered = again.resume(ana.room.unwrap(), &ana.secret, 0).await;
    assert_eq!(entered.n, 2);
    server.terminate().await;
}

#[tokio::test]
async fn a_restore_replaces_a_destroyed_journal() {
    let folder = TempDir::new().unwrap();
    let (data, backup, ana) = backed_up(folder.path()).await;
    fs::write(data.join("oxo.db"), "what a broken disk left").unwrap();
    assert!(!upkeep(&data, &["check"]).0);
    let (well, said) = upkeep(&data, &["restore", &backup]);
    assert!(well, "{said}");
    let aside = fs::read(data.join("oxo.db.before-restore")).unwrap();
    assert_eq!(aside, b"what a broken disk left");
    is_back(&data, &ana).await;
}

/// A restore that has to move a broken file away may be cut off after that.
#[tokio::test]
async fn a_restore_that_was_cut_off_begins_nothing_anew_and_can_be_done_again() {
    let folder = TempDir::new().unwrap();
    let (data, backup, ana) = backed_up(folder.path()).await;
    for leftover in ["oxo.db-wal", "oxo.db.before-restore"] {
        fs::remove_file(data.join("oxo.db")).unwrap();
        fs::write(data.join(leftover), "the only one that has it").unwrap();
        let refused = Process::try_start(&[], "127.0.0.1:0", &server_binary(), &data, &[]).await;
        let words = refused.err().expect("no start").words;
        assert!(
            words.contains("is missing, but parts of it are beside it"),
            "{words}"
        );
        let kept = fs::read(data.join(leftover)).unwrap();
        assert_eq!(kept, b"the only one that has it");
        let (well, said) = upkeep(&data, &["restore", &backup]);
        assert!(well, "{said}");
        is_back(&data, &ana).await;
        for file in ["oxo.db.before-restore", "oxo.db.before-restore-wal"] {
            let _ = fs::remove_file(data.join(file));
        }
    }
}
