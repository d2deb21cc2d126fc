//! A bit set of cells.

use crate::rules::{Cell, MAX_SIDE};

const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// Cells of the largest board there is; a cell beyond that is never in the set.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct CellSet([u64; WORDS]);

impl CellSet {
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    pub(crate) fn insert(&mut self, cell: Cell) {
        let (word, bit) = place(cell);
        if let Some(bits) = self.0.get_mut(word) {
            *bits |= bit;
        }
    }
}

fn place(cell: Cell) -> (usize, u64) {
    (usize::from(cell / 64), 1 << (cell % 64))
}

#[cfg(test)]
mod tests;
