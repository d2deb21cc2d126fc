//! The server's own numbers: of connections, rooms and attempted pairs.

use std::num::NonZero;

use protocol::ids::TicketId;

/// A connection's number, never used twice by one server.
pub type ConnectionId = u64;

/// The number of a link by which another node carries connections, never used twice by one server.
pub type LinkNumber = NonZero<u32>;

/// The attempt to pair two tickets of the queue. Never used twice, so that an
/// answer to an earlier attempt cannot count for a later one of the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairId(pub u64);

/// The attempted pair for which a ticket has to show that it is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchProbe {
    /// The attempt.
    pub pair: PairId,
    /// Number of the ticket.
    pub ticket: TicketId,
}
