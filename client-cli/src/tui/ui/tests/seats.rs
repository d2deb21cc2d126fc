//! How the start screen learns how it stands at one's seats.

use super::*;
use crate::{sample::held_seat, seat_poll::USUAL};

/// At the start screen, with a seat and a connection.
fn linked(now: Instant) -> Ui {
    let mut ui = begun(None);
    ui.seats(vec![CODE()]);
    let welcome = serde_json::json!({
        "version": 1, "features": [], "server": {"name": "scripted", "version": "0"},
        "limits": protocol::Limits::default(), "at_ms": 60_000, "addresses": [],
        "promise": {"acknowledged": "disk", "games_kept_ms": 0, "addresses_logged": false},
    });
    let welcome = serde_json::from_value(welcome).unwrap();
    ui.update(&Update::LinkUp(Box::new(welcome)), now);
    ui
}

/// The number under which the seats are asked for.
fn asked(effects: &[UiEffect]) -> Option<u64> {
    effects.iter().find_map(|effect| match effect {
        UiEffect::AskSeats(id) => Some(*id),
        _ => None,
    })
}

fn told(id: u64) -> Update {
    let held = held_seat(77, Some((Seat::Guest, 120_000)));
    Update::Reply {
        id,
        answer: Answer::Ok(Accepted::Seats {
            seats: vec![Some(held)],
        }),
        source: ReplySource::Frame,
    }
}

#[test]
fn it_asks_once_there_is_a_connection_and_again_after_a_while() {
    let now = Instant::now();
    let mut ui = linked(now);
    let id = asked(&ui.tick(now)).expect("it has a seat");
    assert!(screen(&ui).contains("Back to your seat"));
    assert_eq!(
        asked(&ui.tick(now + USUAL)),
        None,
        "it waits for the answer"
    );
    ui.update(&told(id), now);
    assert!(screen(&ui).contains("Your turn, 1:00 left: Ana"));
    assert_eq!(asked(&ui.tick(now + USUAL / 2)), None);
    assert!(asked(&ui.tick(now + 2 * USUAL)).is_some());
}

#[test]
fn a_server_that_does_not_answer_leaves_the_codes_and_says_nothing() {
    let now = Instant::now();
    for end in [
        (|id| refused(id, Refusal::TooFast { retry_in_ms: 1 })) as fn(u64) -> Update,
        |id| Update::Dropped { id },
    ] {
        let mut ui = linked(now);
        let before = screen(&ui);
        let id = asked(&ui.tick(now)).unwrap();
        ui.update(&end(id), now);
        assert_eq!(screen(&ui), before);
        assert_eq!(asked(&ui.tick(now)), None, "not at once again");
        assert!(asked(&ui.tick(now + 2 * USUAL)).is_some());
    }
}

#[test]
fn it_asks_from_the_start_screen_alone_and_at_once_when_one_is_back_there() {
    let now = Instant::now();
    let mut ui = linked(now);
    let id = asked(&ui.tick(now)).unwrap();
    ui.update(&told(id), now);
    ui.update(&Update::Snapshot(sample::playing()), now);
    assert_eq!(asked(&ui.tick(now + 2 * USUAL)), None);
    ui.update(&Update::Dismissed, now);
    assert!(asked(&ui.tick(now)).is_some());
}
