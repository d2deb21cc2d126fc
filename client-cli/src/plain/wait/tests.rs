//! Tests of the wait for a turn: its ends, and its requests.

use oxo_client::session::{LinkLoss, ReplySource};
use protocol::{Refusal, Seat, event::Score, ids::BySeat, reply::Refused, settings::DAY_MS};

use super::*;
use crate::sample::{held_seat, own_seat};

fn address() -> Address {
    oxo_client::address::parse("https://oxo.example").unwrap()
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

/// End of a wait, if the answer to its next request is one.
fn answered(wait: &mut TurnWait<'_>, answer: Answer, now: Instant) -> Option<WaitEnd> {
    let id = wait.ask().id.unwrap();
    let source = ReplySource::Frame;
    wait.take(&Update::Reply { id, answer, source }, now)
}

fn seats(held: Vec<Option<HeldSeat>>) -> Answer {
    Answer::Ok(Accepted::Seats { seats: held })
}

/// Runs a test with a connected wait at that many seats.
fn waiting(count: u64, next: bool, test: impl FnOnce(&mut TurnWait<'_>, Instant)) {
    let (text, address, now) = (Catalogue::for_language("en"), address(), Instant::now());
    let secrets = (1..=count).map(|number| own_seat(number).secret).collect();
    let mut wait = TurnWait::new(&text, &address, secrets, next);
    assert_eq!(wait.due(now), None, "not before there is a connection");
    assert!(wait.take(&up(), now).is_none());
    assert_eq!(wait.due(now), Some(now));
    test(&mut wait, now);
}

/// The same at one seat.
fn linked(test: impl FnOnce(&mut TurnWait<'_>, Instant)) {
    waiting(1, false, test);
}

fn my_turn(room: u64, due_ms: u64) -> HeldSeat {
    held_seat(room, Some((Seat::Guest, due_ms)))
}

#[test]
fn the_wait_ends_with_the_most_urgent_of_ones_own_turns() {
    waiting(4, false, |wait, now| {
        let mine = |room, due_ms| Some(my_turn(room, due_ms));
        let all = vec![Some(theirs()), mine(2, 2 * DAY_MS), None, mine(3, DAY_MS)];
        match answered(wait, seats(all), now) {
            Some(WaitEnd::Turn(held)) => assert_eq!(held, my_turn(3, DAY_MS)),
            end => panic!("{end:?}"),
        }
    });
}

#[test]
fn a_wait_for_the_next_turn_ignores_one_that_is_there_already() {
    waiting(2, true, |wait, now| {
        let there = vec![Some(my_turn(1, DAY_MS)), Some(held_seat(2, None))];
        for _ in 0..2 {
            assert!(answered(wait, seats(there.clone()), now).is_none());
        }
        let mut later = there.clone();
        later[1] = Some(my_turn(2, 2 * DAY_MS));
        match answered(wait, seats(later), now) {
            Some(WaitEnd::Turn(held)) => assert_eq!(held.room, RoomCode::from_bits(2)),
            end => panic!("{end:?}"),
        }
    });
}

#[test]
fn the_wait_goes_on_while_a_turn_can_come() {
    let alone = HeldSeat {
        players: BySeat::default(),
        ..held_seat(1, None)
    };
    for held in [theirs(), alone] {
        waiting(2, false, |wait, now| {
            let other = Some(held_seat(2, None));
            assert!(answered(wait, seats(vec![Some(held), other]), now).is_none());
            assert!(wait.due(now).unwrap() - now >= Duration::from_secs(20));
        });
    }
}

#[test]
fn the_wait_ends_when_no_turn_can_come() {
    linked(|wait, now| {
        let end = answered(wait, seats(vec![Some(held_seat(1, None))]), now);
        assert!(matches!(end, Some(WaitEnd::NoGame { .. })), "{end:?}");
    });
}

#[test]
fn a_seat_is_gone_when_the_server_has_said_so_three_times_in_a_row() {
    linked(|wait, now| {
        let gone = || seats(vec![None]);
        let why = Refusal::Unavailable { retry_in_ms: 1 };
        let busy = Answer::Error(Refused { why, seq: None });
        for answer in [
            gone(),
            gone(),
            busy,
            seats(vec![Some(theirs())]),
            gone(),
            gone(),
        ] {
            assert!(answered(wait, answer, now).is_none());
        }
        let end = answered(wait, gone(), now);
        assert!(matches!(&end, Some(WaitEnd::NoGame { seats }) if seats.is_empty()));
        let room = Some(RoomCode::from_bits(1));
        let lines = wait.without_a_game(room, &[], now);
        let gone = format!("Your seat in room {} is gone.", RoomCode::from_bits(1));
        assert_eq!(lines, [gone]);
        let lines = wait.without_a_game(None, &[], now);
        assert_eq!(lines, ["This machine has no seat at wss://oxo.example."]);
    });
}

#[test]
fn the_wait_reports_the_result_of_a_game_that_it_saw_running() {
    for (host, guest, draws, expected) in [
        (0, 1, 0, "You won against Ana."),
        (1, 0, 0, "You lost to Ana."),
        (0, 0, 1, "A draw with Ana."),
        (0, 0, 0, "No game now: Ana"),
    ] {
        linked(|wait, now| {
            assert!(answered(wait, seats(vec![Some(theirs())]), now).is_none());
            let mut over = held_seat(1, None);
            over.score = Score { host, guest, draws };
            let Some(WaitEnd::NoGame { seats: held }) =
                answered(wait, seats(vec![Some(over)]), now)
            else {
                panic!("{expected}")
            };
            let line = format!("{}  {expected}", RoomCode::from_bits(1));
            assert_eq!(wait.without_a_game(None, &held, now), [line]);
        });
    }
}

#[test]
fn after_a_lost_connection_the_wait_asks_at_once() {
    linked(|wait, now| {
        assert!(answered(wait, seats(vec![Some(theirs())]), now).is_none());
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
fn too_fast_slows_the_wait_down_and_any_other_refusal_ends_it() {
    let refused = |why| Answer::Error(Refused { why, seq: None });
    linked(|wait, now| {
        let slower = Refusal::TooFast {
            retry_in_ms: 60_000,
        };
        assert!(answered(wait, refused(slower), now).is_none());
        assert!(wait.due(now).unwrap() - now >= Duration::from_secs(60));
        let got = "seats".to_owned();
        let end = answered(wait, refused(Refusal::UnknownType { got }), now);
        assert!(matches!(end, Some(WaitEnd::Failed(_))), "{end:?}");
    });
}
