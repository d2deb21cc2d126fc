//! The computer's levels in words.

use game::Level;

use crate::locale::Catalogue;

/// The level unless a person chooses another.
pub const USUAL: Level = Level::ALL[2];

/// How well a level plays.
#[must_use]
pub fn level(text: &Catalogue, level: Level) -> String {
    text.lookup(&format!("computer.level.{}", level.number()), &[])
}
