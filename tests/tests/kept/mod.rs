//! Stored data: finished games and who may read or delete them, backups, journals of older
//! versions, and every outage until it is refunded.

mod backup;
mod correspondence;
mod devices;
mod files;
mod games;
mod gaps;
mod notifications;
mod outages;
mod receiver;
mod scheduled;
mod upgrade;
mod webhooks;
mod without_service;

use std::{fs, path::Path};

use tempfile::TempDir;
use tests::TestServer;

use crate::links::page;

/// A server that keeps everything in a folder, whose clock begins then.
async fn on(folder: &Path, now_ms: u64) -> TestServer {
    TestServer::on_disk(folder.into(), now_ms).await
}

/// The status code and body of a request.
async fn ask(server: &TestServer, method: &str, path: &str, lines: &str) -> (u16, String) {
    let answer = page::ask(server, method, path, lines).await;
    let body = String::from_utf8_lossy(&answer.body);
    (answer.status, body.into_owned())
}

/// A copy of a folder's files.
fn copy_of(folder: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}
