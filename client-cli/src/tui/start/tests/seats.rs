//! One's seats in the menu.

use frontend::speech;
use protocol::reply::HeldSeat;
use tokio::time::Instant;

use super::*;
use crate::{
    sample::{held_seat, offered, own_seat_in},
    tui::start::menu::MenuAction,
};

const HOUR_MS: u64 = 3_600_000;

fn code(number: u64) -> RoomCode {
    RoomCode::from_bits(number)
}

/// The same opposite somebody of that name.
fn against(name: &str, held: HeldSeat) -> HeldSeat {
    let mut held = held;
    held.players.host = Some(Player::named(name));
    held
}

/// The answer for four seats, of which one is not there.
fn answer() -> Vec<Option<HeldSeat>> {
    let theirs = held_seat(1, Some((Seat::Host, 30 * HOUR_MS)));
    let offer = offered(held_seat(3, Some((Seat::Guest, 51 * HOUR_MS))));
    vec![
        Some(against("Cai", theirs)),
        None,
        Some(against("Bob", offer)),
        Some(held_seat(4, Some((Seat::Guest, 2 * HOUR_MS)))),
    ]
}

/// The start screen with these seats, of which nothing is known.
fn with(seats: Vec<OwnSeat>) -> (StartPage, SeatPoll) {
    let (mut start, mut poll) = (start(), SeatPoll::default());
    poll.set_seats(seats.iter().map(|seat| seat.secret.clone()));
    start.seats(seats, &poll);
    (start, poll)
}

/// The server says how it stands at all seats, in their order.
fn answered(start: &mut StartPage, poll: &mut SeatPoll, answer: &[Option<HeldSeat>]) {
    let _ = poll.ask(7);
    let _ = poll.answered(answer, Instant::now());
    start.standings(poll);
}

fn four() -> (StartPage, SeatPoll) {
    let (mut start, mut poll) = with((1..=4).map(own_seat).collect());
    start.rooms(only(rooms().into_iter().skip(1).take(1).collect()));
    answered(&mut start, &mut poll, &answer());
    (start, poll)
}

/// The start screen with seats, and how it stands there.
pub fn several() -> StartPage {
    four().0
}

/// Where the keys before the seats lead.
fn keys(start: &StartPage) -> Vec<(char, RoomCode)> {
    let items = start.menu().into_iter();
    let rooms = items.filter_map(|item| match item.action {
        MenuAction::Go(Intent::Resume(seat)) => Some((item.letter, seat.room)),
        _ => None,
    });
    rooms.collect()
}

/// Where the digits lead.
fn digits(start: &StartPage) -> Vec<RoomCode> {
    let (digits, rooms): (Vec<char>, Vec<RoomCode>) = keys(start).into_iter().unzip();
    assert!(digits.into_iter().eq(('1'..='9').take(rooms.len())));
    rooms
}

fn label(start: &StartPage, letter: char) -> String {
    let item = start.menu().into_iter().find(|item| item.letter == letter);
    item.unwrap().label
}

#[test]
fn seats_show_their_codes_at_once_and_the_details_with_the_answer() {
    let (mut start, mut poll) = with((1..=4).map(own_seat).collect());
    assert_eq!(digits(&start), [1, 2, 3, 4].map(code));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    let known = format!("1 Back to your seat in {}", code(1));
    assert!(screen.contains(&known), "{screen}");

    answered(&mut start, &mut poll, &answer());
    assert_eq!(
        digits(&start),
        [4, 3, 1, 2].map(code),
        "the most urgent first"
    );
    let screen = shown(&start, (80, 24), Charset::Box, None);
    for line in [
        "1 Your turn, 2:00:00 left: Ana".to_owned(),
        "2 Your turn, an offer, 2 d 3 h left: Bob".to_owned(),
        "3 Their turn, 1 d 6 h left: Cai".to_owned(),
        format!("4 Back to your seat in {}", code(2)),
    ] {
        assert!(screen.contains(&line), "{line} is not in\n{screen}");
    }
    let effects = press(&mut start, KeyCode::Char('2'));
    assert_eq!(went(&effects), &Intent::Resume(own_seat(3)));
}

#[test]
fn both_seats_of_one_room_are_reached_each_by_its_own_line() {
    let seats = vec![own_seat_in(1, 9), own_seat_in(2, 9)];
    let (mut start, mut poll) = with(seats.clone());
    let guest = held_seat(9, Some((Seat::Host, HOUR_MS)));
    let host = HeldSeat {
        seat: Seat::Host,
        ..guest.clone()
    };
    answered(&mut start, &mut poll, &[Some(guest), Some(host)]);
    for (letter, label_of, seat) in [
        ('1', "Your turn, 1:00:00 left: Bia", &seats[1]),
        ('2', "Their turn, 1:00:00 left: Ana", &seats[0]),
    ] {
        assert_eq!(label(&start, letter), label_of);
        let effects = press(&mut start, KeyCode::Char(letter));
        assert_eq!(went(&effects), &Intent::Resume(seat.clone()));
        start.idle();
    }
}

#[test]
fn a_seat_is_hidden_once_the_server_has_said_for_certain_that_it_is_gone() {
    let (mut start, mut poll) = with(vec![own_seat(1), own_seat(2)]);
    let held = Some(held_seat(2, Some((Seat::Host, HOUR_MS))));
    let gone = [None, held];
    answered(&mut start, &mut poll, &gone);
    assert_eq!(digits(&start), [2, 1].map(code), "it may be a mistake");
    // Those that were asked about stand behind the others.
    answered(&mut start, &mut poll, &gone);
    answered(&mut start, &mut poll, &gone);
    assert_eq!(digits(&start), [code(2)]);
    // The list comes anew, as after a table: it is not offered again.
    start.seats(vec![own_seat(1), own_seat(2)], &poll);
    assert_eq!(digits(&start), [code(2)]);
}

