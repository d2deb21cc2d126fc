//! Quick match as plain state: who waits for which games, who is being paired
//! with whom, and which notifications are due. The time is an argument.
//!
//! Between calls no two that suit each other are unpaired, so two people who
//! would play one of the same games never wait at the same time. A change
//! compares the tickets that are new or came back with all that wait, and
//! nothing else: with ten thousand that wait, name as much as they may and
//! suit nobody, an arrival takes about a millisecond (see the test
//! `cost_of_an_arrival_among_ten_thousand_tickets_that_match_nobody`).
//!
//! A ticket that answers another's is paired with that one at once. When the pair falls apart it is
//! dropped: its owner chose one player, not any that comes.

mod entry;
mod games;
mod pairing;
mod settle;
mod standing;
mod ticket;
mod usual;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use protocol::{frame::Unqueued, ids::TicketId, refusal::CannotPlay};
use rooms::ids::PairId;

use self::entry::{Arrival, PendingPair, QueueEntry, Standing};
use usual::UsualWaits;

pub use games::{AcceptedGames, AgreedGame};
pub use ticket::{QueueEffect, Ticket};

/// The most pairs that fail in one call, because all who come back are
/// compared with all that wait.
const FAIL_AT_ONCE: usize = 64;

/// Everybody who waits: each ticket is unpaired or half of a pair.
#[derive(Debug)]
pub struct Queue {
    answer_ms: u64,
    arrivals: Arrival,
    attempts: u64,
    unpaired: BTreeMap<Arrival, QueueEntry>,
    /// Those that are unpaired only since the last look for pairs.
    fresh: BTreeSet<Arrival>,
    /// The unpaired ones that others may see.
    seen: BTreeSet<Arrival>,
    /// In the order of their deadlines, for all have the same time to answer.
    pairs: BTreeMap<PairId, PendingPair>,
    tickets: HashMap<TicketId, Standing>,
    keys: HashMap<String, TicketId>,
    usual: UsualWaits,
}

impl Queue {
    /// An empty queue in which both halves of a pair have `answer_ms` to answer.
    pub fn new(answer_ms: u64) -> Queue {
        Queue {
            answer_ms,
            arrivals: 0,
            attempts: 0,
            unpaired: BTreeMap::new(),
            fresh: BTreeSet::new(),
            seen: BTreeSet::new(),
            pairs: BTreeMap::new(),
            tickets: HashMap::new(),
            keys: HashMap::new(),
            usual: UsualWaits::default(),
        }
    }

    /// Takes a ticket in. An older one of the same key is dropped; an older one
    /// of the same id just goes, for its owner is the one who asks.
    pub fn enter(&mut self, ticket: Ticket, now_ms: u64) -> Vec<QueueEffect> {
        let mut effects = Vec::new();
        let gone = self.make_way(&ticket.key, Some(ticket.id), &mut effects);
        let arrival = self.arrive(ticket, now_ms);
        self.fresh.insert(arrival);
        self.settle(&gone, None, now_ms, &mut effects);
        effects
    }

    /// Pairs a ticket with the one that it answers. An older one of the same
    /// key makes way as in [`Queue::enter`], and so does the one that its owner
    /// has in the queue, `own`.
    ///
    /// # Errors
    /// When that one cannot be answered; then nothing has changed.
    pub fn play(
        &mut self,
        ticket: Ticket,
        own: Option<TicketId>,
        now_ms: u64,
    ) -> Result<Vec<QueueEffect>, CannotPlay> {
        let wanted = self.answerable(&ticket, own)?;
        let mut effects = Vec::new();
        let mut gone = self.make_way(&ticket.key, own, &mut effects);
        // It was unpaired, or paired with what has just made way.
        let Some(&Standing::Unpaired(host)) = self.tickets.get(&wanted.id) else {
            return Err(CannotPlay::Gone);
        };
        let guest = self.arrive(ticket, now_ms);
        self.reserve(host, guest, now_ms, &mut effects);
        gone.push(wanted);
        self.settle(&gone, None, now_ms, &mut effects);
        Ok(effects)
    }

