//! The table as it looks, on screens of three sizes.

use std::rc::Rc;

use protocol::{
    Cell, Rules, Seat,
    event::{Offer, OfferKind},
    settings::ClockSetting,
};
use tokio::time::Instant;

use super::{
    Choice, Table, draw,
    question::{Asked, LOCK},
    sample,
};
use crate::{
    faces::{
        board::Charset,
        screen::{
            look::{Look, Notify},
            pen::Pen,
            testing,
            theme::{Colours, Theme},
        },
    },
    locale::Catalogue,
    session::Room,
};
use game::notation::Layout;

const SIZES: [(u16, u16); 3] = [(40, 16), (80, 24), (120, 40)];
const CLOCK: ClockSetting = ClockSetting::Total {
    initial_ms: 300_000,
    increment_ms: 3_000,
};

/// Draws a table at all sizes, after something was done to it.
fn shots(name: &str, charset: Charset, room: &Room, change: impl Fn(&mut Table, Instant)) {
    // The instant at which the samples' clock stands.
    let now = Instant::now();
    let text = Rc::new(Catalogue::for_wish("en"));
    let mut room = room.clone();
    room.clock = crate::time::ServerClock::set(sample::NOW_MS, now);
    let look = Look {
        keys: Layout::Keypad,
        digits: false,
        charset,
        theme_name: "default".to_owned(),
        theme: Theme::named("default").unwrap(),
        colours: Colours::new(),
        bell: true,
        notify: Notify::Off,
    };
    for size in SIZES {
        let mut table = Table::new(Rc::clone(&text), room.clone(), 0, now);
        change(&mut table, now);
        let shot = testing::shot(size, charset, |pen: &mut Pen<'_>| {
            draw(pen, &table, &look, None, now);
        });
        insta::assert_snapshot!(format!("{name}_{}", size.0), shot);
    }
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
        table.sending = Some((101, 8))
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

#[test]
fn what_is_asked_and_what_is_laid_over() {
    let mut room = sample::after(Rules::CLASSIC, &[4, 0], ClockSetting::None);
    let view = std::sync::Arc::make_mut(&mut room.view);
    view.offer = Some(Offer {
        id: 3,
        by: Seat::Guest,
        kind: OfferKind::Takeback,
        ply: Some(1),
        deadline_ms: sample::NOW_MS + 27_000,
    });
    shots("offer", Charset::Box, &room, |table, now| {
        table.asked = Asked::default();
        table
            .asked
            .look(&table.room.view, table.room.seat, now - 2 * LOCK);
    });
    shots("back", Charset::Box, &room, |table, _| table.back = Some(1));
    shots("going", Charset::Box, &room, |table, _| {
        table.choice = Some(Choice::Going)
    });
    shots("phrases", Charset::Box, &room, |table, _| {
        table.choice = Some(Choice::Phrase)
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
