//! Where a seat is on several devices: their secrets, and the token by which the next one takes it.

use protocol::SecretHash;

/// The devices of a seat besides the first, and the token that leads to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedSeat {
    /// The devices.
    pub others: Vec<OtherDevice>,
    /// The token that leads to the seat once.
    pub token: Option<SeatToken>,
}

/// One more device of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherDevice {
    /// The hash of its secret.
    pub hash: SecretHash,
    /// The hash of the token by which it took the seat.
    pub token: Option<SecretHash>,
}

/// A token of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatToken {
    pub hash: SecretHash,
    /// Until when it is good.
    pub until_ms: u64,
}
