//! Values of a review of a game's moves; the engine computes them.

use serde::{Deserialize, Serialize};

use crate::rules::Cell;

/// Effect of a move on the value of its position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// It kept it; so does every move of a lost position, and one without any other beside it.
    Kept,
    /// It threw it away.
    Lost,
    /// It alone kept it.
    Only,
}

/// Judgement of one move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// Effect of the move.
    pub verdict: Verdict,
    /// Whether that is proved. Otherwise it is likely, in the computer's opinion.
    pub proved: bool,
    /// The moves that keep the value, and win soonest or lose latest; none if the one played is
    /// among them. As an opinion: what the computer would have played instead of a lost move.
    pub best: Vec<Cell>,
}

/// Judgement of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Review {
    /// Whether all of it is proved.
    pub exact: bool,
    /// One for each move, first to last; nothing where nothing can be said.
    pub moves: Vec<Option<Judged>>,
}
