//! The writer's in-memory state: the index of every room that has not ended,
//! the number of the last row, and the pending maintenance.
//!
//! What is staged by a transaction becomes true with [`WriterState::settle`] after
//! its COMMIT, or untrue with [`WriterState::undo`].

use std::collections::{HashMap, HashSet, VecDeque};

use journal::{CommitError, CopyMark, Forgotten, MARKS, RoomId, Summary};
use protocol::{GameId, SecretHash};
use rusqlite::Connection;

use super::{
    digest::{self, CopyDigest},
    games,
    room_index::{Meta, RoomIndex},
    row::{LogRow, LogStep, RowId},
};

/// The writer's memory.
#[derive(Debug, Default)]
pub struct WriterState {
    /// Every room that has not ended.
    pub indexes: HashMap<RoomId, RoomIndex>,
    /// The number of the last row.
    pub last: RowId,
    /// As it is on disk.
    pub meta: Meta,
    /// Rooms whose row in `room` is out of date; each is [`RoomIndex::dirty`].
    pub(super) dirty: Vec<RoomId>,
    /// Rooms that ended, with their last indexes, until `room` says so too.
    pub(super) ended: VecDeque<(RoomId, RoomIndex)>,
    /// Rooms that ended and of which something is left on disk.
    pub(super) purging: HashSet<RoomId>,
    /// Whether finished games are kept: not beside damage among them.
    pub keeps_games: bool,
    /// The digest of its content, where that is a copy of a shared log.
    pub(super) digest: Option<CopyDigest>,
    /// The digest before the transaction under way, once that has changed it.
    former_digest: Option<CopyDigest>,
    /// The index entries that the transaction under way has replaced.
    staged: Vec<(RoomId, Option<RoomIndex>)>,
    staged_ended: Vec<(RoomId, RoomIndex)>,
}

impl WriterState {
    /// The state for a log that ends with row `last`.
    pub(super) fn new(last: RowId, meta: Meta) -> WriterState {
        WriterState {
            last,
            meta,
            keeps_games: true,
            ..WriterState::default()
        }
    }

    /// Adds a step to the transaction under way. The outer error is the
    /// database's; a refusal changes nothing and spoils nothing.
    pub fn append(
        &mut self,
        step: &LogStep,
        to: &Connection,
    ) -> rusqlite::Result<Result<(), CommitError>> {
        let before = self.indexes.get(&step.room);
        let is_new = before.is_none();
        let index = before.cloned().unwrap_or(RoomIndex::NONE);
        // A room's number is random and never used again; were it so, its
        // burial would take the new room along.
        let reborn = is_new && self.purging.contains(&step.room);
        if index.seq != step.expected_seq || reborn {
            return Ok(Err(CommitError::Conflict));
        }
        let row = LogRow {
            id: self.last + 1,
            room: step.room,
            prev: index.row,
            seq: index.seq + step.count,
            deadline_ms: step.deadline_ms,
            events: &step.events,
            private: &step.private,
        };
        row.insert(to)?;
        let game = step.game.as_ref().filter(|_| self.keeps_games);
        if let Some(game) = game {
            game.insert(to)?;
        }
        if let Some(digest) = self.changed_digest() {
            digest.step(&index, &row, to)?;
            if let Some(game) = game {
                digest.swap(0, digest::game_sum(game.id, to)?);
            }
        }
        self.stage(index.after(&row, &step.changes), step.room);
        Ok(Ok(()))
    }

    /// Takes the name of the player with that secret out of a game, or the game away where nobody is named.
    pub fn forget(
        &mut self,
        id: GameId,
        owner: Option<&SecretHash>,
        to: &Connection,
    ) -> rusqlite::Result<Forgotten> {
        let before = match self.digest {
            Some(_) => digest::game_sum(id, to)?,
            None => 0,
        };
        let forgotten = match owner {
            Some(owner) => games::forget(id, owner, to)?,
            None => games::delete(id, to)?,
        };
        if let Some(digest) = self.changed_digest() {
            digest.swap(before, digest::game_sum(id, to)?);
        }
        Ok(forgotten)
    }

    /// Deletes every game that ended before then.
    pub fn expire(&mut self, before_ms: u64, to: &Connection) -> rusqlite::Result<()> {
        if let Some(digest) = self.changed_digest() {
            digest.swap(digest::games_before(before_ms, to)?, 0);
        }
        games::expire(before_ms, usize::MAX, to).map(drop)
    }

    /// The digest, to be changed by the transaction under way.
    pub(super) fn changed_digest(&mut self) -> Option<&mut CopyDigest> {
        let digest = self.digest.as_mut()?;
        self.former_digest.get_or_insert(*digest);
        Some(digest)
    }

    /// Digests of a copy of a shared log at its last marks; none of them where it is no copy.
    pub fn marks(&self) -> [CopyMark; MARKS] {
        self.digest
            .map_or_else(Default::default, |digest| digest.marks())
    }

    fn stage(&mut self, index: RoomIndex, room: RoomId) {
        self.last = index.row;
        let before = if index.deadline_ms.is_some() {
            self.indexes.insert(room, index)
        } else {
            self.purging.insert(room);
            self.staged_ended.push((room, index));
            self.indexes.remove(&room)
        };
        self.staged.push((room, before));
    }

    /// The transaction is durable. Gives the number of rows it added.
    pub fn settle(&mut self) -> u64 {
        let rows = self.staged.len() as u64;
        for (room, _) in self.staged.drain(..) {
            if let Some(index) = self.indexes.get_mut(&room).filter(|index| !index.dirty) {
                index.dirty = true;
                self.dirty.push(room);
            }
        }
        self.ended.extend(self.staged_ended.drain(..));
        self.former_digest = None;
        rows
    }

    /// The transaction was rolled back.
    pub fn undo(&mut self) {
        self.last -= self.staged.len() as RowId;
        self.digest = self.former_digest.take().or(self.digest);
        for (room, _) in self.staged_ended.drain(..) {
            self.purging.remove(&room);
        }
        for (room, before) in self.staged.drain(..).rev() {
            match before {
                Some(index) => self.indexes.insert(room, index),
                None => self.indexes.remove(&room),
            };
        }
    }

    /// Every room that has not ended and has a code to be found by.
    pub fn summaries(&self) -> Vec<Summary> {
        let summary = |(room, index): (&RoomId, &RoomIndex)| {
            Some(Summary {
                room: *room,
                code: index.who.code?,
                secrets: index.who.all_secrets().collect(),
                deadline_ms: index.deadline_ms?,
                is_correspondence: index.who.is_correspondence,
                is_public: index.who.is_public,
            })
        };
        self.indexes.iter().filter_map(summary).collect()
    }
}
