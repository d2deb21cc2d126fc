//! The times at which one asks, about which seats, and what the answers mean.

use oxo_client::session::AskKind;
use protocol::{Seat, settings::ClockSetting};

use super::*;
use crate::sample::{held_seat, own_seat};

fn poll(seats: u64) -> SeatPoll {
    let mut poll = SeatPoll::default();
    poll.set_seats((1..=seats).map(|number| own_seat(number).secret));
    poll
}

/// The secrets of the next request.
fn asked(poll: &mut SeatPoll) -> Vec<Secret> {
    match poll.ask(7).what {
        AskKind::Other(Body::Seats(seats)) => seats.secrets,
        other => panic!("{other:?}"),
    }
}

/// The answer to the next request; the turns that are news.
fn answered(poll: &mut SeatPoll, answers: &[Option<HeldSeat>]) -> usize {
    asked(poll);
    poll.answered(answers, Instant::now()).len()
}

fn secrets(numbers: impl IntoIterator<Item = u64>) -> Vec<Secret> {
    let seats = numbers.into_iter().map(own_seat);
    seats.map(|seat| seat.secret).collect()
}

fn theirs() -> Option<HeldSeat> {
    Some(held_seat(1, Some((Seat::Host, 0))))
}

fn mine() -> Option<HeldSeat> {
    Some(held_seat(1, Some((Seat::Guest, 0))))
}

#[test]
fn seats_are_polled_at_once_then_after_the_usual_time_and_never_twice_together() {
    let now = Instant::now();
    let mut poll = poll(1);
    assert_eq!(poll.due(now), Some(now));
    let _ = poll.ask(7);
    assert!(poll.is_asked(7) && !poll.is_asked(8));
    assert_eq!(poll.due(now), None);
    poll.hurry();
    assert_eq!(poll.due(now), None, "an answer is awaited");
    for _ in 0..20 {
        let _ = poll.answered(&[theirs()], now);
        let wait = poll.due(now).unwrap() - now;
        assert!((25..=30).contains(&wait.as_secs()), "{wait:?}");
        let _ = poll.ask(7);
    }
    poll.missed(now);
    assert!(poll.due(now).unwrap() - now >= USUAL);
    poll.hurry();
    assert_eq!(poll.due(now), Some(now));
}

#[test]
fn seats_are_polled_more_often_in_fast_games_and_while_little_is_known() {
    let now = Instant::now();
    let fast = |held: HeldSeat| {
        let clock = ClockSetting::total(60_000, 0);
        Some(HeldSeat { clock, ..held })
    };
    for (answers, least, most) in [
        (vec![theirs(), mine()], 25, 30),
        (vec![theirs(), fast(theirs().unwrap())], 3, 8),
        // Nobody is there to begin another game.
        (vec![theirs(), fast(held_seat(2, None))], 25, 30),
        (vec![theirs(), None], 3, 8),
    ] {
        let mut poll = poll(2);
        answered(&mut poll, &answers);
        let wait = (poll.due(now).unwrap() - now).as_secs();
        assert!((least - 1..=most).contains(&wait), "{wait}: {answers:?}");
    }
}

#[test]
fn more_seats_than_one_request_takes_are_polled_in_turns() {
    let mut poll = poll(45);
    let held = vec![theirs(); MOST_SEATS];
    for numbers in [1..=20, 21..=40] {
        assert_eq!(asked(&mut poll), secrets(numbers));
        let _ = poll.answered(&held, Instant::now());
        assert!(!poll.is_settled());
    }
    let third = asked(&mut poll);
    assert_eq!(third, secrets((41..=45).chain(1..=15)));
    let _ = poll.answered(&held, Instant::now());
    assert!(poll.is_settled());
}

#[test]
fn a_seat_is_gone_after_three_answers_and_asked_about_no_more() {
    let mut poll = poll(21);
    // The twenty newest are dead, and do not push the last one out.
    for _ in 0..4 {
        let secrets = asked(&mut poll);
        let last = own_seat(21).secret;
        let answers = secrets
            .iter()
            .map(|secret| (*secret == last).then(|| theirs().unwrap()));
        let _ = poll.answered(&answers.collect::<Vec<_>>(), Instant::now());
    }
    assert_eq!(poll.held().count(), 1);
    let gone =
        |poll: &SeatPoll, number| poll.standing(&own_seat(number).secret) == SeatStanding::Gone;
    assert!((1..=17).all(|number| gone(&poll, number)));
    let next = asked(&mut poll);
    assert!(next.contains(&own_seat(21).secret) && next.len() < 6);
    let _ = poll.answered(&[], Instant::now());
    // After another connection once more: its room may be read again.
    poll.hurry();
    assert!(asked(&mut poll).len() > 5);
}

#[test]
fn a_seat_is_not_gone_after_an_answer_in_between_or_a_refusal() {
    let now = Instant::now();
    let mut poll = poll(1);
    for answer in [None, None, theirs(), None, None] {
        answered(&mut poll, &[answer]);
    }
    let (wait, _) = (
        Refusal::Unavailable { retry_in_ms: 9_000 },
        asked(&mut poll),
    );
    assert!(poll.refused(&wait, now));
    assert!(poll.due(now).unwrap() - now >= Duration::from_secs(9));
    assert!(matches!(
        poll.standing(&own_seat(1).secret),
        SeatStanding::Held(_)
    ));
    assert!(!poll.is_settled());
    answered(&mut poll, &[None]);
    assert_eq!(poll.standing(&own_seat(1).secret), SeatStanding::Gone);
    assert!(poll.is_settled());
    let other = Refusal::UnknownType { got: String::new() };
    assert!(!poll.refused(&other, now));
}

#[test]
fn a_turn_is_reported_once_and_not_when_it_was_there_at_first() {
    let since = |since_ms| {
        let mut held = mine().unwrap();
        held.turn.as_mut().unwrap().since_ms = since_ms;
        Some(held)
    };
    let mut poll = poll(1);
    for (answer, news) in [
        (since(5), 0),
        (since(5), 0),
        // Between two questions one has moved, and so has the opponent.
        (since(6), 1),
        (theirs(), 0),
        (None, 0),
        (since(7), 1),
        (since(7), 0),
    ] {
        assert_eq!(
            answered(&mut poll, std::slice::from_ref(&answer)),
            news,
            "{answer:?}"
        );
    }
    answered(&mut poll, &[theirs()]);
    poll.mark_turns_seen();
    assert_eq!(answered(&mut poll, &[since(8)]), 0, "one was at that table");
    poll.hurry();
    assert_eq!(
        answered(&mut poll, &[since(9)]),
        1,
        "the connection was lost"
    );
}

#[test]
fn a_request_whose_connection_is_gone_is_not_waited_for() {
    let now = Instant::now();
    let mut poll = poll(1);
    let _ = poll.ask(7);
    poll.forget();
    assert!(!poll.is_asked(7));
    assert_eq!(poll.due(now), Some(now));
    poll.set_seats([]);
    assert!(!poll.has_seats());
}
