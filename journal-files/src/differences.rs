//! The rooms and finished games that two copies of one log do not have alike.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use journal::{RoomId, progress::SharedProgress};
use protocol::GameId;
use rusqlite::{Connection, OptionalExtension};

use super::{
    applied::CopyPosition,
    digest::{game_sums, room_sum},
    files::existing_reader,
    open_error::{OpenError, wrong},
    room_index::RoomIndex,
    row::{COLUMNS, LogRow, RowId},
    start,
};

/// Time before the end of a copy by which a game that is surely in it has ended: games wait for their record.
const SURELY_MS: u64 = 60_000;

/// Why two copies cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// One cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A server alone has kept it.
    #[error("{} is no copy of a cluster's log; compare copies of one log", .file.display())]
    NoCopy { file: PathBuf },
    /// They have nothing in common.
    #[error("{} is a copy of another cluster's log; compare copies of one log", .file.display())]
    OtherLog {
        /// The second file.
        file: PathBuf,
    },
}

/// Differences, as far as they can be found up to the end of the copy that is behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyDifferences {
    /// The number of the last record that both have.
    pub seq: u64,
    /// Rooms that have not ended in one of them, in order.
    pub rooms: Vec<RoomId>,
    /// Finished games, in order.
    pub games: Vec<GameId>,
}

impl CopyDifferences {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.rooms.is_empty() && self.games.is_empty()
    }
}

/// Compares two copies, or backups of them, each as it is at one instant; servers may go on writing to them.
///
/// # Errors
/// When one cannot be read, or they are not copies of one log.
pub fn differences(
    one: &Path,
    other: &Path,
    progress: &SharedProgress,
) -> Result<CopyDifferences, CompareError> {
    let connections = (existing_reader(one)?, existing_reader(other)?);
    let first = ComparedCopy::read(&connections.0, one, progress)?;
    let second = ComparedCopy::read(&connections.1, other, progress)?;
    progress.end();
    if first.end.log != second.end.log {
        let file = other.to_owned();
        return Err(CompareError::OtherLog { file });
    }
    let seq = |copy: &ComparedCopy<'_>| copy.end.tail.last.0;
    let (behind, ahead, file) = match seq(&first) <= seq(&second) {
        true => (first, second, other),
        false => (second, first, one),
    };
    let is_same_end = seq(&behind) == seq(&ahead);
    let rooms = behind.rooms_unlike(&ahead, is_same_end);
    let mut found = CopyDifferences {
        seq: seq(&behind),
        rooms: rooms.map_err(|why| wrong(file, why))?,
        games: behind.games_unlike(&ahead, is_same_end),
    };
    found.rooms.sort_unstable();
    found.games.sort_unstable();
    Ok(found)
}

/// One of the two, at the instant at which it was read.
struct ComparedCopy<'c> {
    transaction: rusqlite::Transaction<'c>,
    end: CopyPosition,
    rooms: HashMap<RoomId, RoomIndex>,
    /// When each game ended, and a number over it.
    games: HashMap<GameId, (u64, u64)>,
}

impl<'c> ComparedCopy<'c> {
    fn read(
        connection: &'c Connection,
        file: &Path,
        progress: &SharedProgress,
    ) -> Result<ComparedCopy<'c>, CompareError> {
        let read = (|| {
            let transaction = connection.unchecked_transaction()?;
            let Some(Ok(end)) = CopyPosition::read(&transaction)? else {
                return Ok(None);
            };
            let rooms = start::read(&transaction, progress)?.state.indexes;
            let games = game_sums(&transaction)?;
            Ok(Some(ComparedCopy {
                transaction,
                end,
                rooms,
                games,
            }))
        })();
        let no_copy = || CompareError::NoCopy { file: file.into() };
        read.map_err(|why| wrong(file, why))?.ok_or_else(no_copy)
    }

    /// Rooms of the copy that is behind, whose last step the other has not, or not like it. One that the other does not have
    /// at all may have ended since.
    fn rooms_unlike(
        &self,
        ahead: &ComparedCopy<'_>,
        is_same_end: bool,
    ) -> rusqlite::Result<Vec<RoomId>> {
        let mut unlike = Vec::new();
        for (room, index) in &self.rooms {
            let there = match ahead.rooms.get(room) {
                Some(there) => sum_at(&ahead.transaction, there.row, index.seq)?,
                None if is_same_end => None,
                None => continue,
            };
            if there.is_none() || there != sum_at(&self.transaction, index.row, index.seq)? {
                unlike.push(*room);
            }
        }
        if is_same_end {
            let more = ahead.rooms.keys();
            unlike.extend(more.filter(|room| !self.rooms.contains_key(room)));
        }
        Ok(unlike)
    }

    /// Games that one has and the other has not, or not like it. One that is only in the copy that is behind may have been
    /// deleted since; one that is only in the other may have ended since.
    fn games_unlike(&self, ahead: &ComparedCopy<'_>, is_same_end: bool) -> Vec<GameId> {
        let own = self.games.iter().filter(|(id, game)| {
            let there = ahead.games.get(id);
            there.map_or(is_same_end, |there| there != *game)
        });
        let more = ahead.games.iter().filter(|(id, (ended_ms, _))| {
            let was_before = ended_ms.saturating_add(SURELY_MS) < self.end.at_ms;
            !self.games.contains_key(id) && (is_same_end || was_before)
        });
        own.chain(more).map(|(id, _)| *id).collect()
    }
}

/// The number over the step of a room that ends with that event, looked for from its last row back; none where no step does.
fn sum_at(from: &Connection, last: RowId, seq: u64) -> rusqlite::Result<Option<u64>> {
    let mut query = from.prepare_cached(&format!("SELECT {COLUMNS} FROM log WHERE id = ?1"))?;
    let mut next = last;
    while next != 0 {
        let read = query.query_row([next], |row| {
            Ok(LogRow::read(row).map(|row| (row.prev, row.seq, room_sum(&row))))
        });
        match read.optional()?.flatten() {
            // Rows are numbered upwards: a chain that does not go down is damaged.
            Some((prev, at, _)) if at > seq && prev < next => next = prev,
            Some((_, at, sum)) if at == seq => return Ok(Some(sum)),
            _ => return Ok(None),
        }
    }
    Ok(None)
}
