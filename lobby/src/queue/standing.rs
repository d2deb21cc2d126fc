//! The standing of each ticket in the queue: unpaired, in the order of arrival,
//! or half of an attempted pair.

use protocol::{frame::Unqueued, ids::TicketId, refusal::CannotPlay};

use super::{
    Queue, QueueEffect, Ticket,
    entry::{Arrival, PendingPair, QueueEntry, Standing},
};

impl Queue {
    /// Takes a new ticket in as unpaired.
    pub(super) fn arrive(&mut self, ticket: Ticket, now_ms: u64) -> Arrival {
        self.arrivals += 1;
        self.keys.insert(ticket.key.clone(), ticket.id);
        self.stand(QueueEntry {
            ticket,
            arrival: self.arrivals,
            since_ms: now_ms,
            notified: None,
        });
        self.arrivals
    }

    /// Puts an entry where its arrival says.
    fn stand(&mut self, waiting: QueueEntry) {
        let (ticket, arrival) = (&waiting.ticket, waiting.arrival);
        self.tickets.insert(ticket.id, Standing::Unpaired(arrival));
        if !ticket.unseen {
            self.seen.insert(arrival);
        }
        self.unpaired.insert(arrival, waiting);
    }

    /// Takes an entry out of those that are unpaired.
    pub(super) fn lift(&mut self, arrival: Arrival) -> Option<QueueEntry> {
        self.fresh.remove(&arrival);
        self.seen.remove(&arrival);
        self.unpaired.remove(&arrival)
    }

    /// The pair of an entry has fallen apart. It is unpaired again, unless it
    /// answered somebody.
    pub(super) fn come_back(&mut self, waiting: QueueEntry, effects: &mut Vec<QueueEffect>) {
        if waiting.ticket.answers.is_none() {
            self.fresh.insert(waiting.arrival);
            return self.stand(waiting);
        }
        self.forget(&waiting.ticket);
        effects.push(QueueEffect::Drop {
            ticket: waiting.ticket.id,
            reason: Unqueued::Gone,
        });
    }

    /// Takes out what a new ticket of that key replaces: an older one of the
    /// key, which is notified of that, and the owner's own.
    pub(super) fn make_way(
        &mut self,
        key: &str,
        own: Option<TicketId>,
        effects: &mut Vec<QueueEffect>,
    ) -> Vec<Ticket> {
        let mut gone = Vec::new();
        gone.extend(own.and_then(|own| self.remove(own, effects)));
        if let Some(older) = self.keys.get(key).copied() {
            effects.push(QueueEffect::Drop {
                ticket: older,
                reason: Unqueued::Replaced,
            });
            gone.extend(self.remove(older, effects));
        }
        gone
    }

    /// The ticket that another answers, if it can be answered. `own` is what
    /// the owner of the other has in the queue.
    pub(super) fn answerable(
        &self,
        ticket: &Ticket,
        own: Option<TicketId>,
    ) -> Result<Ticket, CannotPlay> {
        let id = ticket.answers.ok_or(CannotPlay::Gone)?;
        let (wanted, partner) = match self.tickets.get(&id).ok_or(CannotPlay::Gone)? {
            Standing::Unpaired(arrival) => (self.unpaired.get(arrival).map(|it| &it.ticket), None),
            Standing::Paired(pair) => {
                let pair = self.pairs.get(pair);
                (pair.map(|it| it.ticket(id)), pair.map(|it| it.partner(id)))
            }
        };
        let wanted = wanted.ok_or(CannotPlay::Gone)?;
        let is_own = |it: &Ticket| it.key == ticket.key || Some(it.id) == own;
        if is_own(wanted) {
            return Err(CannotPlay::Own);
        }
        if wanted.unseen || partner.is_some_and(|partner| !is_own(partner)) {
            return Err(CannotPlay::Gone);
        }
        if !wanted.accepts(ticket) || !ticket.accepts(wanted) {
            return Err(CannotPlay::PeopleOnly);
        }
        match wanted.games.meet(&ticket.games) {
            true => Ok(wanted.clone()),
            false => Err(CannotPlay::OtherGames),
        }
    }

    /// Takes a ticket out and its partner back.
    pub(super) fn remove(
        &mut self,
        id: TicketId,
        effects: &mut Vec<QueueEffect>,
    ) -> Option<Ticket> {
        let ticket = match *self.tickets.get(&id)? {
            Standing::Unpaired(arrival) => self.lift(arrival)?.ticket,
            Standing::Paired(pair) => {
                let PendingPair { host, guest, .. } = self.pairs.remove(&pair)?;
                let (gone, partner) = match host.waiting.ticket.id == id {
                    true => (host, guest),
                    false => (guest, host),
                };
                self.come_back(partner.waiting, effects);
                gone.waiting.ticket
            }
        };
        self.forget(&ticket);
        Some(ticket)
    }

    pub(super) fn forget(&mut self, ticket: &Ticket) {
        self.tickets.remove(&ticket.id);
        self.keys.remove(&ticket.key);
    }
}
