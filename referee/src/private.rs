//! The private part of a room: its code, who holds its seats, and the last
//! command of each. Kept with the events, never sent or exported.

use protocol::{Accepted, RoomCode, Seat, SecretHash, ids::BySeat};
use serde::{Deserialize, Serialize};

/// The private part as it stands: the fold of its changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// The room's present code; there from the first step on.
    pub code: Option<RoomCode>,
    /// Who holds each taken seat.
    pub seats: BySeat<Option<SeatKey>>,
}

/// Who holds a seat, and what they did last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The hash of the seat's secret.
    pub hash: SecretHash,
    /// The number of the seat's last command that was done; 0 before the first.
    pub n: u64,
    /// That command's reply.
    pub last: Option<Accepted>,
}

/// One change of the private part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PrivateChange {
    /// The room goes by this code.
    Code {
        /// The code.
        code: RoomCode,
    },
    /// A seat was taken.
    Seated {
        /// Which.
        seat: Seat,
        /// The hash of its secret.
        hash: SecretHash,
    },
    /// A seat is free.
    Freed {
        /// Which.
        seat: Seat,
    },
    /// A command of a seat was done.
    Done {
        /// Whose.
        seat: Seat,
        /// The command's number.
        n: u64,
        /// The reply.
        reply: Accepted,
    },
}

impl Private {
    /// Takes one change.
    pub fn apply(&mut self, change: &PrivateChange) {
        match change {
            PrivateChange::Code { code } => self.code = Some(*code),
            PrivateChange::Seated { seat, hash } => {
                self.seats[*seat] = Some(SeatKey {
                    hash: *hash,
                    n: 0,
                    last: None,
                });
            }
            PrivateChange::Freed { seat } => self.seats[*seat] = None,
            PrivateChange::Done { seat, n, reply } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.n = *n;
                    key.last = Some(reply.clone());
                }
            }
        }
    }
}
