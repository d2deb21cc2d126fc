//! Input and output of the queue: tickets, and the effects of each change.

use protocol::{
    frame::{QueuePlace, Unqueued},
    ids::TicketId,
};
use rooms::ids::PairId;

use super::games::{AcceptedGames, AgreedGame};

/// A player in the queue.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// Drawn by the caller.
    pub id: TicketId,
    /// Nobody is paired with the same key; a newer ticket of a key replaces the older.
    pub key: String,
    /// The accepted games.
    pub games: AcceptedGames,
    /// Whether it is somebody's program. People are paired with people always,
    /// with a program only if they said so; and two programs if both did.
    pub bot: bool,
    /// Whether a program will do as the opponent.
    pub meets_bots: bool,
    /// Whether others do not see it.
    pub unseen: bool,
    /// The one ticket that it is to be paired with; nothing for any that suits.
    pub answers: Option<TicketId>,
}

impl Ticket {
    /// Whether the two may be paired.
    pub(super) fn suits(&self, other: &Ticket) -> bool {
        self.accepts(other) && other.accepts(self) && self.games.meet(&other.games)
    }

    /// Whether its owner would play the other's.
    pub(super) fn accepts(&self, other: &Ticket) -> bool {
        self.meets_bots || !other.bot
    }

    /// Whether the two are of one kind and would play one of the same games.
    pub(super) fn competes_with(&self, other: &Ticket) -> bool {
        self.bot == other.bot && self.games.meet(&other.games)
    }
}

/// An effect for the caller to carry out, in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueEffect {
    /// Notify a ticket of its place, which has changed since the last notification.
    Place {
        /// Whom.
        ticket: TicketId,
        /// Where it stands.
        place: QueuePlace,
    },
    /// Ping a ticket and hand its answer to [`super::Queue::answered`].
    Probe {
        /// The pair that the answer is for.
        pair: PairId,
        /// Whom.
        ticket: TicketId,
    },
    /// Both have answered and are out of the queue.
    Match {
        /// The ticket that waited longer.
        host: TicketId,
        /// The other.
        guest: TicketId,
        /// The agreed game.
        game: AgreedGame,
    },
    /// A ticket is out of the queue.
    Drop {
        /// Whose.
        ticket: TicketId,
        /// Why.
        reason: Unqueued,
    },
}
