//! Breaches of the promise that a judge found, and its counts when it found none.

use std::fmt;

/// Part of the promise that was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// Something acknowledged is not there.
    Lost,
    /// Something that was seen is not there, or is something else.
    Undone,
    /// Something is there that nobody sent.
    Invented,
    /// The events' numbers have a gap, or an event cannot be read.
    Gap,
    /// A secret does not hold its seat any more.
    Seat,
    /// A command that was sent again got another reply.
    Reply,
    /// A view of the server is not the fold of the events.
    View,
    /// The server ended by itself, could not start or answered nonsense.
    Server,
    /// A room is damaged or has lost what came before the last crash.
    Room,
}

/// A broken promise.
#[derive(Clone, Debug)]
pub struct Breach {
    /// The breach.
    pub broken: Broken,
    /// In which room, by the harness's number.
    pub table: Option<u32>,
    /// At which event, if one can be named.
    pub seq: Option<u64>,
    /// The rest, for the investigation.
    pub detail: String,
}

impl Breach {
    /// A breach in a room.
    pub fn at(broken: Broken, table: u32, seq: Option<u64>, detail: impl Into<String>) -> Breach {
        Breach {
            broken,
            table: Some(table),
            seq,
            detail: detail.into(),
        }
    }

    /// A breach of the server as a whole.
    pub fn server(detail: impl Into<String>) -> Breach {
        Breach {
            broken: Broken::Server,
            table: None,
            seq: None,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.broken)?;
        if let Some(table) = self.table {
            write!(f, ", table {table}")?;
        }
        if let Some(seq) = self.seq {
            write!(f, ", event {seq}")?;
        }
        write!(f, ": {}", self.detail)
    }
}

/// Counts of the checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Commands whose reply says that they were decided and kept.
    pub acknowledged: u64,
    /// Events that were there and had not been looked at before.
    pub events: u64,
    /// Rooms in the journal.
    pub rooms: u64,
    /// Finished games that were announced since, and are kept.
    pub games: u64,
}
