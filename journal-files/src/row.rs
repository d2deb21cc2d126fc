//! One row of the log: how a step is written down, and when it is believed.

use journal::{Batch, RoomId};
use referee::PrivateChange;
use rusqlite::Connection;

use super::{checksum::Checksum, games::GameRow};

/// The number of a row of the log. Given out by the writer in the order of
/// keeping and never twice, so that a row found under its number is that row
/// or is damaged.
pub type RowId = i64;

/// A step on its way to the writer: rendered by the caller, so that
/// the one writer thread has less to do.
#[derive(Debug)]
pub struct LogStep {
    pub room: RoomId,
    /// The number of the room's last event before it.
    pub expected_seq: u64,
    /// Number of its events.
    pub count: u64,
    /// When something next happens in the room, in Unix milliseconds; `None` once it has ended.
    pub deadline_ms: Option<u64>,
    /// The texts of the events, joined by newlines.
    pub events: String,
    /// The changes as JSON.
    pub private: String,
    /// The changes of the private part.
    pub changes: Vec<PrivateChange>,
    /// The game that ended with it.
    pub game: Option<Box<GameRow>>,
}

impl LogStep {
    /// Renders a step; `None` when it could not be read back, because a text
    /// is empty or has a newline in it (rendered JSON never does).
    pub fn new(batch: Batch) -> Option<LogStep> {
        if batch
            .events
            .iter()
            .any(|text| text.is_empty() || text.contains('\n'))
        {
            return None;
        }
        Some(LogStep {
            room: batch.room,
            expected_seq: batch.expected_seq,
            count: batch.events.len() as u64,
            deadline_ms: batch.deadline_ms,
            events: batch.events.join("\n"),
            private: serde_json::to_string(&batch.private).ok()?,
            changes: batch.private,
            game: match batch.game {
                Some(game) => Some(Box::new(GameRow::new(&game)?)),
                None => None,
            },
        })
    }
}

/// A row of the log, borrowed from the step it keeps or from where it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct LogRow<'a> {
    pub id: RowId,
    pub room: RoomId,
    /// The room's row before this one; 0 for its first.
    pub prev: RowId,
    /// The number of the room's last event up to and with this row.
    pub seq: u64,
    /// When something next happens in the room; `None` once it has ended.
    pub deadline_ms: Option<u64>,
    pub events: &'a str,
    pub private: &'a str,
}

/// The columns that [`LogRow::read`] expects, in its order.
pub(super) const COLUMNS: &str = "id, room, prev, seq, deadline, events, private, checksum";

impl<'a> LogRow<'a> {
    /// Appends it.
    pub fn insert(&self, to: &Connection) -> rusqlite::Result<()> {
        to.prepare_cached("INSERT INTO log VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
            .execute((
                self.id,
                self.room.cast_signed(),
                self.prev,
                self.seq.cast_signed(),
                self.deadline_ms.map(u64::cast_signed),
                self.events,
                self.private,
                self.checksum(),
            ))?;
        Ok(())
    }

    /// Reads it; `None` when it is damaged.
    pub fn read(row: &'a rusqlite::Row<'_>) -> Option<LogRow<'a>> {
        let number = |i| row.get_ref(i).ok()?.as_i64().ok();
        let text = |i| row.get_ref(i).ok()?.as_str().ok();
        let read = LogRow {
            id: number(0)?,
            room: number(1)?.cast_unsigned(),
            prev: number(2)?,
            seq: number(3)?.cast_unsigned(),
            deadline_ms: row
                .get_ref(4)
                .ok()?
                .as_i64_or_null()
                .ok()?
                .map(i64::cast_unsigned),
            events: text(5)?,
            private: text(6)?,
        };
        (number(7)? == i64::from(read.checksum())).then_some(read)
    }

    /// The texts of its events.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &'a str> + use<'a> {
        self.events.split('\n').filter(|text| !text.is_empty())
    }

    /// The changes of the private part; `None` when they cannot be read.
    pub fn changes(&self) -> Option<Vec<PrivateChange>> {
        serde_json::from_str(self.private).ok()
    }

    /// Over every column, the row's number and place included: a row that
    /// turns up under another number is no more believed than a changed one.
    fn checksum(&self) -> u32 {
        let mut sum = Checksum::default();
        sum.number(self.id);
        sum.number(self.room.cast_signed());
        sum.number(self.prev);
        sum.number(self.seq.cast_signed());
        sum.optional(self.deadline_ms);
        sum.text(self.events);
        sum.text(self.private);
        sum.finish()
    }
}
