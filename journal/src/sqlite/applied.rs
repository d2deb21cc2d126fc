//! The table `applied` of a copy of a shared log: up to which record it has been applied, in one row.

use cluster::{LogSeq, LogTail, NodeId, RecordId, Term, WriterId};
use rusqlite::{Connection, OptionalExtension};

use super::checksum::Checksum;

const TABLE: &str = "CREATE TABLE IF NOT EXISTS applied(id INTEGER PRIMARY KEY, log INTEGER NOT NULL, \
     seq INTEGER NOT NULL, node INTEGER NOT NULL, life INTEGER NOT NULL, count INTEGER NOT NULL, \
     term INTEGER NOT NULL, at INTEGER NOT NULL, \
     is_left INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT";

/// Where a copy ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Applied {
    /// The log's name.
    pub log: u64,
    pub tail: LogTail,
    /// The time of the last record.
    pub at_ms: u64,
    /// Whether nobody writes after it: there is none, or its writer has left.
    pub is_left: bool,
}

/// Makes the table, if it is not there.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(TABLE, ()).map(drop)
}

impl Applied {
    /// Nothing of that log.
    pub fn nothing(log: u64) -> Applied {
        Applied {
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

    /// Writes it.
    pub fn write(&self, to: &Connection) -> rusqlite::Result<()> {
        let numbers = self.numbers();
        let [log, seq, node, life, count, term, at, is_left] = numbers;
        let sum = checksum(&numbers);
        to.prepare_cached(
            "INSERT OR REPLACE INTO applied VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute((log, seq, node, life, count, term, at, is_left, sum))?;
        Ok(())
    }

    /// Reads it; nothing where no record was applied yet, and an inner error for what is not as it was written.
    pub fn read(from: &Connection) -> rusqlite::Result<Option<Result<Applied, ()>>> {
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
                    Ok(Applied {
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
