//! Pictures of the start screen, and helpers that its tests share.

mod keys;
mod seats;
mod servers;

use archive::replay::Game;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use frontend::{seat_poll::SeatPoll, text_board::Charset};
use game::Level;
use oxo_client::session::{Ask, AskKind};
use protocol::{
    Computer, OpeningRule, Player, Rules, Settings,
    event::Score,
    ids::{BySeat, TicketId},
    request::Body,
    settings::{Alternate, ClockSetting, First, Opens, Watching},
};
use ratatui::layout::Rect;
use sentences::TAGS;

use super::*;
use crate::{
    sample::{games::won, own_seat},
    tui::{
        canvas::{Canvas, ClickTarget},
        effect::UiEffect,
        tests::shot,
        theme::Theme,
    },
};

const SIZES: [(u16, u16); 3] = [(40, 16), (80, 24), (120, 40)];

fn english() -> Rc<Catalogue> {
    Rc::new(Catalogue::for_language("en"))
}

fn menu_of_servers() -> ServerMenu {
    ServerMenu::new("ws://example.org:1952".to_owned(), Vec::new())
}

fn start() -> StartPage {
    StartPage::new(
        english(),
        Some("Ana".to_owned()),
        Settings::default(),
        menu_of_servers(),
        true,
    )
}

fn listed(number: u64, players: &[&str]) -> Listed {
    Listed {
        room: RoomCode::from_bits(number * 0x1_2345_6789),
        rules: Rules::CLASSIC,
        clock: ClockSetting::None,
        opening: OpeningRule::Free,
        players: players.iter().map(|name| Player::named(*name)).collect(),
        waiting: players.len() < 2,
        watchable: true,
        score: Score::default(),
        spectators: 0,
    }
}

fn rooms() -> Vec<Listed> {
    let long = "a name as long as a name may never be, and then some more of it";
    vec![
        listed(1, &["Ana"]),
        Listed {
            rules: Rules::GOMOKU,
            clock: ClockSetting::total(300_000, 3_000),
            opening: OpeningRule::Free,
            score: Score {
                host: 2,
                guest: 1,
                draws: 0,
            },
            spectators: 12,
            ..listed(2, &["Bob", "王小明"])
        },
        Listed {
            clock: ClockSetting::per_move(30_000),
            opening: OpeningRule::Free,
            spectators: 1,
            ..listed(3, &["王小明王小明王小明王小明", long])
        },
        listed(4, &[long]),
        listed(5, &[]),
    ]
}

/// A list in which nobody waits for anyone.
fn only(rooms: Vec<Listed>) -> RoomList {
    RoomList {
        rooms,
        waiting: Vec::new(),
        online: Some(7),
    }
}

fn seeker(number: u64, name: &str, boards: Choice<Rules>) -> WaitingPlayer {
    WaitingPlayer {
        ticket: TicketId::from_bits(number),
        player: Player::named(name),
        boards,
        clocks: Choice::default(),
        bots: false,
    }
}

/// A list in which Bob waits for gomoku and Cai for any board.
fn with_seekers(rooms: Vec<Listed>) -> RoomList {
    RoomList {
        waiting: vec![
            seeker(1, "Bob", Choice::OneOf(vec![Rules::GOMOKU])),
            seeker(2, "Cai", Choice::ANY),
        ],
        ..only(rooms)
    }
}

/// A game of two computers in the list.
fn exhibited() -> Listed {
    let players = [3, 5].map(|level| {
        let level = Level::new(level).unwrap();
        let centre = false;
        Player::computer(Computer { level, centre })
    });
    Listed {
        players: players.into(),
        waiting: false,
        spectators: 3,
        ..listed(5, &[])
    }
}

fn kept() -> Vec<Game> {
    let games = (1..=30).rev().map(|number| {
        let mut saved = won(number);
        if number % 3 == 0 {
            saved.seat = None;
            saved.record.players.guest = Some(Player::named("王小明王小明"));
        }
        Game::check(saved).unwrap()
    });
    games.collect()
}

