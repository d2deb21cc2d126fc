//! Strength of each level: depth, breadth and oversights of its search.

use game::{Board, Level};

use crate::alphabeta::SearchScope;

/// Boards of up to this many cells are solved first.
pub(crate) const SOLVED_CELLS: u16 = 36;
/// And positions with as few left.
const SOLVED_EMPTY: usize = 14;
/// The most positions of a proof: some half a second of one core.
pub(crate) const PROOF: u64 = 2_000_000;

/// The most positions that a move of this level looks at on this board, whatever the budget.
pub fn nodes_on(level: Level, board: &Board) -> u64 {
    let proof = if solves(level, board) { PROOF } else { 0 };
    proof + skill(level, board.rules().line()).nodes
}

/// Whether a level tries to solve the board before it searches.
pub(crate) fn solves(level: Level, board: &Board) -> bool {
    let small =
        board.rules().cells() <= SOLVED_CELLS || board.legal_cells().count() <= SOLVED_EMPTY;
    level == Level::TOP && small
}

/// The strength of a level where `line` marks in a row win. Levels are some 150 to 250 Elo apart in games from
/// openings at random: `bench/run engine match level:4 level:3`, and with `--rules 7x7x4`.
///
/// Who begins wins nearly every game for four in a row, also against the strongest, so that only
/// oversights make a difference there; three in a row hardly anybody overlooks.
pub(crate) fn skill(level: Level, line: u8) -> Skill {
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
    match (level.number(), line) {
        (1, ..4) => skill(0.35, 2_000, 1, 0),
        (2, ..4) => skill(0.20, 2_000, 1, 0),
        (3, ..4) => skill(0.10, 4_000, 2, 0),
        (4, ..4) => skill(0.04, 8_000, 4, 0),
        (1, 4) => skill(2.0, 2_000, 1, 0),
        (2, 4) => skill(1.15, 2_000, 1, 0),
        (3, 4) => skill(0.60, 2_000, 1, 0),
        (4, 4) => skill(0.42, 4_000, 2, 0),
        (1, LONG..) => skill(0.20, 2_000, 1, 0),
        (2, LONG..) => skill(0.125, 4_000, 2, 0),
        (3, LONG..) => skill(0.055, 8_000, 4, 40),
        (4, LONG..) => skill(0.0, 20_000, 7, 60),
        // A search has half of the half second before the answer is due: this takes some 200 ms.
        _ => skill(0.0, 150_000, 30, 60),
    }
}

/// Marks in a row from which lines are long.
const LONG: u8 = 5;

/// Strength of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skill {
    /// Probability that it overlooks a line right beside the last moves; above 1 for one that overlooks
    /// nearly full lines, too, see [`seen`](crate::oversights::seen).
    pub(crate) miss: f64,
    /// Positions for one move.
    pub(crate) nodes: u64,
    pub(crate) scope: SearchScope,
    /// Whether it solves positions where it can, searches by patterns where there are tables, and takes
    /// whatever budget there is.
    pub(crate) strongest: bool,
}
