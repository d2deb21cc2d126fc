//! The shared log at the node that writes it: its way to become the writer, and its appends.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64},
    },
    time::{Duration, Instant},
};

use clock::Outage;
use cluster::{LogSeq, WriterId};
use journal::{progress::ProgressStage, shared::SharedOptions};
use journal_files::{
    FileFault, JournalFiles, LogStep, OpenError, WriterState,
    applied::{self, CopyPosition, PublishedCopy},
    outages,
    sql::begin,
    value_table::{self, OPERATOR},
};
use rusqlite::Connection;
use tokio::sync::watch;

use super::{
    commands::KeepError,
    standby::{JoinError, Standby},
};
use crate::shared::{AppendFailure, FollowError, SharedLog, SharedRecord};

/// Records that a writer appends at least in the time after which another takes its place.
const RECORDS_A_SILENCE: u32 = 6;

/// The log at one node, and where its copy ends.
pub(super) struct SharedWriter {
    log: SharedLog,
    position: CopyPosition,
    /// When its last record that was accepted was sent.
    sent: Instant,
    current: watch::Sender<u64>,
    /// This node's life before this one.
    former: Option<WriterId>,
    /// Where its copy ends, for others to see.
    published: Arc<PublishedCopy>,
}

/// The copy of a shared log, as others see it.
#[derive(Debug)]
pub(super) struct CopyView {
    /// See [`JournalControl::current`](journal::JournalControl::current).
    pub current: watch::Receiver<u64>,
    /// Its position, as others see it.
    pub published: Arc<PublishedCopy>,
    /// The highest record that another node is known to have written: before this one has it, it waits for no append.
    pub superseded: Arc<AtomicU64>,
    /// The life of the writer whose process seems to have ended, or 0.
    pub gone: Arc<AtomicU64>,
}

/// When a record was sent.
#[derive(Clone, Copy)]
struct SentAt {
    instant: Instant,
    /// By the clock, which goes on while the machine is suspended.
    ms: u64,
}

impl SharedWriter {
    /// The log behind a copy that ends there, of which this node has one more life. `closing` is set once it is to stop.
    pub fn open(
        options: SharedOptions,
        end: CopyPosition,
        files: &JournalFiles,
        connection: &Connection,
        state: &WriterState,
        closing: Arc<AtomicBool>,
    ) -> Result<SharedWriter, OpenError> {
        let former = applied::begin_life(files, connection, options.me.life)?;
        let log = SharedLog::new(options, end.tail, closing);
        let wrong = |why| files.wrong(why);
        let operator_state = OPERATOR.read(connection).map_err(wrong)?;
        let level = value_table::level(connection).map_err(wrong)?;
        applied::known(level)?;
        let published = Arc::new(PublishedCopy::new(
            operator_state.unwrap_or_default(),
            level,
        ));
        published.note(&end, state.marks());
        Ok(SharedWriter {
            former: former.map(|life| log.in_life(life)),
            log,
            position: end,
            sent: Instant::now(),
            current: watch::Sender::new(0),
            published,
        })
    }

    /// The copy, for others to see.
    pub fn view(&self) -> CopyView {
        CopyView {
            current: self.current.subscribe(),
            published: self.published(),
            superseded: self.log.superseded(),
            gone: self.log.gone(),
        }
    }

    /// Where its copy ends, for others to see.
    pub fn published(&self) -> Arc<PublishedCopy> {
        Arc::clone(&self.published)
    }

    /// See [`PublishedCopy::is_sync_due`].
    pub fn is_sync_due(&self) -> bool {
        self.published.is_sync_due()
    }

    /// Everything up to where its copy ends is synced.
    pub fn note_synced(&self) {
        self.published.note_synced(self.position.tail.last);
    }

    /// This node in its present life.
    pub fn me(&self) -> WriterId {
        self.log.me()
    }

    /// This node's life before this one.
    pub fn former(&self) -> Option<WriterId> {
        self.former
    }

    /// Where its copy ends.
    pub fn position(&self) -> CopyPosition {
        self.position
    }

