//! The table of a copy of a shared log that says, in one row, up to which record it has been applied.

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use cluster::{LogSeq, LogTail, NodeId, RecordId, Term, WriterId};
use journal::{CopyFigures, CopyMark, MARKS, level::known_level};
use parking_lot::Mutex;
use rusqlite::{Connection, OptionalExtension};
use tokio::sync::watch;

use super::{
    checksum::Checksum,
    files::JournalFiles,
    open_error::{FileFault, OpenError},
    schema::COPY_TABLES,
    value_table::NODE,
    writer_state::WriterState,
};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS applied(id INTEGER PRIMARY KEY, log INTEGER NOT NULL, \
     seq INTEGER NOT NULL, node INTEGER NOT NULL, life INTEGER NOT NULL, count INTEGER NOT NULL, \
     term INTEGER NOT NULL, at INTEGER NOT NULL, \
     is_left INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT";

/// Longest time that what a copy has may be in the system's hands alone while it grows little.
const SYNC_EVERY: Duration = Duration::from_secs(60);

/// Said of a copy whose row in `applied` is not as it was written.
pub(super) const NO_END: &str = "it does not say up to which record of the cluster's log it goes";

/// Notes this node's life in its copy, and gives the one before, which is over: the directory is this process's alone.
pub fn begin_life(
    files: &JournalFiles,
    connection: &Connection,
    life: u64,
) -> Result<Option<u64>, OpenError> {
    let begun = (|| {
        let former = NODE.read(connection)?.map(i64::cast_unsigned);
        NODE.write(life.cast_signed(), connection)?;
        Ok(former)
    })();
    begun.map_err(|why| files.wrong(why))
}

/// Makes the tables of a copy anew, of which nobody has lived with any life yet.
pub(super) fn make(connection: &Connection) -> rusqlite::Result<()> {
    forget(connection)?;
    connection.execute(TABLE, ())?;
    Ok(())
}

/// Takes them away: a journal of its own is left.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    COPY_TABLES
        .iter()
        .try_for_each(|table| connection.execute_batch(&format!("DROP TABLE IF EXISTS {table}")))
}

/// Where a copy ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CopyPosition {
    /// The log's name.
    pub log: u64,
    /// The last record, its writer and its term.
    pub tail: LogTail,
    /// The time of the last record.
    pub at_ms: u64,
    /// Whether nobody writes after it: there is none, or its writer has left.
    pub is_left: bool,
}

/// Refuses a copy of a log whose level this version does not know.
pub fn known(level: u32) -> Result<(), OpenError> {
    match level > known_level() {
        true => Err(OpenError::NewerLog(level)),
        false => Ok(()),
    }
}

/// Refuses what a file has to a server that cannot go on with it: that is one alone, or a node that follows `log`; the file
/// is a copy of the log `own`, or a server alone has kept it.
pub(super) fn fits(
    file: &Path,
    (own, has_steps): (Option<u64>, bool),
    log: Option<u64>,
) -> Result<(), OpenError> {
    match (own, log) {
        (Some(_), None) => Err(FileFault::Shared.of(file)),
        (Some(own), Some(log)) if own != log => Err(FileFault::OtherLog.of(file)),
        (None, Some(_)) if has_steps => Err(FileFault::Alone.of(file)),
        _ => Ok(()),
    }
}

/// Up to where a copy of that log goes; without a log, nothing, and a copy is refused.
pub(super) fn end_of_copy(
    files: &JournalFiles,
    connection: &Connection,
    log: Option<u64>,
) -> Result<Option<CopyPosition>, OpenError> {
    let wrong = |why| files.wrong(why);
    let read = CopyPosition::read(connection).map_err(wrong)?;
    let Some(log) = log else {
        return match read {
            Some(_) => Err(FileFault::Shared.of(files.file())),
            None => Ok(None),
        };
    };
    connection.execute(TABLE, ()).map_err(wrong)?;
    match read {
        None => Ok(Some(CopyPosition::nothing(log))),
        Some(Ok(applied)) => {
            fits(files.file(), (Some(applied.log), true), Some(log))?;
            Ok(Some(applied))
        }
        Some(Err(())) => Err(files.damage(NO_END)),
    }
}

/// Where a copy ends, as others see it.
#[derive(Debug)]
pub struct PublishedCopy {
    figures: Mutex<CopyFigures>,
    /// When it was last synced or was to be; nothing until it is for the first time.
    tried: Mutex<Option<Instant>>,
    operator_state: watch::Sender<Arc<str>>,
}

impl PublishedCopy {
    /// That of a copy with this of the operator's, of a log of that level.
    pub fn new(operator_state: String, level: u32) -> PublishedCopy {
        PublishedCopy {
            figures: Mutex::new(CopyFigures {
                level,
                ..CopyFigures::default()
            }),
            tried: Mutex::default(),
            operator_state: watch::Sender::new(operator_state.into()),
        }
    }

    /// Notes what the operator says now, and whom he shuts out.
    pub fn note_operator_state(&self, state: &str) {
        self.operator_state.send_replace(state.into());
    }

