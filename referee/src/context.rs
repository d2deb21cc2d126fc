//! What a decision depends on besides the room and the time, and its outcome.

use protocol::{Accepted, Limits, Refusal, RoomCode, ids::BySeat};

/// What the referee is told besides the room itself.
pub struct Context<'a> {
    /// The limits in force.
    pub limits: &'a Limits,
    /// Since when nobody has watched, where that matters: two computers do not
    /// play for nobody.
    pub unwatched_since_ms: Option<u64>,
    /// Each seat's smallest recent round trip, where one was measured.
    pub rtt_ms: BySeat<Option<u64>>,
    /// Since when each seat has had no connection, where it has none.
    pub away_since_ms: BySeat<Option<u64>>,
    /// A source of random bits.
    pub random: &'a dyn Fn() -> u64,
    /// Whether a game that ends now is kept under an id of its own.
    pub keeps_games: bool,
    /// Whether another computer may sit down.
    pub seats_computers: bool,
}

/// What a command led to: done, or refused without a trace.
pub type Decision = Result<Accepted, Refusal>;

impl Context<'_> {
    /// A code from random bits.
    pub(crate) fn fresh_code(&self) -> RoomCode {
        RoomCode::from_bits((self.random)())
    }
}
