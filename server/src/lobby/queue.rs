//! Quick match as plain state: who waits for which game, who is being paired
//! with whom, and what has to be told to whom next.
//!
//! Knows nothing of sockets, rooms, secrets or clocks; the time is an argument.
//!
//! A key is in the queue at most once, so any two people with the same wish
//! can be paired and are, at once: between calls at most one person of a wish
//! is unpaired. Programs may wait in any number for somebody who would meet
//! them; no change depends on how many others wait.

mod line;
mod ticket;

use std::collections::{BTreeMap, HashMap};

use protocol::frame::{QueuePlace, Unqueued};

use crate::ids::PairId;
use line::Line;
pub use ticket::{Company, Effect, Ticket, TicketId, Wish};

/// Everybody who waits.
#[derive(Debug)]
pub struct Queue {
    answer_ms: u64,
    arrivals: u64,
    attempts: u64,
    tickets: HashMap<TicketId, Waiting>,
    keys: HashMap<String, TicketId>,
    lines: HashMap<Wish, Line>,
    /// In the order of their deadlines, for all have the same time to answer.
    pairs: BTreeMap<PairId, Pair>,
}

#[derive(Debug)]
struct Waiting {
    key: String,
    wish: Wish,
    company: Company,
    /// Its rank for as long as it waits, whatever pairs it was in.
    arrival: u64,
    since_ms: u64,
    pair: Option<PairId>,
    told: Option<QueuePlace>,
}

#[derive(Debug)]
struct Pair {
    host: Half,
    guest: Half,
    deadline_ms: u64,
}

#[derive(Clone, Copy, Debug)]
struct Half {
    ticket: TicketId,
    answered: bool,
}

impl Pair {
    fn halves(&self) -> [Half; 2] {
        [self.host, self.guest]
    }
}

impl Queue {
    /// An empty queue in which both halves of a pair have `answer_ms` to answer.
    #[must_use]
    pub fn new(answer_ms: u64) -> Queue {
        Queue {
            answer_ms,
            arrivals: 0,
            attempts: 0,
            tickets: HashMap::new(),
            keys: HashMap::new(),
            lines: HashMap::new(),
            pairs: BTreeMap::new(),
        }
    }

    /// Takes a ticket in. An older one of the same key is dropped; an older one
    /// of the same id just goes, for its owner is the one who asks.
    pub fn enter(&mut self, ticket: Ticket, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let left = self.remove(ticket.id);
        let older = self.keys.get(&ticket.key).copied();
        if let Some(older) = older {
            effects.push(Effect::Drop {
                ticket: older,
                why: Unqueued::Replaced,
            });
        }
        let replaced = older.and_then(|older| self.remove(older));
        let wish = ticket.wish;
        self.insert(ticket, now_ms);
        for wish in left.into_iter().chain(replaced).chain([wish]) {
            self.settle(wish, now_ms, &mut effects);
        }
        effects
    }

    /// Takes a ticket out, if it is in. Its partner in an open pair goes back
    /// to where it stood and may be paired anew at once.
    pub fn leave(&mut self, ticket: TicketId, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let Some(wish) = self.remove(ticket) {
            self.settle(wish, now_ms, &mut effects);
        }
        effects
    }

    /// A ticket has answered its ping. What comes too late, from a stranger or
    /// for a pair that is no more changes nothing.
    pub fn answered(&mut self, pair: PairId, ticket: TicketId, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let Some(open) = self
            .pairs
            .get_mut(&pair)
            .filter(|open| now_ms < open.deadline_ms)
        else {
            return effects;
        };
        for half in [&mut open.host, &mut open.guest] {
            half.answered |= half.ticket == ticket;
        }
        let [host, guest] = open.halves();
        if host.answered && guest.answered {
            effects.push(Effect::Match {
                host: host.ticket,
                guest: guest.ticket,
            });
            self.conclude(pair, host.ticket, guest.ticket, now_ms, &mut effects);
        }
        effects
    }

    /// Ends the pairs whose time to answer is over: a silent half is dropped,
    /// a live one goes back to where it stood.
    pub fn due(&mut self, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut touched = Vec::new();
        // All of them end before anybody is paired anew, so that of all who
        // come back those who came first go first.
        while let Some(first) = self
            .pairs
            .first_entry()
            .filter(|p| p.get().deadline_ms <= now_ms)
        {
            let (pair, halves) = (*first.key(), first.get().halves());
            self.dissolve(pair);
            for half in halves.into_iter().filter(|half| !half.answered) {
                effects.push(Effect::Drop {
                    ticket: half.ticket,
                    why: Unqueued::Unanswered,
                });
                touched.extend(self.remove(half.ticket));
            }
        }
        for wish in touched {
            self.settle(wish, now_ms, &mut effects);
        }
        effects
    }

