//! The table as it looks, on screens of three sizes.

use std::rc::Rc;

use frontend::text_board::Charset;
use oxo_client::session::Room;
use protocol::{
    Cell, Rules, Seat,
    event::{Offer, OfferKind},
    settings::ClockSetting,
};
use sentences::{Catalogue, TAGS};
use tokio::time::Instant;

use crate::{
    sample,
    tui::{
        canvas::Canvas,
        table::{
            TableMenu, TablePage, draw,
            question::{LOCK, PendingQuestion},
        },
        tests::{settings, shot},
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
    change: impl Fn(&mut TablePage, Instant),
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
    change: impl Fn(&mut TablePage, Instant),
) -> String {
    // The instant at which the samples' clock stands.
    let now = Instant::now();
    let text = Rc::new(Catalogue::for_language(tag));
    let mut room = room.clone();
    room.clock = oxo_client::clock::ServerClock::set(sample::NOW_MS, now);
    let look = UiSettings {
        charset,
        ..settings("default")
    };
    let mut table = TablePage::new(text, room.clone(), now);
    change(&mut table, now);
    shot(size, charset, |canvas: &mut Canvas<'_>| {
        draw(canvas, &table, &look, None, now);
    })
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
    shots("classic", Charset::Box, &clocks, |table, _| {
        table.cursor = 8
    });
    shots("ascii", Charset::Ascii, &clocks, |table, _| {
        table.cursor = 8
    });
    shots("sending", Charset::Box, &clocks, |table, _| {
        table.sending = Some(8)
    });
    shots("won", Charset::Box, &sample::won(), |_, _| {});
    shots("waiting", Charset::Box, &sample::waiting(), |_, _| {});
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
        shots(name, Charset::Box, &room, |_, _| {});
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
fn unlocked(table: &mut TablePage, now: Instant) {
    table.asked = PendingQuestion::default();
    table
        .asked
        .look(&table.room.view, table.room.seat, now - 2 * LOCK);
}

#[test]
fn open_questions_and_overlays() {
    let room = offered(OfferKind::Takeback, ClockSetting::None);
    shots("offer", Charset::Box, &room, unlocked);
    shots("back", Charset::Box, &room, |table, _| table.back = Some(1));
    shots("going", Charset::Box, &room, |table, _| {
        table.menu = Some(TableMenu::Going)
    });
    shots("phrases", Charset::Box, &room, |table, _| {
        table.menu = Some(TableMenu::Phrase)
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
    shots("watched", Charset::Box, &room, |_, _| {});
}

#[test]
fn tables_are_drawn_in_other_languages() {
    let offer = offered(OfferKind::Draw, CLOCK);
    for tag in ["pt-BR", "zh-TW"] {
        let shot = |room, change: fn(&mut TablePage, Instant)| {
            shown(tag, (80, 24), Charset::Box, room, change)
        };
        let won = sample::won();
        insta::assert_snapshot!(format!("offer_80_{tag}"), shot(&offer, unlocked));
        insta::assert_snapshot!(format!("won_80_{tag}"), shot(&won, |_, _| {}));
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
            let shown = shown(tag, (80, 24), Charset::Box, &room, |table, now| {
                unlocked(table, now);
                table.menu = choice;
            });
            assert!(!shown.contains('…'), "{tag}:\n{shown}");
        }
    }
}
