//! The id under which a server keeps a finished game.

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

travels_as_symbols!(GameId, NotAGameId);

// Knowing an id is enough to read the game.
hide_debug!(GameId);

#[cfg(test)]
mod tests;
