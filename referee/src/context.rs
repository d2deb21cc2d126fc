//! The inputs of a decision besides the room and the time, and its result.

use protocol::{Accepted, Limits, Refusal, RoomCode, ids::BySeat};

/// The inputs of a decision besides the room and the time.
pub struct Context<'a> {
    /// The limits in force.
    pub limits: &'a Limits,
    /// Since when an exhibition has had no spectators; it ends without them.
    pub unwatched_since_ms: Option<u64>,
    /// Each seat's smallest recent round trip, if measured.
    pub rtt_ms: BySeat<Option<u64>>,
    /// When each seat without a connection was last heard.
    pub away_since_ms: BySeat<Option<u64>>,
    /// A source of random bits.
    pub random: &'a dyn Fn() -> u64,
    /// Whether a game that ends now is kept under an id of its own.
    pub keeps_games: bool,
    /// Refuses another computer when as many play as may.
    pub may_seat_computer: &'a dyn Fn() -> Result<(), Refusal>,
    /// Since when nobody has been connected for whom computers play: they do not move, and their
    /// clock stands.
    pub stands_since_ms: Option<u64>,
}

/// A command's reply, or its refusal, which leaves the draft unchanged.
pub type Decision = Result<Accepted, Refusal>;

impl Context<'_> {
    /// A code from random bits.
    pub(crate) fn fresh_code(&self) -> RoomCode {
        RoomCode::from_bits((self.random)())
    }
}
