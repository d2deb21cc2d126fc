//! What the writer does beside keeping steps: it brings the summaries up to
//! the log, and deletes rooms that ended and games that are over their time.
//!
//! In portions, each a transaction of its own, so that no step waits long and
//! damage met in an old room fails that room's burial and nothing else. What
//! was written twice because a portion failed or the process ended is the same.

use std::collections::VecDeque;

use rusqlite::{Connection, OptionalExtension};

use super::{
    books::Books,
    games,
    head::{Head, Meta},
    row::RowId,
    sql::{begin, damaged},
};
use crate::ids::RoomId;

/// How many rows one transaction touches.
const PORTION: usize = 1024;
/// How many games one transaction deletes: each is several pages.
const GAMES: usize = 128;

/// What is under way.
#[derive(Debug, Default)]
pub(super) struct Chores {
    round: Option<Round>,
    graves: VecDeque<Grave>,
    /// Games that ended before then are to go.
    expire_ms: Option<u64>,
    /// Rows added since the last round began.
    rows: u64,
}

/// One pass that ends in a checkpoint.
#[derive(Debug)]
struct Round {
    /// The last row when it began. Whatever was added up to it is in a
    /// summary when the round ends; summaries may well be newer.
    target: RowId,
    rooms: Vec<RoomId>,
    ended: VecDeque<(RoomId, Head)>,
}

/// A room that ended, marked so in `room`; its rows go, the oldest first and
/// the mark with the last, so that an interrupted burial is found and goes on.
#[derive(Debug)]
struct Grave {
    room: RoomId,
    head: Head,
    /// The next row to look at, or 0: all were found.
    next: RowId,
    /// Those found and not deleted, the newest first.
    rows: Vec<RowId>,
}

impl Chores {
    /// Rows were added.
    pub fn added(&mut self, rows: u64) {
        self.rows += rows;
    }

    /// Games that ended before then, if it is said, are to go.
    pub fn expire(&mut self, before_ms: Option<u64>) {
        self.expire_ms = self.expire_ms.max(before_ms);
    }

    /// Whether there is a portion to do, even while steps are coming in.
    pub fn due(&self, books: &Books, every: u64) -> bool {
        self.round.is_some()
            || self.rows >= every
            || self.expire_ms.is_some()
            || self.can_bury(books)
    }

    /// Whether there is anything to do when nothing else is.
    pub fn left(&self, books: &Books) -> bool {
        self.round.is_some()
            || self.expire_ms.is_some()
            || !self.graves.is_empty()
            || !books.dirty.is_empty()
            || !books.ended.is_empty()
    }

    /// Does one portion.
    pub fn portion(&mut self, books: &mut Books, connection: &Connection) -> rusqlite::Result<()> {
        if self.round.is_none() && self.can_bury(books) {
            return self.bury(books, connection);
        }
        if let (None, Some(before_ms)) = (&self.round, self.expire_ms) {
            return self.let_go(before_ms, connection);
        }
        self.summarise(books, connection)
    }

    /// Brings every summary up to the log and notes that the journal is closed.
    pub fn finish(&mut self, books: &mut Books, connection: &Connection) -> rusqlite::Result<()> {
        while self.round.is_some() || books.meta.checkpoint < books.last {
            self.summarise(books, connection)?;
        }
        let transaction = begin(connection)?;
        let mut meta = books.meta;
        meta.closed = true;
        meta.write(&transaction)?;
        transaction.commit()?;
        books.meta = meta;
        Ok(())
    }

    /// A room's rows go only once its mark is the only thing that start-up
    /// needs of it: not before the checkpoint has passed its last row.
    fn can_bury(&self, books: &Books) -> bool {
        self.graves
            .front()
            .is_some_and(|grave| grave.head.row <= books.meta.checkpoint)
    }

