//! The interface at a table with the computer, above all while the person waits for an opponent.

use frontend::intent::OpponentSearch;
use protocol::Computer;

use super::*;
use crate::tui::table::LOCK;

fn computer() -> Computer {
    Computer {
        level: game::Level::TOP,
        centre: false,
    }
}

/// An interface that waits for somebody and plays the computer meanwhile.
fn waiting_at_the_computer() -> Ui {
    let mut ui = begun(Some(Intent::Play(OpponentSearch::default())));
    ui.launch.meanwhile = Some(Intent::Computer(Settings::default(), computer()));
    ui.begin();
    let effects = ui.update(&queued(1), Instant::now());
    assert!(matches!(&effects[..], [UiEffect::Go(Intent::Computer(..))]));
    ui.update(&Update::Snapshot(computers_room()), Instant::now());
    ui
}

fn queued(position: u32) -> Update {
    Update::Reply {
        id: GO,
        answer: Answer::Ok(Accepted::Queued {
            ticket: "k7qx4mtr9w2f2".parse().unwrap(),
            position,
        }),
        source: ReplySource::Frame,
    }
}

/// Another room than that of the samples, with a computer in it.
fn computers_room() -> Room {
    let mut room = sample::playing();
    room.code = CODE();
    let view = std::sync::Arc::make_mut(&mut room.view);
    view.seats.guest.as_mut().unwrap().player = protocol::Player::computer(computer());
    room
}

#[test]
fn a_match_replaces_the_computers_game_and_ignores_keys_meant_for_it() {
    let mut ui = waiting_at_the_computer();
    assert!(screen(&ui).contains("waiting, number 1"));
    let now = Instant::now();
    let place = protocol::frame::QueuePlace {
        position: 2,
        wait_ms: None,
    };
    ui.update(&Update::Queue(place), now);
    assert!(screen(&ui).contains("waiting, number 2"));
    let matched = protocol::frame::Matched {
        room: sample::playing().code,
        seat: Seat::Host,
    };
    let effects = ui.update(&Update::Matched(matched), now);
    assert!(matches!(&effects[..], [UiEffect::Ring(_)]));
    ui.update(&Update::Dropped { id: 101 }, now);
    // As when the news of it went down with the link: the table of the computer is not theirs.
    let entered = Entered {
        room: sample::playing().code,
        seat: Seat::Host,
        n: 0,
        last: None,
        url: String::new(),
    };
    ui.update(&Update::Seated(entered), now);
    ui.update(&Update::Snapshot(sample::playing()), now);
    let shown = screen(&ui);
    assert!(shown.contains("An opponent is here."), "{shown}");
    assert!(
        shown.contains("Beatriz") && !shown.contains("waiting,"),
        "{shown}"
    );
    // A key that was meant for the computer's game is no move in hers.
    let key = Input::Key(KeyCode::Char('7').into());
    assert!(ui.event(&key, now).is_empty());
    assert_eq!(ui.event(&key, now + LOCK).len(), 1);
}

#[test]
fn a_player_who_leaves_the_computer_keeps_waiting() {
    let mut ui = waiting_at_the_computer();
    let left = Update::Reply {
        id: 101,
        answer: Answer::Ok(Accepted::Left { seq: 9 }),
        source: ReplySource::Frame,
    };
    assert!(
        ui.update(&left, Instant::now()).is_empty(),
        "the ticket stays"
    );
    assert!(screen(&ui).contains("Waiting for an opponent."));
    // A table that cannot be had changes nothing of it.
    press(&mut ui, KeyCode::Char('p'));
    ui.update(
        &refused(
            GO,
            Refusal::TooManyComputers {
                of: protocol::refusal::LimitOf::Server,
            },
        ),
        Instant::now(),
    );
    let shown = screen(&ui);
    assert!(shown.contains("Waiting for an opponent."), "{shown}");
    assert!(shown.contains("Too many computers are playing"), "{shown}");
    assert!(ui.over.is_none());
}

#[test]
fn at_a_table_the_end_of_the_search_is_only_announced() {
    let mut ui = waiting_at_the_computer();
    let unqueued = Update::Unqueued(protocol::frame::Unqueued::Failed);
    ui.update(&unqueued, Instant::now());
    let shown = screen(&ui);
    assert!(shown.contains("Computer (level 5)"), "{shown}");
    assert!(shown.contains("could not open a room"), "{shown}");
}

#[test]
fn a_hint_is_shown_where_it_is_asked_for() {
    let mut ui = seated(computers_room());
    let hint = Accepted::Hint {
        game: 4,
        ply: 0,
        cell: 4,
    };
    let answer = Answer::Ok(hint);
    let (id, source) = (101, ReplySource::Frame);
    ui.update(&Update::Reply { id, answer, source }, Instant::now());
    assert!(screen(&ui).contains("The computer would play b2."));
}
