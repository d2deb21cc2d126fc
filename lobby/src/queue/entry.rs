//! The queue's entries: one for a ticket, one for an attempted pair.

use protocol::{frame::QueuePlace, ids::TicketId};
use rooms::ids::PairId;

use super::ticket::Ticket;

/// The number of an arrival: a ticket's rank for as long as it waits, whatever
/// pairs it was in.
pub(super) type Arrival = u64;

/// The standing of a ticket.
#[derive(Clone, Copy, Debug)]
pub(super) enum Standing {
    Unpaired(Arrival),
    Paired(PairId),
}

#[derive(Debug)]
pub(super) struct QueueEntry {
    pub ticket: Ticket,
    pub arrival: Arrival,
    pub since_ms: u64,
    pub notified: Option<QueuePlace>,
}

#[derive(Debug)]
pub(super) struct PendingPair {
    pub host: Half,
    pub guest: Half,
    pub deadline_ms: u64,
}

#[derive(Debug)]
pub(super) struct Half {
    pub waiting: QueueEntry,
    pub answered: bool,
}

impl PendingPair {
    /// The other half's ticket.
    pub fn partner(&self, id: TicketId) -> &Ticket {
        match self.host.waiting.ticket.id == id {
            true => &self.guest.waiting.ticket,
            false => &self.host.waiting.ticket,
        }
    }

    pub fn ticket(&self, id: TicketId) -> &Ticket {
        self.partner(self.partner(id).id)
    }
}
