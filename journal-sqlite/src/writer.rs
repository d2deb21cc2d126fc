//! The one thread that writes: it takes whatever is waiting, keeps it in one
//! transaction, and answers after the COMMIT.
//!
//! It never waits for more to come: under load the queue fills while a
//! transaction is synced, and while others have the core before it begins.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use journal::{CommitError, Health, JournalFailure, JournalMetrics};
use journal_files::{JournalFiles, Maintenance, SqliteOptions, WriterState};
use rusqlite::Connection;
use tokio::{
    runtime::Runtime,
    sync::{
        mpsc::{self, error::TryRecvError},
        oneshot, watch,
    },
};

use super::{
    commands::{CommandBatch, WriterCommand},
    openings::Openings,
    shared_writer::SharedWriter,
    space::{Checkpoint, checkpoint, live_bytes},
    transaction::keep_or_spare_games,
};
use crate::shared::RECORD_BYTES;

/// Most commands of one transaction.
const BATCH: usize = 1024;

/// The writer's state, and all that it needs.
pub(super) struct Writer {
    pub commands: mpsc::Receiver<WriterCommand>,
    pub health: Arc<watch::Sender<Health>>,
    /// Whether the database has all the bytes that it may have.
    pub is_full: Arc<AtomicBool>,
    pub metrics: Arc<JournalMetrics>,
    pub options: SqliteOptions,
    pub state: WriterState,
    /// The log that nodes share, if they do.
    pub shared: Option<SharedWriter>,
    pub role: WriterRole,
    /// Where it is said that this node decides from now on.
    pub openings: Openings,
    /// Callers that wait for the end.
    pub close: Option<oneshot::Sender<()>>,
    pub maintenance: Maintenance,
    pub database: DatabaseState,
    /// Last, so that the directory is free only when nothing has it open.
    pub files: JournalFiles,
}

/// State of the database.
pub(super) enum DatabaseState {
    Well(Connection),
    /// Nothing can be kept; try again then.
    Unable(Instant),
    Failed,
}

/// Role of this node among those that share the log; alone, it decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriterRole {
    Decides,
    Follows,
    /// It follows no more, and never decides again.
    Ends,
}

/// The next work of the writer.
enum Wake {
    WriterCommand(WriterCommand),
    /// Nobody wants anything.
    Quiet,
    /// The journal was dropped.
    Gone,
}

impl Writer {
    /// Works until it is closed or the journal is dropped. What was sent
    /// before a drop is still kept. The timer is for waiting no longer than
    /// until some instant; it drives nothing else.
    pub fn run(mut self, timer: &Runtime) {
        loop {
            if self.role == WriterRole::Follows {
                self.follow();
            }
            if let Some(closed) = self.close.take() {
                self.close();
                drop(self);
                let _ = closed.send(());
                return;
            }
            match self.wake(timer) {
                Wake::WriterCommand(command) => self.serve(command),
                Wake::Quiet => self.quiet(),
                Wake::Gone => return,
            }
        }
    }

    fn wake(&mut self, timer: &Runtime) -> Wake {
        let work = match &self.database {
            DatabaseState::Unable(probe) => Some(probe.saturating_duration_since(Instant::now())),
            DatabaseState::Well(_) if self.due() => Some(Duration::ZERO),
            DatabaseState::Well(_) if self.maintenance.left(&self.state) => Some(self.options.idle),
            DatabaseState::Well(_) | DatabaseState::Failed => None,
        };
        let life = self.life_within();
        let patience = [work, life].into_iter().flatten().min();
        // Callers that go on asking do not keep the disk from being tried again, or the writer from showing that it lives.
        let is_unable = matches!(self.database, DatabaseState::Unable(_));
        if (is_unable && work == Some(Duration::ZERO)) || life == Some(Duration::ZERO) {
            return Wake::Quiet;
        }
        match self.commands.try_recv() {
            Ok(command) => return Wake::WriterCommand(command),
            Err(TryRecvError::Disconnected) => return Wake::Gone,
            Err(TryRecvError::Empty) => {}
        }
        let command = match patience {
            None => self.commands.blocking_recv(),
            Some(Duration::ZERO) => return Wake::Quiet,
            Some(patience) => {
                let commands = &mut self.commands;
                let wait = async { tokio::time::timeout(patience, commands.recv()).await };
                match timer.block_on(wait) {
                    Ok(command) => command,
                    Err(_) => return Wake::Quiet,
                }
            }
        };
        command.map_or(Wake::Gone, Wake::WriterCommand)
    }

    fn due(&self) -> bool {
        self.maintenance
            .due(&self.state, self.options.checkpoint_rows)
    }

