//! The private part of a room: its code, the secrets of its seats, and the last command of each.
//! Kept with the events, never sent or exported.

use std::borrow::Cow;

use protocol::{Accepted, PushSubscription, RoomCode, Seat, SecretHash, ids::BySeat};
use serde::{Deserialize, Serialize};

use crate::seat_notifications::SeatNotifications;

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
    /// How often the devices of both seats have changed, whoever held them.
    pub device_changes: u32,
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
    notifications: Option<Box<SeatNotifications>>,
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
    /// A device of a seat takes notifications.
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
    /// Its turn goes on so much later: there was no server meanwhile.
    Postponed {
        /// By how many milliseconds.
        ms: u64,
    },
    /// A seat was sent a notification.
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
            notifications: None,
        }
    }

    /// The devices that take notifications of its turns, the newest last.
    #[must_use]
    pub fn devices(&self) -> &[PushSubscription] {
        self.notifications()
            .map_or(&[], |notifications| &notifications.devices)
    }

    /// Nothing where no device ever took any.
    pub(crate) fn notifications(&self) -> Option<&SeatNotifications> {
        self.notifications.as_deref()
    }

    fn notifications_mut(&mut self) -> &mut SeatNotifications {
        self.notifications.get_or_insert_default()
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

    /// The change that keeps what was sent for a turn with it when that goes on so much later, where anything ever was.
    #[must_use]
    pub fn postponed(&self, ms: u64) -> Option<PrivateChange> {
        let mut seats = self.seats.iter();
        let any = seats.any(|(_, key)| key.as_ref().is_some_and(|key| key.notifications.is_some()));
        any.then_some(PrivateChange::Postponed { ms })
    }

    /// What it is after these changes.
    #[must_use]
    pub fn after(&self, changes: &[PrivateChange]) -> Cow<'_, Private> {
        let mut after = Cow::Borrowed(self);
        for change in changes {
            after.to_mut().apply(change);
        }
        after
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
            PrivateChange::Postponed { ms } => {
                let keys = [&mut self.seats.host, &mut self.seats.guest];
                for key in keys.into_iter().flatten() {
                    if let Some(notifications) = &mut key.notifications {
                        notifications.postponed(*ms);
                    }
                }
            }
            PrivateChange::Subscribed { seat, device } => {
                self.device_changes += 1;
                if let Some(key) = &mut self.seats[*seat] {
                    key.notifications_mut().subscribed(device);
                }
            }
            PrivateChange::Unsubscribed { seat, endpoint } => {
                self.device_changes += 1;
                if let Some(key) = &mut self.seats[*seat] {
                    key.notifications_mut().unsubscribed(endpoint);
                }
            }
            PrivateChange::Notified {
                seat,
                turn_since_ms,
                is_last,
                at_ms,
            } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.notifications_mut()
                        .sent(*turn_since_ms, *is_last, *at_ms);
                }
            }
        }
    }
}
