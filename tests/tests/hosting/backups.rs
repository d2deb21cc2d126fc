//! Backups on a disk that is full: play goes on, the fault is reported, and
//! one is taken as soon as there is room.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Process,
    client::{play_out, seat_two},
    process::server_binary,
};

/// A small disk of its own; unmounted when dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Of a size in KiB; none where that is not allowed.
    fn mount(at: PathBuf, kib: u32) -> Option<SmallDisk> {
        fs::create_dir(&at).unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={kib}k"), "oxo-test"])
            .arg(&at)
            .status();
        mounted
            .is_ok_and(|status| status.success())
            .then_some(SmallDisk(at))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_full_disk_for_backups_is_said_and_stops_nobody() {
    let folder = TempDir::new().unwrap();
    let Some(disk) = SmallDisk::mount(folder.path().join("backups"), 128) else {
        return println!("did not run: backups on a full disk, because to mount one takes root");
    };
    let filler = disk.path().join("something-else");
    fs::write(&filler, vec![1; 100 << 10]).unwrap();
    let dir = disk.path().to_str().unwrap();
    let arguments = ["--backup", dir, "--backup-every", "1s"];
    let data = folder.path().join("data");
    let mut server = Process::start(&server_binary(), &data, &arguments).await;
    let said = server
        .says_with("a backup failed, and there is no good one")
        .await;
    assert!(said.contains("the disk is full; make room"), "{said}");
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
    fs::remove_file(filler).unwrap();
    server.says("backup taken and verified").await;
    server.terminate().await;
}
