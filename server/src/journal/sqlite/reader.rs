//! Reading a room: from its index back along the chain of its rows, then
//! forward again, believing nothing that is not as it was written.

use std::sync::Arc;

use protocol::GameId;
use rusqlite::{Connection, OptionalExtension};

use super::{
    games::{GameLookup, GameRow},
    row::{COLUMNS, LogRow, RowId},
    sql::{damaged, passes},
};
use referee::{Private, PrivateChange};

use crate::{
    ids::RoomId,
    journal::{CommitError, Finished, Stored},
    sync::{Mutex, lock},
};

/// The connection that only reads, until the journal is closed.
#[derive(Debug)]
pub(super) struct SqliteReader(Mutex<Option<Connection>>);

/// One step as it was kept.
struct StoredStep {
    texts: Vec<Arc<str>>,
    changes: Vec<PrivateChange>,
}

/// Why a room could not be read.
enum ReadFault {
    /// What is wrong with it.
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
    pub fn new(connection: Connection) -> SqliteReader {
        SqliteReader(Mutex::new(Some(connection)))
    }

    /// Reads the room whose last row is `index` and whose last event `seq`. Blocks.
    pub fn load(&self, room: RoomId, index: RowId, seq: u64) -> Result<Stored, CommitError> {
        self.read(|connection| {
            // One transaction: a room that ends meanwhile is still read whole.
            let transaction = connection.unchecked_transaction()?;
            chain(&transaction, room, index, seq).map(fold)
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
        let connection = lock(&self.0);
        let Some(connection) = connection.as_ref() else {
            return Err(CommitError::Unavailable);
        };
        read(connection).map_err(|why| match why {
            ReadFault::Damaged(what) => {
                tracing::error!(what, "something is damaged and is refused");
                CommitError::Damaged
            }
            ReadFault::Database(why) if passes(&why) => CommitError::Unavailable,
            ReadFault::Database(why) => {
                tracing::error!(%why, "the journal cannot be read");
                CommitError::Failed
            }
        })
    }

    /// Lets go of the file. Blocks until a room that is being read is read.
    pub fn close(&self) {
        drop(lock(&self.0).take());
    }
}

/// Why a room cannot be read, if it cannot.
pub(super) fn fault(
    connection: &Connection,
    room: RoomId,
    index: RowId,
    seq: u64,
) -> rusqlite::Result<Option<&'static str>> {
    match chain(connection, room, index, seq) {
        Ok(_) => Ok(None),
        Err(ReadFault::Damaged(what)) => Ok(Some(what)),
        Err(ReadFault::Database(why)) => Err(why),
    }
}

/// The room's steps, last first.
fn chain(
    connection: &Connection,
    room: RoomId,
    index: RowId,
    seq: u64,
) -> Result<Vec<StoredStep>, ReadFault> {
    let query = format!("SELECT {COLUMNS} FROM log WHERE id = ?1");
    let mut query = connection.prepare_cached(&query)?;
    let (mut steps, mut id, mut seq) = (Vec::new(), index, seq);
    while id != 0 {
        let step = query
            .query_row([id], |row| Ok(step(row, room, id, seq)))
            .optional()?;
        let (step, prev) = step.ok_or(ReadFault::Damaged("a row is missing"))??;
        seq -= step.texts.len() as u64;
        steps.push(step);
        id = prev;
    }
    if seq != 0 {
        return Err(ReadFault::Damaged("its first events are missing"));
    }
    Ok(steps)
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
    Stored { events, private }
}
