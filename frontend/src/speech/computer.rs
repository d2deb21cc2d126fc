//! The computer's levels in words.

use game::Level;
use sentences::Catalogue;

/// Strength of a level.
#[must_use]
pub fn level(text: &Catalogue, level: Level) -> String {
    text.lookup(&format!("computer.level.{}", level.number()), &[])
}
