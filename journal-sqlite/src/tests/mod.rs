//! The SQLite engine's own promises: restarts, refusals, damage, a full disk.

#[path = "../../../journal/src/tests/contract.rs"]
pub mod contract;
mod damage;
mod files;
mod full;
mod games;
mod long;
mod model;
mod restart;

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use journal::{Batch, CommitError, Finished, GameDetails, Journal, Opening, RoomId, Stored};
use journal_files::SqliteOptions;
use tempfile::TempDir;

use super::SqliteJournal;

/// Options with which everything lazy is done at once.
fn eager() -> SqliteOptions {
    SqliteOptions {
        checkpoint_rows: 3,
        idle: Duration::ZERO,
        probe_every: Duration::from_millis(1),
        ..SqliteOptions::default()
    }
}

/// Options with which nothing lazy is ever done.
fn lazy() -> SqliteOptions {
    SqliteOptions {
        checkpoint_rows: u64::MAX,
        idle: Duration::from_secs(3_600),
        ..SqliteOptions::default()
    }
}

/// When journals are opened, where it does not matter.
const NOW_MS: u64 = 1_000;

fn open(dir: &Path, options: SqliteOptions) -> (SqliteJournal, Opening) {
    SqliteJournal::open_with(dir, NOW_MS, options).unwrap()
}

/// A copy of the disk at this moment, as a crash would leave it.
fn as_after_a_crash(dir: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in ["oxo.db", "oxo.db-wal"] {
        std::fs::copy(dir.join(file), copy.path().join(file)).unwrap();
    }
    copy
}

/// Changes the database of a closed journal.
fn tamper(dir: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(dir.join("oxo.db")).unwrap();
    connection.execute_batch(sql).unwrap();
}

/// One number from the database of a closed journal.
fn number(dir: &Path, sql: &str) -> i64 {
    let connection = rusqlite::Connection::open(dir.join("oxo.db")).unwrap();
    connection.query_row(sql, (), |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keeps_the_contract() {
    for options in [
        eager(),
        lazy(),
        SqliteOptions {
            queue: 1,
            ..eager()
        },
    ] {
        let dirs = Mutex::new(Vec::new());
        contract::all(|| {
            let dir = tempfile::tempdir().unwrap();
            let (journal, _) = open(dir.path(), options.clone());
            dirs.lock().unwrap().push(dir);
            Arc::new(journal) as Arc<dyn Journal>
        })
        .await;
    }
}
