//! A real Litestream that copies a server's database while people play, and a
//! game that goes on from the copy.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    HANG, Process,
    client::{play_out, seat_two},
    process::server_binary,
};

/// The program, where `tests/run hosting` has put it.
fn litestream() -> Option<PathBuf> {
    let named = std::env::var_os("OXO_LITESTREAM").map(PathBuf::from)?;
    named.is_file().then_some(named)
}

/// Brings a copy back to a file, and says what it holds, if it is sound.
fn restored(litestream: &Path, replica: &str, to: &Path) -> Option<String> {
    let _ = std::fs::remove_file(to);
    let restore = Command::new(litestream)
        .arg("restore")
        .arg("-o")
        .arg(to)
        .arg(replica)
        .output();
    if !restore.unwrap().status.success() {
        return None;
    }
    let check = Command::new(server_binary())
        .arg("check")
        .arg(to)
        .output()
        .unwrap();
    let said = String::from_utf8(check.stdout).unwrap();
    check.status.success().then_some(said)
}

#[tokio::test]
async fn a_game_goes_on_from_what_litestream_has_copied() {
    let Some(litestream) = litestream() else {
        return println!("did not run: Litestream, because it is not there (OXO_LITESTREAM)");
    };
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let replica = format!("file://{}", folder.path().join("replica").display());
    let server = Process::start(&server_binary(), &data, &[]).await;
    let copier = tokio::process::Command::new(&litestream)
        .arg("replicate")
        .arg(data.join("oxo.db"))
        .arg(&replica)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn();
    let mut copier = copier.unwrap();
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    let copy = folder.path().join("restored/oxo.db");
    std::fs::create_dir(copy.parent().unwrap()).unwrap();
    // Opened, joined, three moves.
    let copied = async {
        loop {
            match restored(&litestream, &replica, &copy) {
                Some(said) if said.contains("steps: 5") => return,
                _ => tokio::time::sleep(std::time::Duration::from_millis(200)).await,
            }
        }
    };
    tokio::time::timeout(HANG, copied)
        .await
        .expect("a copy with every move");
    server.kill().await;
    let _ = copier.kill().await;
    // The original starts again, with what Litestream added to it.
    let original = Process::start(&server_binary(), &data, &[]).await;
    original.client("").await.resume(room, &ana.secret, 0).await;
    original.kill().await;
    let server = Process::start(&server_binary(), copy.parent().unwrap(), &[]).await;
    for client in [&mut ana, &mut bia] {
        let secret = client.secret.clone();
        *client = server.client("").await;
        client.return_to(room, &secret).await;
    }
    play_out(&mut bia, &mut ana, &[1, 6]).await;
    server.terminate().await;
}
