//! Start-up: the summaries, and what the log has after them.
//!
//! Summaries that are damaged are made anew from the whole log, which has
//! everything they say.

use std::collections::{HashMap, HashSet};

use clock::Outage;
use cluster::LogTail;
use journal::{
    LastEnd, Opening, RoomId,
    progress::{ProgressStage, SharedProgress, reach_row},
};
use rusqlite::Connection;

use super::{
    applied::{self, CopyPosition},
    digest::CopyDigest,
    files::JournalFiles,
    open_error::OpenError,
    outages,
    room_index::{Meta, RoomIndex},
    row::{COLUMNS, LogRow, RowId},
    schema,
    sql::{begin, damaged},
    writer_state::WriterState,
};

/// The result of start-up.
pub struct Started {
    state: WriterState,
    outages: Vec<Outage>,
    /// The end of the run before.
    last_end: Option<LastEnd>,
}

/// Reads the journal and makes the file ready for more.
///
/// Without a time, that without a server is no affair of this file's.
fn start(
    files: &JournalFiles,
    connection: &Connection,
    now_ms: Option<u64>,
) -> Result<Started, OpenError> {
    let wrong = |why| files.wrong(why);
    let read = read(connection, files.progress()).map_err(wrong)?;
    if let Some(what) = read.lost {
        return Err(files.damage(&what));
    }
    if !read.sound {
        tracing::error!("the summaries of rooms are damaged; they are made anew from the log");
    }
    let mut state = read.state;
    let in_order = state.meta.closed;
    let last_end = state
        .meta
        .alive_ms
        .map(|alive_ms| LastEnd { alive_ms, in_order });
    let outages = ready(connection, &mut state, read.sound, now_ms).map_err(wrong)?;
    files.progress().end();
    Ok(Started {
        state,
        outages,
        last_end,
    })
}

impl Started {
    /// State the writer goes on with, and the findings of that instant.
    pub fn opening(self, opened_ms: u64) -> (WriterState, Opening) {
        let opening = Opening {
            rooms: self.state.summaries(),
            outages: self.outages,
            opened_ms,
            last_end: self.last_end,
        };
        (self.state, opening)
    }
}

/// The same of a copy of a shared log, where the time without a writer is the one between the records; or of a server's
/// alone, and with it where the copy ends.
pub fn open(
    log: Option<u64>,
    files: &JournalFiles,
    connection: &Connection,
    now_ms: u64,
) -> Result<(Started, Option<CopyPosition>), OpenError> {
    let end = applied::end_of_copy(files, connection, log)?;
    let now_ms = end.is_none().then_some(now_ms);
    let mut started = start(files, connection, now_ms)?;
    if end.is_some() {
        let digest = CopyDigest::open(connection, &started.state.indexes);
        started.state.digest = Some(digest.map_err(|why| files.wrong(why))?);
    }
    let is_new = end.is_some_and(|end| end.tail == LogTail::default());
    if is_new {
        applied::fits(files.file(), (None, started.state.last > 0), log)?;
    }
    Ok((started, end))
}

/// A scan of the log: its content, and whether that is as it was written.
pub(super) struct LogScan {
    pub state: WriterState,
    /// Whether the summaries are; otherwise the whole log was read.
    pub sound: bool,
    /// Damage that no room can be named for.
    pub lost: Option<String>,
}