fn press(start: &mut StartPage, code: KeyCode) -> Vec<UiEffect> {
    start.key(code.into())
}

fn types(start: &mut StartPage, typed: &str) -> Vec<UiEffect> {
    start.paste(typed);
    press(start, KeyCode::Enter)
}

fn shown(start: &StartPage, size: (u16, u16), charset: Charset, link: Option<&str>) -> String {
    shown_queued(start, size, charset, link, None)
}

/// The same with the usual wait in the queue.
fn shown_queued(
    start: &StartPage,
    size: (u16, u16),
    charset: Charset,
    link: Option<&str>,
    wait_ms: Option<u64>,
) -> String {
    shot(size, charset, |canvas| {
        start.draw(canvas, canvas.area(), link, wait_ms)
    })
}

fn shown_in(tag: &str, start: &StartPage, size: (u16, u16)) -> String {
    start.text.speak(tag);
    shown_queued(start, size, Charset::Box, None, Some(12_000))
}

fn went(effects: &[UiEffect]) -> &Intent {
    match effects {
        [UiEffect::Go(intent)] => intent,
        other => panic!("{other:?}"),
    }
}

/// Every page, with its name.
#[expect(clippy::too_many_lines, reason = "one of each")]
fn pages() -> Vec<(&'static str, StartPage)> {
    let at = |keys: &[KeyCode]| {
        let mut start = start();
        start.rooms(only(rooms()));
        start.games(kept());
        for code in keys {
            press(&mut start, *code);
        }
        start
    };
    let mut lonely = start();
    lonely.seats(vec![own_seat(77)], &SeatPoll::default());
    let asked = StartPage::new(
        english(),
        None,
        Settings::default(),
        menu_of_servers(),
        true,
    );
    let mut queued = at(&[]);
    queued.queued();
    let mut refused = at(&[KeyCode::Char('c')]);
    types(&mut refused, "https://elsewhere.example/page");
    vec![
        ("menu", lonely),
        ("seats", seats::several()),
        ("rooms", at(&[KeyCode::Tab, KeyCode::Down])),
        (
            "choices",
            at(&[
                KeyCode::Char('o'),
                KeyCode::Down,
                KeyCode::Down,
                KeyCode::Right,
            ]),
        ),
        ("people", {
            let mut start = start();
            start.rooms(with_seekers(rooms().into_iter().skip(1).take(1).collect()));
            start
        }),
        ("nobody", {
            let mut start = start();
            start.rooms(RoomList {
                online: Some(1),
                ..RoomList::default()
            });
            start
        }),
        ("others", {
            let mut start = start();
            start.rooms(with_seekers(Vec::new()));
            press(&mut start, KeyCode::Char('a'));
            start.queued();
            start
        }),
        ("board", at(&[KeyCode::Char('o'), KeyCode::Enter])),
        ("name", asked),
        ("queue", queued),
        ("going", at(&[KeyCode::Char('f')])),
        ("join", at(&[KeyCode::Char('c')])),
        ("refused", refused),
        ("games", at(&[KeyCode::Char('g'), KeyCode::PageDown])),
        ("computer", at(&[KeyCode::Char('p'), KeyCode::Right])),
        ("two", {
            let mut start = at(&[KeyCode::Char('p'), KeyCode::End]);
            start.exhibition(Some(RoomCode::from_bits(5)));
            start
        }),
        ("offline", {
            let mut start = at(&[]);
            start.follow(&servers::unanswered());
            start
        }),
        ("servers", {
            let mut start = at(&[]);
            start.server("wss://oxo.example".to_owned());
            press(&mut start, KeyCode::Char('s'));
            start
        }),
        ("player", at(&[KeyCode::Char('b')])),
        ("exhibition", {
            let mut start = at(&[]);
            start.exhibition(Some(RoomCode::from_bits(5)));
            start.rooms(only(vec![exhibited()]));
            press(&mut start, KeyCode::End);
            start
        }),
    ]
}