    /// See [`JournalControl::operator_state`](journal::JournalControl::operator_state).
    pub fn operator_state(&self) -> watch::Receiver<Arc<str>> {
        self.operator_state.subscribe()
    }

    /// Notes that it ends there, and its digests at its last marks.
    pub fn note(&self, applied: &CopyPosition, marks: [CopyMark; MARKS]) {
        let writer = applied.tail.id.map(|id| id.writer);
        let mut figures = self.figures.lock();
        *figures = CopyFigures {
            seq: applied.tail.last.0,
            at_ms: applied.at_ms,
            writer: writer.filter(|_| !applied.is_left),
            marks,
            ..*figures
        };
    }

    /// Notes that everything up to that record is synced.
    pub fn note_synced(&self, upto: LogSeq) {
        self.figures.lock().synced = upto.0;
        *self.tried.lock() = Some(Instant::now());
    }

    /// Whether it is to be synced now although it has not grown much: the operator sees how far each copy is on its disk, and
    /// the log is not purged beyond that. Where that does not succeed, a long reader is in the way, it is due again as late.
    pub fn is_sync_due(&self) -> bool {
        let mut last = self.tried.lock();
        let is_due = last.is_none_or(|last| last.elapsed() >= SYNC_EVERY);
        if is_due && last.is_some() {
            *last = Some(Instant::now());
        }
        is_due
    }

    /// Notes that the log is at least of that level from now on.
    pub fn note_level(&self, level: u32) {
        let mut figures = self.figures.lock();
        figures.level = figures.level.max(level);
    }

    /// The last record, its time and its writer, what is synced, and the log's level.
    pub fn read(&self) -> CopyFigures {
        *self.figures.lock()
    }
}

impl CopyPosition {
    /// Nothing of that log.
    pub(super) fn nothing(log: u64) -> CopyPosition {
        CopyPosition {
            log,
            tail: LogTail::default(),
            at_ms: 0,
            is_left: true,
        }
    }

    /// The numbers of the row, in the order of its columns.
    fn numbers(&self) -> [i64; 8] {
        let id = self.tail.id.unwrap_or(RecordId {
            writer: WriterId {
                node: NodeId(0),
                life: 0,
            },
            count: 0,
        });
        [
            self.log.cast_signed(),
            self.tail.last.0.cast_signed(),
            id.writer.node.0.into(),
            id.writer.life.cast_signed(),
            id.count.cast_signed(),
            self.tail.term.0.cast_signed(),
            self.at_ms.cast_signed(),
            self.is_left.into(),
        ]
    }

    /// Writes it, with the digest of the copy that is there. Gives the copy's last marks.
    pub fn write_with(
        &self,
        state: &mut WriterState,
        to: &Connection,
    ) -> rusqlite::Result<[CopyMark; MARKS]> {
        self.write(to)?;
        let Some(digest) = state.changed_digest() else {
            return Ok([CopyMark::default(); MARKS]);
        };
        digest.write(self.tail.last.0, to)?;
        Ok(digest.marks())
    }

    /// Writes it.
    pub(super) fn write(&self, to: &Connection) -> rusqlite::Result<()> {
        let numbers = self.numbers();
        let [log, seq, node, life, count, term, at, is_left] = numbers;
        let sum = checksum(&numbers);
        to.prepare_cached(
            "INSERT OR REPLACE INTO applied VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute((log, seq, node, life, count, term, at, is_left, sum))?;
        Ok(())
    }

    /// Reads it; nothing where no record was applied yet, and an inner error for a damaged row.
    pub(super) fn read(from: &Connection) -> rusqlite::Result<Option<Result<CopyPosition, ()>>> {
        if !from.table_exists(None::<&str>, "applied")? {
            return Ok(None);
        }
        let query = "SELECT log, seq, node, life, count, term, at, is_left, checksum FROM applied WHERE id = 1";
        from.query_row(query, (), |row| {
            let mut numbers = [0; 8];
            for (column, number) in numbers.iter_mut().enumerate() {
                *number = row.get(column)?;
            }
            let sum: i64 = row.get(8)?;
            let [log, seq, node, life, count, term, at, is_left] = numbers;
            let whole = sum == i64::from(checksum(&numbers));
            Ok(u32::try_from(node)
                .ok()
                .filter(|_| whole)
                .map_or(Err(()), |node| {
                    let seq = LogSeq(seq.cast_unsigned());
                    let id = RecordId {
                        writer: WriterId {
                            node: NodeId(node),
                            life: life.cast_unsigned(),
                        },
                        count: count.cast_unsigned(),
                    };
                    Ok(CopyPosition {
                        log: log.cast_unsigned(),
                        tail: LogTail {
                            last: seq,
                            id: Some(id).filter(|_| seq != LogSeq::NONE),
                            term: Term(term.cast_unsigned()),
                        },
                        at_ms: at.cast_unsigned(),
                        is_left: is_left != 0,
                    })
                }))
        })
        .optional()
    }
}

fn checksum(numbers: &[i64; 8]) -> u32 {
    let mut sum = Checksum::default();
    for number in numbers {
        sum.number(*number);
    }
    sum.finish()
}
