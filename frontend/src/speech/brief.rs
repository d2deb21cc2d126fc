//! Boards and clocks where there is little room: in lists and headings.

use protocol::{Rules, request::Choice, settings::ClockSetting};
use sentences::{Catalogue, say};
pub use sentences::{brief_board as board, brief_clock as clock, brief_game as game};

use super::refusal::joined;

/// The boards that somebody would play, in a few columns.
pub fn boards(text: &Catalogue, boards: &Choice<Rules>) -> String {
    match boards {
        Choice::Any(_) => say!(text, BRIEF_ANY_BOARD),
        Choice::OneOf(these) => joined(these),
    }
}

/// The clocks that somebody would play with, in a few columns.
pub fn clocks(text: &Catalogue, clocks: &Choice<ClockSetting>) -> String {
    match clocks {
        Choice::Any(_) => say!(text, BRIEF_ANY_CLOCK),
        Choice::OneOf(these) => {
            let these: Vec<_> = these.iter().map(|it| clock(text, *it)).collect();
            joined(&these)
        }
    }
}
