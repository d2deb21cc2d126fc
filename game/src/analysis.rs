//! Values of an analysis of a position; the engine computes them.

use serde::{Deserialize, Serialize};

use crate::rules::Cell;

/// Result of best play, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Prospect {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A move, and what is known of it: a prospect, or else an estimate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedMove {
    /// The move itself, and the best play after it as far as it is known; at most 12 moves.
    pub line: Vec<Cell>,
    /// Result of best play after it; nothing where only an estimate is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prospect: Option<Prospect>,
    /// After how many moves, this one counted, the win is complete; nothing in a draw, or where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Whether the prospect is proved. Otherwise it is likely: not every answer was looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// An estimate for the side to move, in points: 0 is even. Nothing beside a prospect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// The best moves of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ranking {
    /// Number of moves that the estimates look ahead, not counting forced ones.
    pub depth: u16,
    /// Whether all of it is proved, and more time would change nothing.
    pub complete: bool,
    /// The best first; none once the game is over.
    pub moves: Vec<RankedMove>,
}
