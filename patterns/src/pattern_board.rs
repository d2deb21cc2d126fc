//! A position as the patterns that a mark in each cell would make, kept up to date with every
//! mark.
//!
//! Every empty cell knows for each direction the number of the stretch around it, and by the
//! tables of [`line_patterns`](crate::line_patterns) what a mark of either side would make there.
//! The four directions together are its *threat*; threats are counted, and their worth is summed,
//! so that whether there is one and how a position stands cost nothing to ask.

use game::{Board, Cell};

use crate::Side;
use crate::line_patterns::LinePattern;
use crate::pattern_grid::{PatternGrid, seen_by};
use crate::threat::{Threat, ThreatEntry};

/// Marks and the threats of all empty cells.
#[derive(Clone)]
pub struct PatternBoard<'g> {
    /// Tables that all positions of the board share.
    pub grid: &'g PatternGrid,
    empty: Vec<bool>,
    empty_count: usize,
    /// For each cell and direction the stretch as either side sees it.
    stretches: Vec<u64>,
    /// For each cell its patterns in all directions, as a number in base [`LinePattern::COUNT`].
    combinations: Vec<[u16; 2]>,
    /// For each side and cell the threat of a mark; [`Threat::Marked`] where there is a mark.
    threats: [Vec<Threat>; 2],
    counts: [[u16; Threat::COUNT]; 2],
    /// For each side the worth of its threats when it is to move and when it is not.
    worth: [[i32; 2]; 2],
    key: u64,
    /// One for each mark.
    before: Vec<BeforeMark>,
    /// The combinations and threats that marks have changed, the last ones last.
    changed: Vec<ChangedThreat>,
}

/// State of a board before a mark.
#[derive(Clone)]
struct BeforeMark {
    counts: [[u16; Threat::COUNT]; 2],
    worth: [[i32; 2]; 2],
    /// Number of changes.
    changed: usize,
}

/// A combination that a mark has changed, as it was.
#[derive(Clone, Copy)]
struct ChangedThreat {
    cell: Cell,
    combination: u16,
    side: u8,
    threat: Threat,
}

const STEPS: [u16; 4] = {
    let base = LinePattern::COUNT as u16;
    [1, base, base * base, base * base * base]
};

