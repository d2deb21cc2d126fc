//! Watch over the journal's files, on a thread of its own: they must still be the ones that are open, and the disk must
//! have room for more rooms.
//!
//! A file that was deleted or replaced can be written to for as long as it is
//! open, and its content is gone with the process.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::JoinHandle,
};

use journal::{
    Health,
    disk::{DiskFault, DiskOperation, classify},
};
use journal_files::{SqliteOptions, beside};
use tokio::sync::watch;

/// RAII guard of the thread; dropping it ends the watch.
#[derive(Debug)]
pub(super) struct FileWatch {
    stop: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
    low: Arc<AtomicBool>,
}

struct Watcher {
    files: Vec<WatchedFile>,
    dir: PathBuf,
    options: SqliteOptions,
    low: Arc<AtomicBool>,
}

/// A file as it was when it was opened.
struct WatchedFile {
    path: PathBuf,
    identity: Identity,
    /// The least that it may have: a database never shrinks.
    bytes: u64,
}

/// Device and inode.
#[cfg(unix)]
type Identity = (u64, u64);
/// Elsewhere an open file can be neither deleted nor replaced.
#[cfg(not(unix))]
type Identity = ();

impl FileWatch {
    /// Watches the files of the database that was just opened.
    pub fn begin(
        database: &Path,
        options: &SqliteOptions,
        health: Arc<watch::Sender<Health>>,
    ) -> std::io::Result<FileWatch> {
        let low = Arc::new(AtomicBool::new(false));
        let watched = |end| WatchedFile::now(beside(database, end));
        let mut watcher = Watcher {
            files: vec![watched("")?, watched("-wal")?, watched("-shm")?],
            dir: database.parent().unwrap_or(Path::new(".")).into(),
            options: options.clone(),
            low: Arc::clone(&low),
        };
        let (stop, stopped) = sync_channel(0);
        let thread = std::thread::Builder::new().name("journal files".into());
        let every = options.watch_every;
        watcher.measure();
        let thread = thread.spawn(move || {
            while stopped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                if let Err(why) = watcher.look() {
                    tracing::error!(%why, "the journal's files were taken from under the server");
                    health.send_replace(Health::Taken);
                    return;
                }
                watcher.measure();
            }
        })?;
        Ok(FileWatch {
            stop: Some(stop),
            thread: Some(thread),
            low,
        })
    }

    /// Whether little of the disk is free.
    pub fn is_low(&self) -> bool {
        self.low.load(Relaxed)
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // It looks at files; it holds nothing that a panic could spoil.
            let _ = thread.join();
        }
    }
}

impl Watcher {
    /// Finds the files as they were, or says which is not.
    fn look(&mut self) -> Result<(), String> {
        for file in &mut self.files {
            let path = file.path.display();
            let now = match WatchedFile::now(file.path.clone()) {
                Ok(now) => now,
                Err(why) => match classify(DiskOperation::Other, &why) {
                    // Not to be allowed to look is no sign that it is gone: it is open.
                    DiskFault::Passing(_) => continue,
                    _ => return Err(format!("{path} cannot be found: {why}")),
                },
            };
            if now.identity != file.identity {
                return Err(format!("{path} is another file"));
            }
            if now.bytes < file.bytes {
                return Err(format!("{path} was cut off"));
            }
            file.bytes = now.bytes;
        }
        Ok(())
    }

    fn measure(&self) {
        // Where the system does not say how much is free nothing is kept free.
        let Ok(disk) = (self.options.disk)(&self.dir) else {
            return;
        };
        let low = disk.free_bytes < disk.reserve(self.options.free_bytes);
        if self.low.swap(low, Relaxed) != low {
            match low {
                true => tracing::warn!("the disk is nearly full: no more rooms are opened"),
                false => tracing::info!("the disk has room for more rooms again"),
            }
        }
    }
}

impl WatchedFile {
    fn now(path: PathBuf) -> std::io::Result<WatchedFile> {
        let found = fs::metadata(&path)?;
        let is_log = path.to_string_lossy().ends_with("-wal");
        Ok(WatchedFile {
            identity: identity(&found),
            // The write-ahead log begins anew, and shorter, when all of it is in the database.
            bytes: if is_log { 0 } else { found.len() },
            path,
        })
    }
}

#[cfg(unix)]
fn identity(found: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

#[cfg(not(unix))]
fn identity(_found: &fs::Metadata) -> Identity {}
