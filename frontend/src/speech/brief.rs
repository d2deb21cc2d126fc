//! Boards and clocks where there is little room: in lists and headings.

use protocol::{Rules, request::Choice, settings::ClockSetting};
use sentences::{Catalogue, say};

use super::refusal::joined;

/// Board and clock in a line.
#[must_use]
pub fn game(text: &Catalogue, rules: Rules, setting: ClockSetting) -> String {
    text.word(|language| sentences::brief_game(language, rules, setting))
}

/// A board in a few columns.
#[must_use]
pub fn board(text: &Catalogue, rules: Rules) -> String {
    text.word(|language| sentences::brief_board(language, rules))
}

/// A clock in a few columns.
#[must_use]
pub fn clock(text: &Catalogue, clock: ClockSetting) -> String {
    text.word(|language| sentences::brief_clock(language, clock))
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