/// Reads the journal, and writes nothing.
pub(super) fn read(
    connection: &Connection,
    progress: &SharedProgress,
) -> rusqlite::Result<LogScan> {
    let mut tail = Tail::default();
    let sound = match summaries(connection, &mut tail.indexes, progress) {
        Ok(meta) => meta,
        Err(why) if damaged(&why) => None,
        Err(why) => return Err(why),
    };
    let mut meta = match sound {
        Some(meta) => meta,
        None => {
            tail = Tail {
                whole: true,
                ..Tail::default()
            };
            let mark = Meta::read(connection).ok().flatten();
            Meta {
                alive_ms: mark.and_then(|meta| meta.alive_ms),
                layout: schema::layout(connection)?,
                ..Meta::default()
            }
        }
    };
    let (highest, in_order) = end(connection)?;
    if meta.closed {
        // After an orderly close nothing follows the checkpoint but a row
        // whose number is damaged. What comes next has to come after it.
        meta.checkpoint = meta.checkpoint.max(highest);
    } else {
        let rows = highest.saturating_sub(meta.checkpoint);
        progress.begin(ProgressStage::ReadingSteps, u64::try_from(rows).ok());
        tail.scan(connection, meta.checkpoint, progress)?;
    }
    if !in_order {
        tail.lost = Some("the rows at the end of its log are not in order".to_owned());
    }
    Ok(LogScan {
        sound: sound.is_some(),
        lost: tail.lost.take(),
        state: tail.state(meta),
    })
}

/// Number of rows at the end of the log that are read: some pages of them.
const LAST_ROWS: u32 = 64;

/// The highest number of a row, and whether the last rows are in the order of
/// their numbers: among others, rows that are added might not be found again.
fn end(connection: &Connection) -> rusqlite::Result<(RowId, bool)> {
    let mut query = connection.prepare("SELECT id FROM log ORDER BY id DESC LIMIT ?1")?;
    let last = query.query_map([LAST_ROWS], |row| row.get(0));
    let last = last?.collect::<rusqlite::Result<Vec<RowId>>>()?;
    let highest = last.first().copied().unwrap_or_default();
    Ok((highest, last.is_sorted_by(|later, earlier| later > earlier)))
}

/// Reads `meta` and `room`; `None` when they are damaged.
fn summaries(
    connection: &Connection,
    indexes: &mut HashMap<RoomId, RoomIndex>,
    progress: &SharedProgress,
) -> rusqlite::Result<Option<Meta>> {
    let Some(meta) = Meta::read(connection)? else {
        return Ok(None);
    };
    progress.begin(ProgressStage::ReadingRooms, u64::try_from(meta.rooms).ok());
    // What grows step by step leaves as much behind. The number may be damaged.
    let expected = usize::try_from(meta.rooms).unwrap_or_default();
    indexes.reserve(expected.min(MOST_EXPECTED));
    let mut found = Meta {
        rooms: 0,
        digest: 0,
        ..meta
    };
    let mut query =
        connection.prepare("SELECT id, head, seq, deadline, who, checksum FROM room")?;
    let mut rows = query.query(())?;
    while let Some(row) = rows.next()? {
        let Some((room, index)) = RoomIndex::read(row) else {
            return Ok(None);
        };
        found.swap(None, index.kept);
        indexes.insert(room, index);
        reach_row(progress, indexes.len() as u64);
    }
    Ok((found == meta).then_some(meta))
}

/// The most rooms that memory is set aside for before they are read.
const MOST_EXPECTED: usize = 1 << 20;

/// No log is that long: the `seq` of an index whose room is damaged. It is in
/// the summaries from then on, so that the room stays refused.
const BROKEN: u64 = i64::MAX.cast_unsigned();

/// The log after the checkpoint, row by row onto the indexes.
#[derive(Default)]
struct Tail {
    indexes: HashMap<RoomId, RoomIndex>,
    touched: HashSet<RoomId>,
    last: RowId,
    /// Whether the whole log is read, from which rows of ended rooms were
    /// deleted; otherwise the rows' numbers have no gap.
    whole: bool,
    /// Rooms whose first rows are missing: right only where a purge was under way.
    headless: HashSet<RoomId>,
    /// Damage that no room can be named for.
    lost: Option<String>,
}

impl Tail {
    /// Reads every row after `from`.
    fn scan(
        &mut self,
        connection: &Connection,
        from: RowId,
        progress: &SharedProgress,
    ) -> rusqlite::Result<()> {
        self.last = from;
        let query = format!("SELECT {COLUMNS} FROM log WHERE id > ?1 ORDER BY id");
        let mut query = connection.prepare(&query)?;
        let mut rows = query.query([from])?;
        while let Some(row) = rows.next()? {
            let id: RowId = row.get(0)?;
            if !self.whole && id != self.last + 1 {
                self.lost = Some(format!("row {} of its log is missing", self.last + 1));
                return Ok(());
            }
            self.last = id;
            reach_row(progress, id.abs_diff(from));
            match LogRow::read(row) {
                Some(row) => self.take(&row),
                None => self.mark_damaged(id, row.get(1).ok().map(i64::cast_unsigned)),
            }
        }
        Ok(())
    }

