//! A relay's SQLite file: every message is on disk before it is forwarded. One thread commits
//! whatever waits in one transaction, the ordinary way.
//!
//! The server's journal is judged by it on the same disk on the same day: what a commit costs is
//! the disk's and the kernel's, and on a virtual disk that changes by half within a day.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
};

use rusqlite::Connection;

use crate::BenchError;

/// Messages that may wait to be stored; each pair waits with one at most.
const CHANNEL: usize = 16_384;

/// A message, and what follows once it is stored.
type StoredFrame = (String, Box<dyn FnOnce() + Send>);

/// The writer's queue.
#[derive(Clone)]
pub struct FrameStore(SyncSender<StoredFrame>);

impl FrameStore {
    /// Opens a new file.
    pub fn open(file: &Path) -> Result<FrameStore, BenchError> {
        let store = Connection::open(file)?;
        store.pragma_update(None, "journal_mode", "WAL")?;
        store.pragma_update(None, "synchronous", "FULL")?;
        store.execute("CREATE TABLE frame (text TEXT NOT NULL) STRICT", [])?;
        let (send, waiting) = sync_channel(CHANNEL);
        std::thread::Builder::new()
            .name("store".into())
            .spawn(move || write(store, &waiting))?;
        Ok(FrameStore(send))
    }

    /// Stores a message and then calls `then`.
    pub fn store(&self, text: String, then: impl FnOnce() + Send + 'static) {
        // Without its thread nothing more is forwarded, and the load reports it.
        let _ = self.0.try_send((text, Box::new(then)));
    }
}

fn write(mut store: Connection, waiting: &Receiver<StoredFrame>) {
    while let Ok(first) = waiting.recv() {
        let frames: Vec<StoredFrame> = std::iter::once(first).chain(waiting.try_iter()).collect();
        if let Err(why) = commit(&mut store, &frames) {
            eprintln!("the relay cannot store anything: {why}");
            return;
        }
        for (_, then) in frames {
            then();
        }
    }
}

fn commit(store: &mut Connection, frames: &[StoredFrame]) -> rusqlite::Result<()> {
    let transaction = store.transaction()?;
    {
        let mut insert = transaction.prepare_cached("INSERT INTO frame VALUES (?1)")?;
        for (text, _) in frames {
            insert.execute([text])?;
        }
    }
    transaction.commit()
}

#[cfg(test)]
mod tests;
