//! The strength of a computer player, as a number.

use serde::{Deserialize, Serialize};

use crate::Bounded;

/// How strong the computer plays: from 1, which a child beats, to 5, its best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Bounded<1, 5, 3>")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level(#[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))] u8);

impl From<Bounded<1, 5, 3>> for Level {
    fn from(number: Bounded<1, 5, 3>) -> Level {
        Level(number.get() as u8)
    }
}

/// The middle one, until a player has chosen.
impl Default for Level {
    fn default() -> Level {
        Level(3)
    }
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 5] = [Level(1), Level(2), Level(3), Level(4), Level(5)];
    /// The strongest.
    pub const TOP: Level = Level(5);

    /// The level of a number; nothing for other than 1 to 5.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// From 1 to 5.
    pub fn number(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests;
