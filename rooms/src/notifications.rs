//! Notifications of a turn to the devices of a seat: their content, their sender, and a room's progress with its own.

use futures::future::BoxFuture;
use journal::RoomId;
use protocol::{Player, PushSubscription, RoomCode, Seat};

/// The most notifications that are on their way at once.
pub(super) const AT_ONCE: usize = 64;
/// When it is tried again where a device could not be reached: twice as late each time, up to the last.
const FIRST_RETRY_MS: u64 = 60_000;
const LAST_RETRY_MS: u64 = 60 * 60 * 1_000;
/// Failed rounds after which a notification is given up once one device has it.
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
    /// Seat to move.
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

/// Results of the attempts at one notification of a room.
#[derive(Clone, Debug, Default)]
pub(super) struct Attempts {
    failures: u32,
    /// The endpoints that need no attempt any more.
    settled: Vec<String>,
    /// Those of them that are gone, until that is kept: a device may subscribe again.
    pub gone: Vec<String>,
    is_accepted: bool,
}

impl Attempts {
    /// The devices that have yet to be tried, or tried again.
    pub fn left(&self, devices: &[PushSubscription]) -> Vec<PushSubscription> {
        let is_left = |it: &&PushSubscription| !self.settled.contains(&it.endpoint);
        devices.iter().filter(is_left).cloned().collect()
    }

    /// Notes what came of one more. Gives when the rest is tried again; nothing when that is over.
    pub fn note(
        &mut self,
        devices: &[PushSubscription],
        deliveries: &[Delivery],
        now_ms: u64,
    ) -> Option<u64> {
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
        let after_ms = later?;
        let backoff_ms = FIRST_RETRY_MS << self.failures.min(6);
        self.failures += 1;
        let is_tried = !self.is_accepted || self.failures < MOST_FAILURES_BESIDE;
        is_tried.then(|| now_ms + backoff_ms.min(LAST_RETRY_MS).max(after_ms))
    }
}

#[cfg(test)]
mod tests;
