//! Those who wait for the same game: people in one row, programs in another.
//!
//! Knows nothing of keys, pairs or who is told what.

use std::collections::BTreeMap;

use super::{Company, TicketId};

/// Those with the same wish.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// How many there are, paired or not.
    pub(super) members: usize,
    people: Row,
    programs: Row,
}

/// Those of them who are of one kind.
#[derive(Debug, Default)]
struct Row {
    /// The unpaired by arrival.
    unpaired: BTreeMap<u64, TicketId>,
    /// Those of the unpaired with whom programs will do.
    open: BTreeMap<u64, TicketId>,
    /// How long hosts lately waited, newer ones counting more. Forgotten with
    /// the line, so that wishes nobody has any more take no memory.
    usual_ms: Option<u64>,
}

impl Line {
    pub(super) fn insert(&mut self, arrival: u64, ticket: TicketId, company: Company) {
        let row = self.row(company);
        row.unpaired.insert(arrival, ticket);
        if company.bots {
            row.open.insert(arrival, ticket);
        }
    }

    pub(super) fn remove(&mut self, arrival: u64, company: Company) {
        self.row(company).take(arrival);
    }

    /// Takes out the next two who can be paired, who waited longer first.
    /// People meet people before anybody meets a program.
    pub(super) fn next_pair(&mut self) -> Option<(TicketId, TicketId)> {
        if let Some((host, guest)) = first_two(&self.people.unpaired) {
            return Some((self.people.take(host)?, self.people.take(guest)?));
        }
        let person = self.people.open.first_key_value();
        let program = self.programs.unpaired.first_key_value();
        if let (Some((&person, _)), Some((&program, _))) = (person, program) {
            let pair = (self.people.take(person)?, self.programs.take(program)?);
            return Some(match person < program {
                true => pair,
                false => (pair.1, pair.0),
            });
        }
        let (host, guest) = first_two(&self.programs.open)?;
        Some((self.programs.take(host)?, self.programs.take(guest)?))
    }

    /// How many of the same kind have waited longer and are unpaired.
    pub(super) fn ahead(&self, arrival: u64, company: Company) -> usize {
        let row = match company.bot {
            true => &self.programs,
            false => &self.people,
        };
        row.unpaired.range(..arrival).count()
    }

    /// The first unpaired of each kind, with their rough wait.
    pub(super) fn firsts(&self) -> impl Iterator<Item = (TicketId, Option<u64>)> {
        let rows = [&self.people, &self.programs].into_iter();
        rows.filter_map(|row| Some((*row.unpaired.values().next()?, row.rough_wait_ms())))
    }

    pub(super) fn remember(&mut self, waited_ms: u64, company: Company) {
        let row = self.row(company);
        row.usual_ms = Some(match row.usual_ms {
            Some(usual_ms) => (3 * usual_ms + waited_ms) / 4,
            None => waited_ms,
        });
    }

    fn row(&mut self, company: Company) -> &mut Row {
        match company.bot {
            true => &mut self.programs,
            false => &mut self.people,
        }
    }
}

impl Row {
    fn take(&mut self, arrival: u64) -> Option<TicketId> {
        self.open.remove(&arrival);
        self.unpaired.remove(&arrival)
    }

    /// In whole seconds: it is a guess, and a finer one would be told anew with
    /// every match.
    fn rough_wait_ms(&self) -> Option<u64> {
        self.usual_ms.map(|ms| ms.div_ceil(1_000) * 1_000)
    }
}

fn first_two(waiting: &BTreeMap<u64, TicketId>) -> Option<(u64, u64)> {
    let mut arrivals = waiting.keys();
    Some((*arrivals.next()?, *arrivals.next()?))
}
