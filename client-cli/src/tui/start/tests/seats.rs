//! One's seats in the menu.

use super::*;
use crate::sample::{held_seat, offered};

const HOUR_MS: u64 = 3_600_000;

fn code(number: u64) -> RoomCode {
    RoomCode::from_bits(number)
}

/// The answer for four seats, of which one has gone.
fn answer() -> Vec<Option<HeldSeat>> {
    vec![
        Some(held_seat(1, Some((Seat::Host, 30 * HOUR_MS)))),
        None,
        Some(offered(held_seat(3, Some((Seat::Guest, 51 * HOUR_MS))))),
        Some(held_seat(4, Some((Seat::Guest, 2 * HOUR_MS)))),
    ]
}

/// The start screen with seats, and how it stands there.
pub fn several() -> StartPage {
    let mut start = start();
    start.seats((1..=4).map(code).collect());
    start.rooms(only(rooms().into_iter().skip(1).take(1).collect()));
    start.standings(&answer());
    start
}

/// Where the digits lead.
fn digits(start: &StartPage) -> Vec<RoomCode> {
    let items = start.menu().into_iter();
    let rooms = items.filter_map(|item| match item.action {
        menu::MenuAction::Go(Intent::Resume(room)) => Some(room),
        _ => None,
    });
    rooms.collect()
}

#[test]
fn the_codes_are_there_at_once_and_the_rest_when_the_answer_comes() {
    let mut start = start();
    start.seats((1..=4).map(code).collect());
    assert_eq!(digits(&start), [1, 2, 3, 4].map(code));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    let known = format!("1 Back to your seat in {}", code(1));
    assert!(screen.contains(&known), "{screen}");

    start.standings(&answer());
    assert_eq!(
        digits(&start),
        [4, 3, 1, 2].map(code),
        "the most urgent first"
    );
    let screen = shown(&start, (80, 24), Charset::Box, None);
    for line in [
        "1 Your turn, 2:00:00 left: Ana".to_owned(),
        "2 Your turn, an offer, 2 d 3 h left: Ana".to_owned(),
        "3 Their turn, 1 d 6 h left: Ana".to_owned(),
        format!("4 Back to your seat in {}", code(2)),
    ] {
        assert!(screen.contains(&line), "{line} is not in\n{screen}");
    }
    let effects = press(&mut start, KeyCode::Char('2'));
    assert_eq!(went(&effects), &Intent::Resume(code(3)));
}

#[test]
fn the_time_that_is_left_goes_on() {
    let mut start = several();
    start.time(HOUR_MS);
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Your turn, 1:00:00 left: Ana"), "{screen}");
}

#[test]
fn a_seat_keeps_its_digit_once_the_menu_has_had_a_key() {
    let mut start = several();
    press(&mut start, KeyCode::Down);
    let mut later = answer();
    later[0] = Some(held_seat(1, Some((Seat::Guest, HOUR_MS))));
    start.standings(&later);
    assert_eq!(digits(&start), [4, 3, 1, 2].map(code));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(
        screen.contains("3 Your turn, 1:00:00 left: Ana"),
        "{screen}"
    );
    // Back from a table, the list is a new one.
    start.seats([1, 3, 4].map(code).to_vec());
    assert_eq!(digits(&start), [1, 4, 3].map(code));
}

#[test]
fn of_another_server_nothing_is_known() {
    let mut start = several();
    assert!(start.wants_standings());
    start.server("wss://oxo.example".to_owned());
    start.seats(vec![code(1)]);
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Back to your seat in"), "{screen}");
    start.seats(Vec::new());
    assert!(!start.wants_standings());
}
