//! What keeping costs a relay: every frame in SQLite, on disk, before anybody
//! is sent it. One thread commits whatever waits in one transaction, the
//! ordinary way.
//!
//! Knows nothing of connections. It is there to judge the server's journal by
//! on the disk and the day on which both run.

use std::{
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
};

use rusqlite::Connection;

use crate::Fault;

/// Frames that may wait to be kept; each pair waits with one at most.
const CHANNEL: usize = 16_384;

/// A frame, and what follows once it is kept.
type Kept = (String, Box<dyn FnOnce() + Send>);

/// Where frames are kept.
#[derive(Clone)]
pub struct Keeper(SyncSender<Kept>);

impl Keeper {
    /// Keeps frames in a new file there.
    ///
    /// # Errors
    /// When there can be no file.
    pub fn open(file: &Path) -> Result<Keeper, Fault> {
        let store = Connection::open(file)?;
        store.pragma_update(None, "journal_mode", "WAL")?;
        store.pragma_update(None, "synchronous", "FULL")?;
        store.execute("CREATE TABLE frame (text TEXT NOT NULL) STRICT", [])?;
        let (keep, kept) = sync_channel(CHANNEL);
        std::thread::Builder::new()
            .name("keeper".into())
            .spawn(move || write(store, &kept))?;
        Ok(Keeper(keep))
    }

    /// Keeps a frame, and then does what follows.
    pub fn keep(&self, text: String, then: impl FnOnce() + Send + 'static) {
        // Without its thread nothing more is said, and the load tells.
        let _ = self.0.try_send((text, Box::new(then)));
    }
}

fn write(mut store: Connection, kept: &Receiver<Kept>) {
    while let Ok(first) = kept.recv() {
        let frames: Vec<Kept> = std::iter::once(first).chain(kept.try_iter()).collect();
        if let Err(why) = commit(&mut store, &frames) {
            eprintln!("the floor cannot keep anything: {why}");
            return;
        }
        for (_, then) in frames {
            then();
        }
    }
}

fn commit(store: &mut Connection, frames: &[Kept]) -> rusqlite::Result<()> {
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
mod tests {
    use super::*;

    #[test]
    fn what_follows_comes_after_the_frame_is_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("frames");
        let keeper = Keeper::open(&file).unwrap();
        let (said, heard) = sync_channel(1);
        keeper.keep("one".into(), move || said.send(()).unwrap());
        heard.recv().unwrap();
        let count =
            |store: Connection| store.query_row("SELECT count(*) FROM frame", [], |row| row.get(0));
        assert_eq!(count(Connection::open(&file).unwrap()), Ok(1));
    }
}
