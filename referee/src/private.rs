//! The private part of a room: its code, the secrets of its seats, and the last command of each.
//! Kept with the events, never sent or exported.

use std::borrow::Cow;

use protocol::{Accepted, PushSubscription, RoomCode, Seat, SecretHash, Webhook, ids::BySeat};
use serde::{Deserialize, Serialize};

use crate::{
    room_webhook::{CallMark, RoomWebhook},
    seat_key::SeatKey,
    seat_notifications::{SeatNotifications, day},
};

/// The most changes of a seat's devices and of the webhook by it, whoever sat there: each is a step of the room's log.
pub(crate) const MOST_DEVICE_CHANGES: u32 = 100;

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
    /// Number of changes of the devices of each seat, and of the webhook by it, whoever held it.
    pub device_changes: BySeat<u32>,
    pub webhook: Option<Box<RoomWebhook>>,
    /// The day of the last call of a webhook, counted since 1970 in UTC, and how many there were on it, whichever was set.
    pub called_that_day: (u64, u32),
}

/// One change of the private part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PrivateChange {
    /// The room has a new code.
    Code { code: RoomCode },
    /// Nobody is waited for in it: its clock counts days.
    Correspondence {
        /// Whether it may stand in the list of rooms.
        public: bool,
    },
    /// A seat was taken.
    Seated {
        seat: Seat,
        /// The hash of its secret.
        hash: SecretHash,
    },
    /// A seat was freed.
    Freed { seat: Seat },
    /// A command of a seat was done.
    Done {
        seat: Seat,
        /// The command's number.
        n: u64,
        reply: Accepted,
    },
    /// A device of a seat takes notifications.
    Subscribed {
        seat: Seat,
        device: PushSubscription,
    },
    /// It takes none any more.
    Unsubscribed { seat: Seat, endpoint: String },
    /// A seat is shared with one more device.
    SeatShared {
        seat: Seat,
        /// The hash of the token that leads to it.
        token: SecretHash,
        /// Until when.
        until_ms: u64,
    },
    /// One more device has taken it by that token.
    SeatTaken {
        seat: Seat,
        /// The hash of the device's secret.
        hash: SecretHash,
    },
    /// It is on one device only.
    SeatUnshared {
        seat: Seat,
        /// The hash of that one's secret.
        hash: SecretHash,
    },
    /// A chat is told of the room's games.
    WebhookSet {
        /// By whom.
        by: Seat,
        /// Where.
        webhook: Box<Webhook>,
        /// Last call that need not be made any more.
        #[serde(rename = "told", default, skip_serializing_if = "Option::is_none")]
        delivered: Option<CallMark>,
    },
    /// It is told no longer.
    WebhookRemoved,
    /// The webhook was called.
    WebhookCalled {
        /// How far the game was.
        mark: CallMark,
        /// When.
        at_ms: u64,
        /// Whether the chat has it.
        is_accepted: bool,
    },
    /// Its turn goes on so much later: there was no server meanwhile.
    Postponed {
        /// By how many milliseconds.
        ms: u64,
    },
    /// A seat was sent a notification.
    Notified {
        seat: Seat,
        /// When the turn began that it was about.
        turn_since_ms: u64,
        /// Whether it was that turn's last.
        is_last: bool,
        /// When.
        at_ms: u64,
    },
}

impl Private {
    /// The seat that the secret of that hash holds.
    pub fn seat_of(&self, hash: &SecretHash) -> Option<Seat> {
        let mut seats = self.seats.iter();
        let held = seats.find(|(_, key)| key.as_ref().is_some_and(|key| key.is_held_by(hash)));
        held.map(|(seat, _)| seat)
    }

    /// The hashes of all secrets that hold a seat.
    pub fn secrets(&self) -> impl Iterator<Item = (Seat, SecretHash)> {
        self.secrets_from(0)
    }

    /// Those of them that are not of a seat's first device.
    pub fn other_secrets(&self) -> impl Iterator<Item = (Seat, SecretHash)> {
        self.secrets_from(1)
    }

