//! Games against the computer, and of two computers: how they look, and what
//! keys ask for.

use std::sync::Arc;

use crossterm::event::KeyCode;
use frontend::text_board::Charset;
use game::Level;
use oxo_client::session::{Ask, AskKind, Room};
use protocol::{
    Cell, Command, Computer, Event, Player, Rules, Seat, View,
    event::{Cause, EndReason, GameResult, Over, Replaced},
    frame::QueuePlace,
    request::{Body, Claimed, SeatComputer},
    settings::ClockSetting,
    view::Lost,
};
use sentences::TAGS;

use crate::{
    sample,
    tui::{
        effect::UiEffect,
        table::{
            TableMenu,
            options::TableAction,
            tests::{
                Ana, at, c,
                shots::{shots, shown},
            },
        },
    },
};

fn computer(level: u8) -> Computer {
    Computer {
        level: Level::new(level).unwrap(),
        centre: false,
    }
}

fn change(room: &mut Room, change: impl FnOnce(&mut View)) {
    change(Arc::make_mut(&mut room.view));
}

fn sits(room: &mut Room, seat: Seat, level: u8) {
    change(room, |view| {
        let seated = view.seats[seat].as_mut().unwrap();
        seated.player = Player::computer(computer(level));
    });
}

/// Ana plays X against the computer.
fn against(rules: Rules, cells: &[Cell]) -> Room {
    let mut room = sample::after(rules, cells, ClockSetting::None);
    sits(&mut room, Seat::Guest, 3);
    room.now.spectators = 0;
    room
}

fn over(next_ms: Option<u64>) -> Over {
    Over {
        result: GameResult::Drawn,
        winner: None,
        by: None,
        reason: EndReason::Full,
        id: None,
        next_first: Seat::Guest,
        next_ms,
    }
}

/// Two computers, the game between them over.
fn exhibition(rules: Rules, cells: &[Cell], ended: bool) -> Room {
    let mut room = against(rules, cells);
    sits(&mut room, Seat::Host, 5);
    room.seat = None;
    if ended {
        let next_ms = Some(sample::NOW_MS + 6_000);
        change(&mut room, |view| {
            let game = view.game.as_mut().unwrap();
            game.turn = None;
            game.over = Some(over(next_ms));
        });
    }
    room
}

/// Beatriz has not come back, and it is her turn.
fn deserted() -> Room {
    let mut room = sample::after(Rules::CLASSIC, &[4], ClockSetting::None);
    change(&mut room, |view| {
        let lost = Lost {
            cause: Cause::Link,
            since_ms: sample::NOW_MS - 50_000,
            deadline_ms: sample::NOW_MS - 10_000,
        };
        view.seats.guest.as_mut().unwrap().lost = Some(lost);
    });
    room
}

/// The game that the computer ended in the place of Beatriz.
fn replaced() -> Room {
    let mut room = against(Rules::CLASSIC, &[4, 0, 6, 2, 1]);
    change(&mut room, |view| {
        let game = view.game.as_mut().unwrap();
        game.turn = None;
        game.over = Some(over(None));
        game.replaced = Some(Replaced {
            seat: Seat::Guest,
            player: Player::named("Beatriz"),
            ply: 3,
        });
    });
    room
}

fn queued() -> QueuePlace {
    QueuePlace {
        position: 1,
        wait_ms: None,
    }
}

#[test]
fn the_computers_name_thinking_and_hints_are_drawn() {
    let mine = against(Rules::CLASSIC, &[4, 0]);
    shots("hint", Charset::Box, &mine, |ana| {
        ana.page.cursor = 8;
        ana.table_mut().hinted(4, 2, 2);
    });
    shots("hint_ascii", Charset::Ascii, &mine, |ana| {
        ana.table_mut().hinted(4, 2, 2);
    });
    let gomoku = against(Rules::GOMOKU, &[112, 98]);
    shots("hint_gomoku", Charset::Box, &gomoku, |ana| {
        ana.table_mut().hinted(4, 2, 113);
    });
    let thinking = against(Rules::CLASSIC, &[4]);
    shots("thinking", Charset::Box, &thinking, |ana| {
        ana.client.queue = Some(queued());
    });
}

#[test]
fn a_computer_may_play_on_for_somebody() {
    let room = deserted();
    shots("deserted", Charset::Box, &room, |_| {});
    for (name, choice) in [("claim", TableMenu::Claim), ("levels", TableMenu::Level)] {
        let shown = shown("en", (80, 24), Charset::Box, &room, |ana| {
            ana.page.menu = Some(choice);
        });
        insta::assert_snapshot!(name, shown);
    }
    shots("replaced", Charset::Box, &replaced(), |_| {});
}

#[test]
fn an_exhibition_is_drawn() {
    let playing = exhibition(Rules::GOMOKU, &[112, 98, 113], false);
    shots("exhibition", Charset::Box, &playing, |_| {});
    let full = [0, 1, 2, 4, 3, 5, 7, 6, 8];
    let ended = exhibition(Rules::CLASSIC, &full, true);
    shots("exhibition_over", Charset::Box, &ended, |_| {});
}

