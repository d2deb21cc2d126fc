//! A seat's push subscriptions, and the last notification that was sent.

use protocol::{PushSubscription, request::MOST_DEVICES, settings::DAY_MS};

/// State of a seat's notifications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatNotifications {
    /// Its devices, the newest last.
    pub devices: Vec<PushSubscription>,
    /// The last one that was sent.
    pub last: Option<Sent>,
    /// Number sent on the day of the last.
    pub sent_that_day: u32,
}

/// A notification that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    pub turn_since_ms: u64,
    /// Whether it was the turn's last.
    pub is_last: bool,
    pub at_ms: u64,
}

impl SeatNotifications {
    /// Folds that a device was added.
    pub fn subscribed(&mut self, device: &PushSubscription) {
        self.unsubscribed(&device.endpoint);
        if self.devices.len() == MOST_DEVICES {
            self.devices.remove(0);
        }
        self.devices.push(device.clone());
    }

    /// Folds that a device was removed.
    pub fn unsubscribed(&mut self, endpoint: &str) {
        self.devices.retain(|device| device.endpoint != endpoint);
    }

    /// Folds that the turn goes on so much later.
    pub fn postponed(&mut self, ms: u64) {
        if let Some(sent) = &mut self.last {
            sent.turn_since_ms += ms;
        }
    }

    /// Folds that a notification was sent.
    pub fn sent(&mut self, turn_since_ms: u64, is_last: bool, at_ms: u64) {
        let same_day = self.last.is_some_and(|last| day(last.at_ms) == day(at_ms));
        self.sent_that_day = if same_day { self.sent_that_day + 1 } else { 1 };
        self.last = Some(Sent {
            turn_since_ms,
            is_last,
            at_ms,
        });
    }
}

/// The day of an instant.
pub fn day(at_ms: u64) -> u64 {
    at_ms / DAY_MS
}