impl<'g> PatternBoard<'g> {
    /// A board without marks.
    pub fn new(grid: &'g PatternGrid) -> PatternBoard<'g> {
        let mut board = PatternBoard {
            grid,
            empty: vec![true; grid.cells],
            empty_count: grid.cells,
            stretches: grid.stretches.clone(),
            combinations: vec![[0; 2]; grid.cells],
            threats: [(); 2].map(|()| vec![Threat::Marked; grid.cells]),
            counts: [[0; Threat::COUNT]; 2],
            worth: [[0; 2]; 2],
            key: 0,
            before: Vec::new(),
            changed: Vec::new(),
        };
        for cell in 0..grid.cells {
            board.enter(cell);
        }
        board
    }

    /// The position of a board, whose rules are those of the grid.
    pub fn of(grid: &'g PatternGrid, board: &Board) -> PatternBoard<'g> {
        let mut position = PatternBoard::new(grid);
        for (ply, &cell) in board.moves().iter().enumerate() {
            position.put(cell, ply % 2);
        }
        position
    }

    /// Marks an empty cell.
    pub fn put(&mut self, cell: Cell, side: Side) {
        let at = usize::from(cell);
        self.before.push(BeforeMark {
            counts: self.counts,
            worth: self.worth,
            changed: self.changed.len(),
        });
        self.leave(at);
        self.empty[at] = false;
        self.empty_count -= 1;
        self.key ^= self.grid.keys[at][side];
        let grid = self.grid;
        for neighbour in grid.around(cell) {
            let slot = neighbour.slot as usize;
            let before = self.stretches[slot];
            let after = before + neighbour.added[side];
            self.stretches[slot] = after;
            if !self.empty[slot / 4] {
                continue;
            }
            for side in 0..2 {
                let old = grid.patterns[seen_by(side, before)];
                let new = grid.patterns[seen_by(side, after)];
                if old != new {
                    let step = (new as u16).wrapping_sub(old as u16);
                    self.combine(side, slot / 4, step.wrapping_mul(STEPS[slot % 4]));
                }
            }
        }
    }

    /// Takes the last mark away again.
    pub fn take(&mut self, cell: Cell, side: Side) {
        let at = usize::from(cell);
        for neighbour in self.grid.around(cell) {
            self.stretches[neighbour.slot as usize] -= neighbour.added[side];
        }
        self.key ^= self.grid.keys[at][side];
        self.empty[at] = true;
        self.empty_count += 1;
        let Some(before) = self.before.pop() else {
            return;
        };
        self.counts = before.counts;
        self.worth = before.worth;
        for changed in self.changed.drain(before.changed..).rev() {
            let (side, cell) = (usize::from(changed.side), usize::from(changed.cell));
            self.combinations[cell][side] = changed.combination;
            self.threats[side][cell] = changed.threat;
        }
    }

    /// Forgets the threats of a cell that is about to be marked.
    fn leave(&mut self, cell: usize) {
        for side in 0..2 {
            let combination = self.combinations[cell][side];
            let threat = std::mem::replace(&mut self.threats[side][cell], Threat::Marked);
            self.count(side, self.grid.threats[usize::from(combination)], -1);
            self.changed.push(ChangedThreat {
                cell: cell as Cell,
                combination,
                side: side as u8,
                threat,
            });
        }
    }

    /// Works out the threats of an empty cell.
    fn enter(&mut self, cell: usize) {
        for side in 0..2 {
            let combination = (0..4).map(|direction| {
                let stretch = seen_by(side, self.stretches[4 * cell + direction]);
                STEPS[direction] * self.grid.patterns[stretch] as u16
            });
            let combination = combination.sum();
            let entry = self.grid.threats[usize::from(combination)];
            self.combinations[cell][side] = combination;
            self.threats[side][cell] = entry.threat;
            self.count(side, entry, 1);
        }
    }

    fn combine(&mut self, side: Side, cell: usize, step: u16) {
        let combination = self.combinations[cell][side];
        let before = self.grid.threats[usize::from(combination)];
        let after = combination.wrapping_add(step);
        let after_entry = self.grid.threats[usize::from(after)];
        self.changed.push(ChangedThreat {
            cell: cell as Cell,
            combination,
            side: side as u8,
            threat: before.threat,
        });
        self.combinations[cell][side] = after;
        if before.threat != after_entry.threat {
            self.threats[side][cell] = after_entry.threat;
            self.counts[side][before.threat as usize] -= 1;
            self.counts[side][after_entry.threat as usize] += 1;
        }
        for turn in 0..2 {
            let change = after_entry.worth[turn] - before.worth[turn];
            self.worth[side][turn] += i32::from(change);
        }
    }

    fn count(&mut self, side: Side, entry: ThreatEntry, sign: i16) {
        let count = &mut self.counts[side][entry.threat as usize];
        *count = count.wrapping_add_signed(sign);
        for (worth, part) in self.worth[side].iter_mut().zip(entry.worth) {
            *worth += i32::from(sign * part);
        }
    }

    /// Whether a cell has no mark.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.empty[usize::from(cell)]
    }

    #[cfg(test)]
    pub(crate) fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The number of the position with this side to move.
    #[inline]
    pub fn key(&self, side: Side) -> u64 {
        self.key ^ (side as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// Threat of a mark of `side` in a cell.
    #[inline]
    pub fn threat(&self, side: Side, cell: Cell) -> Threat {
        self.threats[side][usize::from(cell)]
    }

    /// Number of cells with exactly that threat for `side`.
    #[inline]
    pub fn count_of(&self, side: Side, threat: Threat) -> u16 {
        self.counts[side][threat as usize]
    }

    /// Whether any cell has at least that threat for `side`.
    #[inline]
    pub fn has(&self, side: Side, least: Threat) -> bool {
        self.counts[side][least as usize..]
            .iter()
            .any(|&count| count > 0)
    }

    /// The cells with at least that threat for `side`, ascending.
    #[inline]
    pub fn threatening(&self, side: Side, least: Threat) -> impl Iterator<Item = Cell> + '_ {
        let threats = self.threats[side].iter().zip(0..);
        threats.filter_map(move |(&threat, cell)| (threat >= least).then_some(cell))
    }

    /// Whether neither side can complete a line any more.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let dead = |side| usize::from(self.count_of(side, Threat::Dead)) == self.empty_count;
        dead(0) && dead(1)
    }

    /// Worth of a mark in a cell: the patterns that it builds and those that it takes from the other side.
    #[inline]
    pub fn urgency(&self, side: Side, cell: Cell) -> i32 {
        let of = |side: Side| {
            self.grid.threats[usize::from(self.combinations[usize::from(cell)][side])].urgency
        };
        2 * i32::from(of(side)) + i32::from(of(1 - side))
    }

    /// How the position stands for `side`, which is to move.
    #[inline]
    pub fn evaluate(&self, side: Side) -> i32 {
        self.worth[side][0] - self.worth[1 - side][1] + self.grid.tempo
    }

    /// The patterns that a mark of `side` in a cell would make.
    pub(crate) fn patterns(&self, side: Side, cell: Cell) -> [LinePattern; 4] {
        let combination = self.combinations[usize::from(cell)][side];
        STEPS.map(|step| LinePattern::ALL[usize::from(combination / step) % LinePattern::COUNT])
    }

    /// Every cell that completes a line of `side` whose stretch `cell` is in.
    #[inline]
    pub fn completing_near(&self, side: Side, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let slots = self.grid.around(cell).iter().map(|near| near.slot / 4);
        slots
            .map(|cell| cell as Cell)
            .filter(move |&cell| self.threat(side, cell) == Threat::Five)
    }
}

#[cfg(test)]
mod tests;
