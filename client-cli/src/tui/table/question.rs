//! What a yes or a no would answer at this moment, and the short time after a
//! change in which neither answers anything: nobody answers what they have not
//! yet read.

use std::time::Duration;

use protocol::{Seat, View, event::Offer};
use tokio::time::Instant;

/// How long a question that others changed takes no answer.
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

/// What is to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Confirm(Confirm),
    Offer(Offer),
}

impl Question {
    /// Whether it is the same thing: an offer whose deadline moved is.
    fn is(self, other: Question) -> bool {
        match (self, other) {
            (Question::Offer(one), Question::Offer(other)) => one.id == other.id,
            _ => self == other,
        }
    }
}

/// The question on the table and since when it may be answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    confirm: Option<Confirm>,
    question: Option<Question>,
    locked_until: Option<Instant>,
}

impl Asked {
    /// What a yes or a no answers.
    #[must_use]
    pub fn question(&self) -> Option<Question> {
        self.question
    }

    /// Until when it answers nothing.
    #[must_use]
    pub fn locked_until(&self, now: Instant) -> Option<Instant> {
        self.locked_until.filter(|until| *until > now)
    }

    /// What may be answered now.
    #[must_use]
    pub fn open(&self, now: Instant) -> Option<Question> {
        self.question.filter(|_| self.locked_until(now).is_none())
    }

    /// The person wants something that is asked back. They pressed the key
    /// themselves, so it may be answered at once.
    pub fn ask_back(&mut self, confirm: Confirm) {
        self.confirm = Some(confirm);
        self.question = Some(Question::Confirm(confirm));
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
        let question = self.confirm.map(Question::Confirm);
        let question = question.or(offer.map(Question::Offer));
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
mod tests {
    use protocol::event::OfferKind;

    use super::*;
    use crate::sample;

    const ME: Option<Seat> = Some(Seat::Host);

    fn offered(id: u64, kind: OfferKind) -> View {
        let mut view = sample::playing().view.as_ref().clone();
        view.offer = Some(Offer {
            id,
            by: Seat::Guest,
            kind,
            ply: None,
            deadline_ms: 0,
        });
        view
    }

    #[test]
    fn a_new_offer_is_not_answered_before_it_can_be_read() {
        let start = Instant::now();
        let mut asked = Asked::default();
        asked.look(&offered(1, OfferKind::Draw), ME, start);
        assert_eq!(asked.open(start), None);
        let read = start + LOCK;
        assert!(matches!(asked.open(read), Some(Question::Offer(offer)) if offer.id == 1));
        // Another offer in its place locks again; the same with another deadline does not.
        asked.look(&offered(2, OfferKind::Rematch), ME, read);
        assert_eq!(asked.open(read), None);
        let mut later = offered(2, OfferKind::Rematch);
        later.offer.as_mut().unwrap().deadline_ms = 9;
        asked.look(&later, ME, read + LOCK);
        assert!(asked.open(read + LOCK).is_some());
    }

    #[test]
    fn ones_own_question_comes_first_and_ends_with_the_game() {
        let now = Instant::now();
        let mut view = offered(1, OfferKind::Draw);
        let mut asked = Asked::default();
        asked.look(&view, ME, now);
        asked.ask_back(Confirm::Resign);
        assert_eq!(asked.open(now), Some(Question::Confirm(Confirm::Resign)));
        // The game ends before the answer: the same key must not answer the offer.
        view.game = None;
        asked.look(&view, ME, now);
        assert!(matches!(asked.question(), Some(Question::Offer(_))));
        assert_eq!(asked.open(now), None);
    }

    #[test]
    fn ones_own_offer_asks_nothing() {
        let mut asked = Asked::default();
        asked.look(
            &offered(1, OfferKind::Draw),
            Some(Seat::Guest),
            Instant::now(),
        );
        assert_eq!(asked.question(), None);
        asked.look(&offered(1, OfferKind::Draw), None, Instant::now());
        assert_eq!(asked.question(), None, "whoever watches answers nothing");
    }
}