    fn take(&mut self, row: &LogRow<'_>) {
        let known = self.indexes.get(&row.room).cloned();
        let is_new = known.is_none();
        let index = known.unwrap_or(RoomIndex::NONE);
        // A summary may be newer than the checkpoint.
        if row.id <= index.row {
            return;
        }
        let headless = self.whole && is_new && row.prev != 0;
        let follows = row.prev == index.row && row.seq == index.seq + row.texts().count() as u64;
        match row.changes().filter(|_| follows || headless) {
            Some(changes) => {
                self.indexes.insert(row.room, index.after(row, &changes));
                self.touched.insert(row.room);
            }
            None => self.mark_damaged(row.id, Some(row.room)),
        }
        if headless {
            self.headless.insert(row.room);
        }
    }

    /// A damaged row makes its room a damaged one. Its room is known as long as
    /// it has the number of a room that is there.
    fn mark_damaged(&mut self, id: RowId, room: Option<RoomId>) {
        match room.and_then(|room| Some((room, self.indexes.get_mut(&room)?))) {
            Some((room, index)) => {
                tracing::error!(row = id, "a row of the log is damaged; its room is refused");
                index.row = id;
                index.seq = BROKEN;
                self.touched.insert(room);
            }
            None => self.lost = Some(format!("row {id} of its log")),
        }
    }

    fn state(self, meta: Meta) -> WriterState {
        let mut state = WriterState::new(self.last.max(meta.checkpoint), meta);
        state.indexes.reserve(self.indexes.len());
        for (room, mut index) in self.indexes {
            if index.deadline_ms.is_none() {
                state.purging.insert(room);
                state.ended.push_back((room, index));
                continue;
            }
            if self.headless.contains(&room) {
                index.seq = BROKEN;
            }
            index.dirty = self.touched.contains(&room);
            if index.dirty {
                state.dirty.push(room);
            }
            state.indexes.insert(room, index);
        }
        state
    }
}

/// Notes that the journal is open and since when there was no server, clears what a probe may have left, and tries
/// whether a row can be added, so that damage to the log's end is reported now and not to the first player.
fn ready(
    connection: &Connection,
    state: &mut WriterState,
    sound: bool,
    now_ms: Option<u64>,
) -> rusqlite::Result<Vec<Outage>> {
    let transaction = begin(connection)?;
    let mut meta = state.meta;
    let outage = now_ms.and_then(|now_ms| Outage::before(now_ms, meta.alive_ms));
    let outages = outages::note(outage, state.indexes.len(), &transaction)?;
    meta.closed = false;
    meta.alive_ms = now_ms.or(meta.alive_ms);
    if !sound {
        transaction.execute("DELETE FROM room", ())?;
        meta.checkpoint = state.last;
        for (room, index) in &mut state.indexes {
            index.dirty = false;
            index.kept = Some(index.write(*room, &transaction)?);
            meta.swap(None, index.kept);
        }
        state.dirty.clear();
        for (room, index) in &mut state.ended {
            index.kept = Some(index.write(*room, &transaction)?);
            meta.swap(None, index.kept);
        }
    }
    meta.write(&transaction)?;
    transaction.execute("DELETE FROM probe", ())?;
    transaction.execute_batch("SAVEPOINT trial")?;
    let trial = LogRow {
        id: state.last + 1,
        room: 0,
        prev: 0,
        seq: 0,
        deadline_ms: None,
        events: "",
        private: "[]",
    };
    trial.insert(&transaction)?;
    transaction.execute_batch("ROLLBACK TO trial; RELEASE trial")?;
    transaction.commit()?;
    state.meta = meta;
    Ok(outages)
}
