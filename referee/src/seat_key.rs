//! The secrets of a seat, its last command, and its devices.

use protocol::{Accepted, PushSubscription, SecretHash};

use crate::{
    seat_notifications::SeatNotifications,
    shared_seat::{OtherDevice, SeatToken, SharedSeat},
};

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
        let others = self.others().iter().map(|device| &device.hash);
        std::iter::once(&self.hash).chain(others)
    }

    /// Whether the secret of that hash holds the seat.
    #[must_use]
    pub fn is_held_by(&self, hash: &SecretHash) -> bool {
        self.hashes().any(|key| key.same(hash))
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

    /// The devices that hold it besides the first.
    pub(crate) fn others(&self) -> &[OtherDevice] {
        self.shared.as_ref().map_or(&[], |shared| &shared.others)
    }

    /// The token by which it is shared, or was the last time.
    pub(crate) fn token(&self) -> Option<SeatToken> {
        self.shared.as_ref()?.token
    }

    /// Folds that a command was done.
    pub(crate) fn done(&mut self, n: u64, reply: &Accepted) {
        self.n = n;
        self.last = Some(reply.clone());
    }

    /// Folds that a device takes notifications.
    pub(crate) fn subscribed(&mut self, device: &PushSubscription) {
        self.notifications
            .get_or_insert_default()
            .subscribed(device);
    }

    /// Folds that one takes none any more.
    pub(crate) fn unsubscribed(&mut self, endpoint: &str) {
        if let Some(notifications) = &mut self.notifications {
            notifications.unsubscribed(endpoint);
        }
    }

    /// Folds that a notification was sent.
    pub(crate) fn notified(&mut self, turn_since_ms: u64, is_last: bool, at_ms: u64) {
        let notifications = self.notifications.get_or_insert_default();
        notifications.sent(turn_since_ms, is_last, at_ms);
    }

    /// Folds that the turn goes on so much later.
    pub(crate) fn postponed(&mut self, ms: u64) {
        if let Some(notifications) = &mut self.notifications {
            notifications.postponed(ms);
        }
    }

    /// Folds that it is shared by a token.
    pub(crate) fn shared_by(&mut self, hash: SecretHash, until_ms: u64) {
        let token = SeatToken { hash, until_ms };
        self.shared.get_or_insert_default().token = Some(token);
    }

    /// Folds that one more device has taken it.
    pub(crate) fn taken(&mut self, hash: SecretHash) {
        let shared = self.shared.get_or_insert_default();
        let token = shared.token.take().map(|token| token.hash);
        shared.others.push(OtherDevice { hash, token });
    }

    /// Folds that one device only has it.
    pub(crate) fn unshared(&mut self, hash: SecretHash) {
        self.hash = hash;
        self.shared = None;
        if let Some(notifications) = &mut self.notifications {
            notifications.devices.clear();
        }
    }
}
