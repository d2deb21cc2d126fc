//! Values of positions in a search by alpha-beta, and how its table keeps them.

use game::Cell;
use patterns::Side;

use crate::transposition::TableEntry;

/// A win now; a win later is worth a little less for each ply.
pub(crate) const WIN: i32 = 1_000_000;
/// Every value beyond this is a win, or a loss.
pub(crate) const DECIDED: i32 = WIN - 1_000;

/// A position in the search tree, and the question asked of it.
#[derive(Clone, Copy)]
pub(crate) struct SearchNode {
    /// Side to move.
    pub(crate) side: Side,
    /// The depth that is left to look ahead.
    pub(crate) depth: i32,
    /// The plies since the root.
    pub(crate) ply: usize,
    /// Window of the values that are told apart: a value beyond an end need only be known to be.
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl SearchNode {
    pub(crate) fn root(side: Side, depth: i32, alpha: i32) -> SearchNode {
        SearchNode {
            side,
            depth,
            ply: 0,
            alpha,
            beta: WIN,
        }
    }

    /// The node after a move, as the other side sees it, looked into less deep by as much.
    pub(crate) fn child(self, less: i32) -> SearchNode {
        SearchNode {
            side: 1 - self.side,
            depth: self.depth - 1 - less,
            ply: self.ply + 1,
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    pub(crate) fn with_depth(self, depth: i32) -> SearchNode {
        SearchNode { depth, ..self }
    }

    /// Asks only whether the value is above alpha.
    pub(crate) fn null_window(self) -> SearchNode {
        SearchNode {
            beta: self.alpha + 1,
            ..self
        }
    }

    pub(crate) fn is_null_window(self) -> bool {
        self.beta - self.alpha <= 1
    }

    pub(crate) fn is_within(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }

    /// The value of a win that many plies from here; its negative is that of a loss.
    pub(crate) fn win_in(self, plies: usize) -> i32 {
        WIN - (self.ply + plies) as i32
    }
}

/// Bound of a stored value: how it relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// Kind of bound that a value found within the window of a node is.
    pub(crate) fn of(value: i32, node: SearchNode) -> Bound {
        match value {
            _ if value >= node.beta => Bound::AtLeast,
            _ if value <= node.alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct SearchEntry {
    /// As [`to_table`] has it.
    value: i32,
    pub(crate) best: Cell,
    depth: i16,
    bound: Bound,
}

impl TableEntry for SearchEntry {
    fn cost(&self) -> u32 {
        self.depth.max(0) as u32
    }
}

impl SearchEntry {
    /// Result at a node: the value, or a bound of it, and the best move.
    pub(crate) fn new(value: i32, bound: Bound, best: Cell, node: SearchNode) -> SearchEntry {
        SearchEntry {
            value: to_table(value, node.ply),
            best,
            depth: node.depth as i16,
            bound,
        }
    }

    /// The value, if it was found deep enough and decides the window of values.
    pub(crate) fn cutoff(self, node: SearchNode) -> Option<i32> {
        let value = from_table(self.value, node.ply);
        let cuts = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= node.beta,
            Bound::AtMost => value <= node.alpha,
        };
        (i32::from(self.depth) >= node.depth && cuts).then_some(value)
    }
}

/// A win is kept by its distance from the position, not from where the search began.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > DECIDED => value + ply as i32,
        _ if value < -DECIDED => value - ply as i32,
        _ => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        _ if value > DECIDED => value - ply as i32,
        _ if value < -DECIDED => value + ply as i32,
        _ => value,
    }
}