#[test]
fn a_seat_that_is_gone_stays_listed_as_gone_once_the_digits_are_fixed() {
    let (mut start, mut poll) = with(vec![own_seat(1), own_seat(2)]);
    press(&mut start, KeyCode::Down);
    for _ in 0..3 {
        answered(&mut start, &mut poll, &[None, None]);
    }
    assert_eq!(digits(&start), [1, 2].map(code));
    let gone = format!("Your seat in room {} is gone.", code(1));
    assert_eq!(label(&start, '1'), gone);
}

#[test]
fn the_code_stands_where_names_do_not_tell_seats_apart() {
    let (mut start, mut poll) = with((1..=4).map(own_seat).collect());
    let alone = |room| HeldSeat {
        players: BySeat::default(),
        ..held_seat(room, None)
    };
    let other = against("Cai", held_seat(4, None));
    let ana = held_seat(3, Some((Seat::Guest, HOUR_MS)));
    let seats = [alone(1), alone(2), ana.clone(), other];
    answered(&mut start, &mut poll, &seats.map(Some));
    assert_eq!(label(&start, '1'), "Your turn, 1:00:00 left: Ana");
    let lone = |room| format!("Nobody has come yet: {}", code(room));
    assert_eq!([label(&start, '2'), label(&start, '3')], [1, 2].map(lone));
    assert_eq!(label(&start, '4'), "No game now: Cai");

    let (mut start, mut poll) = with(vec![own_seat(3), own_seat(5)]);
    let again = held_seat(5, None);
    answered(&mut start, &mut poll, &[Some(ana), Some(again)]);
    let code = |room| format!("{} Ana", code(room));
    assert!(label(&start, '1').ends_with(&code(3)));
    assert!(label(&start, '2').ends_with(&code(5)));
}

#[test]
fn more_seats_than_digits_are_counted_and_can_be_shown() {
    let (mut start, _) = with((1..=12).map(own_seat).collect());
    assert_eq!(digits(&start).len(), 9);
    assert_eq!(label(&start, '0'), "And 3 more seats");
    assert!(press(&mut start, KeyCode::Char(' ')).is_empty());
    press(&mut start, KeyCode::Char('0'));
    let keys = keys(&start);
    assert_eq!(keys.len(), 12);
    assert_eq!(keys[11], (' ', code(12)));
    assert!(press(&mut start, KeyCode::Char(' ')).is_empty());
    for _ in 0..2 {
        press(&mut start, KeyCode::Down);
    }
    let effects = press(&mut start, KeyCode::Enter);
    assert_eq!(went(&effects), &Intent::Resume(own_seat(12)));
}

#[test]
fn the_help_names_the_code() {
    let (start, _) = with(vec![own_seat(1)]);
    let help = start.help(Charset::Box, None);
    let line = help.iter().find(|(key, _)| key == "1").unwrap();
    assert!(
        line.1.contains(&format!("oxo resume {}", code(1))),
        "{line:?}"
    );
    assert!(!help.iter().any(|(_, does)| does.contains("CODE")));
}

#[test]
fn at_forty_columns_whose_turn_it_is_and_the_time_are_never_cut_off() {
    for tag in TAGS {
        let text = Catalogue::for_language(tag);
        for turn in [Seat::Guest, Seat::Host] {
            let mut held = held_seat(1, Some((turn, 51 * HOUR_MS)));
            held.players.host = Some(Player::named("W".repeat(20)));
            for held in [held.clone(), offered(held)] {
                let standing = speech::standing(&text, &held, 0);
                let time = sentences::clock_left(&text, 51 * HOUR_MS);
                let end = standing.find(&time).unwrap() + time.len();
                let columns = crate::tui::canvas::width(&standing[..end]);
                // The margin, the digit, and a mark for what is cut off.
                assert!(columns <= 34, "{tag}: {standing}");
            }
        }
    }
}

#[test]
fn the_time_left_keeps_counting_down() {
    let mut start = several();
    start.time(HOUR_MS);
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Your turn, 1:00:00 left: Ana"), "{screen}");
}

#[test]
fn a_seat_keeps_its_digit_once_the_menu_has_had_a_key() {
    let (mut start, mut poll) = four();
    press(&mut start, KeyCode::Down);
    let mut later = answer();
    let mine = held_seat(1, Some((Seat::Guest, HOUR_MS)));
    later[0] = Some(against("Cai", mine));
    answered(&mut start, &mut poll, &later);
    assert_eq!(digits(&start), [4, 3, 1, 2].map(code));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(
        screen.contains("3 Your turn, 1:00:00 left: Cai"),
        "{screen}"
    );
    // Back from a table, the list is a new one.
    start.seats([1, 3, 4].map(own_seat).to_vec(), &poll);
    assert_eq!(digits(&start), [1, 4, 3].map(code));
}

#[test]
fn another_server_forgets_the_seats_and_the_answers_about_them() {
    let mut start = several();
    start.server("wss://oxo.example".to_owned());
    assert_eq!(digits(&start), []);
    start.seats(vec![own_seat_in(8, 1)], &SeatPoll::default());
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Back to your seat in"), "{screen}");
}
