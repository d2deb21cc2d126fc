//! The instants at which a question takes an answer.

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
    let mut asked = PendingQuestion::default();
    asked.look(&offered(1, OfferKind::Draw), ME, start);
    assert_eq!(asked.open(start), None);
    let read = start + LOCK;
    assert!(matches!(asked.open(read), Some(TableQuestion::Offer(offer)) if offer.id == 1));
    // Another offer in its place locks again; the same with another deadline does not.
    asked.look(&offered(2, OfferKind::Rematch), ME, read);
    assert_eq!(asked.open(read), None);
    let mut later = offered(2, OfferKind::Rematch);
    later.offer.as_mut().unwrap().deadline_ms = 9;
    asked.look(&later, ME, read + LOCK);
    assert!(asked.open(read + LOCK).is_some());
}

#[test]
fn a_confirmation_comes_before_an_offer_and_ends_with_the_game() {
    let now = Instant::now();
    let mut view = offered(1, OfferKind::Draw);
    let mut asked = PendingQuestion::default();
    asked.look(&view, ME, now);
    asked.ask_back(Confirm::Resign);
    assert_eq!(
        asked.open(now),
        Some(TableQuestion::Confirm(Confirm::Resign))
    );
    // The game ends before the answer: the same key must not answer the offer.
    view.game = None;
    asked.look(&view, ME, now);
    assert!(matches!(asked.question(), Some(TableQuestion::Offer(_))));
    assert_eq!(asked.open(now), None);
}

#[test]
fn only_the_opponents_offer_asks_a_question() {
    let mut asked = PendingQuestion::default();
    asked.look(
        &offered(1, OfferKind::Draw),
        Some(Seat::Guest),
        Instant::now(),
    );
    assert_eq!(asked.question(), None);
    asked.look(&offered(1, OfferKind::Draw), None, Instant::now());
    assert_eq!(asked.question(), None, "a spectator answers nothing");
}
