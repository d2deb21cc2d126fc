//! This node's copy while it does not write: it applies what the log shows, each record in a transaction of its own, and
//! keeps its file tidy.

use std::sync::Arc;

use clock::Outage;
use cluster::{Fenced, LogChange, LogRecord, LogSeq, LogTail, RecordBody, WriterId};
use journal::{level::known_level, progress::SharedProgress};
use journal_files::{
    Maintenance, WriterState,
    applied::{CopyPosition, PublishedCopy},
    outages,
    sql::begin,
};
use rusqlite::Connection;

use super::{commands::RefusedCommands, space::checkpoint};
use crate::shared::{FollowError, LogCopy, SharedRecord};

/// The copy, and what keeps it tidy.
pub(super) struct Standby<'a> {
    pub connection: &'a Connection,
    pub state: &'a mut WriterState,
    pub maintenance: &'a mut Maintenance,
    /// After how many rows the summaries are brought up to the log.
    pub checkpoint_rows: u64,
    pub progress: &'a SharedProgress,
    /// Where the copy ends.
    pub position: CopyPosition,
    /// The same, for others to see.
    pub published: Arc<PublishedCopy>,
    /// This node, which gives others the time to take over when it has left.
    pub me: WriterId,
    /// This node's life before this one, which writes no more.
    pub former: Option<WriterId>,
    /// Commands for a node that does not decide.
    pub asked: RefusedCommands<'a>,
}

/// Why a node does not become the writer.
pub(super) enum JoinError {
    Fenced,
    Follow(FollowError),
    /// The log is of that level from now on, which this version does not know.
    Newer(u32),
    /// The copy and the log are not of one another.
    Diverged(LogSeq),
    Database(rusqlite::Error),
}

impl From<Fenced> for JoinError {
    fn from(_: Fenced) -> JoinError {
        JoinError::Fenced
    }
}

impl From<FollowError> for JoinError {
    fn from(why: FollowError) -> JoinError {
        JoinError::Follow(why)
    }
}

impl From<rusqlite::Error> for JoinError {
    fn from(why: rusqlite::Error) -> JoinError {
        JoinError::Database(why)
    }
}

impl LogCopy for Standby<'_> {
    type Error = JoinError;

    fn apply(&mut self, shown: LogChange<Vec<u8>>) -> Result<(), JoinError> {
        match shown {
            LogChange::Record(seq, record) => self.apply_record(seq, &record)?,
            LogChange::SteppedDown => {}
            LogChange::Frozen => return Err(JoinError::Diverged(self.position.tail.last)),
        }
        let is_due = self.maintenance.due(self.state, self.checkpoint_rows);
        Ok(self.tidy(is_due)?)
    }

    fn end(&self) -> LogSeq {
        self.position.tail.last
    }

    fn is_left(&self) -> bool {
        let last = self.position.tail.id.map(|id| id.writer);
        let has_left = self.position.is_left && last != Some(self.me);
        has_left || last.is_some_and(|last| self.former == Some(last))
    }

    fn idle(&mut self) -> Result<(), JoinError> {
        self.asked.refuse();
        self.progress.reach(self.position.tail.last.0);
        Ok(self.tidy(self.maintenance.left(self.state))?)
    }
}

impl Standby<'_> {
    fn apply_record(&mut self, seq: LogSeq, record: &LogRecord<Vec<u8>>) -> Result<(), JoinError> {
        let decided = SharedRecord::decode(record.body.payload());
        let (decided, steps) = decided.ok_or(JoinError::Diverged(seq))?;
        if let Some(level) = decided.level.filter(|level| *level > known_level()) {
            return Err(JoinError::Newer(level));
        }
        let position = CopyPosition {
            log: self.position.log,
            tail: LogTail::with(seq, record),
            // A writer that did not know the log's end when it read its clock does not go back.
            at_ms: decided.at_ms.max(self.position.at_ms),
            is_left: decided.leaves,
        };
        let transaction = begin(self.connection)?;
        if matches!(record.body, RecordBody::Fence(_)) && self.position.tail.last != LogSeq::NONE {
            let outage = Outage::before(position.at_ms, Some(self.position.at_ms));
            outages::note(outage, self.state.indexes.len(), &transaction)?;
        }
        for step in &steps {
            let appended = self.state.append(step, &transaction)?;
            appended.map_err(|_| JoinError::Diverged(seq))?;
        }
        for (id, owner) in &decided.forget {
            self.state.forget(*id, owner.as_ref(), &transaction)?;
        }
        for outage in decided.outages() {
            outages::note(Some(outage), self.state.indexes.len(), &transaction)?;
        }
        decided.stage(self.state, &transaction)?;
        let marks = position.write_with(self.state, &transaction)?;
        transaction.commit()?;
        self.maintenance.added(self.state.settle());
        self.position = position;
        self.published.note(&position, marks);
        decided.show(&self.published);
        Ok(())
    }

    /// One portion of maintenance if it is due, and the write-ahead log into the database when it has grown.
    fn tidy(&mut self, is_due: bool) -> rusqlite::Result<()> {
        if is_due {
            self.maintenance.portion(self.state, self.connection)?;
        }
        if checkpoint(self.connection, self.published.is_sync_due())?.is_synced {
            self.published.note_synced(self.position.tail.last);
        }
        Ok(())
    }
}
