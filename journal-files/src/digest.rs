//! The digest of a copy of a shared log: a number over every room and every finished game in it, by which nodes find out
//! whether their copies are the same.
//!
//! It is the sum of a number for each room that has not ended, over the last of its rows, and one for each game. What is
//! replaced is read from the tables to be taken away again, so that a row which was lost or changed makes a difference as
//! soon as it would have mattered. Rows are numbered by each copy for itself, and their numbers are not in it.

use std::collections::HashMap;

use journal::{CopyMark, MARKS, RoomId};
use protocol::GameId;
use rusqlite::{Connection, OptionalExtension};
use sha2::{Digest, Sha256};

use super::{
    room_index::RoomIndex,
    row::{COLUMNS, LogRow, RowId},
};

/// In the row 0 the digest, in the others those after the records of that number.
const TABLE: &str =
    "CREATE TABLE IF NOT EXISTS digest(seq INTEGER PRIMARY KEY, sum INTEGER NOT NULL) STRICT";

/// Records of the log between two digests that are kept.
const MARK_EVERY: u64 = 1_000;

/// The digest of one copy, and its last marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CopyDigest {
    sum: u64,
    /// Those of the last records at which one is kept, the newest last; 0 for none.
    marks: [CopyMark; MARKS],
}

impl CopyDigest {
    /// The digest that is kept in a copy, or that of its tables where there is none.
    pub fn open(
        connection: &Connection,
        indexes: &HashMap<RoomId, RoomIndex>,
    ) -> rusqlite::Result<CopyDigest> {
        connection.execute(TABLE, ())?;
        let digest = match CopyDigest::read(connection)? {
            Some(digest) => digest,
            None => CopyDigest {
                sum: sum_of_tables(connection, indexes)?,
                marks: [CopyMark::default(); MARKS],
            },
        };
        Ok(digest)
    }

    /// The digest that is kept in a copy; nothing where there is none.
    pub fn read(connection: &Connection) -> rusqlite::Result<Option<CopyDigest>> {
        if !connection.table_exists(None::<&str>, "digest")? {
            return Ok(None);
        }
        let mut query = connection.prepare("SELECT seq, sum FROM digest ORDER BY seq")?;
        let rows = query.query_map((), |row| {
            let [seq, sum] = [row.get(0)?, row.get(1)?].map(i64::cast_unsigned);
            Ok(CopyMark { seq, sum })
        })?;
        let mut read = None;
        for row in rows {
            match (row?, &mut read) {
                (CopyMark { seq: 0, sum }, None) => {
                    let marks = [CopyMark::default(); MARKS];
                    read = Some(CopyDigest { sum, marks });
                }
                (mark, Some(digest)) => digest.mark(mark),
                // Without a digest there is nothing that marks are of.
                (_, None) => return Ok(None),
            }
        }
        Ok(read)
    }

    /// The last marks, the newest last.
    pub fn marks(&self) -> [CopyMark; MARKS] {
        self.marks
    }

    /// Accounts for the row that was added to a room whose index was `before`.
    pub fn step(
        &mut self,
        before: &RoomIndex,
        row: &LogRow<'_>,
        from: &Connection,
    ) -> rusqlite::Result<()> {
        let old = match before.row {
            0 => 0,
            last => row_sum(last, from)?,
        };
        let new = match row.deadline_ms {
            Some(_) => room_sum(row),
            None => 0,
        };
        self.swap(old, new);
        Ok(())
    }

    /// Accounts for what takes the place of something else; 0 is nothing.
    pub fn swap(&mut self, old: u64, new: u64) {
        self.sum = self.sum.wrapping_sub(old).wrapping_add(new);
    }

    /// Writes it, as it is after that record.
    pub fn write(&mut self, seq: u64, to: &Connection) -> rusqlite::Result<()> {
        let mut insert = to.prepare_cached("INSERT OR REPLACE INTO digest VALUES (?1, ?2)")?;
        insert.execute((0, self.sum.cast_signed()))?;
        // The log's numbers may have gaps, the same for everybody.
        let last = self.marks[MARKS - 1].seq;
        if seq / MARK_EVERY > last / MARK_EVERY {
            let sum = self.sum;
            insert.execute((seq.cast_signed(), sum.cast_signed()))?;
            self.mark(CopyMark { seq, sum });
            to.prepare_cached("DELETE FROM digest WHERE seq > 0 AND seq < ?1")?
                .execute([self.marks[0].seq.cast_signed()])?;
        }
        Ok(())
    }

