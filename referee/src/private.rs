//! The private part of a room: its code, the secrets of its seats, and the last command of each.
//! Kept with the events, never sent or exported.

use std::borrow::Cow;

use protocol::{Accepted, PushSubscription, RoomCode, Seat, SecretHash, ids::BySeat};
use serde::{Deserialize, Serialize};

use crate::{
    seat_notifications::SeatNotifications,
    shared_seat::{SeatToken, SharedSeat},
};

/// The most changes of a room's devices, whoever sat there: each is a step of its log.
pub(crate) const MOST_DEVICE_CHANGES: u32 = 200;

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

/// The secrets of a seat, and its last command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The hash of the seat's secret, on the first of its devices.
    pub hash: SecretHash,
    /// The number of the last command that was done; 0 before the first.
    pub n: u64,
    /// That command's reply.
    pub last: Option<Accepted>,
    /// Where and how far its holder is told of a turn.
    notifications: Option<Box<SeatNotifications>>,
    /// Where it is, or may come, on further devices.
    shared: Option<Box<SharedSeat>>,
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
    /// A seat is shared with one more device.
    SeatShared {
        /// The seat.
        seat: Seat,
        /// The hash of the token that leads to it.
        token: SecretHash,
        /// Until when.
        until_ms: u64,
    },
    /// One more device has taken it by that token.
    SeatTaken {
        /// The seat.
        seat: Seat,
        /// The hash of the device's secret.
        hash: SecretHash,
    },
    /// It is on one device only.
    SeatUnshared {
        /// The seat.
        seat: Seat,
        /// The hash of that one's secret.
        hash: SecretHash,
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
            shared: None,
        }
    }

    /// The hashes of its secrets, a device each.
    pub fn hashes(&self) -> impl Iterator<Item = &SecretHash> {
        let others = self.shared.as_ref().map(|shared| shared.others.iter());
        std::iter::once(&self.hash).chain(others.into_iter().flatten())
    }

    /// Whether the secret of that hash holds the seat.
    #[must_use]
    pub fn is_held_by(&self, hash: &SecretHash) -> bool {
        // All are compared, so that it takes as long whichever it is.
        self.hashes()
            .fold(false, |held, key| key.same(hash) || held)
    }

    /// Nothing where it was never shared.
    pub(crate) fn shared(&self) -> Option<&SharedSeat> {
        self.shared.as_deref()
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
        let mut seats = self.seats.iter();
        let held = seats.find(|(_, key)| key.as_ref().is_some_and(|key| key.is_held_by(hash)));
        held.map(|(seat, _)| seat)
    }

    /// The hashes of all secrets that hold a seat.
    pub fn secrets(&self) -> impl Iterator<Item = (Seat, SecretHash)> {
        let keys = self.seats.iter();
        let keys = keys.filter_map(|(seat, key)| Some((seat, key.as_ref()?)));
        keys.flat_map(|(seat, key)| key.hashes().map(move |hash| (seat, *hash)))
    }

    /// Those of them that are not of a seat's first device.
    pub fn other_secrets(&self) -> impl Iterator<Item = (Seat, SecretHash)> {
        let keys = self.seats.iter();
        let keys = keys.filter_map(|(seat, key)| Some((seat, key.as_ref()?)));
        keys.flat_map(|(seat, key)| key.hashes().skip(1).map(move |hash| (seat, *hash)))
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
            PrivateChange::SeatShared {
                seat,
                token,
                until_ms,
            } => {
                self.device_changes += 1;
                if let Some(key) = &mut self.seats[*seat] {
                    key.shared.get_or_insert_default().token = Some(SeatToken {
                        hash: *token,
                        until_ms: *until_ms,
                    });
                }
            }
            PrivateChange::SeatTaken { seat, hash } => {
                if let Some(key) = &mut self.seats[*seat] {
                    let shared = key.shared.get_or_insert_default();
                    shared.used = shared.token.take().map(|token| token.hash);
                    shared.others.push(*hash);
                }
            }
            PrivateChange::SeatUnshared { seat, hash } => {
                if let Some(key) = &mut self.seats[*seat] {
                    key.hash = *hash;
                    key.shared = None;
                    if let Some(notifications) = &mut key.notifications {
                        notifications.devices.clear();
                    }
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