#[test]
fn every_page_is_drawn_as_recorded() {
    for (name, start) in pages() {
        for size in SIZES {
            let wait_ms = (name == "queue").then_some(12_000);
            let screen = shown_queued(&start, size, Charset::Box, None, wait_ms);
            insta::assert_snapshot!(format!("{name}_{}", size.0), screen);
        }
    }
    let lost = "Still no connection. Next attempt in 4 s; press r to try at once.";
    for size in SIZES {
        let name = format!("lost_{}", size.0);
        insta::assert_snapshot!(name, shown(&start(), size, Charset::Box, Some(lost)));
    }
}

#[test]
fn the_start_screen_says_what_to_do_whenever_nobody_waits() {
    let lists = [
        (Vec::new(), true),
        (vec![exhibited()], true),
        (vec![exhibited(), listed(1, &["Ana"])], false),
    ];
    for (rooms, expected) in lists {
        for size in SIZES {
            let mut start = start();
            start.rooms(only(rooms.clone()));
            let screen = shown(&start, size, Charset::Box, None);
            assert_eq!(screen.contains("Choose Play a"), expected, "{screen}");
        }
    }
    let mut start = start();
    start.rooms(with_seekers(vec![exhibited()]));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(!screen.contains("Choose Play a"), "{screen}");
}

#[test]
fn ones_own_waiting_room_does_not_count_as_somebody_who_waits() {
    let mut start = start();
    let own = listed(1, &["Ana"]);
    let seat = OwnSeat {
        room: own.room,
        ..own_seat(1)
    };
    start.seats(vec![seat], &SeatPoll::default());
    start.rooms(only(vec![own, listed(2, &["Bob", "Cai"])]));
    let screen = shown(&start, (80, 24), Charset::Box, None);
    assert!(screen.contains("Nobody is waiting to play."), "{screen}");
    assert_eq!(start.entries(), 1);
}

#[test]
fn pages_are_drawn_in_other_languages() {
    for (name, start) in pages() {
        if ![
            "menu", "seats", "rooms", "people", "nobody", "choices", "games", "computer",
        ]
        .contains(&name)
        {
            continue;
        }
        for tag in ["pt-BR", "zh-TW"] {
            let shown = shown_in(tag, &start, (80, 24));
            insta::assert_snapshot!(format!("{name}_80_{tag}"), shown);
        }
    }
}

#[test]
fn no_language_is_too_long_for_the_screen() {
    for (name, mut start) in pages() {
        start.rooms(only(rooms().into_iter().take(2).collect()));
        for tag in TAGS {
            for size in [(80, 24), (120, 40)] {
                let shown = shown_in(tag, &start, size);
                assert!(!shown.contains('…'), "{name} in {tag}:\n{shown}");
            }
        }
    }
}

#[test]
fn the_menu_changes_the_language_at_once() {
    let mut start = start();
    for tag in ["pt-BR", "zh-CN", "zh-TW", "en"] {
        let effects = start.key(KeyCode::Char('l').into());
        let [UiEffect::Remember("language", to)] = &effects[..] else {
            panic!("{effects:?}");
        };
        assert_eq!((to.as_str(), start.text.tag), (Some(tag), tag));
    }
}

#[test]
fn with_the_ascii_charset_every_page_is_ascii() {
    for (name, mut start) in pages() {
        start.rooms(only(vec![listed(1, &["Ana"]), listed(2, &["Ana", "Bob"])]));
        start.games(kept().into_iter().skip(1).take(1).collect());
        let screen = shown(&start, (80, 24), Charset::Ascii, None);
        assert!(screen.is_ascii(), "{screen}");
        if name == "rooms" {
            insta::assert_snapshot!("ascii", screen);
        }
    }
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let pages = pages();
    for (_, start) in &pages {
        for width in (0..24).chain((24..130).step_by(11)) {
            for height in (0..24).chain((24..45).step_by(5)) {
                shown(
                    start,
                    (width, height),
                    Charset::Box,
                    Some("There is no connection."),
                );
            }
        }
    }
}