    /// When [`Queue::due`] has something to do next.
    #[must_use]
    pub fn next_deadline_ms(&self) -> Option<u64> {
        self.pairs
            .first_key_value()
            .map(|(_, pair)| pair.deadline_ms)
    }

    /// A ticket's place among its kind, from 1. Those who are being paired with
    /// somebody else are not counted: they are as good as gone.
    #[must_use]
    pub fn position(&self, ticket: TicketId) -> Option<u32> {
        let waiting = self.tickets.get(&ticket)?;
        let ahead = match waiting.pair {
            Some(pair) => usize::from(self.pairs.get(&pair)?.guest.ticket == ticket),
            None => self
                .lines
                .get(&waiting.wish)?
                .ahead(waiting.arrival, waiting.company),
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

    fn insert(&mut self, ticket: Ticket, now_ms: u64) {
        let Ticket {
            id,
            key,
            wish,
            company,
        } = ticket;
        self.arrivals += 1;
        let arrival = self.arrivals;
        self.keys.insert(key.clone(), id);
        let line = self.lines.entry(wish).or_default();
        line.members += 1;
        line.insert(arrival, id, company);
        let waiting = Waiting {
            key,
            wish,
            company,
            arrival,
            since_ms: now_ms,
            pair: None,
            told: None,
        };
        self.tickets.insert(id, waiting);
    }

    /// Takes a ticket out and its partner back; the wish, which needs settling.
    fn remove(&mut self, id: TicketId) -> Option<Wish> {
        if let Some(pair) = self.tickets.get(&id)?.pair {
            self.dissolve(pair);
        }
        let Waiting {
            key,
            wish,
            company,
            arrival,
            ..
        } = self.tickets.remove(&id)?;
        self.keys.remove(&key);
        if let Some(line) = self.lines.get_mut(&wish) {
            line.members -= 1;
            line.remove(arrival, company);
        }
        Some(wish)
    }

    /// Ends a pair; both halves stand again where they stood.
    fn dissolve(&mut self, pair: PairId) {
        for half in self.pairs.remove(&pair).iter().flat_map(Pair::halves) {
            if let Some(waiting) = self.tickets.get_mut(&half.ticket) {
                waiting.pair = None;
                if let Some(line) = self.lines.get_mut(&waiting.wish) {
                    line.insert(waiting.arrival, half.ticket, waiting.company);
                }
            }
        }
    }

    /// Both halves have answered: they are out, and their wait is remembered.
    fn conclude(
        &mut self,
        pair: PairId,
        host: TicketId,
        guest: TicketId,
        now_ms: u64,
        effects: &mut Vec<Effect>,
    ) {
        let waited = self
            .tickets
            .get(&host)
            .map(|host| (now_ms.saturating_sub(host.since_ms), host.company));
        self.dissolve(pair);
        self.remove(host);
        let Some(wish) = self.remove(guest) else {
            return;
        };
        if let (Some(line), Some((waited_ms, company))) = (self.lines.get_mut(&wish), waited) {
            line.remember(waited_ms, company);
        }
        self.settle(wish, now_ms, effects);
    }

    /// Pairs those who can be paired, tells who is left where it stands, and
    /// forgets a wish that nobody has any more.
    fn settle(&mut self, wish: Wish, now_ms: u64, effects: &mut Vec<Effect>) {
        let Some(line) = self.lines.get_mut(&wish) else {
            return;
        };
        while let Some((host, guest)) = line.next_pair() {
            self.attempts += 1;
            let pair = PairId(self.attempts);
            for ticket in [host, guest] {
                if let Some(waiting) = self.tickets.get_mut(&ticket) {
                    waiting.pair = Some(pair);
                }
                effects.push(Effect::Probe { pair, ticket });
            }
            let [host, guest] = [host, guest].map(|ticket| Half {
                ticket,
                answered: false,
            });
            let deadline_ms = now_ms + self.answer_ms;
            self.pairs.insert(
                pair,
                Pair {
                    host,
                    guest,
                    deadline_ms,
                },
            );
        }
        for (ticket, wait_ms) in line.firsts() {
            let Some(waiting) = self.tickets.get_mut(&ticket) else {
                continue;
            };
            let place = QueuePlace {
                position: 1,
                wait_ms,
            };
            if waiting.told.replace(place) != Some(place) {
                effects.push(Effect::Place { ticket, place });
            }
        }
        if line.members == 0 {
            self.lines.remove(&wish);
        }
        if self.tickets.is_empty() {
            self.give_memory_back();
        }
    }

    fn give_memory_back(&mut self) {
        self.tickets.shrink_to_fit();
        self.keys.shrink_to_fit();
        self.lines.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests;
