//! Tests of the start screen's news of one's seats.

use frontend::seat_poll::USUAL;

use super::*;
use crate::sample::held_seat;

/// At the start screen, with a seat and a connection.
fn linked(now: Instant) -> Ui {
    let mut ui = begun(None);
    ui.seats(vec![sample::own_seat(77)]);
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
        UiEffect::Ask(Ask {
            id,
            what: AskKind::Other(Body::Seats(_)),
        }) => *id,
        _ => None,
    })
}

fn own_turn(id: u64) -> Update {
    turn_of(id, Seat::Guest)
}

/// The answer that it is the turn of the host or of the guest, which is oneself.
fn turn_of(id: u64, seat: Seat) -> Update {
    let held = held_seat(77, Some((seat, 120_000)));
    Update::Reply {
        id,
        answer: Answer::Ok(Accepted::Seats {
            seats: vec![Some(held)],
        }),
        source: ReplySource::Frame,
    }
}

#[test]
fn seats_are_polled_on_connecting_and_again_after_a_while() {
    let now = Instant::now();
    let mut ui = linked(now);
    let id = asked(&ui.tick(now)).expect("it has a seat");
    assert!(screen(&ui).contains("Back to your seat"));
    assert_eq!(
        asked(&ui.tick(now + USUAL)),
        None,
        "it waits for the answer"
    );
    ui.update(&own_turn(id), now);
    assert!(screen(&ui).contains("Your turn, 1:00 left: Ana"));
    assert_eq!(asked(&ui.tick(now + USUAL / 2)), None);
    assert!(asked(&ui.tick(now + 2 * USUAL)).is_some());
}

#[test]
fn an_unanswered_poll_changes_nothing_on_the_screen() {
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
fn seats_are_polled_only_on_the_start_screen_and_at_once_on_returning_there() {
    let now = Instant::now();
    let mut ui = linked(now);
    let id = asked(&ui.tick(now)).unwrap();
    ui.update(&own_turn(id), now);
    ui.update(&Update::Snapshot(sample::playing()), now);
    assert_eq!(asked(&ui.tick(now + 2 * USUAL)), None);
    ui.update(&Update::Dismissed, now);
    assert!(asked(&ui.tick(now)).is_some());
}

/// Tells whose turn it is, and how one is called.
fn called(ui: &mut Ui, seat: Seat, now: Instant) -> Vec<String> {
    let id = asked(&ui.tick(now)).unwrap();
    let effects = ui.update(&turn_of(id, seat), now);
    let words = effects.into_iter().map(|effect| match effect {
        UiEffect::Ring(words) => words,
        effect => panic!("{effect:?}"),
    });
    words.collect()
}

#[test]
fn a_turn_that_comes_at_the_start_screen_notifies() {
    let (now, wait) = (Instant::now(), 2 * USUAL);
    let mut ui = linked(now);
    assert!(called(&mut ui, Seat::Guest, now).is_empty(), "one sees it");
    assert!(called(&mut ui, Seat::Host, now + wait).is_empty());
    let words = called(&mut ui, Seat::Guest, now + 2 * wait);
    assert_eq!(words.len(), 1);
    assert!(words[0].starts_with("Your turn"), "{words:?}");
    assert!(
        called(&mut ui, Seat::Guest, now + 3 * wait).is_empty(),
        "once"
    );
    // What happens while one is at a table calls there.
    assert!(called(&mut ui, Seat::Host, now + 4 * wait).is_empty());
    ui.update(&Update::Snapshot(sample::playing()), now);
    ui.update(&Update::Dismissed, now);
    assert!(called(&mut ui, Seat::Guest, now + 5 * wait).is_empty());
}

#[test]
fn a_request_of_another_kind_that_is_dropped_leaves_the_list_alone() {
    let now = Instant::now();
    let mut ui = linked(now);
    let rooms = |effects: &[UiEffect]| {
        effects.iter().find_map(|effect| match effect {
            UiEffect::Ask(Ask {
                id,
                what: AskKind::Other(Body::Rooms(_)),
            }) => *id,
            _ => None,
        })
    };
    let id = rooms(&ui.tick(now)).expect("the list is asked for");
    ui.update(&Update::Dropped { id: 9_999 }, now);
    let answer = Answer::Ok(Accepted::Rooms {
        rooms: Vec::new(),
        waiting: Vec::new(),
        online: Some(31),
        next: None,
    });
    let source = ReplySource::Frame;
    ui.update(&Update::Reply { id, answer, source }, now);
    assert!(screen(&ui).contains("31 online"), "its answer is awaited");
}

#[test]
fn without_a_table_a_server_that_is_down_is_reported_without_mention_of_clocks() {
    let now = Instant::now();
    let mut ui = linked(now);
    for (closing, said) in [
        (false, "The server is not there at the moment"),
        (true, "closed as announced, and will be back"),
    ] {
        ui.client.notice.closing = closing;
        let why = LinkLoss::Connect(LinkError::Unreachable(Unreachable::ConnectionRefused));
        let retry_in = Duration::from_secs(3);
        ui.update(&Update::LinkLost { why, retry_in }, now);
        let shown = screen(&ui);
        assert!(shown.contains(said), "{shown}");
        assert!(!shown.contains("clock runs"), "{shown}");
    }
}

#[test]
fn the_question_for_a_seat_that_another_process_plays_fits_the_screen() {
    for tag in sentences::TAGS {
        let mut ui = begun(None);
        ui.text = Rc::new(Catalogue::for_language(tag));
        let bare = |text: &str| text.replace([' ', '│', '\n'], "");
        ui.take_up = Some(SeatQuestion::TakeOver(sample::own_seat(77)));
        let question = say!(ui.text, SCREEN_ASK_TAKE_OVER, room = CODE());
        let shown = bare(&screen(&ui));
        assert!(shown.contains(&bare(&question)), "{}", screen(&ui));
        ui.offer_seat(elsewhere(), CODE(), sample::own_seat(78).secret);
        let question = say!(ui.text, SCREEN_ASK_TAKE, room = CODE());
        let shown = bare(&screen(&ui));
        assert!(shown.contains(&bare(&question)), "{}", screen(&ui));
    }
}

fn elsewhere() -> Address {
    oxo_client::address::parse("https://other.example").unwrap()
}

#[test]
fn a_seat_that_another_device_shares_is_taken_after_a_yes() {
    let token = sample::own_seat(78).secret;
    let press = |ui: &mut Ui, code: KeyCode| ui.event(&Input::Key(code.into()), Instant::now());
    let mut ui = begun(None);
    for (code, asks) in [(KeyCode::Enter, true), (KeyCode::Char('n'), false)] {
        ui.offer_seat(elsewhere(), CODE(), token.clone());
        assert!(press(&mut ui, code).is_empty(), "{code:?}");
        assert_eq!(ui.take_up.is_some(), asks, "{code:?}");
    }
    ui.offer_seat(elsewhere(), CODE(), token.clone());
    let effects = press(&mut ui, KeyCode::Char('y'));
    let [UiEffect::Move(address), UiEffect::Go(intent)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(*address, elsewhere());
    assert_eq!(*intent, Intent::TakeSeat(CODE(), token.clone()));
    assert!(!format!("{effects:?}").contains(token.reveal()));
}
