//! Consequences of a batch that is not kept: the writer tries again later, follows, leaves the log to other nodes, or has failed.

use std::time::Instant;

use journal::{
    CommitError, Health, JournalFailure,
    disk::{self, DiskFault, Obstacle},
};
use journal_files::{FileFault, RowId, sql::disk_fault};
use rusqlite::Connection;

use super::{
    commands::{CommandBatch, KeepError},
    space::try_to_keep,
    writer::{DatabaseState, Writer, WriterRole},
};
use crate::shared::AppendFailure;

impl Writer {
    /// The consequence of an error of the database. Either way its connection
    /// goes: nothing that failed is tried again on it, an fsync least of all,
    /// since the system may have forgotten unwritten pages.
    pub(super) fn trouble(&mut self, why: &rusqlite::Error) -> CommitError {
        let failure = match disk_fault(why) {
            DiskFault::Passing(obstacle) if self.shared.is_some() => {
                self.end_for(obstacle);
                return CommitError::Unavailable;
            }
            DiskFault::Passing(obstacle) => return self.wait_for_end_of(obstacle),
            DiskFault::Unsynced => JournalFailure::Unsynced,
            DiskFault::Broken => JournalFailure::Broken,
        };
        let system = std::io::Error::last_os_error();
        tracing::error!(%why, %system, "the journal has failed");
        self.fail(failure);
        CommitError::Failed
    }

    /// Undoes a batch that could not be kept, does what its failure asks for, and answers its callers.
    pub(super) fn refuse(&mut self, batch: CommandBatch, why: KeepError) {
        self.state.undo();
        let (refusal, readable) = match why {
            KeepError::Database(why) => {
                let refusal = self.trouble(&why);
                (refusal, refusal != CommitError::Failed)
            }
            KeepError::Unappended(AppendFailure::Fenced) => {
                tracing::warn!("another node of the cluster decides from now on; this one follows");
                self.step_down();
                (CommitError::Unavailable, false)
            }
            KeepError::Unappended(AppendFailure::CutOff) => {
                tracing::warn!(
                    "the cluster's log has taken nothing for too long: this node lets another one decide, if that can"
                );
                self.step_down();
                (CommitError::Unknown, false)
            }
            KeepError::Unappended(AppendFailure::Unanswered) => {
                tracing::warn!(
                    "the log has not answered, and this node stops: what was asked last may be in it"
                );
                self.role = WriterRole::Ends;
                (CommitError::Unknown, false)
            }
            KeepError::Behind(why) => {
                tracing::error!(%why, "this node's copy has not followed the log");
                match disk_fault(&why) {
                    DiskFault::Passing(obstacle) => self.end_for(obstacle),
                    DiskFault::Unsynced | DiskFault::Broken => self.fail(JournalFailure::Broken),
                }
                (CommitError::Unknown, false)
            }
        };
        // While only the disk is in the way, earlier data can be read.
        batch.refuse(refusal, readable.then_some(&self.state));
    }

    fn fail(&mut self, failure: JournalFailure) {
        self.database = DatabaseState::Failed;
        self.report_health(Health::Failed(failure));
    }

    /// Leaves the log to the other nodes, which may well have room.
    fn end_for(&mut self, obstacle: Obstacle) {
        self.database = DatabaseState::Failed;
        self.role = WriterRole::Ends;
        self.report_health(Health::Unable(obstacle));
        let fault = FileFault::Unwritable(obstacle);
        self.openings.put(Err(fault.of(self.files.file())));
    }

    /// Keeps nothing until the obstacle has been taken away.
    fn wait_for_end_of(&mut self, obstacle: Obstacle) -> CommitError {
        if self.report_health(Health::Unable(obstacle)) {
            tracing::error!(
                obstacle = obstacle.name(),
                "the journal can keep nothing at the moment, because {}; {}. It tries again every {} s",
                disk::cause(obstacle),
                disk::remedy(obstacle),
                self.options.probe_every.as_secs()
            );
        }
        self.database = DatabaseState::Unable(Instant::now() + self.options.probe_every);
        CommitError::Unavailable
    }

    /// Reports the journal's health, and returns whether that is new. Once it has failed it stays
    /// so, whichever thread found that.
    pub(super) fn report_health(&self, health: Health) -> bool {
        self.health.send_if_modified(|now| {
            let changes = !now.has_ended() && *now != health;
            if changes {
                *now = health;
            }
            changes
        })
    }

    /// A fresh connection, if something of some size can be kept with it.
    pub(super) fn probe(&self) -> rusqlite::Result<Connection> {
        let connection = self.files.writer()?;
        try_to_keep(&connection)?;
        let last: Option<RowId> =
            connection.query_row("SELECT max(id) FROM log", (), |row| row.get(0))?;
        if last.is_some_and(|last| last > self.state.last) {
            // What was refused was kept after all: this memory is not to be trusted.
            return Err(rusqlite::Error::InvalidQuery);
        }
        Ok(connection)
    }
}
