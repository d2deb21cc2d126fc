//! The secrets of a seat, its last command, and its devices.

use protocol::{Accepted, PushSubscription, SecretHash};

use crate::seat_notifications::SeatNotifications;

/// The secrets of a seat, and its last command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// The hash of the seat's secret, on the first of its devices.
    pub hash: SecretHash,
    /// The number of the last command that was done; 0 before the first.
    pub n: u64,
    /// That command's reply.
    pub last: Option<Accepted>,
    /// Where and how far its holder is told of a turn; nothing where no device ever took notifications.
    pub(crate) notifications: Option<Box<SeatNotifications>>,
    /// Where it is, or may come, on further devices.
    shared: Option<Box<SharedSeat>>,
}

/// The devices of a seat besides the first, and the token that leads to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SharedSeat {
    others: Vec<OtherDevice>,
    /// The token that leads to the seat once.
    token: Option<SeatToken>,
}

/// One more device of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherDevice {
    /// The hash of its secret.
    pub hash: SecretHash,
    /// The hash of the token by which it took the seat.
    pub token: Option<SecretHash>,
}

/// A token of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SeatToken {
    pub hash: SecretHash,
    /// Until when it is good.
    pub until_ms: u64,
}

impl SeatKey {
    /// The key of a seat whose holder has not done anything yet.
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
    pub fn is_held_by(&self, hash: &SecretHash) -> bool {
        self.hashes().any(|key| key.same(hash))
    }

    /// The devices that take notifications of its turns, the newest last.
    pub fn devices(&self) -> &[PushSubscription] {
        self.notifications
            .as_ref()
            .map_or(&[], |notifications| &notifications.devices)
    }

    /// The devices that hold it besides the first.
    pub(crate) fn others(&self) -> &[OtherDevice] {
        self.shared.as_ref().map_or(&[], |shared| &shared.others)
    }

    /// The token by which it is shared, or was the last time.
    pub(crate) fn token(&self) -> Option<SeatToken> {
        self.shared.as_ref()?.token
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