    fn mark(&mut self, mark: CopyMark) {
        self.marks.rotate_left(1);
        self.marks[MARKS - 1] = mark;
    }

    /// Whether it is that of the tables.
    pub fn is_of_tables(
        &self,
        connection: &Connection,
        indexes: &HashMap<RoomId, RoomIndex>,
    ) -> rusqlite::Result<bool> {
        Ok(self.sum == sum_of_tables(connection, indexes)?)
    }
}

/// The number for a game, 0 for none. Nothing of it has to be readable.
pub(super) fn game_sum(id: GameId, from: &Connection) -> rusqlite::Result<u64> {
    let query = "SELECT id, ended, checksum FROM game WHERE id = ?1";
    let mut query = from.prepare_cached(query)?;
    let found = query.query_row([id.bits().to_be_bytes()], read_game);
    Ok(found.optional()?.unwrap_or_default())
}

/// The sum for all games that ended before `before_ms`.
pub(super) fn games_before(before_ms: u64, from: &Connection) -> rusqlite::Result<u64> {
    let query = "SELECT id, ended, checksum FROM game WHERE ended < ?1";
    let mut query = from.prepare_cached(query)?;
    let mut rows = query.query([before_ms.cast_signed()])?;
    let mut sum = 0_u64;
    while let Some(row) = rows.next()? {
        sum = sum.wrapping_add(read_game(row)?);
    }
    Ok(sum)
}

/// When each game ended, and the number for it.
pub(super) fn game_sums(from: &Connection) -> rusqlite::Result<HashMap<GameId, (u64, u64)>> {
    let mut query = from.prepare("SELECT id, ended, checksum FROM game")?;
    let sums = query.query_map((), |row| {
        let id = GameId::from_bits(u128::from_be_bytes(row.get(0)?));
        let ended_ms: i64 = row.get(1)?;
        Ok((id, (ended_ms.cast_unsigned(), read_game(row)?)))
    })?;
    sums.collect()
}

fn read_game(row: &rusqlite::Row<'_>) -> rusqlite::Result<u64> {
    let [ended, checksum] = [row.get(1)?, row.get(2)?];
    Ok(hash(&[row.get_ref(0)?.as_blob()?], [ended, checksum]))
}

fn sum_of_tables(
    connection: &Connection,
    indexes: &HashMap<RoomId, RoomIndex>,
) -> rusqlite::Result<u64> {
    // No game ends later.
    let mut sum = games_before(i64::MAX.cast_unsigned(), connection)?;
    for index in indexes.values() {
        sum = sum.wrapping_add(row_sum(index.row, connection)?);
    }
    Ok(sum)
}

/// The number for the room of which that is the last row; 0 when it is not there, or not as it was written.
fn row_sum(id: RowId, from: &Connection) -> rusqlite::Result<u64> {
    let query = format!("SELECT {COLUMNS} FROM log WHERE id = ?1");
    let mut query = from.prepare_cached(&query)?;
    let sum = |row: &rusqlite::Row<'_>| Ok(LogRow::read(row).map_or(0, |row| room_sum(&row)));
    Ok(query.query_row([id], sum).optional()?.unwrap_or_default())
}

/// The number for the room of which that is the last row.
pub(super) fn room_sum(row: &LogRow<'_>) -> u64 {
    let deadline = row.deadline_ms.unwrap_or_default();
    let numbers = [row.room, row.seq, deadline].map(u64::cast_signed);
    hash(&[row.events.as_bytes(), row.private.as_bytes()], numbers)
}

/// The first 64 bits of SHA-256 over the parts, each with its length, and the numbers.
fn hash<const N: usize>(parts: &[&[u8]], numbers: [i64; N]) -> u64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    for number in numbers {
        hasher.update(number.to_le_bytes());
    }
    let hash: [u8; 32] = hasher.finalize().into();
    hash.first_chunk().copied().map_or(0, u64::from_le_bytes)
}
