//! The journal, which makes events durable: the contract that every engine keeps.
//!
//! An engine compares the length of a room's log with what the caller expects
//! and appends, or does nothing.

pub mod disk;
#[cfg(feature = "faults")]
pub mod faults;
mod figures;
mod games;
mod histogram;
pub mod in_place;
mod last_end;
pub mod level;
pub mod memory;
pub mod progress;
mod saving_notices;
pub mod shared;
#[cfg(test)]
mod tests;

use std::{any::Any, sync::Arc};

use clock::Outage;
use cluster::WriterId;
use futures::{
    FutureExt,
    future::{BoxFuture, ready},
};
use protocol::{GameId, RoomCode, Seat, SecretHash, reply::Kept};
use referee::{Private, PrivateChange, RoomState};
use tokio::sync::watch;

use crate::disk::Obstacle;

pub use figures::{JournalFigures, JournalMetrics};
pub use games::{Finished, Forgotten, GameDetails};
pub use histogram::{Buckets, Histogram, HistogramReading, SECONDS};
pub use last_end::{LastEnd, opening_line};
pub use saving_notices::SavingNotices;

/// A room for as long as it lives, whatever its code becomes. Random, so that
/// no engine has to hand out numbers.
pub type RoomId = u64;

/// One durable step of a room: all of it is kept, or none.
#[derive(Clone, Debug)]
pub struct Batch {
    pub room: RoomId,
    /// The number of the room's last event before this step; 0 for a new room.
    pub expected_seq: u64,
    /// The exact texts of the event frames that follow, without gaps.
    pub events: Vec<Arc<str>>,
    /// Changes of the part that is never sent or exported.
    pub private: Vec<PrivateChange>,
    /// When something next happens in the room by itself; nothing does once
    /// the room has ended, and its log may be dropped.
    pub deadline_ms: Option<u64>,
    /// The game that ended with this step, if it is to be kept.
    pub game: Option<Box<Finished>>,
    /// The room after this step, shared with its transaction, for an engine that keeps this in place of the texts; it is not
    /// written anywhere.
    pub state: Option<Arc<RoomState>>,
}

/// Reason why a step was not kept, or may not have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// The log is longer than expected: load it and decide again.
    #[error("the room's log is longer than expected")]
    Conflict,
    /// Nobody knows whether it was kept: load and ask again with the same command number.
    #[error("it is not known whether the step was kept")]
    Unknown,
    /// Nothing can be kept at the moment ([`Health::Unable`] says why); nothing was.
    #[error("nothing can be kept at the moment")]
    Unavailable,
    /// The room is not as it was kept, and is not served; others are.
    #[error("the room's log is damaged")]
    Damaged,
    /// The engine has failed for good; the process has to end.
    #[error("the journal has failed")]
    Failed,
}

/// A room as it was kept.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The exact texts of its event frames, from number 1; where there is a state those of its last step alone.
    pub events: Vec<Arc<str>>,
    /// All its events folded, where the engine keeps this in their place.
    pub state: Option<Arc<RoomState>>,
    /// Its private part.
    pub private: Private,
}

/// A summary of a room that has not ended, read at start-up.
#[derive(Clone, Debug)]
pub struct Summary {
    pub room: RoomId,
    /// Its present code.
    pub code: RoomCode,
    /// The hashes of its seats' secrets, one for each device.
    pub secrets: Vec<(Seat, SecretHash)>,
    /// When something next happens in it by itself.
    pub deadline_ms: u64,
    /// Whether nobody is waited for until then: its clock counts days.
    pub is_correspondence: bool,
    /// Whether such a room may stand in the list of rooms.
    pub is_public: bool,
}

/// The result of start-up.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// Every room that has not ended.
    pub rooms: Vec<Summary>,
    /// The times without a server that some of these rooms may not have been
    /// given back yet, the one that has just ended last.
    pub outages: Vec<Outage>,
    /// When it was opened.
    pub opened_ms: u64,
    /// The end of the run before, if there was one.
    pub last_end: Option<LastEnd>,
}

/// Reason why an engine has failed for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalFailure {
    /// Its writes could not be synced.
    Unsynced,
    /// Its disk, its file or its own code is not what it should be.
    Broken,
}

/// Where a node's copy of the shared log ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyFigures {
    /// The number of the last record that it has.
    pub seq: u64,
    /// That record's time, in Unix milliseconds.
    pub at_ms: u64,
    /// The last record that is known to be synced here, 0 for none.
    pub synced: u64,
    /// Writer that appended that record, unless by it that writer has left.
    pub writer: Option<WriterId>,
    /// The level of the log: nothing in it is of a higher one.
    pub level: u32,
    /// Digests after certain records that are the same for all nodes, the newest last; 0 for none.
    pub marks: [CopyMark; MARKS],
}

/// The most bytes of the operator's state: it fits a record of the log beside the largest step.
pub const OPERATOR_STATE_BYTES: usize = 128 << 10;

/// Number of marks of a copy that are kept: nodes that compare theirs are not at the same record.
pub const MARKS: usize = 8;

/// Digest of a copy of the shared log after a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CopyMark {
    /// The record.
    pub seq: u64,
    /// A number over everything in it: copies with different numbers are different.
    pub sum: u64,
}

