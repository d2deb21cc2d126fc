//! Boards and clocks where there is little room: in lists and headings.

use protocol::{Rules, request::Choice, settings::ClockSetting};

use super::refusal::joined;
use crate::{
    key::{self, say},
    locale::Catalogue,
    time::clock_face,
};

/// Board and clock in a line.
#[must_use]
pub fn game(text: &Catalogue, rules: Rules, setting: ClockSetting) -> String {
    let (board, clock) = (board(text, rules), clock(text, setting));
    say!(text, BRIEF_GAME, board, clock)
}

/// A board in a few columns.
#[must_use]
pub fn board(text: &Catalogue, rules: Rules) -> String {
    let key = match rules.is_misere() {
        true => key::BRIEF_BOARD_MISERE,
        false => key::BRIEF_BOARD,
    };
    let (width, height, line) = (rules.width(), rules.height(), rules.line());
    text.say(
        key,
        &[("width", &width), ("height", &height), ("line", &line)],
    )
}

/// A clock in a few columns.
#[must_use]
pub fn clock(text: &Catalogue, clock: ClockSetting) -> String {
    match clock {
        ClockSetting::None => say!(text, BRIEF_CLOCK_NONE),
        ClockSetting::PerMove { move_ms } => {
            say!(text, BRIEF_CLOCK_MOVE, time = clock_face(move_ms.into()))
        }
        ClockSetting::Total {
            initial_ms,
            increment_ms,
        } => say!(
            text,
            BRIEF_CLOCK_TOTAL,
            initial = clock_face(initial_ms.into()),
            increment = clock_face(increment_ms.into()),
        ),
    }
}

/// The boards that somebody would play, in a few columns.
#[must_use]
pub fn boards(text: &Catalogue, boards: &Choice<Rules>) -> String {
    match boards {
        Choice::Any(_) => say!(text, BRIEF_ANY_BOARD),
        Choice::OneOf(these) => joined(these),
    }
}

/// The clocks that somebody would play with, in a few columns.
#[must_use]
pub fn clocks(text: &Catalogue, clocks: &Choice<ClockSetting>) -> String {
    match clocks {
        Choice::Any(_) => say!(text, BRIEF_ANY_CLOCK),
        Choice::OneOf(these) => {
            let these: Vec<_> = these.iter().map(|it| clock(text, *it)).collect();
            joined(&these)
        }
    }
}
