//! The computer's levels in words.

use game::Level;

use crate::locale::Catalogue;

/// How well a level plays.
#[must_use]
pub fn level(text: &Catalogue, level: Level) -> String {
    text.lookup(&format!("computer.level.{}", level.number()), &[])
}