    fn summarise(&mut self, books: &mut Books, connection: &Connection) -> rusqlite::Result<()> {
        let round = self.round.get_or_insert_with(|| {
            self.rows = 0;
            Round::of(books)
        });
        // A room of this round may have ended since; its mark is its summary.
        round.ended.append(&mut books.ended);
        let from = round.rooms.len().saturating_sub(PORTION);
        let marks = round.ended.len().min(PORTION - (round.rooms.len() - from));
        let last = from == 0 && marks == round.ended.len();

        let transaction = begin(connection)?;
        let mut meta = books.meta;
        let live = round.rooms[from..].iter();
        let live = live.filter_map(|room| Some((*room, *books.heads.get(room)?)));
        let live = write(live, &mut meta, &transaction)?;
        let ended = round.ended.iter().take(marks).copied();
        let ended = write(ended, &mut meta, &transaction)?;
        if last {
            meta.checkpoint = round.target;
        }
        meta.write(&transaction)?;
        transaction.commit()?;

        // What was written needs no writing.
        books.meta = meta;
        books.heads.extend(live);
        round.rooms.truncate(from);
        round.ended.drain(..marks);
        let graves = ended.into_iter().map(|(room, head)| Grave::new(room, head));
        self.graves.extend(graves);
        if last {
            self.round = None;
        }
        Ok(())
    }

    fn let_go(&mut self, before_ms: u64, connection: &Connection) -> rusqlite::Result<()> {
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

    fn bury(&mut self, books: &mut Books, connection: &Connection) -> rusqlite::Result<()> {
        let mut at = 0;
        match self.dig(&mut at, books, connection) {
            Ok(()) => {
                for grave in self.graves.drain(..at) {
                    books.burying.remove(&grave.room);
                }
                Ok(())
            }
            Err(why) => {
                // What seemed deleted is not: look again.
                for grave in self.graves.iter_mut().take(at + 1) {
                    *grave = Grave::new(grave.room, grave.head);
                }
                if !damaged(&why) {
                    return Err(why);
                }
                tracing::error!(%why, "a room that ended cannot be deleted; it is left until the next start");
                self.graves.remove(at);
                Ok(())
            }
        }
    }

    /// Digs from the first grave on; `at` counts those that are done.
    fn dig(
        &mut self,
        at: &mut usize,
        books: &mut Books,
        connection: &Connection,
    ) -> rusqlite::Result<()> {
        let transaction = begin(connection)?;
        let (mut meta, mut budget) = (books.meta, PORTION);
        while let Some(grave) = self.graves.get_mut(*at)
            && grave.head.row <= meta.checkpoint
        {
            if !grave.dig(&transaction, &mut budget)? {
                break;
            }
            transaction
                .prepare_cached("DELETE FROM room WHERE id = ?1")?
                .execute([grave.room.cast_signed()])?;
            meta.swap(grave.head.kept, None);
            *at += 1;
        }
        meta.write(&transaction)?;
        transaction.commit()?;
        books.meta = meta;
        Ok(())
    }
}

/// Writes summaries; gives them as they are then.
fn write(
    heads: impl Iterator<Item = (RoomId, Head)>,
    meta: &mut Meta,
    to: &Connection,
) -> rusqlite::Result<Vec<(RoomId, Head)>> {
    heads
        .map(|(room, mut head)| {
            let sum = head.write(room, to)?;
            meta.swap(head.kept, Some(sum));
            head.kept = Some(sum);
            head.dirty = false;
            Ok((room, head))
        })
        .collect()
}

impl Round {
    fn of(books: &mut Books) -> Round {
        Round {
            target: books.last,
            rooms: std::mem::take(&mut books.dirty),
            ended: VecDeque::new(),
        }
    }
}

impl Grave {
    fn new(room: RoomId, head: Head) -> Grave {
        Grave {
            room,
            head,
            next: head.row,
            rows: Vec::new(),
        }
    }

    /// Looks at and deletes as many rows as the budget allows; true when none is left.
    fn dig(&mut self, from: &Connection, budget: &mut usize) -> rusqlite::Result<bool> {
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
