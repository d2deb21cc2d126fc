//! The engine that keeps rooms on disk: an append-only log in SQLite.
//!
//! Acknowledged means that a COMMIT was synced; a room is read back exactly as
//! it was kept, or refused.
//!
//! Tables: `log`, one row a step, pointing to its room's row before it; `room`,
//! each room's last row and what start-up tells of it, written lazily; `meta`,
//! one row: up to where the summaries go, the alive mark, a digest of the
//! summaries; `game`, one row a finished game; `outage`, the times without a
//! server; `probe`, empty. Every row has a checksum over all its columns.

mod applied;
mod backup;
mod check;
mod checksum;
mod commands;
mod copy;
mod file_watch;
mod files;
mod games;
mod header;
mod maintenance;
mod options;
mod outages;
mod reader;
mod room_index;
mod row;
mod schema;
mod shared_writer;
mod space;
mod sql;
mod standby;
mod start;
#[cfg(test)]
mod tests;
mod transaction;
mod writer;
mod writer_state;

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use futures::future::{BoxFuture, FutureExt};
use parking_lot::Mutex;
use protocol::{GameId, SecretHash, reply::Kept};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use super::{
    Archive, Batch, CommitError, Engine, Finished, Forgotten, Health, JournalFailure, Log, Opening,
    Outage, Stored,
};
use crate::{JournalFigures, JournalMetrics, RoomId};
use commands::{ReplySender, WriterCommand};
use file_watch::FileWatch;
use files::JournalFiles;
use maintenance::Maintenance;
use reader::{ChainRead, Slice, SqliteReader};
use shared_writer::SharedWriter;
use space::live_bytes;
use writer::{DatabaseState, Writer};

pub(crate) use games::GameRow;
pub(crate) use row::LogStep;

pub use backup::{BackupError, backup, restore};
pub use check::{CheckReport, check};
pub use copy::{put_in_new_place, put_in_place};
pub use files::{FILE, OpenError, make_private};
pub use options::{DiskSpace, SqliteOptions};
pub use space::largest_file;

/// Beyond this many readers memory would go to threads that only wait.
const READERS: usize = 8;

/// The journal in a data directory.
#[derive(Debug)]
pub struct SqliteJournal {
    /// There until this is dropped.
    commands: Option<mpsc::Sender<WriterCommand>>,
    health: Arc<watch::Sender<Health>>,
    /// There until this is closed.
    watch: Mutex<Option<FileWatch>>,
    /// Whether the database has all the bytes that it may have.
    is_full: Arc<AtomicBool>,
    reader: Arc<SqliteReader>,
    writer: Mutex<Option<JoinHandle<()>>>,
    closing: AtomicBool,
    /// Threads that read at the same time: one reads, the others wait for it.
    readers: Semaphore,
    metrics: Arc<JournalMetrics>,
    file: PathBuf,
    disk: fn(&Path) -> io::Result<DiskSpace>,
}

impl SqliteJournal {
    /// Opens the journal in `dir` at the instant `now_ms`, and makes it if
    /// there is none.
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn open(dir: &Path, now_ms: u64) -> Result<(SqliteJournal, Opening), OpenError> {
        SqliteJournal::open_with(dir, now_ms, SqliteOptions::default())
    }