    /// Takes a ticket out, if it is in. Its partner in an open pair goes back
    /// to where it stood and may be paired anew at once.
    pub fn leave(&mut self, ticket: TicketId, now_ms: u64) -> Vec<QueueEffect> {
        let mut effects = Vec::new();
        if let Some(gone) = self.remove(ticket, &mut effects) {
            self.settle(&[gone], None, now_ms, &mut effects);
        }
        effects
    }

    /// A ticket has answered its ping. What comes too late, from a stranger or
    /// for a pair that is no more changes nothing.
    pub fn answered(&mut self, pair: PairId, ticket: TicketId, now_ms: u64) -> Vec<QueueEffect> {
        let open = self.pairs.get_mut(&pair);
        let Some(open) = open.filter(|open| now_ms < open.deadline_ms) else {
            return Vec::new();
        };
        for half in [&mut open.host, &mut open.guest] {
            half.answered |= half.waiting.ticket.id == ticket;
        }
        match open.host.answered && open.guest.answered {
            true => self.conclude(pair, now_ms),
            false => Vec::new(),
        }
    }

    /// Ends pairs whose time to answer is over: a silent half is dropped, a
    /// live one goes back to where it stood. To be called until
    /// [`Queue::next_deadline_ms`] is in the future.
    pub fn due(&mut self, now_ms: u64) -> Vec<QueueEffect> {
        let mut effects = Vec::new();
        let mut gone = Vec::new();
        // All of them end before anybody is paired anew, so that of all who
        // come back the earliest go first.
        for _ in 0..FAIL_AT_ONCE {
            let first = self.pairs.first_entry();
            let Some(over) = first.filter(|pair| pair.get().deadline_ms <= now_ms) else {
                break;
            };
            let PendingPair { host, guest, .. } = over.remove();
            for half in [host, guest] {
                if half.answered {
                    self.come_back(half.waiting, &mut effects);
                    continue;
                }
                let ticket = half.waiting.ticket;
                effects.push(QueueEffect::Drop {
                    ticket: ticket.id,
                    reason: Unqueued::Unanswered,
                });
                self.forget(&ticket);
                gone.push(ticket);
            }
        }
        self.settle(&gone, None, now_ms, &mut effects);
        effects
    }

    /// When [`Queue::due`] has something to do next.
    pub fn next_deadline_ms(&self) -> Option<u64> {
        self.pairs
            .first_key_value()
            .map(|(_, pair)| pair.deadline_ms)
    }

    /// A ticket's place, from 1, among those of its kind that would play one of
    /// the same games. Tickets that are being paired with another are not
    /// counted: they are as good as gone.
    pub fn position(&self, ticket: TicketId) -> Option<u32> {
        let ahead = match *self.tickets.get(&ticket)? {
            Standing::Paired(pair) => {
                usize::from(self.pairs.get(&pair)?.guest.waiting.ticket.id == ticket)
            }
            Standing::Unpaired(arrival) => {
                let ticket = &self.unpaired.get(&arrival)?.ticket;
                // Two people who would play the same do not wait, they play.
                let ahead = self.unpaired.range(..arrival).filter(|_| ticket.bot);
                let ahead = ahead.filter(|(_, other)| other.ticket.competes_with(ticket));
                ahead.count()
            }
        };
        u32::try_from(ahead + 1).ok()
    }

    /// The visible tickets that wait, the longest waiting first.
    pub fn seen(&self) -> impl Iterator<Item = &Ticket> {
        let entries = self.seen.iter();
        let entries = entries.filter_map(|arrival| self.unpaired.get(arrival));
        entries.map(|entry| &entry.ticket)
    }

    /// Number of tickets in the queue, those in open pairs included.
    pub fn waiting(&self) -> usize {
        self.tickets.len()
    }

    /// Whether nobody is in the queue.
    pub fn is_empty(&self) -> bool {
        self.tickets.is_empty()
    }
}

#[cfg(test)]
mod tests;
