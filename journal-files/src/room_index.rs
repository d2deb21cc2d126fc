//! A room's index entry, kept beside its rows: where its chain ends, and what
//! start-up reports of it. And the one row of `meta`, kept of the whole
//! journal.

use journal::RoomId;
use protocol::{RoomCode, Seat, SecretHash, ids::BySeat};
use referee::PrivateChange;
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};

use super::{
    checksum::Checksum,
    row::{LogRow, RowId},
};

/// The keys to a room, and whether it waits for nobody: the part of its private fold that start-up reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RoomCredentials {
    pub code: Option<RoomCode>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_correspondence: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_public: bool,
    pub secrets: BySeat<Option<SecretHash>>,
    /// Those of further devices of a seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_secrets: Vec<(Seat, SecretHash)>,
}

impl RoomCredentials {
    /// Takes the changes of one step.
    pub fn apply(&mut self, changes: &[PrivateChange]) {
        for change in changes {
            match change {
                PrivateChange::Code { code } => self.code = Some(*code),
                PrivateChange::Correspondence { public } => {
                    self.is_correspondence = true;
                    self.is_public = *public;
                }
                PrivateChange::Seated { seat, hash }
                | PrivateChange::SeatUnshared { seat, hash } => self.hold(*seat, Some(*hash)),
                PrivateChange::Freed { seat } => self.hold(*seat, None),
                PrivateChange::SeatTaken { seat, hash } if self.secrets[*seat].is_some() => {
                    self.other_secrets.push((*seat, *hash));
                }
                PrivateChange::SeatTaken { .. }
                | PrivateChange::Done { .. }
                | PrivateChange::SeatShared { .. }
                | PrivateChange::WebhookSet { .. }
                | PrivateChange::WebhookRemoved
                | PrivateChange::WebhookCalled { .. }
                | PrivateChange::Subscribed { .. }
                | PrivateChange::Unsubscribed { .. }
                | PrivateChange::Postponed { .. }
                | PrivateChange::Notified { .. } => {}
            }
        }
    }

    pub fn all_secrets(&self) -> impl Iterator<Item = (Seat, SecretHash)> {
        let first = self.secrets.iter();
        let first = first.filter_map(|(seat, hash)| Some((seat, (*hash)?)));
        first.chain(self.other_secrets.iter().copied())
    }

    /// Leaves one secret to a seat, or none.
    fn hold(&mut self, seat: Seat, secret: Option<SecretHash>) {
        self.secrets[seat] = secret;
        self.other_secrets.retain(|(of, _)| *of != seat);
    }
}

/// Where a room's chain of rows ends, kept apart from the chain: rows that
/// are missing at its end are missed.
#[derive(Clone, Debug)]
pub struct RoomIndex {
    /// Its last row.
    pub row: RowId,
    /// The number of its last event.
    pub seq: u64,
    /// `None`: the room has ended and its rows are still to be deleted.
    pub(super) deadline_ms: Option<u64>,
    pub(super) who: RoomCredentials,
    /// The checksum of its row in `room`, if it has one.
    pub(super) kept: Option<u32>,
    /// Whether that row is out of date and the room listed for writing.
    pub(super) dirty: bool,
}

impl RoomIndex {
    /// The index before a room's first row.
    pub(super) const NONE: RoomIndex = RoomIndex {
        row: 0,
        seq: 0,
        deadline_ms: None,
        who: RoomCredentials {
            code: None,
            is_correspondence: false,
            is_public: false,
            secrets: BySeat {
                host: None,
                guest: None,
            },
            other_secrets: Vec::new(),
        },
        kept: None,
        dirty: false,
    };

    /// The index after one more row, with the changes that the row keeps.
    #[must_use]
    pub(super) fn after(mut self, row: &LogRow<'_>, changes: &[PrivateChange]) -> RoomIndex {
        self.row = row.id;
        self.seq = row.seq;
        self.deadline_ms = row.deadline_ms;
        self.who.apply(changes);
        self
    }

