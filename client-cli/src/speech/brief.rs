//! Boards and clocks where there is little room: in lists and headings.
//!
//! Knows nothing of what has just happened.

use protocol::{Rules, settings::ClockSetting};

use crate::{key::say, locale::Catalogue, time::clock_face};

/// All that matters to whoever plays, in a line.
#[must_use]
pub fn game(text: &Catalogue, rules: Rules, setting: ClockSetting) -> String {
    let (board, clock) = (board(text, rules), clock(text, setting));
    say!(text, BRIEF_GAME, board = board, clock = clock)
}

/// A board in a few columns.
#[must_use]
pub fn board(text: &Catalogue, rules: Rules) -> String {
    say!(
        text,
        BRIEF_BOARD,
        width = rules.width(),
        height = rules.height(),
        line = rules.line(),
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
