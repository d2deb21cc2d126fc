//! Strength of each level: depth, breadth and oversights of its search.

use game::{Board, Level};

use crate::alphabeta::SearchScope;

/// Boards of up to this many cells, and positions with as few left, are solved first.
const SOLVED_CELLS: u16 = 36;
const SOLVED_EMPTY: usize = 14;
/// The most positions of a proof: some half a second of one core.
pub(crate) const PROOF: u64 = 2_000_000;

/// The most positions that a move of this level looks at on a board too large to be solved.
#[must_use]
pub fn nodes(level: Level) -> u64 {
    skill(level).nodes
}

/// The most positions that a move of this level looks at on this board, whatever the budget.
#[must_use]
pub fn nodes_on(level: Level, board: &Board) -> u64 {
    let proof = if solves(level, board) { PROOF } else { 0 };
    proof + nodes(level)
}

/// Whether a level tries to solve the board before it searches.
pub(crate) fn solves(level: Level, board: &Board) -> bool {
    let small =
        board.rules().cells() <= SOLVED_CELLS || board.legal_cells().count() <= SOLVED_EMPTY;
    skill(level).strongest && small
}

pub(crate) fn skill(level: Level) -> Skill {
    let skill = |miss, nodes, depth, fours| Skill {
        miss,
        nodes,
        scope: SearchScope {
            depth,
            width: 14,
            fours,
        },
        strongest: level == Level::TOP,
    };
    match level.number() {
        1 => skill(0.70, 2_000, 1, 0),
        2 => skill(0.45, 2_000, 1, 0),
        3 => skill(0.28, 4_000, 2, 0),
        4 => skill(0.10, 8_000, 4, 30),
        // A search has half of the half second before the answer is due: this takes some 200 ms.
        _ => skill(0.0, 150_000, 30, 60),
    }
}

/// Strength of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skill {
    /// Probability that it overlooks a line right beside the last moves, from 0 to 1.
    pub(crate) miss: f64,
    /// Positions for one move.
    pub(crate) nodes: u64,
    pub(crate) scope: SearchScope,
    /// Whether it solves what it can, searches by patterns where there are tables, and takes
    /// whatever budget there is.
    pub(crate) strongest: bool,
}
