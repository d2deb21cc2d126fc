//! The two marks.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two sides; X makes the first move.
///
/// Written and serialised as `X` and `O`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mark {
    /// The side that begins.
    X,
    /// The side that answers.
    O,
}

impl Mark {
    /// Both marks, the one that begins first.
    pub const BOTH: [Mark; 2] = [Mark::X, Mark::O];

    /// The opponent's mark.
    #[must_use]
    pub fn other(self) -> Mark {
        match self {
            Mark::X => Mark::O,
            Mark::O => Mark::X,
        }
    }

    /// The place of this mark's item in a pair like [`Mark::BOTH`].
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Mark::X => 0,
            Mark::O => 1,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Mark::X => "X",
            Mark::O => "O",
        })
    }
}

#[cfg(test)]
mod tests;
