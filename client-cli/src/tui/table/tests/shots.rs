//! The table as it looks, on screens of three sizes.

use frontend::text_board::Charset;
use oxo_client::session::{Ask, Room};
use protocol::{
    Cell, Command, Rules, Seat,
    event::{Offer, OfferKind},
    settings::ClockSetting,
};
use sentences::TAGS;

use super::{Ana, at_in};
use crate::{
    sample,
    tui::{
        table::{
            TableMenu,
            question::{LOCK, PendingQuestion},
        },
        tests::settings,
        ui_settings::UiSettings,
    },
};

const SIZES: [(u16, u16); 3] = [(40, 16), (80, 24), (120, 40)];
const CLOCK: ClockSetting = ClockSetting::total(300_000, 3_000);

/// Draws a table at all sizes, after something was done to it.
pub(in crate::tui::table) fn shots(
    name: &str,
    charset: Charset,
    room: &Room,
    change: impl Fn(&mut Ana),
) {
    for size in SIZES {
        let shown = shown("en", size, charset, room, &change);
        insta::assert_snapshot!(format!("{name}_{}", size.0), shown);
    }
}

/// Draws a table in a language.
pub(in crate::tui::table) fn shown(
    tag: &str,
    size: (u16, u16),
    charset: Charset,
    room: &Room,
    change: impl Fn(&mut Ana),
) -> String {
    let settings = UiSettings {
        charset,
        ..settings("default")
    };
    let mut ana = at_in(tag, room.clone(), settings);
    change(&mut ana);
    ana.shot(size)
}

fn rules(width: u8, height: u8, line: u8) -> Rules {
    Rules::new(width, height, line).unwrap()
}

/// Every so-manieth cell.
fn cells(rules: Rules, step: usize, count: usize) -> Vec<Cell> {
    (0..rules.cells()).step_by(step).take(count).collect()
}

#[test]
fn a_game_on_the_classic_board() {
    let clocks = sample::after(Rules::CLASSIC, &[4, 0], CLOCK);
    let at_corner = |ana: &mut Ana| ana.page.cursor = 8;
    shots("classic", Charset::Box, &clocks, at_corner);
    shots("ascii", Charset::Ascii, &clocks, at_corner);
    shots("sending", Charset::Box, &clocks, |ana| {
        let step = ana.table().room.next_move(8).unwrap();
        ana.client.number(Ask::seat(Command::Move(step)));
    });
    shots("won", Charset::Box, &sample::won(), |_| {});
    shots("waiting", Charset::Box, &sample::waiting(), |_| {});
}

#[test]
fn games_on_larger_boards() {
    for (name, rules) in [
        ("7x6", rules(7, 6, 4)),
        ("15x15", rules(15, 15, 5)),
        ("19x19", rules(19, 19, 5)),
    ] {
        let cells = cells(rules, usize::from(rules.cells() / 11), 8);
        let room = sample::after(rules, &cells, ClockSetting::None);
        shots(name, Charset::Box, &room, |_| {});
    }
}

/// A game in which the guest offers something.
fn offered(kind: OfferKind, clock: ClockSetting) -> Room {
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], clock);
    let view = std::sync::Arc::make_mut(&mut room.view);
    view.offer = Some(Offer {
        id: 3,
        by: Seat::Guest,
        kind,
        ply: Some(1),
        deadline_ms: sample::NOW_MS + 27_000,
    });
    room
}

/// The question may be answered.
fn unlocked(ana: &mut Ana) {
    ana.page.asked = PendingQuestion::default();
    let room = ana.table().room.clone();
    let before = ana.now - 2 * LOCK;
    ana.page.asked.look(&room.view, room.seat, before);
}

#[test]
fn open_questions_and_overlays() {
    let room = offered(OfferKind::Takeback, ClockSetting::None);
    shots("offer", Charset::Box, &room, unlocked);
    shots("back", Charset::Box, &room, |ana| ana.page.back = Some(1));
    shots("going", Charset::Box, &room, |ana| {
        ana.page.menu = Some(TableMenu::Going)
    });
    shots("phrases", Charset::Box, &room, |ana| {
        ana.page.menu = Some(TableMenu::Phrase)
    });
}

#[test]
fn a_watched_game_with_wide_names_and_somebody_away() {
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], CLOCK);
    room.seat = None;
    let view = std::sync::Arc::make_mut(&mut room.view);
    let [host, guest] = [&mut view.seats.host, &mut view.seats.guest];
    host.as_mut().unwrap().player = protocol::Player::named("王小明和他的朋友們在下棋");
    guest.as_mut().unwrap().lost = Some(protocol::view::Lost {
        cause: protocol::event::Cause::Link,
        since_ms: sample::NOW_MS - 9_000,
        deadline_ms: sample::NOW_MS + 31_000,
    });
    shots("watched", Charset::Box, &room, |_| {});
}

#[test]
fn tables_are_drawn_in_other_languages() {
    let offer = offered(OfferKind::Draw, CLOCK);
    for tag in ["pt-BR", "zh-TW"] {
        let shot = |room, change: fn(&mut Ana)| shown(tag, (80, 24), Charset::Box, room, change);
        let won = sample::won();
        insta::assert_snapshot!(format!("offer_80_{tag}"), shot(&offer, unlocked));
        insta::assert_snapshot!(format!("won_80_{tag}"), shot(&won, |_| {}));
    }
}

#[test]
fn no_language_is_too_long_for_the_screen() {
    let kinds = [
        OfferKind::Draw,
        OfferKind::Takeback,
        OfferKind::Rematch,
        OfferKind::Restart,
    ];
    let choices = [None, Some(TableMenu::Phrase), Some(TableMenu::Going)];
    for tag in TAGS {
        for (kind, choice) in kinds.iter().flat_map(|kind| choices.map(|it| (*kind, it))) {
            let room = offered(kind, CLOCK);
            let shown = shown(tag, (80, 24), Charset::Box, &room, |ana| {
                unlocked(ana);
                ana.page.menu = choice;
            });
            assert!(!shown.contains('…'), "{tag}:\n{shown}");
        }
    }
}
