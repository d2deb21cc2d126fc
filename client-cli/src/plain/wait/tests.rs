//! What ends the wait for a turn, and when it asks.

use oxo_client::session::{LinkLoss, ReplySource};
use protocol::{Seat, ids::BySeat, reply::Refused, settings::ClockSetting};

use super::*;
use crate::sample::held_seat;

const DAY_MS: u64 = 86_400_000;

fn address() -> Address {
    oxo_client::address::parse("https://oxo.example")
        .unwrap()
        .address
}

fn theirs() -> HeldSeat {
    held_seat(1, Some((Seat::Host, 2 * DAY_MS)))
}

fn up() -> Update {
    let welcome = serde_json::json!({
        "version": 1, "features": [], "server": {"name": "scripted", "version": "0"},
        "limits": protocol::Limits::default(), "at_ms": 1, "addresses": [],
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
    });
    Update::LinkUp(Box::new(serde_json::from_value(welcome).unwrap()))
}

/// What a wait makes of the answer to its next request.
fn told(wait: &mut TurnWait<'_>, answer: Answer, now: Instant) -> Option<WaitEnd> {
    let id = wait.ask().id.unwrap();
    let source = ReplySource::Frame;
    wait.take(&Update::Reply { id, answer, source }, now)
}

fn seats(held: Vec<Option<HeldSeat>>) -> Answer {
    Answer::Ok(Accepted::Seats { seats: held })
}

/// Runs a test with a wait that is connected.
fn linked(test: impl FnOnce(&mut TurnWait<'_>, Instant)) {
    let (text, address, now) = (Catalogue::for_language("en"), address(), Instant::now());
    let secrets = vec![protocol::Secret::draw().unwrap()];
    let mut wait = TurnWait::new(&text, &address, Seats { secrets });
    assert_eq!(wait.due(now), None, "not before there is a connection");
    assert!(wait.take(&up(), now).is_none());
    assert_eq!(wait.due(now), Some(now));
    test(&mut wait, now);
}

#[test]
fn one_turn_of_ones_own_is_enough_and_the_most_urgent_is_told() {
    linked(|wait, now| {
        let mine = |room, due_ms| Some(held_seat(room, Some((Seat::Guest, due_ms))));
        let all = vec![Some(theirs()), mine(2, 2 * DAY_MS), None, mine(3, DAY_MS)];
        match told(wait, seats(all), now) {
            Some(WaitEnd::Turn(held)) => assert_eq!(held, mine(3, DAY_MS).unwrap()),
            end => panic!("{end:?}"),
        }
    });
}

#[test]
fn it_goes_on_while_a_turn_can_come_and_asks_the_more_often_the_faster_the_game_is() {
    let alone = HeldSeat {
        players: BySeat::default(),
        ..held_seat(1, None)
    };
    let fast = HeldSeat {
        clock: ClockSetting::total(60_000, 0),
        ..theirs()
    };
    for (held, least, most) in [
        (vec![Some(theirs()), None], 25, 30),
        (vec![Some(alone), Some(held_seat(2, None))], 25, 30),
        (vec![Some(theirs()), Some(fast)], 3, 8),
    ] {
        linked(|wait, now| {
            let id = wait.last_id + 1;
            assert!(told(wait, seats(held), now).is_none());
            assert!(!wait.poll.is_asked(id));
            let rest = (wait.due(now).unwrap() - now).as_secs();
            assert!((least..=most).contains(&rest), "{rest}");
        });
    }
}

#[test]
fn it_is_over_when_no_turn_can_come() {
    for held in [vec![None], vec![Some(held_seat(1, None)), None]] {
        linked(|wait, now| {
            let end = told(wait, seats(held), now);
            assert!(matches!(end, Some(WaitEnd::NoGame(_))), "{end:?}");
        });
    }
}

#[test]
fn after_a_lost_connection_it_asks_at_once() {
    linked(|wait, now| {
        assert!(told(wait, seats(vec![Some(theirs())]), now).is_none());
        let (why, retry_in) = (LinkLoss::Broken, Duration::from_secs(1));
        assert!(
            wait.take(&Update::LinkLost { why, retry_in }, now)
                .is_none()
        );
        assert_eq!(wait.due(now), None);
        assert!(wait.take(&up(), now).is_none());
        assert_eq!(wait.due(now), Some(now));
    });
}

#[test]
fn a_server_that_wants_it_slower_is_obeyed_and_another_refusal_is_the_end() {
    let refused = |why| Answer::Error(Refused { why, seq: None });
    linked(|wait, now| {
        let slower = Refusal::TooFast {
            retry_in_ms: 60_000,
        };
        assert!(told(wait, refused(slower), now).is_none());
        assert!(wait.due(now).unwrap() - now >= Duration::from_secs(60));
        let got = "seats".to_owned();
        let end = told(wait, refused(Refusal::UnknownType { got }), now);
        assert!(matches!(end, Some(WaitEnd::Failed(_))), "{end:?}");
    });
}
