//! The computer's levels in words.

use game::Level;

use crate::{key::say, locale::Catalogue};

/// The level unless a person chooses another.
pub const USUAL: Level = Level::ALL[2];

/// How well a level plays.
#[must_use]
pub fn level(text: &Catalogue, level: Level) -> String {
    match level.number() {
        1 => say!(text, COMPUTER_LEVEL_1),
        2 => say!(text, COMPUTER_LEVEL_2),
        3 => say!(text, COMPUTER_LEVEL_3),
        4 => say!(text, COMPUTER_LEVEL_4),
        _ => say!(text, COMPUTER_LEVEL_5),
    }
}
