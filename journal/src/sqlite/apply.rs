//! Applying the records of a shared log to this node's copy, and what the writer appends to it.

use cluster::{Fenced, LogRecord, LogSeq, LogTail, RecordBody, Shown};
use rusqlite::Connection;

use super::{
    applied::{self, Applied},
    commands::{CommandBatch, Verdicts},
    files::{JournalFiles, OpenError},
    games, outages,
    sql::begin,
    writer_state::WriterState,
};
use crate::{
    Outage,
    shared::{RecordParts, SharedLog, SharedOptions, SharedRecord},
};

/// The log at the node that writes it, and where its copy ends.
pub(super) struct SharedWriter {
    log: SharedLog,
    applied: Applied,
}

/// Why a node does not become the writer.
enum JoinError {
    Fenced,
    /// The copy and the log are not of one another.
    Diverged(LogSeq),
    Database(rusqlite::Error),
}

impl From<Fenced> for JoinError {
    fn from(_: Fenced) -> JoinError {
        JoinError::Fenced
    }
}

impl From<rusqlite::Error> for JoinError {
    fn from(why: rusqlite::Error) -> JoinError {
        JoinError::Database(why)
    }
}

/// Up to where a copy of that log goes.
pub(super) fn end_of_copy(
    files: &JournalFiles,
    connection: &Connection,
    log: u64,
) -> Result<Applied, OpenError> {
    applied::create(connection).map_err(|why| files.wrong(why))?;
    let read = Applied::read(connection).map_err(|why| files.wrong(why))?;
    match read {
        None => Ok(Applied::nothing(log)),
        Some(Ok(applied)) if applied.log == log => Ok(applied),
        Some(Ok(_)) => Err(OpenError::OtherLog {
            file: files.file().to_owned(),
        }),
        Some(Err(())) => Err(files.damage("it does not say up to where it goes")),
    }
}

impl SharedWriter {
    /// Applies what the copy lacks and makes this node the writer. Gives all outages that rooms may not have been given
    /// back, up to now.
    pub fn join(
        options: SharedOptions,
        applied: Applied,
        (files, connection): (&JournalFiles, &Connection),
        state: &mut WriterState,
    ) -> Result<(SharedWriter, Vec<Outage>), OpenError> {
        let mut log = SharedLog::new(options, applied.tail);
        let mut end = applied;
        let parts = RecordParts {
            at_ms: log.now_ms(),
            ..RecordParts::default()
        };
        let fence = parts.encode().unwrap_or_default();
        let joined = log.fence(fence, |shown| apply(state, connection, &mut end, shown));
        let outages = joined
            .and_then(|()| Ok(outages::note(None, state.indexes.len(), connection)?))
            .map_err(|why| match why {
                JoinError::Fenced => OpenError::Fenced,
                JoinError::Diverged(LogSeq(seq)) => files.damage(&format!(
                    "record {seq} of the log does not follow what it has"
                )),
                JoinError::Database(why) => files.wrong(why),
            })?;
        Ok((SharedWriter { log, applied: end }, outages))
    }

    /// The time of the last record.
    pub fn at_ms(&self) -> u64 {
        self.applied.at_ms
    }

    /// Appends what a transaction has staged, and stages that it was.
    pub fn append(
        &mut self,
        batch: &CommandBatch,
        verdicts: &Verdicts,
        to: &Connection,
    ) -> Result<(), AppendError> {
        let steps = batch.steps.iter().zip(&verdicts.steps);
        let steps = steps.filter(|(_, verdict)| verdict.is_ok());
        let forget = batch.forget.iter().zip(&verdicts.forgotten);
        let forget = forget.filter(|(_, verdict)| verdict.is_ok());
        let parts = RecordParts {
            at_ms: self.log.now_ms().max(self.applied.at_ms),
            steps: steps.map(|((step, _), _)| step).collect(),
            forget: forget.map(|((id, owner, _), _)| (*id, *owner)).collect(),
            outages: &batch.outages,
            expire_ms: batch.expire_ms,
        };
        let record = parts.encode().ok_or(AppendError::Fenced)?;
        let tail = self.log.append(record).map_err(|_| AppendError::Fenced)?;
        let applied = self.behind(tail, parts.at_ms);
        applied.write(to).map_err(AppendError::Behind)?;
        self.applied = applied;
        Ok(())
    }

    fn behind(&self, tail: LogTail, at_ms: u64) -> Applied {
        Applied {
            log: self.log.id(),
            tail,
            at_ms,
        }
    }
}

/// Why what a transaction has staged is not to be committed, or cannot be.
pub(super) enum AppendError {
    /// It is not in the log and never will be: another node writes.
    Fenced,
    /// It is in the log, and this copy has failed to follow.
    Behind(rusqlite::Error),
}

/// Applies what the log shows, in a transaction of its own.
fn apply(
    state: &mut WriterState,
    connection: &Connection,
    end: &mut Applied,
    shown: Shown<Vec<u8>>,
) -> Result<(), JoinError> {
    let (seq, record) = match shown {
        Shown::Record(seq, record) => (seq, record),
        Shown::LetGo => return Ok(()),
        Shown::Frozen => return Err(JoinError::Diverged(end.tail.last)),
    };
    let decided = SharedRecord::decode(record.body.payload()).ok_or(JoinError::Diverged(seq))?;
    // A writer that did not know the log's end when it read its clock does not go back.
    let at_ms = decided.at_ms.max(end.at_ms);
    let transaction = begin(connection)?;
    if matches!(record.body, RecordBody::Fence(_)) && end.tail.last != LogSeq::NONE {
        let outage = Outage::before(at_ms, Some(end.at_ms));
        outages::note(outage, state.indexes.len(), &transaction)?;
    }
    for step in &decided.steps {
        state
            .append(step, &transaction)?
            .map_err(|_| JoinError::Diverged(seq))?;
    }
    for (id, owner) in &decided.forget {
        match owner {
            Some(owner) => games::forget(*id, owner, &transaction)?,
            None => games::delete(*id, &transaction)?,
        };
    }
    for outage in &decided.outages {
        outages::note(Some(*outage), state.indexes.len(), &transaction)?;
    }
    if let Some(before_ms) = decided.expire_ms {
        games::expire(before_ms, usize::MAX, &transaction)?;
    }
    let applied = Applied {
        log: end.log,
        tail: tail(seq, &record),
        at_ms,
    };
    applied.write(&transaction)?;
    transaction.commit()?;
    state.settle();
    *end = applied;
    Ok(())
}

fn tail(seq: LogSeq, record: &LogRecord<Vec<u8>>) -> LogTail {
    LogTail {
        last: seq,
        id: Some(record.id),
        term: record.term,
    }
}
