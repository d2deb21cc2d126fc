//! The id under which a server keeps a finished game.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::ids::{read_symbols, write_symbols};

/// The number of a finished game: when it ended and 80 random bits, written as
/// 26 letters and digits. Knowing it is enough to read the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(u128);

impl GameId {
    /// Symbols of five bits each; the last has three.
    const LENGTH: usize = 26;

    /// An id for a game that ends at `ended_ms`, with the low 80 of `random`.
    /// The time comes first, so that an index of ids grows at its end.
    pub fn at(ended_ms: u64, random: u128) -> GameId {
        const RANDOM: u32 = 80;
        GameId(u128::from(ended_ms) << RANDOM | random & ((1 << RANDOM) - 1))
    }

    /// The id made of these bits.
    pub fn from_bits(bits: u128) -> GameId {
        GameId(bits)
    }

    /// The bits it is made of.
    pub fn bits(self) -> u128 {
        self.0
    }
}

/// Why a text is no id of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the id of a game is 26 letters and digits (never 0, 1, i or o)")]
pub struct NotAGameId;

impl FromStr for GameId {
    type Err = NotAGameId;

    fn from_str(text: &str) -> Result<Self, NotAGameId> {
        let bits = read_symbols(text, GameId::LENGTH);
        bits.map(GameId).ok_or(NotAGameId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_symbols(self.0, GameId::LENGTH, f)
    }
}

/// Knowing an id is enough to read the game, so it stays out of logs.
impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GameId(…)")
    }
}

impl Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests;
