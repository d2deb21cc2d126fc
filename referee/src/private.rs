//! The private part of a room: its code, the secrets of its seats, and the last command of each.
//! Kept with the events, never sent or exported.

use protocol::{Accepted, PushSubscription, RoomCode, Seat, SecretHash, ids::BySeat};
use serde::{Deserialize, Serialize};

use crate::seat_notices::SeatNotices;

/// The private part of a room: the fold of its changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// The room's code, from the first step on.
    pub code: Option<RoomCode>,
    /// Whether nobody is waited for in it, because its clock counts days.
    pub is_correspondence: bool,
    /// Whether such a room may stand in the list of rooms.
    pub is_public: bool,
    /// The key of each seat that a person holds.
    pub seats: BySeat<Option<SeatKey>>,
}

/// The secret of a seat, and its last command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The hash of the seat's secret.
    pub hash: SecretHash,
    /// The number of the last command that was done; 0 before the first.
    pub n: u64,
    /// That command's reply.
    pub last: Option<Accepted>,
    /// Where and how far its holder is told of a turn.
    notices: Option<Box<SeatNotices>>,
}

/// One change of the private part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PrivateChange {
    /// The room has a new code.
    Code {
        /// The code.
        code: RoomCode,
    },
    /// Nobody is waited for in it: its clock counts days.
    Correspondence {
        /// Whether it may stand in the list of rooms.
        public: bool,
    },
    /// A seat was taken.
    Seated {
        /// The seat.
        seat: Seat,
        /// The hash of its secret.
        hash: SecretHash,
    },
    /// A seat was freed.
    Freed {
        /// The seat.
        seat: Seat,
    },
    /// A command of a seat was done.
    Done {
        /// The seat.
        seat: Seat,
        /// The command's number.
        n: u64,
        /// The reply.
        reply: Accepted,
    },
    /// A device of a seat takes notices.
    Subscribed {
        /// The seat.
        seat: Seat,
        /// The device.
        device: PushSubscription,
    },
    /// It takes none any more.
    Unsubscribed {
        /// The seat.
        seat: Seat,
        /// Its endpoint.
        endpoint: String,
    },
    /// A seat was sent a notice.
    Notified {
        /// The seat.
        seat: Seat,
        /// When the turn began that it was about.
        turn_since_ms: u64,
        /// Whether it was that turn's last.
        is_last: bool,
        /// When.
        at_ms: u64,
    },
}

impl SeatKey {
    /// The key of a seat whose holder has not done anything yet.
    #[must_use]
    pub fn new(hash: SecretHash) -> SeatKey {
        SeatKey {
            hash,
            n: 0,
            last: None,
            notices: None,
        }
    }

    /// The devices that take notices of its turns, the newest last.
    #[must_use]
    pub fn devices(&self) -> &[PushSubscription] {
        self.notices().map_or(&[], |notices| &notices.devices)
    }

    /// Nothing where no device ever took any.
    pub(crate) fn notices(&self) -> Option<&SeatNotices> {
        self.notices.as_deref()
    }

    fn notices_mut(&mut self) -> &mut SeatNotices {
        self.notices.get_or_insert_default()
    }
}

impl Private {
    /// The seat that the secret of that hash holds.
    #[must_use]
    pub fn seat_of(&self, hash: &SecretHash) -> Option<Seat> {
        let holds = |key: &SeatKey| key.hash.same(hash);
        let mut seats = self.seats.iter();
        let held = seats.find(|(_, key)| key.as_ref().is_some_and(holds));
        held.map(|(seat, _)| seat)
    }

    /// Folds one change.
    pub fn apply(&mut self, change: &PrivateChange) {
        match change {
            PrivateChange::Code { code } => self.code = Some(*code),
            PrivateChange::Correspondence { public } => {
                self.is_correspondence = true;
                self.is_public = *public;
            }
            PrivateChange::Seated { seat, hash } => {
                self.seats[*seat] = Some(SeatKey::new(*hash));
            }
            PrivateChange::Freed { seat } => self.seats[*seat] = None,
            PrivateChange::Done { seat, n, reply } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.n = *n;
                    key.last = Some(reply.clone());
                }
            }
            PrivateChange::Subscribed { seat, device } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.notices_mut().subscribed(device);
                }
            }
            PrivateChange::Unsubscribed { seat, endpoint } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.notices_mut().unsubscribed(endpoint);
                }
            }
            PrivateChange::Notified {
                seat,
                turn_since_ms,
                is_last,
                at_ms,
            } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.notices_mut().sent(*turn_since_ms, *is_last, *at_ms);
                }
            }
        }
    }
}