    /// The same, with options.
    ///
    /// # Errors
    /// A sentence for the operator.
    pub fn open_with(
        dir: &Path,
        now_ms: u64,
        mut options: SqliteOptions,
    ) -> Result<(SqliteJournal, Opening), OpenError> {
        options.most_bytes = space::most_bytes(options.most_bytes, largest_file());
        let system = |why| OpenError::Directory {
            dir: dir.into(),
            why,
        };
        let files = JournalFiles::hold(dir, options.clone())?;
        let connection = files.first()?;
        let shared = options.shared.take();
        let mut maintenance = Maintenance::new(shared.is_none());
        let upkeep = (&mut maintenance, options.checkpoint_rows);
        let (started, shared) = start::open(shared, &files, &connection, upkeep, now_ms)?;
        let opened_ms = shared.as_ref().map_or(now_ms, SharedWriter::at_ms);
        let (state, opening) = started.opening(opened_ms);
        let reader = Arc::new(SqliteReader::new(
            files.reader().map_err(|why| files.wrong(why))?,
        ));
        let health = Arc::new(watch::Sender::new(Health::Well));
        let watch =
            FileWatch::begin(files.file(), &options, Arc::clone(&health)).map_err(system)?;
        let is_full = Arc::new(AtomicBool::new(false));
        let bytes = live_bytes(&connection).map_err(|why| files.wrong(why))?;
        maintenance.fit(bytes, options.most_bytes, true);
        let (sender, commands) = mpsc::channel(options.queue);
        let metrics = Arc::new(JournalMetrics::default());
        let (file, disk) = (files.file().to_owned(), options.disk);
        let writer = Writer {
            commands,
            health: Arc::clone(&health),
            is_full: Arc::clone(&is_full),
            metrics: Arc::clone(&metrics),
            options,
            state,
            shared,
            maintenance,
            database: DatabaseState::Well(connection),
            files,
        };
        let thread = std::thread::Builder::new().name("journal".into());
        let thread = thread.spawn(move || work(writer)).map_err(system)?;
        let journal = SqliteJournal {
            commands: Some(sender),
            health,
            watch: Mutex::new(Some(watch)),
            is_full,
            reader,
            writer: Mutex::new(Some(thread)),
            closing: AtomicBool::new(false),
            readers: Semaphore::new(READERS),
            metrics,
            file,
            disk,
        };
        Ok((journal, opening))
    }

    /// Gives the writer an order and waits for its answer.
    async fn ask<T>(
        &self,
        order: impl FnOnce(ReplySender<T>) -> WriterCommand,
    ) -> Result<T, CommitError> {
        let (answer, answered) = oneshot::channel();
        if self.send(order(answer)).await {
            answered.await.unwrap_or_else(|_| Err(self.gone()))
        } else {
            Err(self.gone())
        }
    }

    async fn send(&self, order: WriterCommand) -> bool {
        match &self.commands {
            Some(commands) => commands.send(order).await.is_ok(),
            None => false,
        }
    }

    /// Reason why nobody answers: after a close nothing was kept; otherwise the
    /// writer is no more, and who knows.
    fn gone(&self) -> CommitError {
        if self.closing.load(Ordering::Acquire) {
            CommitError::Unavailable
        } else {
            CommitError::Failed
        }
    }

    /// Reads a room as it is once everything ordered before is kept.
    async fn read(&self, room: RoomId) -> Result<Option<Stored>, CommitError> {
        loop {
            let Some(index) = self
                .ask(|answer| WriterCommand::RoomIndex(room, answer))
                .await?
            else {
                return Ok(None);
            };
            match self.chain(ChainRead::new(room, index.row, index.seq)).await {
                Ok(stored) => return Ok(Some(stored)),
                Err(CommitError::Damaged) => {
                    // A room that ended meanwhile and was deleted is no damage.
                    let now = self
                        .ask(|answer| WriterCommand::RoomIndex(room, answer))
                        .await?;
                    if now.is_some_and(|now| now.row == index.row) {
                        return Err(CommitError::Damaged);
                    }
                }
                Err(why) => return Err(why),
            }
        }
    }

    /// Reads a room slice by slice; others who read have their turns in between.
    async fn chain(&self, mut chain: ChainRead) -> Result<Stored, CommitError> {
        loop {
            match self.reading(move |reader| reader.slice(chain)).await? {
                Slice::More(rest) => chain = rest,
                Slice::Whole(stored) => return Ok(*stored),
            }
        }
    }

