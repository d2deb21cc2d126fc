//! Where a seat is on several devices: their secrets, and the token by which the next one takes it.

use protocol::SecretHash;

/// The devices of a seat besides the first, and its tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedSeat {
    /// The hashes of their secrets.
    pub others: Vec<SecretHash>,
    /// The token that leads to the seat once.
    pub token: Option<SeatToken>,
    /// The hash of the last one by which it was taken.
    pub used: Option<SecretHash>,
}

/// A token of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatToken {
    pub hash: SecretHash,
    /// Until when it is good.
    pub until_ms: u64,
}
