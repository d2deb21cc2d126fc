//! State of a game: in progress, or ended and how.

use crate::{Cell, Mark};

/// Whether a game goes on, and how it ended if not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The next move may be made.
    Open {
        /// No line of the needed length lacks marks of one side any more, so nobody can win by
        /// any play and the game can only be drawn.
        ///
        /// Only the marks on the board are looked at: `false` does not promise that the moves
        /// still to come are enough, or fall to the right side, to fill a line.
        no_open_lines: bool,
    },
    /// The last move completed a line, which wins or, in misère, loses.
    Won {
        /// The side that made the last move; in misère the other.
        by: Mark,
        /// Every line the last move completed, at most one for each of the four directions, in
        /// the order row, column, falling diagonal, rising diagonal. Each is the whole
        /// unbroken run of one side's marks, so it may be longer than the rules ask for; its
        /// cells ascend.
        lines: Vec<Vec<Cell>>,
    },
    /// The board is full and nobody has a line.
    Drawn,
}

impl Outcome {
    /// Whether no further move can be made.
    pub fn is_over(&self) -> bool {
        !matches!(self, Outcome::Open { .. })
    }

    /// The lines of [`Outcome::Won`]; none of another outcome.
    pub fn lines(&self) -> &[Vec<Cell>] {
        match self {
            Outcome::Won { lines, .. } => lines,
            _ => &[],
        }
    }
}