#[test]
fn every_language_fits_a_table_with_a_computer() {
    let rooms = [
        against(Rules::CLASSIC, &[4, 0]),
        against(Rules::CLASSIC, &[4]),
        deserted(),
        replaced(),
        exhibition(Rules::CLASSIC, &[4], false),
    ];
    for tag in TAGS {
        for (room, choice) in rooms.iter().flat_map(|room| {
            [None, Some(TableMenu::Level), Some(TableMenu::Going)].map(|it| (room, it))
        }) {
            for queue in [None, Some(queued())] {
                let screen = shown(tag, (80, 24), Charset::Box, room, |ana| {
                    ana.table_mut().hinted(4, 2, 2);
                    ana.page.menu = choice;
                    ana.client.queue = queue;
                });
                assert!(!screen.contains('…'), "{tag}:\n{screen}");
            }
        }
    }
}

fn asks_other(ana: &mut Ana, code: KeyCode) -> Option<Body> {
    let TableAction::Effects(effects) = ana.press(code) else {
        panic!("it leads away")
    };
    effects.into_iter().find_map(|effect| match effect {
        UiEffect::Ask(Ask {
            what: AskKind::Other(body),
            ..
        }) => Some(body),
        _ => None,
    })
}

fn seats(level: u8) -> Option<Command> {
    let computer = computer(level);
    Some(Command::SeatComputer(SeatComputer { computer }))
}

#[test]
fn a_hint_is_asked_for_on_ones_own_turn_and_gone_after_the_next_move() {
    let mut ana = at(against(Rules::CLASSIC, &[4, 0]));
    assert_eq!(asks_other(&mut ana, c('a')), Some(Body::Hint));
    ana.table_mut().hinted(4, 2, 8);
    assert_eq!(ana.said(), "The computer would play c1.");
    assert_eq!(ana.table().hint(), Some(8));
    let moved = sample::moved(&ana.table().room.view, 2, None, vec![]);
    ana.happens(moved);
    assert_eq!(ana.table().hint(), None);
    // Late answers are about a position that is gone.
    ana.table_mut().hinted(4, 2, 8);
    assert_eq!((ana.table().hint(), ana.said()), (None, "You: X on c3."));
    assert_eq!(asks_other(&mut ana, c('a')), None, "it thinks");
    assert!(
        ana.said().starts_with("You can ask for a hint when"),
        "{}",
        ana.said()
    );
    let mut ana = at(sample::playing());
    assert_eq!(asks_other(&mut ana, c('a')), None, "a person plays");
}

#[test]
fn another_level_is_chosen_only_between_games() {
    let mut ana = at(against(Rules::CLASSIC, &[4, 0]));
    ana.press(c('p'));
    assert_eq!(ana.page.menu, None, "a game is running");
    let mut ana = at(replaced());
    ana.press(c('p'));
    assert_eq!(ana.page.menu, Some(TableMenu::Level));
    assert_eq!(ana.asks(c('6')), None);
    assert_eq!(ana.asks(c('5')), seats(5));
    let mut ana = at(sample::won());
    ana.press(c('p'));
    assert_eq!(ana.page.menu, None, "Beatriz sits there");
    change(ana.client.room.as_mut().unwrap(), |view| {
        view.seats.guest = None
    });
    ana.press(c('p'));
    assert_eq!(ana.asks(c('1')), seats(1), "in a free seat");
}

#[test]
fn a_computer_can_take_the_seat_of_an_opponent_who_is_gone() {
    let mut ana = at(deserted());
    ana.press(c('c'));
    ana.press(c('p'));
    assert_eq!(ana.asks(c('2')), seats(2));
    ana.press(c('c'));
    let (game, result) = (4, Claimed::Win);
    let claim = protocol::request::Claim { game, result };
    assert_eq!(ana.asks(c('w')), Some(Command::Claim(claim)));
    // She is back before the choice is made.
    ana.press(c('p'));
    ana.happens(Event::Returned {
        seat: Seat::Guest,
        turn: None,
    });
    assert_eq!(ana.page.menu, None);
}

#[test]
fn a_waiting_player_can_only_leave_the_computers_table() {
    let mut ana = at(against(Rules::CLASSIC, &[4]));
    ana.client.queue = Some(queued());
    ana.press(c('q'));
    assert!(matches!(ana.press(c('k')), TableAction::Effects(effects) if effects.is_empty()));
    assert_eq!(ana.asks(c('g')), Some(Command::Leave));
}

#[test]
fn a_computers_move_rings_no_bell_and_its_time_is_not_counted() {
    let mut ana = at(against(Rules::CLASSIC, &[4]));
    assert_eq!(ana.table().changes_in(ana.now), None);
    let moved = sample::moved(&ana.table().room.view, 0, None, vec![]);
    assert!(ana.happens(moved).is_empty());
    let next = at(exhibition(Rules::CLASSIC, &[4], true));
    let wait = next.table().changes_in(next.now).unwrap();
    assert!(wait.as_millis() <= 1_000, "{wait:?}");
}
