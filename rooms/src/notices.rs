//! Notices of a turn to the devices of a seat: what is sent, who sends it, and how far a room is with its own.

use futures::future::BoxFuture;
use journal::RoomId;
use protocol::{Player, PushSubscription, RoomCode, Seat};

/// The most notices that are on their way at once.
pub(super) const AT_ONCE: usize = 64;
/// When it is tried again where no device could be reached: twice as late each time, up to the last.
const FIRST_RETRY_MS: u64 = 60_000;
const LAST_RETRY_MS: u64 = 60 * 60 * 1_000;

/// Sends notices to devices.
pub trait Notifier: Send + Sync {
    /// Sends a notice to each of these devices, once. What came of it stands in their order.
    fn send(
        &self,
        notice: TurnNotice,
        devices: Vec<PushSubscription>,
    ) -> BoxFuture<'static, Vec<Delivery>>;
}

/// A player's turn, as a notice tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnNotice {
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

/// The result of a notice to one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Its push service has taken it.
    Accepted,
    /// There is no such device any more.
    Gone,
    /// It will never be taken.
    Refused,
    /// It may be taken later, not before that many milliseconds if they are known.
    Later(Option<u64>),
}

/// Progress of a room's notices.
#[derive(Debug, Default)]
pub(super) struct NoticeProgress {
    /// When the next one is due.
    pub due_ms: Option<u64>,
    /// Whether one is on its way.
    pub is_sending: bool,
    /// Not before then: it could not be sent.
    pub retry_ms: u64,
    /// How often it could not.
    pub failures: u32,
}

impl NoticeProgress {
    /// When the room wakes for its notice.
    pub fn wakes_ms(&self) -> Option<u64> {
        let due_ms = self.due_ms.filter(|_| !self.is_sending)?;
        Some(due_ms.max(self.retry_ms))
    }

    pub fn failed(&mut self, now_ms: u64, after_ms: Option<u64>) {
        let backoff_ms = FIRST_RETRY_MS
            .saturating_mul(1 << self.failures.min(16))
            .min(LAST_RETRY_MS);
        self.failures += 1;
        self.retry_ms = now_ms + backoff_ms.max(after_ms.unwrap_or_default());
    }
}
