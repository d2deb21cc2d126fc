//! Quick match as plain state: who waits for which games, who is being paired
//! with whom, and what has to be told to whom next. The time is an argument.
//!
//! Between calls no two that suit each other are unpaired, so two people who
//! would play one of the same games never wait at the same time. A change
//! compares the tickets that are new or came back with all that wait, and
//! nothing else: with ten thousand that wait, name as much as they may and
//! suit nobody, an arrival takes about a millisecond (see the test
//! `what_an_arrival_costs_among_ten_thousand_that_suit_nobody`).

mod games;
mod pairing;
mod ticket;
mod usual;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use protocol::{
    frame::{QueuePlace, Unqueued},
    ids::TicketId,
};

use crate::ids::PairId;
pub use games::{AcceptedGames, AgreedGame};
pub use ticket::{QueueEffect, Ticket};
use usual::UsualWaits;

/// The number of an arrival: a ticket's rank for as long as it waits, whatever
/// pairs it was in.
type Arrival = u64;

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
    /// In the order of their deadlines, for all have the same time to answer.
    pairs: BTreeMap<PairId, PendingPair>,
    tickets: HashMap<TicketId, Standing>,
    keys: HashMap<String, TicketId>,
    usual: UsualWaits,
}

/// Where a ticket is.
#[derive(Clone, Copy, Debug)]
enum Standing {
    Unpaired(Arrival),
    Paired(PairId),
}

#[derive(Debug)]
struct QueueEntry {
    ticket: Ticket,
    arrival: Arrival,
    since_ms: u64,
    told: Option<QueuePlace>,
}

#[derive(Debug)]
struct PendingPair {
    host: Half,
    guest: Half,
    deadline_ms: u64,
}

#[derive(Debug)]
struct Half {
    waiting: QueueEntry,
    answered: bool,
}

