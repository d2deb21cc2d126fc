//! Reading a room: from its index back along the chain of its rows, then
//! forward again, believing nothing that is not as it was written.

use std::sync::Arc;

use journal::{CommitError, Finished, RoomId, Stored};
use parking_lot::Mutex;
use protocol::GameId;
use referee::{Private, PrivateChange};
use rusqlite::{Connection, OptionalExtension};

use super::{
    games::{GameLookup, GameRow},
    row::{COLUMNS, LogRow, RowId},
    sql::{damaged, obstacle},
};

/// The connection that only reads, until the journal is closed.
#[derive(Debug)]
pub struct SqliteReader(Mutex<Option<Connection>>);

/// Number of rows read at once, so that a long room delays others only
/// for a millisecond or two.
const SLICE: usize = 256;

/// A room's rows, from the last back to where it has been read.
#[derive(Debug)]
pub struct ChainRead {
    room: RoomId,
    /// The next row to read, and the number of the last event up to it.
    next: RowId,
    seq: u64,
    /// The last first.
    steps: Vec<StoredStep>,
}

/// The result of one slice of a reading.
pub enum Slice {
    /// There is more to read, from there on.
    More(ChainRead),
    /// That was all.
    Whole(Box<Stored>),
}

/// One step as it was kept.
#[derive(Debug)]
struct StoredStep {
    texts: Vec<Arc<str>>,
    changes: Vec<PrivateChange>,
}

/// Reason why a room could not be read.
enum ReadFault {
    /// The fault in it.
    Damaged(&'static str),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for ReadFault {
    fn from(why: rusqlite::Error) -> ReadFault {
        if damaged(&why) {
            ReadFault::Damaged("the file is malformed there")
        } else {
            ReadFault::Database(why)
        }
    }
}

impl SqliteReader {
    /// Reads with a connection of its own.
    pub fn new(connection: Connection) -> SqliteReader {
        SqliteReader(Mutex::new(Some(connection)))
    }

    /// Reads on in a room. Of one that ends meanwhile rows may be missing. Blocks.
    pub fn slice(&self, mut chain: ChainRead) -> Result<Slice, CommitError> {
        self.read(|connection| {
            // Each row by itself would find the pages in memory out of date, once for each commit in between.
            let _transaction = connection.unchecked_transaction()?;
            Ok(match chain.read(connection, SLICE)? {
                true => Slice::Whole(Box::new(fold(chain.steps))),
                false => Slice::More(chain),
            })
        })
    }

    /// Reads a finished game. Blocks.
    pub fn game(&self, id: GameId) -> Result<Option<Finished>, CommitError> {
        const WRONG: ReadFault = ReadFault::Damaged("a finished game is not as it was written");
        self.read(|connection| match GameRow::find(id, connection)? {
            GameLookup::Nothing => Ok(None),
            GameLookup::Damaged => Err(WRONG),
            GameLookup::Game(row) => row.game().map(Some).ok_or(WRONG),
        })
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, ReadFault>,
    ) -> Result<T, CommitError> {
        let connection = self.0.lock();
        let Some(connection) = connection.as_ref() else {
            return Err(CommitError::Unavailable);
        };
        read(connection).map_err(|why| match why {
            ReadFault::Damaged(what) => {
                tracing::error!(what, "something is damaged and is refused");
                CommitError::Damaged
            }
            ReadFault::Database(why) if obstacle(&why).is_some() => CommitError::Unavailable,
            ReadFault::Database(why) => {
                tracing::error!(%why, "the journal cannot be read");
                CommitError::Failed
            }
        })
    }

    /// Lets go of the file. Blocks until a room that is being read is read.
    pub fn close(&self) {
        drop(self.0.lock().take());
    }
}

/// Reason why a room cannot be read, if it cannot.
pub(super) fn fault(
    connection: &Connection,
    room: RoomId,
    index: RowId,
    seq: u64,
) -> rusqlite::Result<Option<&'static str>> {
    match ChainRead::new(room, index, seq).read(connection, usize::MAX) {
        Ok(_) => Ok(None),
        Err(ReadFault::Damaged(what)) => Ok(Some(what)),
        Err(ReadFault::Database(why)) => Err(why),
    }
}

impl ChainRead {
    /// The room whose last row is `index` and whose last event `seq`, before the first reading.
    pub fn new(room: RoomId, index: RowId, seq: u64) -> ChainRead {
        ChainRead {
            room,
            next: index,
            seq,
            steps: Vec::new(),
        }
    }

    /// Reads at most `rows` rows; returns whether these were all.
    fn read(&mut self, connection: &Connection, rows: usize) -> Result<bool, ReadFault> {
        let query = format!("SELECT {COLUMNS} FROM log WHERE id = ?1");
        let mut query = connection.prepare_cached(&query)?;
        for _ in 0..rows {
            if self.next == 0 {
                break;
            }
            let step = query
                .query_row([self.next], |row| {
                    Ok(step(row, self.room, self.next, self.seq))
                })
                .optional()?;
            let (step, prev) = step.ok_or(ReadFault::Damaged("a row is missing"))??;
            self.seq -= step.texts.len() as u64;
            self.steps.push(step);
            self.next = prev;
        }
        match (self.next, self.seq) {
            (0, 0) => Ok(true),
            (0, _) => Err(ReadFault::Damaged("its first events are missing")),
            _ => Ok(false),
        }
    }
}

/// One row of the room, which has to be the one expected; and the row before it.
fn step(
    row: &rusqlite::Row<'_>,
    room: RoomId,
    id: RowId,
    seq: u64,
) -> Result<(StoredStep, RowId), ReadFault> {
    let row = LogRow::read(row).ok_or(ReadFault::Damaged("a row is not as it was written"))?;
    let texts: Vec<Arc<str>> = row.texts().map(Arc::from).collect();
    let expected = row.id == id && row.room == room && row.seq == seq && row.prev < id;
    if !expected || row.prev < 0 || texts.len() as u64 > seq {
        return Err(ReadFault::Damaged("a row is not the one before the next"));
    }
    let changes = row
        .changes()
        .ok_or(ReadFault::Damaged("its private part cannot be read"))?;
    Ok((StoredStep { texts, changes }, row.prev))
}

fn fold(steps: Vec<StoredStep>) -> Stored {
    let (mut events, mut private) = (Vec::new(), Private::default());
    for step in steps.into_iter().rev() {
        events.extend(step.texts);
        for change in &step.changes {
            private.apply(change);
        }
    }
    Stored {
        events,
        state: None,
        private,
    }
}
