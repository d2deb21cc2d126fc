//! Work of the writer beside keeping steps: it brings the summaries up to the
//! log, and deletes rooms that ended and games that are over their time or take
//! too much.
//!
//! In portions, each a transaction of its own, so that no step waits long and
//! damage met in an old room fails that room's purge and nothing else. What
//! was written twice because a portion failed or the process ended is the same.

use std::collections::VecDeque;

use journal::RoomId;
use rusqlite::{Connection, OptionalExtension};

use super::{
    games,
    room_index::{Meta, RoomIndex},
    row::RowId,
    sql::{begin, damaged},
    writer_state::WriterState,
};

/// Most rows of one transaction.
const PORTION: usize = 1024;
/// Most games that one transaction deletes: each is several pages.
const GAMES: usize = 128;

/// Maintenance work under way.
#[derive(Debug, Default)]
pub struct Maintenance {
    pass: Option<CheckpointPass>,
    tombstones: VecDeque<Tombstone>,
    /// Games that ended before then are to go.
    expire_ms: Option<u64>,
    /// Rows added since the last pass began.
    rows: u64,
    /// The database takes more than it may: the oldest games are to go.
    evicts: bool,
    /// It does, and there is no game left.
    is_full: bool,
    /// Whether games may go to make room: in copies of one log only what the log says goes.
    may_evict: bool,
}

/// One pass that ends in a checkpoint.
#[derive(Debug)]
struct CheckpointPass {
    /// The last row when it began. Whatever was added up to it is in a
    /// summary when the pass ends; summaries may well be newer.
    target: RowId,
    rooms: Vec<RoomId>,
    ended: VecDeque<(RoomId, RoomIndex)>,
}

/// A room that ended, marked so in `room`; its rows go, the oldest first and
/// the mark with the last, so that an interrupted purge is found and goes on.
#[derive(Debug)]
struct Tombstone {
    room: RoomId,
    index: RoomIndex,
    /// The next row to look at, or 0: all were found.
    next: RowId,
    /// Those found and not deleted, the newest first.
    rows: Vec<RowId>,
}

impl Maintenance {
    /// No work yet.
    pub fn new(may_evict: bool) -> Maintenance {
        Maintenance {
            may_evict,
            ..Maintenance::default()
        }
    }

    /// Rows were added.
    pub fn added(&mut self, rows: u64) {
        self.rows += rows;
    }

    /// Games that ended before then, if it is said, are to go.
    pub fn expire(&mut self, before_ms: Option<u64>) {
        self.expire_ms = self.expire_ms.max(before_ms);
    }

    /// The database takes `bytes` bytes of the `most` that it may.
    pub fn fit(&mut self, bytes: u64, most: u64, grown: bool) {
        let over = bytes > most;
        // Where no game was left one may have ended since.
        self.evicts = self.may_evict && over && (grown || !self.is_full);
        self.is_full = over && (self.is_full || !self.may_evict);
    }

    /// Whether the database takes all that it may, and no game is left to make room.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Whether there is a portion to do, even while steps are coming in.
    pub fn due(&self, state: &WriterState, every: u64) -> bool {
        self.pass.is_some()
            || self.rows >= every
            || self.expire_ms.is_some()
            || self.evicts
            || self.can_purge(state)
    }

    /// Whether there is anything to do when nothing else is.
    pub fn left(&self, state: &WriterState) -> bool {
        self.pass.is_some()
            || self.expire_ms.is_some()
            || self.evicts
            || !self.tombstones.is_empty()
            || !state.dirty.is_empty()
            || !state.ended.is_empty()
    }

    /// Does one portion.
    pub fn portion(
        &mut self,
        state: &mut WriterState,
        connection: &Connection,
    ) -> rusqlite::Result<()> {
        if self.pass.is_none() && self.can_purge(state) {
            return self.purge(state, connection);
        }
        if self.pass.is_none() && self.evicts {
            return self.evict(connection);
        }
        if let (None, Some(before_ms)) = (&self.pass, self.expire_ms) {
            return self.expire_games(before_ms, connection);
        }
        self.summarise(state, connection)
    }

    /// Brings every summary up to the log and notes that the journal is closed.
    pub fn finish(
        &mut self,
        state: &mut WriterState,
        connection: &Connection,
    ) -> rusqlite::Result<()> {
        while self.pass.is_some() || state.meta.checkpoint < state.last {
            self.summarise(state, connection)?;
        }
        let transaction = begin(connection)?;
        let mut meta = state.meta;
        meta.closed = true;
        meta.write(&transaction)?;
        transaction.commit()?;
        state.meta = meta;
        Ok(())
    }

    /// A room's rows go only once its mark is the only thing that start-up
    /// needs of it: not before the checkpoint has passed its last row.
    fn can_purge(&self, state: &WriterState) -> bool {
        self.tombstones
            .front()
            .is_some_and(|tombstone| tombstone.index.row <= state.meta.checkpoint)
    }

    fn summarise(
        &mut self,
        state: &mut WriterState,
        connection: &Connection,
    ) -> rusqlite::Result<()> {
        let pass = self.pass.get_or_insert_with(|| {
            self.rows = 0;
            CheckpointPass::of(state)
        });
        // A room of this pass may have ended since; its mark is its summary.
        pass.ended.append(&mut state.ended);
        let from = pass.rooms.len().saturating_sub(PORTION);
        let marks = pass.ended.len().min(PORTION - (pass.rooms.len() - from));
        let last = from == 0 && marks == pass.ended.len();

        let transaction = begin(connection)?;
        let mut meta = state.meta;
        let live = pass.rooms[from..].iter();
        let live = live.filter_map(|room| Some((*room, state.indexes.get(room)?.clone())));
        let live = write(live, &mut meta, &transaction)?;
        let ended = pass.ended.iter().take(marks).cloned();
        let ended = write(ended, &mut meta, &transaction)?;
        if last {
            meta.checkpoint = pass.target;
        }
        meta.write(&transaction)?;
        transaction.commit()?;

        // What was written needs no writing.
        state.meta = meta;
        state.indexes.extend(live);
        pass.rooms.truncate(from);
        pass.ended.drain(..marks);
        let tombstones = ended
            .into_iter()
            .map(|(room, index)| Tombstone::new(room, index));
        self.tombstones.extend(tombstones);
        if last {
            self.pass = None;
        }
        Ok(())
    }