    /// Takes all that waits and answers it.
    fn serve(&mut self, first: WriterCommand) {
        if matches!(first, WriterCommand::Keep(..)) {
            // Who is about to ask on the same core may go first, and is in this transaction: larger ones cost less a step.
            thread::yield_now();
        }
        let mut batch = CommandBatch::default();
        batch.add(first);
        let most_bytes = match self.shared {
            Some(_) => RECORD_BYTES,
            None => usize::MAX,
        };
        for _ in 1..BATCH {
            if batch.is_last() || batch.bytes > most_bytes {
                break;
            }
            match self.commands.try_recv() {
                Ok(command) => batch.add(command),
                Err(_) => break,
            }
        }
        // Reading may have failed where writing has not, or the files are gone.
        if self.health.borrow().has_ended() {
            self.database = DatabaseState::Failed;
        }
        self.close = batch.close.take();
        let hand_over = batch.hand_over.take();
        #[cfg(feature = "faults")]
        if journal::faults::on(journal::faults::SeededFault::AckBeforeCommit) {
            batch.deliver_unkept();
        }
        self.answer(batch);
        if let Some(answer) = hand_over {
            let _ = answer.send(self.hand_over());
        }
        self.tidy(self.due());
    }

    fn answer(&mut self, batch: CommandBatch) {
        if self.role != WriterRole::Decides {
            return batch.refuse(CommitError::Unavailable, None);
        }
        let outcome = match &self.database {
            DatabaseState::Well(connection) => {
                let shared = self.shared.as_mut();
                keep_or_spare_games(&mut self.state, connection, &batch, &self.metrics, shared)
            }
            DatabaseState::Unable(_) => {
                return batch.refuse(CommitError::Unavailable, Some(&self.state));
            }
            DatabaseState::Failed => return batch.refuse(CommitError::Failed, None),
        };
        match outcome {
            Ok(verdicts) => {
                self.maintenance.added(self.state.settle());
                // What nodes share has them deleted already.
                if self.shared.is_none() {
                    self.maintenance.expire(batch.expire_ms);
                }
                batch.deliver(verdicts, &self.state);
            }
            Err(why) => self.refuse(batch, why),
        }
    }

    /// One portion of maintenance if it is due, and the write-ahead log into
    /// the database when it has grown. Nobody waits for either.
    fn tidy(&mut self, due: bool) {
        let DatabaseState::Well(connection) = &self.database else {
            return;
        };
        let done = match due {
            true => self.maintenance.portion(&mut self.state, connection),
            false => Ok(()),
        };
        let measured = done.and_then(|()| {
            let shared = self.shared.as_ref();
            let is_sync_due = shared.is_some_and(SharedWriter::is_sync_due);
            let Checkpoint {
                has_grown,
                is_synced,
            } = checkpoint(connection, is_sync_due)?;
            if let Some(shared) = shared.filter(|_| is_synced) {
                shared.note_synced();
            }
            if due || has_grown {
                let bytes = live_bytes(connection)?;
                let most = self.options.most_bytes;
                self.maintenance.fit(bytes, most, has_grown);
            }
            Ok(())
        });
        self.is_full.store(self.maintenance.is_full(), Relaxed);
        if let Err(why) = measured {
            self.trouble(&why);
        }
    }

    /// Nobody wants anything: maintenance, or a look whether something can be kept again.
    fn quiet(&mut self) {
        if let (Some(Duration::ZERO), Some(shared)) = (self.life_within(), &self.shared) {
            self.answer(CommandBatch::life(shared.at_ms_now()));
        }
        match &self.database {
            DatabaseState::Well(_) => self.tidy(true),
            DatabaseState::Unable(_) => match self.probe() {
                Ok(connection) => {
                    self.database = DatabaseState::Well(connection);
                    self.report_health(Health::Well);
                    tracing::info!("the journal can keep steps again");
                }
                Err(why) => {
                    self.trouble(&why);
                }
            },
            DatabaseState::Failed => {}
        }
    }

    fn close(&mut self) {
        let DatabaseState::Well(connection) = &self.database else {
            return;
        };
        if let Some(shared) = &mut self.shared
            && self.role == WriterRole::Decides
            && shared.leave(&mut self.state, connection).is_err()
        {
            tracing::warn!(
                "the other nodes could not be told that this one leaves; they will find out"
            );
        }
        let finished = self.maintenance.finish(&mut self.state, connection);
        let truncate = |()| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
        if let Err(why) = finished.and_then(truncate) {
            // The log has it all: the next start takes longer, that is all.
            tracing::warn!(%why, "the journal could not be tidied up at its close");
        }
    }
}

impl Drop for Writer {
    /// A writer that panicked has failed, whatever it was about to say.
    fn drop(&mut self) {
        if thread::panicking() {
            self.health
                .send_replace(Health::Failed(JournalFailure::Broken));
        }
    }
}
