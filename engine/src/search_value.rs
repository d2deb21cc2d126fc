//! Values of positions in a search by alpha-beta, and how its table keeps them.

use game::Cell;

use crate::transposition::TableEntry;

/// A win now; a win later is worth a little less for each ply.
pub(crate) const WIN: i32 = 1_000_000;
/// Every value beyond this is a win, or a loss.
pub(crate) const DECIDED: i32 = WIN - 1_000;

/// Bound of a stored value: how it relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    Exact,
    AtLeast,
    AtMost,
}

impl Bound {
    /// What a value found within a window of values is.
    pub(crate) fn of(value: i32, (alpha, beta): (i32, i32)) -> Bound {
        match value {
            _ if value >= beta => Bound::AtLeast,
            _ if value <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        }
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct SearchEntry {
    /// As [`to_table`] has it.
    pub(crate) value: i32,
    pub(crate) best: Cell,
    pub(crate) depth: i16,
    pub(crate) bound: Bound,
}

impl TableEntry for SearchEntry {
    fn cost(&self) -> u32 {
        self.depth.max(0) as u32
    }
}

impl SearchEntry {
    /// The value, if it was found deep enough and decides the window of values.
    pub(crate) fn cutoff(
        self,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let value = from_table(self.value, ply);
        let cuts = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => value >= beta,
            Bound::AtMost => value <= alpha,
        };
        (i32::from(self.depth) >= depth && cuts).then_some(value)
    }
}

/// A win is kept by its distance from the position, not from where the search began.
pub(crate) fn to_table(value: i32, ply: usize) -> i32 {
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
