//! The log that nodes share at the one that writes it: how it becomes the writer, and what it appends.

use std::time::{Duration, Instant};

use cluster::LogSeq;
use rusqlite::Connection;

use super::{
    applied::{self, Applied},
    commands::{CommandBatch, KeepError, Verdicts},
    files::{JournalFiles, OpenError},
    outages,
    sql::begin,
    standby::{JoinError, Standby},
};
use crate::{
    Outage,
    progress::ProgressStage,
    shared::{RecordParts, SharedLog, SharedOptions},
};

/// Records that a writer appends at least in the time after which another takes its place.
const RECORDS_A_SILENCE: u32 = 3;

/// How long a writer that leaves tries to say so. The others find out by its silence, too.
const LEAVING: Duration = Duration::from_secs(2);

/// The log at the node that writes it, and where its copy ends.
pub(super) struct SharedWriter {
    log: SharedLog,
    applied: Applied,
    /// When its last record was accepted.
    appended: Instant,
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
    /// Makes this node the writer, once there is no other or that is silent; until then its copy follows. Gives all outages
    /// that rooms may not have been given back, up to now.
    pub fn join(
        options: SharedOptions,
        mut copy: Standby<'_>,
        files: &JournalFiles,
    ) -> Result<(SharedWriter, Vec<Outage>), OpenError> {
        let mut log = SharedLog::new(options, copy.end.tail);
        copy.progress.begin(ProgressStage::StandingBy, None);
        let joined = loop {
            match join(&mut log, &mut copy) {
                // It was quicker, and is followed.
                Err(JoinError::Fenced) if log.silence().is_some() => {}
                joined => break joined,
            }
        };
        copy.progress.end();
        let rooms = copy.state.indexes.len();
        let outages = joined
            .and_then(|()| Ok(outages::note(None, rooms, copy.connection)?))
            .map_err(|why| match why {
                JoinError::Fenced => OpenError::Fenced,
                JoinError::Stopped => OpenError::Stopped,
                JoinError::LogShorter => OpenError::LogShorter {
                    file: files.file().to_owned(),
                    seq: copy.end.tail.last.0,
                },
                JoinError::Diverged(LogSeq(seq)) => files.damage(&format!(
                    "record {seq} of the log does not follow what it has"
                )),
                JoinError::Database(why) => files.wrong(why),
            })?;
        let writer = SharedWriter {
            log,
            applied: copy.end,
            appended: Instant::now(),
        };
        Ok((writer, outages))
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
    ) -> Result<(), KeepError> {
        let steps = batch.steps.iter().zip(&verdicts.steps);
        let steps = steps.filter(|(_, verdict)| verdict.is_ok());
        let forget = batch.forget.iter().zip(&verdicts.forgotten);
        let forget = forget.filter(|(_, verdict)| verdict.is_ok());
        let parts = RecordParts {
            at_ms: self.at_ms_now(),
            steps: steps.map(|((step, _), _)| step).collect(),
            forget: forget.map(|((id, owner, _), _)| (*id, *owner)).collect(),
            outages: &batch.outages,
            expire_ms: batch.expire_ms,
            leaves: false,
        };
        self.append_parts(&parts, None, to)
    }

    /// Says in the log that this node writes nothing more, so that another need not wait for its silence.
    pub fn leave(&mut self, connection: &Connection) -> Result<(), KeepError> {
        let parts = RecordParts {
            at_ms: self.at_ms_now(),
            leaves: true,
            ..RecordParts::default()
        };
        let transaction = begin(connection)?;
        self.append_parts(&parts, Some(LEAVING), &transaction)?;
        transaction.commit().map_err(KeepError::Behind)
    }

    /// How long it may still be until a record of this writer, lest it seem silent.
    pub fn next_within(&self) -> Option<Duration> {
        let every = self.log.silence()? / RECORDS_A_SILENCE;
        Some(every.saturating_sub(self.appended.elapsed()))
    }

    /// The time of a record that is appended now.
    pub fn at_ms_now(&self) -> u64 {
        self.log.now_ms().max(self.applied.at_ms)
    }

    fn append_parts(
        &mut self,
        parts: &RecordParts<'_>,
        longest: Option<Duration>,
        to: &Connection,
    ) -> Result<(), KeepError> {
        let record = parts.encode().ok_or(KeepError::Fenced)?;
        let tail = self.log.append(record, longest);
        let applied = Applied {
            log: self.log.id(),
            tail: tail.map_err(|_| KeepError::Fenced)?,
            at_ms: parts.at_ms,
            is_left: parts.leaves,
        };
        self.appended = Instant::now();
        applied.write(to).map_err(KeepError::Behind)?;
        self.applied = applied;
        Ok(())
    }
}

/// Follows the log, if this node stands by, and then appends a fence.
fn join(log: &mut SharedLog, copy: &mut Standby<'_>) -> Result<(), JoinError> {
    if let Some(longest) = log.silence() {
        log.follow(copy, longest)?;
    }
    let parts = RecordParts {
        at_ms: log.now_ms(),
        ..RecordParts::default()
    };
    log.fence(parts.encode().unwrap_or_default(), copy)
}
