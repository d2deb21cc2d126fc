//! The worth of a mark in a cell, by the patterns that it would make in the four directions.
//!
//! The evaluation is linear (Samuel, *Some studies in machine learning using the game of checkers*, 1959):
//! each empty cell counts for either side by the patterns that a mark there would make, in whatever
//! directions they lie. The values are fitted to games (`engine/src/pattern_search/tests/fitting.rs`, which writes the files), in points: 400
//! multiply the odds of a win by *e*.

use std::sync::OnceLock;

use crate::line_patterns::LinePattern;

/// The patterns of the four directions; among all [`sets`] they are ascending.
pub(crate) type PatternSet = [LinePattern; 4];

/// For each set, in the order of [`sets`], its worth to the side that is to move and to the other; last, the worth of being to
/// move. Each is a number of two bytes, the lower one first.
static FIVE: &[u8] = include_bytes!("pattern_worth/five.bin");
static FOUR: &[u8] = include_bytes!("pattern_worth/four.bin");

/// Worth of sets of patterns in points.
pub(crate) struct PatternWorth {
    sets: Vec<PatternSet>,
    values: Vec<[i16; 2]>,
    /// Worth of being to move, in points.
    pub(crate) tempo: i16,
}

impl PatternWorth {
    /// For lines of this length: of five and more from games for five in a row, of fewer from games for four.
    pub(crate) fn of(line: usize) -> &'static PatternWorth {
        static WORTH: [OnceLock<PatternWorth>; 2] = [const { OnceLock::new() }; 2];
        let (kept, bytes) = match line {
            ..5 => (&WORTH[0], FOUR),
            5.. => (&WORTH[1], FIVE),
        };
        kept.get_or_init(|| PatternWorth::read(bytes))
    }

    fn read(bytes: &[u8]) -> PatternWorth {
        let (numbers, _) = bytes.as_chunks::<2>();
        let mut numbers = numbers.iter().map(|&number| i16::from_le_bytes(number));
        let mut next = || numbers.next().unwrap_or_default();
        let sets = sets();
        PatternWorth {
            values: sets.iter().map(|_| [next(), next()]).collect(),
            tempo: next(),
            sets,
        }
    }

    /// The worth of these patterns, in any order, to their side when that is to move and when it is not.
    pub(crate) fn value(&self, patterns: PatternSet) -> [i16; 2] {
        self.place(patterns).map_or([0; 2], |at| self.values[at])
    }

    /// The place of these patterns, in any order, among all sets.
    pub(crate) fn place(&self, mut patterns: PatternSet) -> Option<usize> {
        patterns.sort_unstable();
        self.sets.binary_search(&patterns).ok()
    }
}

/// All sets, ascending.
pub(crate) fn sets() -> Vec<PatternSet> {
    let all = LinePattern::ALL.iter().copied();
    let from = |least: LinePattern| all.clone().filter(move |&pattern| pattern >= least);
    let pairs = |least| from(least).flat_map(move |a| from(a).map(move |b| [a, b]));
    let sets = pairs(LinePattern::Dead).flat_map(|[a, b]| pairs(b).map(move |[c, d]| [a, b, c, d]));
    sets.collect()
}

#[cfg(test)]
mod tests;
