//! A journal of a process that has ended, opened in this one.

use std::{path::Path, sync::Arc, time::Duration};

use journal::{JournalControl, Opening, RoomId, RoomLogs};
use journal_files::SqliteOptions;
use journal_sqlite::SqliteJournal;

/// Opens the journal in a data directory, as a server would at this moment.
pub fn open(dir: &Path, options: SqliteOptions) -> (SqliteJournal, Opening) {
    SqliteJournal::open_with(dir, crate::now_ms(), options).expect("a journal that opens")
}

/// Deletes all that is left of rooms that ended, as an idle server does in time.
pub async fn purge(dir: &Path) {
    let at_once = SqliteOptions {
        checkpoint_rows: 1,
        idle: Duration::ZERO,
        ..SqliteOptions::default()
    };
    let (journal, _) = open(dir, at_once);
    // Each question is followed by one portion of the remaining work.
    for _ in 0..16 {
        journal.load(0).await.expect("no such room");
    }
    journal.close().await;
}

/// The exact texts of a room's events.
pub async fn texts(journal: &SqliteJournal, room: RoomId) -> Vec<Arc<str>> {
    let stored = journal.load(room).await.expect("a room that can be read");
    stored.expect("a room that is there").events
}
