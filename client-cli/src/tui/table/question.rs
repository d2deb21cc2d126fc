//! The open yes-or-no question of this moment, and the short time after a change in which neither
//! key answers anything: nobody answers what they have not yet read.

use std::time::Duration;

use protocol::{Seat, View, event::Offer};
use tokio::time::Instant;

/// Time for which a question that others changed takes no answer.
pub const LOCK: Duration = Duration::from_millis(700);

/// Something that the person wants and that is asked back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    Resign,
    Abort,
    RemoveGuest,
    // At a table of this terminal.
    Draw,
    Restart,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableQuestion {
    Confirm(Confirm),
    Offer(Offer),
}

impl TableQuestion {
    /// Whether it is the same thing: an offer whose deadline moved is.
    fn is(self, other: TableQuestion) -> bool {
        match (self, other) {
            (TableQuestion::Offer(one), TableQuestion::Offer(other)) => one.id == other.id,
            _ => self == other,
        }
    }
}

/// The question on the table and since when it may be answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct PendingQuestion {
    confirm: Option<Confirm>,
    question: Option<TableQuestion>,
    locked_until: Option<Instant>,
}

impl PendingQuestion {
    /// The question that a yes or a no answers.
    pub fn question(&self) -> Option<TableQuestion> {
        self.question
    }

    /// Until when it answers nothing.
    pub fn locked_until(&self, now: Instant) -> Option<Instant> {
        self.locked_until.filter(|until| *until > now)
    }

    /// The question that may be answered now.
    pub fn open(&self, now: Instant) -> Option<TableQuestion> {
        self.question.filter(|_| self.locked_until(now).is_none())
    }

    /// The person wants something that is asked back. They pressed the key
    /// themselves, so it may be answered at once.
    pub fn ask_back(&mut self, confirm: Confirm) {
        self.confirm = Some(confirm);
        self.question = Some(TableQuestion::Confirm(confirm));
        self.locked_until = None;
    }

    /// The person does not want it any more.
    pub fn withdraw(&mut self, view: &View, me: Option<Seat>, now: Instant) {
        self.confirm = None;
        self.look(view, me, now);
    }

    /// Sees what the room asks now. A change locks.
    pub fn look(&mut self, view: &View, me: Option<Seat>, now: Instant) {
        let possible = |confirm| match confirm {
            Confirm::RemoveGuest => view.seats.guest.is_some(),
            _ => view.running().is_some(),
        };
        self.confirm = self.confirm.filter(|confirm| possible(*confirm));
        let offer = view
            .offer
            .filter(|offer| me.is_some_and(|me| me != offer.by));
        let question = self.confirm.map(TableQuestion::Confirm);
        let question = question.or(offer.map(TableQuestion::Offer));
        let same = match (self.question, question) {
            (Some(before), Some(after)) => before.is(after),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.locked_until = Some(now + LOCK);
        }
        self.question = question;
    }
}

#[cfg(test)]
mod tests;