    /// Reads where blocking is allowed.
    async fn reading<T: Send + 'static>(
        &self,
        read: impl FnOnce(&SqliteReader) -> Result<T, CommitError> + Send + 'static,
    ) -> Result<T, CommitError> {
        // Never closed, so a permit always comes.
        let _permit = self.readers.acquire().await;
        let reader = Arc::clone(&self.reader);
        let read = tokio::task::spawn_blocking(move || read(&reader)).await;
        let read = read.unwrap_or(Err(CommitError::Failed));
        if matches!(read, Err(CommitError::Failed)) {
            self.health
                .send_replace(Health::Failed(JournalFailure::Broken));
        }
        read
    }

    async fn finish(&self) {
        self.closing.store(true, Ordering::Release);
        drop(self.watch.lock().take());
        let reader = Arc::clone(&self.reader);
        // It would keep the write-ahead log from being emptied.
        let _ = tokio::task::spawn_blocking(move || reader.close()).await;
        let (closed, finished) = oneshot::channel();
        if self.send(WriterCommand::Close(closed)).await {
            let _ = finished.await;
        }
    }
}

/// The writer's thread.
fn work(writer: Writer) {
    // Made here: a runtime must not be dropped inside another.
    match tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
    {
        Ok(timer) => writer.run(&timer),
        Err(why) => {
            tracing::error!(%why, "the journal's writer cannot start");
            let failed = Health::Failed(JournalFailure::Broken);
            writer.health.send_replace(failed);
        }
    }
}

impl Log for SqliteJournal {
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>> {
        async move {
            let Some(step) = LogStep::new(batch) else {
                // It could not be read back; nothing was kept.
                tracing::error!(
                    "an event's text is empty or has a newline in it; its step is refused"
                );
                return Err(CommitError::Unavailable);
            };
            self.ask(|answer| WriterCommand::Keep(step, answer)).await
        }
        .boxed()
    }

    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Option<Stored>, CommitError>> {
        self.read(room).boxed()
    }

    fn has_room(&self) -> bool {
        let is_low = self.watch.lock().as_ref().is_some_and(FileWatch::is_low);
        !is_low && !self.is_full.load(Ordering::Relaxed)
    }
}

impl Archive for SqliteJournal {
    fn game(&self, id: GameId) -> BoxFuture<'_, Result<Option<Finished>, CommitError>> {
        self.reading(move |reader| reader.game(id)).boxed()
    }

    fn forget(
        &self,
        id: GameId,
        owner: SecretHash,
    ) -> BoxFuture<'_, Result<Forgotten, CommitError>> {
        async move {
            // Without permission to delete it the writer is not asked.
            let Some(mut game) = self.reading(move |reader| reader.game(id)).await? else {
                return Ok(Forgotten::Nothing);
            };
            match game.about.forget(&owner) {
                Forgotten::Nothing => Ok(Forgotten::Nothing),
                _ => {
                    self.ask(|answer| WriterCommand::Forget(id, Some(owner), answer))
                        .await
                }
            }
        }
        .boxed()
    }

    fn delete_game(&self, id: GameId) -> BoxFuture<'_, Result<bool, CommitError>> {
        async move {
            let order = |answer| WriterCommand::Forget(id, None, answer);
            Ok(self.ask(order).await? == Forgotten::Game)
        }
        .boxed()
    }

    fn expire(&self, before_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Expire(before_ms, answer))
            .boxed()
    }
}

impl Engine for SqliteJournal {
    fn alive(&self, at_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Alive(at_ms, answer))
            .boxed()
    }

    fn outage(&self, outage: Outage) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Outage(outage, answer))
            .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        self.finish().boxed()
    }

    fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    fn kept(&self) -> Kept {
        Kept::Disk
    }

    fn figures(&self) -> Option<JournalFigures<'_>> {
        let queue = self.commands.as_ref();
        let bytes = |file: &Path| file.metadata().map_or(0, |found| found.len());
        let disk = self.file.parent().map(self.disk);
        Some(JournalFigures {
            metrics: &self.metrics,
            queue: queue.map_or(0, |queue| queue.max_capacity() - queue.capacity()),
            database_bytes: bytes(&self.file),
            log_bytes: bytes(&copy::beside(&self.file, "-wal")),
            disk_free_bytes: disk.and_then(Result::ok).map(|disk| disk.free_bytes),
        })
    }
}

impl Drop for SqliteJournal {
    /// What was ordered is still kept, and the directory free for the next
    /// server when this returns. Summaries are left to its start.
    fn drop(&mut self) {
        self.commands = None;
        drop(self.watch.lock().take());
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }
}
