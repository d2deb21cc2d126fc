//! Effects of a change of the queue: the pairs that it allows, and the notifications of tickets.

use protocol::frame::QueuePlace;
use rooms::ids::PairId;

use super::{
    AgreedGame, Queue, QueueEffect, Ticket,
    entry::{Arrival, Half, PendingPair, Standing},
    pairing,
};

impl Queue {
    /// Both halves have answered: they are out, and their wait is remembered.
    pub(super) fn conclude(&mut self, pair: PairId, now_ms: u64) -> Vec<QueueEffect> {
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

    /// Pairs the tickets that can be paired and notifies others of their place:
    /// each that is new or came back, the next behind each program that waits
    /// there no more, and the first who would play the game that was just
    /// matched.
    pub(super) fn settle(
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
        let mut to_notify = std::mem::take(&mut self.fresh);
        let paired = paired.iter().filter_map(|pair| self.pairs.get(pair));
        let paired = paired.flat_map(|pair| [&pair.host, &pair.guest]);
        let paired = paired.map(|half| &half.waiting.ticket);
        for program in gone.iter().chain(paired).filter(|ticket| ticket.bot) {
            to_notify.extend(self.first(|other| other.competes_with(program)));
        }
        if let Some(game) = matched {
            for bot in [false, true] {
                to_notify.extend(self.first(|other| other.bot == bot && other.games.include(game)));
            }
        }
        effects.extend(
            to_notify
                .into_iter()
                .filter_map(|arrival| self.notify_place(arrival)),
        );
        if self.is_empty() {
            self.tickets.shrink_to_fit();
            self.keys.shrink_to_fit();
            self.usual.clear();
        }
    }

    /// The pairs that can be made now, the longer waiting ticket first.
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
    pub(super) fn reserve(
        &mut self,
        host: Arrival,
        guest: Arrival,
        now_ms: u64,
        effects: &mut Vec<QueueEffect>,
    ) -> Option<PairId> {
        self.attempts += 1;
        let pair = PairId(self.attempts);
        let mut half = |arrival| {
            let waiting = self.lift(arrival)?;
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

    /// Notifies an unpaired ticket of its place, unless it was notified of that before.
    fn notify_place(&mut self, arrival: Arrival) -> Option<QueueEffect> {
        let one = self.unpaired.get(&arrival)?;
        let ticket = one.ticket.id;
        let place = QueuePlace {
            position: self.position(ticket)?,
            wait_ms: self.usual.guess_ms(&one.ticket.games, one.ticket.bot),
        };
        let notified = &mut self.unpaired.get_mut(&arrival)?.notified;
        (notified.replace(place) != Some(place)).then_some(QueueEffect::Place { ticket, place })
    }
}