impl Queue {
    /// An empty queue in which both halves of a pair have `answer_ms` to answer.
    #[must_use]
    pub fn new(answer_ms: u64) -> Queue {
        Queue {
            answer_ms,
            arrivals: 0,
            attempts: 0,
            unpaired: BTreeMap::new(),
            fresh: BTreeSet::new(),
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
        let mut gone: Vec<_> = self.remove(ticket.id).into_iter().collect();
        if let Some(older) = self.keys.get(&ticket.key).copied() {
            effects.push(QueueEffect::Drop {
                ticket: older,
                reason: Unqueued::Replaced,
            });
            gone.extend(self.remove(older));
        }
        self.keys.insert(ticket.key.clone(), ticket.id);
        self.arrivals += 1;
        self.stand(QueueEntry {
            ticket,
            arrival: self.arrivals,
            since_ms: now_ms,
            told: None,
        });
        self.settle(&gone, None, now_ms, &mut effects);
        effects
    }

    /// Takes a ticket out, if it is in. Its partner in an open pair goes back
    /// to where it stood and may be paired anew at once.
    pub fn leave(&mut self, ticket: TicketId, now_ms: u64) -> Vec<QueueEffect> {
        let mut effects = Vec::new();
        if let Some(gone) = self.remove(ticket) {
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
        // come back those who came first go first.
        for _ in 0..FAIL_AT_ONCE {
            let first = self.pairs.first_entry();
            let Some(over) = first.filter(|pair| pair.get().deadline_ms <= now_ms) else {
                break;
            };
            let PendingPair { host, guest, .. } = over.remove();
            for half in [host, guest] {
                if half.answered {
                    self.stand(half.waiting);
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
    #[must_use]
    pub fn next_deadline_ms(&self) -> Option<u64> {
        self.pairs
            .first_key_value()
            .map(|(_, pair)| pair.deadline_ms)
    }

    /// A ticket's place, from 1, among those of its kind that would play one of
    /// the same games. Those who are being paired with somebody else are not
    /// counted: they are as good as gone.
    #[must_use]
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

    /// How many are in the queue, those in open pairs included.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.tickets.len()
    }

    /// Whether nobody is in the queue.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tickets.is_empty()
    }

    /// Puts a ticket where its arrival says.
    fn stand(&mut self, waiting: QueueEntry) {
        let arrival = waiting.arrival;
        self.tickets
            .insert(waiting.ticket.id, Standing::Unpaired(arrival));
        self.unpaired.insert(arrival, waiting);
        self.fresh.insert(arrival);
    }

    /// Takes a ticket out and its partner back.
    fn remove(&mut self, id: TicketId) -> Option<Ticket> {
        let ticket = match *self.tickets.get(&id)? {
            Standing::Unpaired(arrival) => {
                self.fresh.remove(&arrival);
                self.unpaired.remove(&arrival)?.ticket
            }
            Standing::Paired(pair) => {
                let PendingPair { host, guest, .. } = self.pairs.remove(&pair)?;
                let (gone, partner) = match host.waiting.ticket.id == id {
                    true => (host, guest),
                    false => (guest, host),
                };
                self.stand(partner.waiting);
                gone.waiting.ticket
            }
        };
        self.forget(&ticket);
        Some(ticket)
    }

    fn forget(&mut self, ticket: &Ticket) {
        self.tickets.remove(&ticket.id);
        self.keys.remove(&ticket.key);
    }

    /// Both halves have answered: they are out, and their wait is remembered.
    fn conclude(&mut self, pair: PairId, now_ms: u64) -> Vec<QueueEffect> {
        let Some(PendingPair { host, guest, .. }) = self.pairs.remove(&pair) else {
            return Vec::new();
        };
        let waited_ms = now_ms.saturating_sub(host.waiting.since_ms);
        let both = [host, guest].map(|half| half.waiting.ticket);
        both.iter().for_each(|ticket| self.forget(ticket));
        let [host, guest] = &both;
        let mut effects = Vec::new();
        let game = host.games.agreed(&guest.games);
        if let Some(game) = game {
            self.usual.remember(game, host.bot, waited_ms);
            effects.push(QueueEffect::Match {
                host: host.id,
                guest: guest.id,
                game,
            });
        }
        self.settle(&both, game, now_ms, &mut effects);
        effects
    }

    /// Pairs those who can be paired and tells others where they stand: who is
    /// new or came back, the next behind each program that waits there no more,
    /// and the first who would play the game that was just matched.
    fn settle(
        &mut self,
        gone: &[Ticket],
        matched: Option<AgreedGame>,
        now_ms: u64,
        effects: &mut Vec<QueueEffect>,
    ) {
        let mut paired = Vec::new();
        for [host, guest] in self.new_pairs() {
            paired.extend(self.reserve(host, guest, now_ms, effects));
        }
        let mut tell = std::mem::take(&mut self.fresh);
        let paired = paired.iter().filter_map(|pair| self.pairs.get(pair));
        let paired = paired.flat_map(|pair| [&pair.host, &pair.guest]);
        let paired = paired.map(|half| &half.waiting.ticket);
        for program in gone.iter().chain(paired).filter(|ticket| ticket.bot) {
            tell.extend(self.first(|other| other.competes_with(program)));
        }
        if let Some(game) = matched {
            for bot in [false, true] {
                tell.extend(self.first(|other| other.bot == bot && other.games.include(game)));
            }
        }
        effects.extend(tell.into_iter().filter_map(|arrival| self.tell(arrival)));
        if self.is_empty() {
            self.tickets.shrink_to_fit();
            self.keys.shrink_to_fit();
            self.usual.clear();
        }
    }

    /// Who can be paired now, who waited longer first.
    fn new_pairs(&self) -> Vec<[Arrival; 2]> {
        if self.fresh.is_empty() {
            return Vec::new();
        }
        let all: Vec<_> = self.unpaired.values().collect();
        let tickets: Vec<_> = all.iter().map(|one| &one.ticket).collect();
        let fresh: Vec<_> = all
            .iter()
            .map(|one| self.fresh.contains(&one.arrival))
            .collect();
        let pairs = pairing::pairs(&tickets, &fresh).into_iter();
        pairs.map(|pair| pair.map(|at| all[at].arrival)).collect()
    }

    /// Pairs two until both have answered or their time is over.
    fn reserve(
        &mut self,
        host: Arrival,
        guest: Arrival,
        now_ms: u64,
        effects: &mut Vec<QueueEffect>,
    ) -> Option<PairId> {
        self.attempts += 1;
        let pair = PairId(self.attempts);
        let mut half = |arrival| {
            let waiting = self.unpaired.remove(&arrival)?;
            self.fresh.remove(&arrival);
            let ticket = waiting.ticket.id;
            self.tickets.insert(ticket, Standing::Paired(pair));
            effects.push(QueueEffect::Probe { pair, ticket });
            Some(Half {
                waiting,
                answered: false,
            })
        };
        let open = PendingPair {
            host: half(host)?,
            guest: half(guest)?,
            deadline_ms: now_ms + self.answer_ms,
        };
        self.pairs.insert(pair, open);
        Some(pair)
    }

    /// The unpaired ticket that waited longest of these.
    fn first(&self, which: impl Fn(&Ticket) -> bool) -> Option<Arrival> {
        let found = self.unpaired.iter().find(|(_, one)| which(&one.ticket));
        found.map(|(arrival, _)| *arrival)
    }

    /// Tells an unpaired ticket its place, unless it was told that before.
    fn tell(&mut self, arrival: Arrival) -> Option<QueueEffect> {
        let one = self.unpaired.get(&arrival)?;
        let ticket = one.ticket.id;
        let place = QueuePlace {
            position: self.position(ticket)?,
            wait_ms: self.usual.guess_ms(&one.ticket.games, one.ticket.bot),
        };
        let told = &mut self.unpaired.get_mut(&arrival)?.told;
        (told.replace(place) != Some(place)).then_some(QueueEffect::Place { ticket, place })
    }
}

#[cfg(test)]
mod tests;
