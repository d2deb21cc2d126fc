//! The engine that keeps rooms on disk: one thread that writes, in transactions of all that waits, and readers beside it.
//!
//! Acknowledged means that a COMMIT was synced; a room is read back exactly as
//! it was kept, or refused. What is on disk is `journal-files`'s.

mod commands;
mod file_watch;
mod follower;
mod mailbox;
mod open;
mod openings;
mod shared;
mod shared_writer;
mod space;
mod standby;
#[cfg(test)]
mod tests;
mod transaction;
mod trouble;
mod writer;

use std::{
    io,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
};

use clock::Outage;
use cluster::WriterId;
use futures::future::{BoxFuture, FutureExt, ready};
use journal::{
    Batch, CommitError, CopyFigures, Finished, FinishedGames, Forgotten, Health, JournalControl,
    JournalFailure, JournalFigures, JournalMetrics, OPERATOR_STATE_BYTES, RoomId, RoomLogs, Stored,
};
use journal_files::{ChainRead, DiskSpace, LogStep, Slice, SqliteReader, beside};
use parking_lot::Mutex;
use protocol::{GameId, SecretHash, reply::Kept};
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use commands::{ReplySender, WriterCommand};
use file_watch::FileWatch;
use shared_writer::CopyView;

pub use openings::Openings;
pub use shared::begin_log;
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
    closing: Arc<AtomicBool>,
    /// The copy of a shared log, if it is one.
    copy: Option<CopyView>,
    /// Threads that read at the same time: one reads, the others wait for it.
    readers: Semaphore,
    metrics: Arc<JournalMetrics>,
    file: PathBuf,
    disk: fn(&Path) -> io::Result<DiskSpace>,
}

impl SqliteJournal {
    /// Sends the writer a command and waits for its answer.
    async fn ask<T>(
        &self,
        command: impl FnOnce(ReplySender<T>) -> WriterCommand,
    ) -> Result<T, CommitError> {
        if self.is_following() {
            return Err(CommitError::Unavailable);
        }
        let (answer, answered) = oneshot::channel();
        if self.send(command(answer)).await {
            answered.await.unwrap_or_else(|_| Err(self.gone()))
        } else {
            Err(self.gone())
        }
    }

    /// Whether another node decides: nobody is to wait for as long as that.
    fn is_following(&self) -> bool {
        self.copy.is_some() && *self.health.borrow() == Health::Following
    }

    async fn send(&self, command: WriterCommand) -> bool {
        match &self.commands {
            Some(commands) => commands.send(command).await.is_ok(),
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

    /// Reads a room as it is once everything sent before is kept.
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

impl RoomLogs for SqliteJournal {
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>> {
        async move {
            let Some(step) = LogStep::new(batch) else {
                // It could not be read back; nothing was kept.
                tracing::error!(
                    "an event's text is empty or has a newline in it; its step is refused"
                );
                return Err(CommitError::Unavailable);
            };
            if self.is_following() {
                return Err(CommitError::Unavailable);
            }
            let (reply, pending) = mailbox::step_reply();
            if !self.send(WriterCommand::Keep(step, reply)).await {
                return Err(self.gone());
            }
            pending.wait().await.unwrap_or_else(|| Err(self.gone()))
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

impl FinishedGames for SqliteJournal {
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
            let command = |answer| WriterCommand::Forget(id, None, answer);
            Ok(self.ask(command).await? == Forgotten::Game)
        }
        .boxed()
    }

    fn expire(&self, before_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Expire(before_ms, answer))
            .boxed()
    }
}

impl JournalControl for SqliteJournal {
    fn alive(&self, at_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Alive(at_ms, answer))
            .boxed()
    }

    fn outage(&self, outage: Outage) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(move |answer| WriterCommand::Outage(outage, answer))
            .boxed()
    }

    fn hand_over(&self) -> BoxFuture<'_, Result<(), CommitError>> {
        self.ask(WriterCommand::HandOver).boxed()
    }

    fn superseded(&self, record: u64) {
        if let Some(copy) = &self.copy {
            copy.superseded.fetch_max(record, Ordering::AcqRel);
        }
    }

    fn writer_gone(&self, writer: Option<WriterId>) {
        if let Some(copy) = &self.copy {
            let life = writer.map_or(0, |writer| writer.life);
            copy.gone.store(life, Ordering::Release);
        }
    }

    fn keep_operator_state(&self, state: String) -> BoxFuture<'_, Result<(), CommitError>> {
        match self.copy {
            Some(_) if state.len() <= OPERATOR_STATE_BYTES => self
                .ask(|answer| WriterCommand::OperatorState(state, answer))
                .boxed(),
            _ => ready(Err(CommitError::Unavailable)).boxed(),
        }
    }

    fn operator_state(&self) -> Option<watch::Receiver<Arc<str>>> {
        self.copy
            .as_ref()
            .map(|copy| copy.published.operator_state())
    }

    fn raise_level(&self, level: u32) -> BoxFuture<'_, Result<(), CommitError>> {
        match self.copy {
            Some(_) => self
                .ask(move |answer| WriterCommand::Level(level, answer))
                .boxed(),
            None => ready(Err(CommitError::Unavailable)).boxed(),
        }
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

    fn current(&self) -> Option<watch::Receiver<u64>> {
        self.copy.as_ref().map(|copy| copy.current.clone())
    }

    fn copy(&self) -> Option<CopyFigures> {
        self.copy.as_ref().map(|copy| copy.published.read())
    }

    fn figures(&self) -> Option<JournalFigures<'_>> {
        let queue = self.commands.as_ref();
        let bytes = |file: &Path| file.metadata().map_or(0, |found| found.len());
        let disk = self.file.parent().map(self.disk);
        Some(JournalFigures {
            metrics: &self.metrics,
            queue: queue.map_or(0, |queue| queue.max_capacity() - queue.capacity()),
            database_bytes: bytes(&self.file),
            log_bytes: bytes(&beside(&self.file, "-wal")),
            disk_free_bytes: disk.and_then(Result::ok).map(|disk| disk.free_bytes),
        })
    }
}

impl Drop for SqliteJournal {
    /// All that was sent is still kept, and the directory free for the next
    /// server when this returns. Summaries are left to its start.
    fn drop(&mut self) {
        self.commands = None;
        self.closing.store(true, Ordering::Release);
        drop(self.watch.lock().take());
        let writer = self.writer.lock().take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
    }
}
