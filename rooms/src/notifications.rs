//! Notifications of a turn to the devices of a seat: what is sent, who sends it, and how far a room is with its own.

use futures::future::BoxFuture;
use journal::RoomId;
use protocol::{Player, PushSubscription, RoomCode, Seat};
use referee::OwedNotification;

/// The most notifications that are on their way at once.
pub(super) const AT_ONCE: usize = 64;
/// When it is tried again where a device could not be reached: twice as late each time, up to the last.
const FIRST_RETRY_MS: u64 = 60_000;
const LAST_RETRY_MS: u64 = 60 * 60 * 1_000;
/// When a message is tried again that found as many on their way as may be; later by up to as much, so that not all come at once.
const BUSY_RETRY_MS: u64 = 5_000;
/// How often a device is tried once another one has the notification.
const MOST_FAILURES_BESIDE: u32 = 4;

/// Sends notifications to devices.
pub trait Notifier: Send + Sync {
    /// Sends a notification to each of these devices, once. What came of it stands in their order.
    fn send(
        &self,
        notification: TurnNotification,
        devices: Vec<PushSubscription>,
    ) -> BoxFuture<'static, Vec<Delivery>>;
}

/// A player's turn, as a notification tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnNotification {
    /// Where.
    pub room: RoomCode,
    /// The room for as long as it lives, whatever its code becomes.
    pub id: RoomId,
    /// Whose turn it is.
    pub seat: Seat,
    /// Against whom.
    pub opponent: Option<Player>,
    /// Whether little time is left.
    pub is_reminder: bool,
    /// When the turn is over.
    pub due_ms: u64,
    /// The server's time.
    pub now_ms: u64,
}

/// The result of a notification to one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Its push service has taken it.
    Accepted,
    /// There is no such device any more.
    Gone,
    /// It will never be taken.
    Refused,
    /// It was not tried: as many are on their way there as may.
    Busy,
    /// It may be taken later, not before that many milliseconds if they are known.
    Later(Option<u64>),
}

/// When a room tries again to send what it could not.
pub(super) fn busy_retry_ms(id: RoomId, now_ms: u64) -> u64 {
    now_ms + BUSY_RETRY_MS + id % BUSY_RETRY_MS
}

/// Attempts at one notification of a room. Kept apart from the room, which leaves memory meanwhile.
#[derive(Debug)]
pub(super) struct Attempts {
    /// At which one.
    pub owed: OwedNotification,
    /// Whether it is on its way.
    pub is_sending: bool,
    /// Not before then again.
    pub retry_ms: u64,
    failures: u32,
    /// The endpoints that need no attempt any more.
    settled: Vec<String>,
    /// Those of them that are gone, until that is kept.
    pub gone: Vec<String>,
    is_accepted: bool,
}

impl Attempts {
    pub fn new(owed: OwedNotification) -> Attempts {
        Attempts {
            owed,
            is_sending: false,
            retry_ms: 0,
            failures: 0,
            settled: Vec::new(),
            gone: Vec::new(),
            is_accepted: false,
        }
    }

    /// The devices that have yet to be tried, or tried again.
    pub fn left(&self, devices: &[PushSubscription]) -> Vec<PushSubscription> {
        let is_left = |it: &&PushSubscription| !self.settled.contains(&it.endpoint);
        devices.iter().filter(is_left).cloned().collect()
    }

    /// Notes what came of it.
    pub fn note(&mut self, devices: &[PushSubscription], deliveries: &[Delivery], now_ms: u64) {
        let mut later = None;
        for (device, delivery) in devices.iter().zip(deliveries) {
            match delivery {
                Delivery::Busy | Delivery::Later(None) => {
                    later = later.or(Some(0));
                    continue;
                }
                Delivery::Later(Some(after_ms)) => {
                    later = later.max(Some(*after_ms));
                    continue;
                }
                Delivery::Gone => self.gone.push(device.endpoint.clone()),
                Delivery::Accepted => self.is_accepted = true,
                Delivery::Refused => {}
            }
            self.settled.push(device.endpoint.clone());
        }
        match later {
            Some(after_ms) => {
                let backoff_ms = FIRST_RETRY_MS << self.failures.min(6);
                self.failures += 1;
                self.retry_ms = now_ms + backoff_ms.min(LAST_RETRY_MS).max(after_ms);
            }
            None => self.failures = 0,
        }
    }

    /// Whether nothing more is to be tried.
    pub fn are_over(&self) -> bool {
        self.failures == 0 || self.is_accepted && self.failures >= MOST_FAILURES_BESIDE
    }
}

#[cfg(test)]
mod tests;
