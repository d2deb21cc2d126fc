//! What goes into the queue and what comes out of it.
//!
//! Knows nothing of how one leads to the other.

use game::Rules;
use protocol::{
    frame::{QueuePlace, Unqueued},
    settings::ClockSetting,
};

use crate::ids::PairId;

/// Whose ticket it is: given by the caller, who may use it again once it is out.
pub type TicketId = u64;

/// What somebody wants to play; only equal wishes are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// Board and line.
    pub rules: Rules,
    /// How thinking time is counted.
    pub clock: ClockSetting,
}

/// Who waits, and whom they would meet. People are paired with people always,
/// with a program only if they said so; and two programs if both did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Company {
    /// Whether it is somebody's program.
    pub bot: bool,
    /// Whether a program will do as the opponent.
    pub bots: bool,
}

/// Somebody who wants to be paired.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// Whose it is.
    pub id: TicketId,
    /// Nobody is paired with the same key; a newer ticket of a key replaces the older.
    pub key: String,
    /// What to play.
    pub wish: Wish,
    /// Against whom.
    pub company: Company,
}

/// What the caller has to do, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Tell a ticket its place, which is not what it was last told.
    Place {
        /// Whom.
        ticket: TicketId,
        /// Where it stands.
        place: QueuePlace,
    },
    /// Ping a ticket and hand its answer to [`super::Queue::answered`].
    Probe {
        /// What the answer is for.
        pair: PairId,
        /// Whom.
        ticket: TicketId,
    },
    /// Both have answered and are out of the queue.
    Match {
        /// Who waited longer.
        host: TicketId,
        /// The other.
        guest: TicketId,
    },
    /// A ticket is out of the queue.
    Drop {
        /// Whose.
        ticket: TicketId,
        /// Why.
        why: Unqueued,
    },
}