    fn expire_games(&mut self, before_ms: u64, connection: &Connection) -> rusqlite::Result<()> {
        let transaction = begin(connection)?;
        let done = games::expire(before_ms, GAMES, &transaction);
        match done.and_then(|done| transaction.commit().map(|()| done)) {
            Ok(false) => {}
            Ok(true) => self.expire_ms = None,
            Err(why) if damaged(&why) => {
                tracing::error!(%why, "games that are over their time cannot be deleted");
                self.expire_ms = None;
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// Deletes the oldest games, whatever was promised of them.
    fn evict(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let transaction = begin(connection)?;
        let done = games::evict(GAMES, &transaction);
        let gone = done.and_then(|gone| transaction.commit().map(|()| gone));
        match gone {
            Ok(0) => {
                tracing::warn!("the database takes all that it may: no more rooms are opened");
                (self.evicts, self.is_full) = (false, true);
            }
            Ok(gone) => {
                tracing::warn!(gone, "the oldest finished games were deleted to make room");
                self.is_full = false;
            }
            Err(why) if damaged(&why) => {
                tracing::error!(%why, "the oldest finished games cannot be deleted");
                (self.evicts, self.is_full) = (false, true);
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    fn purge(&mut self, state: &mut WriterState, connection: &Connection) -> rusqlite::Result<()> {
        let mut at = 0;
        match self.purge_rows(&mut at, state, connection) {
            Ok(()) => {
                for tombstone in self.tombstones.drain(..at) {
                    state.purging.remove(&tombstone.room);
                }
                Ok(())
            }
            Err(why) => {
                // What seemed deleted is not: look again.
                for tombstone in self.tombstones.iter_mut().take(at + 1) {
                    *tombstone = Tombstone::new(tombstone.room, tombstone.index.clone());
                }
                if !damaged(&why) {
                    return Err(why);
                }
                tracing::error!(%why, "a room that ended cannot be deleted; it is left until the next start");
                self.tombstones.remove(at);
                Ok(())
            }
        }
    }

    /// Deletes rows from the first tombstone on; `at` counts those that are done.
    fn purge_rows(
        &mut self,
        at: &mut usize,
        state: &mut WriterState,
        connection: &Connection,
    ) -> rusqlite::Result<()> {
        let transaction = begin(connection)?;
        let (mut meta, mut budget) = (state.meta, PORTION);
        while let Some(tombstone) = self.tombstones.get_mut(*at)
            && tombstone.index.row <= meta.checkpoint
        {
            if !tombstone.purge_rows(&transaction, &mut budget)? {
                break;
            }
            transaction
                .prepare_cached("DELETE FROM room WHERE id = ?1")?
                .execute([tombstone.room.cast_signed()])?;
            meta.swap(tombstone.index.kept, None);
            *at += 1;
        }
        meta.write(&transaction)?;
        transaction.commit()?;
        state.meta = meta;
        Ok(())
    }
}

/// Writes summaries; gives them as they are then.
fn write(
    indexes: impl Iterator<Item = (RoomId, RoomIndex)>,
    meta: &mut Meta,
    to: &Connection,
) -> rusqlite::Result<Vec<(RoomId, RoomIndex)>> {
    indexes
        .map(|(room, mut index)| {
            let sum = index.write(room, to)?;
            meta.swap(index.kept, Some(sum));
            index.kept = Some(sum);
            index.dirty = false;
            Ok((room, index))
        })
        .collect()
}

impl CheckpointPass {
    fn of(state: &mut WriterState) -> CheckpointPass {
        CheckpointPass {
            target: state.last,
            rooms: std::mem::take(&mut state.dirty),
            ended: VecDeque::new(),
        }
    }
}

impl Tombstone {
    fn new(room: RoomId, index: RoomIndex) -> Tombstone {
        Tombstone {
            room,
            next: index.row,
            index,
            rows: Vec::new(),
        }
    }

    /// Looks at and deletes as many rows as the budget allows; true when none is left.
    fn purge_rows(&mut self, from: &Connection, budget: &mut usize) -> rusqlite::Result<bool> {
        let room = self.room.cast_signed();
        let mut look = from.prepare_cached("SELECT prev FROM log WHERE id = ?1 AND room = ?2")?;
        while self.next != 0 && spend(budget) {
            let found = look
                .query_row((self.next, room), |row| row.get(0))
                .optional()?;
            // Whatever a damaged row points to, only rows of this room are deleted.
            self.next = match found {
                Some(prev) => {
                    self.rows.push(self.next);
                    if prev < self.next { prev } else { 0 }
                }
                None => 0,
            };
        }
        let mut delete = from.prepare_cached("DELETE FROM log WHERE id = ?1 AND room = ?2")?;
        while self.next == 0 && !self.rows.is_empty() && spend(budget) {
            if let Some(row) = self.rows.pop() {
                delete.execute((row, room))?;
            }
        }
        Ok(self.next == 0 && self.rows.is_empty())
    }
}

fn spend(budget: &mut usize) -> bool {
    let enough = *budget > 0;
    *budget = budget.saturating_sub(1);
    enough
}