/// Health of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    /// It keeps what it is given.
    Well,
    /// It can keep nothing until that has passed, which it sees by itself.
    Unable(Obstacle),
    /// Another node of the cluster decides; this one's copy follows, and nothing is kept or read for rooms.
    Following,
    /// It has failed for good.
    Failed(JournalFailure),
    /// Its files were deleted, moved or replaced while it was open. What was
    /// kept since then may be gone.
    Taken,
}

impl Health {
    /// Whether it has to end.
    pub fn has_ended(self) -> bool {
        matches!(self, Health::Failed(_) | Health::Taken)
    }
}

/// The log: the steps of rooms.
pub trait RoomLogs {
    /// Keeps one step of a room. `Ok` means durable as [`JournalControl::kept`] says.
    /// The caller holds the room's lock, so at most one step of a room is under way.
    fn commit(&self, batch: Batch) -> BoxFuture<'_, Result<(), CommitError>>;

    /// Reads a room; `None` when it is not (or no longer) there.
    fn load(&self, room: RoomId) -> BoxFuture<'_, Result<Option<Stored>, CommitError>>;

    /// Whether there is room for more rooms. Those that are there go on.
    fn has_room(&self) -> bool {
        true
    }
}

/// The archive: finished games, which can be read and deleted whether rooms are served or not. One
/// that keeps none needs nothing of its own.
pub trait FinishedGames {
    /// Reads a finished game; `None` when it is not (or no longer) there.
    fn game(&self, _id: GameId) -> BoxFuture<'_, Result<Option<Finished>, CommitError>> {
        ready(Ok(None)).boxed()
    }

    /// Takes the name of the player with that secret out of a finished game;
    /// when it was the last name, the game goes.
    fn forget(
        &self,
        _id: GameId,
        _owner: SecretHash,
    ) -> BoxFuture<'_, Result<Forgotten, CommitError>> {
        ready(Ok(Forgotten::Nothing)).boxed()
    }

    /// Deletes a finished game, whoever played it; false when it is not (or no
    /// longer) there.
    fn delete_game(&self, _id: GameId) -> BoxFuture<'_, Result<bool, CommitError>> {
        ready(Ok(false)).boxed()
    }

    /// Lets go of every game that ended before `before_ms`, some time soon.
    fn expire(&self, _before_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Ok(())).boxed()
    }
}

/// The engine itself: how it is, and its end. An engine that keeps nothing over a restart has no use for marks of time.
pub trait JournalControl {
    /// Keeps the mark that the server was alive at `at_ms`.
    fn alive(&self, _at_ms: u64) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Ok(())).boxed()
    }

    /// Keeps that the server stood still, for rooms that have not been given
    /// that back before the next start.
    fn outage(&self, _outage: Outage) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Ok(())).boxed()
    }

    /// Lets another node of a cluster decide, where this one does, and follows it.
    fn hand_over(&self) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Err(CommitError::Unavailable)).boxed()
    }

    /// Another node of the cluster decides from that record of the log on: while this one does not have it and still decides, it
    /// does not wait for a log that takes nothing.
    fn superseded(&self, _record: u64) {}

    /// The link to the node that decided was closed, not silent, as it is when a process has ended; or it is there again
    /// (nothing). This node waits less long for a record of that writer.
    fn writer_gone(&self, _writer: Option<WriterId>) {}

    /// Keeps what the operator says to everybody and whom he shuts out, in a text of the caller's own of at most
    /// [`OPERATOR_STATE_BYTES`], for every node of a cluster; a server alone keeps it nowhere.
    fn keep_operator_state(&self, _state: String) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Err(CommitError::Unavailable)).boxed()
    }

    /// The last such text that this node's copy has, empty for none; nothing where there is no other node.
    fn operator_state(&self) -> Option<watch::Receiver<Arc<str>>> {
        None
    }

    /// Raises the level of the cluster's log: nodes that do not know it end. A server alone has none.
    fn raise_level(&self, _level: u32) -> BoxFuture<'_, Result<(), CommitError>> {
        ready(Err(CommitError::Unavailable)).boxed()
    }

    /// Finishes pending work and releases the files.
    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }

    /// Its health, and notifications of its changes.
    fn health(&self) -> watch::Receiver<Health>;

    /// The place where acknowledged data is kept.
    fn kept(&self) -> Kept;

    /// Until when, by the server's clock in Unix milliseconds, it is known that no other node has decided anything: what
    /// is answered without a [`RoomLogs::commit`] waits for a later instant than now. Nothing where there is no other node.
    fn current(&self) -> Option<watch::Receiver<u64>> {
        None
    }

    /// Where its copy of a log that nodes share ends, if it is one.
    fn copy(&self) -> Option<CopyFigures> {
        None
    }

    /// Its figures, if it is on disk.
    fn figures(&self) -> Option<JournalFigures<'_>> {
        None
    }
}

/// All three, of one engine.
pub trait Journal: RoomLogs + FinishedGames + JournalControl + Any + Send + Sync {}

impl<T: RoomLogs + FinishedGames + JournalControl + Any + Send + Sync> Journal for T {}
