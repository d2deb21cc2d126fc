//! Strength of each level: depth, breadth and oversights of its search.

use game::Level;

use crate::alphabeta::SearchScope;

/// The most positions that a move of this level looks at, whatever the budget.
#[must_use]
pub fn nodes(level: Level) -> u64 {
    skill(level).nodes
}

pub(crate) fn skill(level: Level) -> Skill {
    let skill = |miss, nodes, depth, fours, threes| Skill {
        miss,
        nodes,
        scope: SearchScope {
            depth,
            width: 14,
            fours,
        },
        threes,
    };
    match level.number() {
        1 => skill(0.70, 2_000, 1, 0, 0),
        2 => skill(0.45, 2_000, 1, 0, 0),
        3 => skill(0.28, 4_000, 2, 0, 0),
        4 => skill(0.10, 8_000, 4, 30, 0),
        _ => skill(0.0, 24_000, 30, 60, 4),
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
    /// Number of quiet threats in a row that it looks ahead; none if it does not look for them.
    pub(crate) threes: u8,
}
