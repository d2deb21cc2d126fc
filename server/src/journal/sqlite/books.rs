//! What the writer knows by heart: the head of every room that has not ended,
//! the number of the last row, and what is still to be tidied up.
//!
//! What is staged by a transaction becomes true with [`Books::settle`] after
//! its COMMIT, or untrue with [`Books::undo`].

use std::collections::{HashMap, HashSet, VecDeque};

use rusqlite::Connection;

use super::{
    head::{Head, Meta},
    row::{Row, RowId, Step},
};
use crate::{
    ids::RoomId,
    journal::{CommitError, Summary},
};

/// The writer's memory.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub heads: HashMap<RoomId, Head>,
    /// The number of the last row.
    pub last: RowId,
    /// As it is on disk.
    pub meta: Meta,
    /// Rooms whose row in `room` is out of date; each is [`Head::dirty`].
    pub dirty: Vec<RoomId>,
    /// Rooms that ended, with their last heads, until `room` says so too.
    pub ended: VecDeque<(RoomId, Head)>,
    /// Rooms that ended and of which something is left on disk.
    pub burying: HashSet<RoomId>,
    /// Whether finished games are kept: not beside damage among them.
    pub keeps_games: bool,
    /// What the transaction under way took the place of.
    staged: Vec<(RoomId, Option<Head>)>,
    staged_ended: Vec<(RoomId, Head)>,
}

impl Books {
    /// Books of a log that ends with row `last`.
    pub fn new(last: RowId, meta: Meta) -> Books {
        Books {
            last,
            meta,
            keeps_games: true,
            ..Books::default()
        }
    }

    /// Adds a step to the transaction under way. The outer error is the
    /// database's; a refusal changes nothing and spoils nothing.
    pub fn append(
        &mut self,
        step: &Step,
        to: &Connection,
    ) -> rusqlite::Result<Result<(), CommitError>> {
        let before = self.heads.get(&step.room).copied();
        let head = before.unwrap_or(Head::NONE);
        // A room's number is random and never used again; were it so, its
        // burial would take the new room along.
        let reborn = before.is_none() && self.burying.contains(&step.room);
        if head.seq != step.expected_seq || reborn {
            return Ok(Err(CommitError::Conflict));
        }
        let row = Row {
            id: self.last + 1,
            room: step.room,
            prev: head.row,
            seq: head.seq + step.count,
            deadline_ms: step.deadline_ms,
            events: &step.events,
            private: &step.private,
        };
        row.insert(to)?;
        if let Some(game) = step.game.as_ref().filter(|_| self.keeps_games) {
            game.insert(to)?;
        }
        self.stage(before, head.after(&row, &step.changes), step.room);
        Ok(Ok(()))
    }

    fn stage(&mut self, before: Option<Head>, head: Head, room: RoomId) {
        self.last = head.row;
        self.staged.push((room, before));
        if head.deadline_ms.is_some() {
            self.heads.insert(room, head);
        } else {
            self.heads.remove(&room);
            self.burying.insert(room);
            self.staged_ended.push((room, head));
        }
    }

    /// The transaction is durable. Gives the number of rows it added.
    pub fn settle(&mut self) -> u64 {
        let rows = self.staged.len() as u64;
        for (room, _) in self.staged.drain(..) {
            if let Some(head) = self.heads.get_mut(&room).filter(|head| !head.dirty) {
                head.dirty = true;
                self.dirty.push(room);
            }
        }
        self.ended.extend(self.staged_ended.drain(..));
        rows
    }

    /// The transaction was rolled back.
    pub fn undo(&mut self) {
        self.last -= self.staged.len() as RowId;
        for (room, _) in self.staged_ended.drain(..) {
            self.burying.remove(&room);
        }
        for (room, before) in self.staged.drain(..).rev() {
            match before {
                Some(head) => self.heads.insert(room, head),
                None => self.heads.remove(&room),
            };
        }
    }

    /// Every room that has not ended and has a code to be found by.
    pub fn summaries(&self) -> Vec<Summary> {
        let summary = |(room, head): (&RoomId, &Head)| {
            Some(Summary {
                room: *room,
                code: head.who.code?,
                secrets: head.who.secrets,
                deadline_ms: head.deadline_ms?,
            })
        };
        self.heads.iter().filter_map(summary).collect()
    }
}