    fn secrets_from(&self, device: usize) -> impl Iterator<Item = (Seat, SecretHash)> {
        let keys = self.seats.iter();
        let keys = keys.filter_map(|(seat, key)| Some((seat, key.as_ref()?)));
        keys.flat_map(move |(seat, key)| {
            let hashes = key.hashes().skip(device);
            hashes.map(move |hash| (seat, *hash))
        })
    }

    /// The change that keeps what was sent for a turn with it when that goes on so much later, where anything ever was.
    pub fn postponed(&self, ms: u64) -> Option<PrivateChange> {
        let mut seats = self.seats.iter();
        let any = seats.any(|(_, key)| key.as_ref().is_some_and(|key| key.notifications.is_some()));
        (any || self.webhook.is_some()).then_some(PrivateChange::Postponed { ms })
    }

    /// The private state after these changes.
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
            PrivateChange::Freed { seat } => self.free(*seat),
            PrivateChange::WebhookSet {
                by,
                webhook,
                delivered,
            } => {
                self.set_webhook(RoomWebhook::new(*by, (**webhook).clone(), *delivered));
            }
            PrivateChange::WebhookRemoved => self.webhook = None,
            PrivateChange::WebhookCalled {
                mark,
                at_ms,
                is_accepted,
            } => {
                self.count_call(*at_ms);
                if let Some(webhook) = &mut self.webhook {
                    webhook.called(*mark, *at_ms, *is_accepted);
                }
            }
            PrivateChange::Postponed { ms } => self.postpone(*ms),
            PrivateChange::Done { seat, n, reply } => {
                self.change(*seat, |key| (key.n, key.last) = (*n, Some(reply.clone())));
            }
            PrivateChange::Subscribed { seat, device } => {
                self.device_changes[*seat] += 1;
                self.change(*seat, |key| {
                    key.notifications.get_or_insert_default().subscribed(device);
                });
            }
            PrivateChange::Unsubscribed { seat, endpoint } => {
                self.change_notifications(*seat, |it| it.unsubscribed(endpoint));
            }
            PrivateChange::SeatShared {
                seat,
                token,
                until_ms,
            } => {
                self.device_changes[*seat] += 1;
                self.change(*seat, |key| key.shared_by(*token, *until_ms));
            }
            PrivateChange::SeatTaken { seat, hash } => self.change(*seat, |key| key.taken(*hash)),
            PrivateChange::SeatUnshared { seat, hash } => {
                self.change(*seat, |key| key.unshared(*hash));
            }
            PrivateChange::Notified {
                seat,
                turn_since_ms,
                is_last,
                at_ms,
            } => self.change_notifications(*seat, |it| it.sent(*turn_since_ms, *is_last, *at_ms)),
        }
    }

    fn count_call(&mut self, at_ms: u64) {
        let today = day(at_ms);
        self.called_that_day = match self.called_that_day {
            (day, calls) if day == today => (day, calls + 1),
            _ => (today, 1),
        };
    }

    fn postpone(&mut self, ms: u64) {
        if let Some(webhook) = &mut self.webhook {
            webhook.postponed(ms);
        }
        for seat in Seat::BOTH {
            self.change_notifications(seat, |it| it.postponed(ms));
        }
    }

    fn free(&mut self, seat: Seat) {
        self.seats[seat] = None;
        self.webhook.take_if(|webhook| webhook.by == seat);
    }

    fn set_webhook(&mut self, webhook: RoomWebhook) {
        self.device_changes[webhook.by] += 1;
        self.webhook = Some(Box::new(webhook));
    }

    /// Where a device of the seat ever took notifications.
    fn change_notifications(&mut self, seat: Seat, change: impl FnOnce(&mut SeatNotifications)) {
        let key = self.seats[seat].as_mut();
        if let Some(notifications) = key.and_then(|key| key.notifications.as_mut()) {
            change(notifications);
        }
    }

    fn change(&mut self, seat: Seat, change: impl FnOnce(&mut SeatKey)) {
        if let Some(key) = &mut self.seats[seat] {
            change(key);
        }
    }
}
