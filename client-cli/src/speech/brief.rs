//! Boards and clocks where there is little room: in lists and headings.

use protocol::{Rules, settings::ClockSetting};

use crate::locale::Catalogue;

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