    /// Makes this node the writer, once there is no other or that is silent; until then its copy follows. Gives all outages
    /// that rooms may not have been given back, up to now.
    pub fn lead(
        &mut self,
        copy: &mut Standby<'_>,
        files: &JournalFiles,
    ) -> Result<Vec<Outage>, OpenError> {
        copy.progress.begin(ProgressStage::StandingBy, None);
        let joined = loop {
            match join(&mut self.log, copy) {
                // It was quicker, and is followed.
                Err(JoinError::Fenced) => {}
                joined => break joined,
            }
        };
        copy.progress.end();
        let rooms = copy.state.indexes.len();
        let outages = joined.and_then(|sent| {
            self.was_sent(sent);
            Ok(outages::note(None, rooms, copy.connection)?)
        });
        self.position = copy.position;
        let last = self.position.tail.last.0;
        outages.map_err(|why| match why {
            JoinError::Fenced | JoinError::Follow(FollowError::Stopped) => OpenError::Stopped,
            JoinError::Follow(FollowError::LogShorter) => {
                FileFault::LogShorter(last).of(files.file())
            }
            JoinError::Follow(FollowError::LogBegins) => {
                FileFault::LogBegins(last).of(files.file())
            }
            JoinError::Newer(level) => OpenError::NewerLog(level),
            JoinError::Diverged(LogSeq(seq)) => files.damage(&format!(
                "record {seq} of the log does not follow what it has"
            )),
            JoinError::Database(why) => files.wrong(why),
        })
    }

    /// Nobody is to believe that this node knows all of the log.
    pub fn revoke_current(&self) {
        self.current.send_replace(0);
    }

    /// The time of the last record.
    pub fn at_ms(&self) -> u64 {
        self.position.at_ms
    }

    /// Appends what a transaction has staged, now, and stages that it was.
    pub fn append(
        &mut self,
        record: &mut SharedRecord,
        steps: &[&LogStep],
        state: &mut WriterState,
        to: &Connection,
    ) -> Result<(), KeepError> {
        record.at_ms = self.at_ms_now();
        let bytes = record.encode(steps).ok_or(AppendFailure::Unanswered)?;
        let sent = sent_now(&self.log);
        let position = CopyPosition {
            log: self.log.id(),
            tail: self.log.append(bytes)?,
            at_ms: record.at_ms,
            is_left: record.leaves,
        };
        if !record.leaves {
            self.was_sent(sent);
        }
        let marks = position.write_with(state, to).map_err(KeepError::Behind)?;
        self.published.note(&position, marks);
        self.position = position;
        Ok(())
    }

    /// Says in the log that this node writes nothing more until it takes over again, so that another need not wait for its
    /// silence.
    pub fn leave(
        &mut self,
        state: &mut WriterState,
        connection: &Connection,
    ) -> Result<(), KeepError> {
        let mut record = SharedRecord::new(0);
        record.leaves = true;
        let transaction = begin(connection)?;
        self.revoke_current();
        self.append(&mut record, &[], state, &transaction)?;
        self.log.release();
        transaction.commit().map_err(KeepError::Behind)?;
        state.settle();
        Ok(())
    }

    /// Time until the next record of this writer is due, lest it seem silent.
    pub fn next_within(&self) -> Duration {
        let every = self.log.silence() / RECORDS_A_SILENCE;
        every.saturating_sub(self.sent.elapsed())
    }

    /// The time of a record that is appended now.
    pub fn at_ms_now(&self) -> u64 {
        self.log.now_ms().max(self.position.at_ms)
    }

    /// A record that was sent then was accepted: until it was, nobody else had written.
    fn was_sent(&mut self, at: SentAt) {
        self.sent = at.instant;
        self.current.send_replace(self.log.current_until_ms(at.ms));
    }
}

fn sent_now(log: &SharedLog) -> SentAt {
    SentAt {
        instant: Instant::now(),
        ms: log.now_ms(),
    }
}

/// Follows the log, if this node stands by, and then appends a fence. Gives when that was sent.
fn join(log: &mut SharedLog, copy: &mut Standby<'_>) -> Result<SentAt, JoinError> {
    log.follow(copy)?;
    tracing::info!("nobody decides: this node takes over");
    let sent = sent_now(log);
    let fence = SharedRecord::new(sent.ms).encode(&[]);
    log.fence(fence.unwrap_or_default(), copy)?;
    let ms = sent.instant.elapsed().as_millis();
    tracing::info!("the log knows after {ms} ms that this node decides");
    Ok(sent)
}