    /// Writes it to `room` and gives the checksum it was written with.
    pub(super) fn write(&self, room: RoomId, to: &Connection) -> rusqlite::Result<u32> {
        let who = serde_json::to_string(&self.who)
            .map_err(|e| rusqlite::Error::ToSqlConversionFailure(e.into()))?;
        let sum = self.checksum(room, &who);
        to.prepare_cached("INSERT OR REPLACE INTO room VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
            .execute((
                room.cast_signed(),
                self.row,
                self.seq.cast_signed(),
                self.deadline_ms.map(u64::cast_signed),
                who,
                sum,
            ))?;
        Ok(sum)
    }

    /// Reads a row of `id, head, seq, deadline, who, checksum`; `None` when it
    /// is damaged.
    pub(super) fn read(row: &rusqlite::Row<'_>) -> Option<(RoomId, RoomIndex)> {
        let number = |i| row.get_ref(i).ok()?.as_i64().ok();
        let room = number(0)?.cast_unsigned();
        let who = row.get_ref(4).ok()?.as_str().ok()?;
        let deadline = row.get_ref(3).ok()?.as_i64_or_null().ok()?;
        let mut index = RoomIndex {
            row: number(1)?,
            seq: number(2)?.cast_unsigned(),
            deadline_ms: deadline.map(i64::cast_unsigned),
            ..RoomIndex::NONE
        };
        let sum = index.checksum(room, who);
        if number(5)? != i64::from(sum) {
            return None;
        }
        index.who = serde_json::from_str(who).ok()?;
        index.kept = Some(sum);
        Some((room, index))
    }

    fn checksum(&self, room: RoomId, who: &str) -> u32 {
        let mut sum = Checksum::default();
        sum.number(room.cast_signed());
        sum.number(self.row);
        sum.number(self.seq.cast_signed());
        sum.optional(self.deadline_ms);
        sum.text(who);
        sum.finish()
    }
}

/// The one row of `meta`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// Every row of the log up to this one is in the summaries.
    pub(super) checkpoint: RowId,
    /// The last instant at which the server is known to have been alive.
    pub alive_ms: Option<u64>,
    /// Number of rows of `room`, and the exclusive or of their checksums: a
    /// summary that is missing is missed.
    pub(super) rooms: i64,
    pub(super) digest: u32,
    /// Whether the journal was closed in order, and no row follows the checkpoint.
    pub(super) closed: bool,
    /// Where each table begins, see [`crate::schema::layout`].
    pub(super) layout: u32,
}

impl Meta {
    /// Accounts for a row of `room` that takes the place of another.
    pub(super) fn swap(&mut self, old: Option<u32>, new: Option<u32>) {
        self.rooms += i64::from(new.is_some()) - i64::from(old.is_some());
        self.digest ^= old.unwrap_or_default() ^ new.unwrap_or_default();
    }

    /// Writes it.
    pub fn write(&self, to: &Connection) -> rusqlite::Result<()> {
        to.prepare_cached("INSERT OR REPLACE INTO meta VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute((
                self.checkpoint,
                self.alive_ms.map(u64::cast_signed),
                self.rooms,
                self.digest,
                self.closed,
                self.layout,
                self.checksum(),
            ))?;
        Ok(())
    }

    /// Reads it; `None` when it is damaged.
    pub(super) fn read(from: &Connection) -> rusqlite::Result<Option<Meta>> {
        let query = "SELECT checkpoint, alive, rooms, digest, closed, layout, checksum \
             FROM meta WHERE id = 1";
        let meta = from.query_row(query, (), |row| {
            let number = |i| row.get_ref(i).ok()?.as_i64().ok();
            let read = || {
                let alive = row.get_ref(1).ok()?.as_i64_or_null().ok()?;
                let meta = Meta {
                    checkpoint: number(0)?,
                    alive_ms: alive.map(i64::cast_unsigned),
                    rooms: number(2)?,
                    digest: u32::try_from(number(3)?).ok()?,
                    closed: number(4)? != 0,
                    layout: u32::try_from(number(5)?).ok()?,
                };
                (number(6)? == i64::from(meta.checksum())).then_some(meta)
            };
            Ok(read())
        });
        Ok(meta.optional()?.flatten())
    }

    fn checksum(&self) -> u32 {
        let mut sum = Checksum::default();
        sum.number(self.checkpoint);
        sum.optional(self.alive_ms);
        sum.number(self.rooms);
        sum.number(i64::from(self.digest));
        sum.number(i64::from(self.closed));
        sum.number(i64::from(self.layout));
        sum.finish()
    }
}
