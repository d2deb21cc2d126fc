//! A position that is changed and changed back: line counters and the number it is known by, kept
//! up to date with every mark. The number is an incremental hash (see [`Grid`]).

use game::{Board, Cell};
use patterns::Side;

use crate::grid::Grid;
use crate::line_counts::LineCounts;

/// The longest line there is, and no mark.
const COUNTS: usize = game::MAX_SIDE as usize + 1;
const SYMMETRIES: usize = 8;

/// Where a side could complete a line with its next mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    /// Nowhere.
    None,
    /// In one cell only.
    One(Cell),
    /// In at least these two.
    Two(Cell, Cell),
}

/// Marks on a board, and what follows from them for every window and cell.
#[derive(Clone)]
pub(crate) struct Position<'g> {
    pub(crate) grid: &'g Grid,
    marks: Vec<Option<Side>>,
    /// For each window the marks of both sides.
    counts: Vec<[u8; 2]>,
    /// For each window the marks of both sides by which a line would be too long.
    beside: Vec<[u8; 2]>,
    line_counts: [Vec<LineCounts>; 2],
    /// For each side the number of windows open to it, by their number of marks.
    open: [[u16; COUNTS]; 2],
    /// The number of the position under every symmetry.
    keys: [u64; SYMMETRIES],
    empty: usize,
}

impl<'g> Position<'g> {
    pub(crate) fn new(grid: &'g Grid) -> Position<'g> {
        let mut open = [[0; COUNTS]; 2];
        let mut line_counts = vec![LineCounts::default(); grid.cells];
        for window in 0..grid.window_count() {
            open.iter_mut().for_each(|counts| counts[0] += 1);
            for &cell in grid.window(window) {
                line_counts[usize::from(cell)].trade(LineCounts::default(), grid.line_counts[0]);
            }
        }
        Position {
            grid,
            marks: vec![None; grid.cells],
            counts: vec![[0; 2]; grid.window_count()],
            beside: vec![[0; 2]; grid.window_count()],
            line_counts: [line_counts.clone(), line_counts],
            open,
            keys: [0; SYMMETRIES],
            empty: grid.cells,
        }
    }

    /// The marks of a board, as far as the grid's windows have them.
    pub(crate) fn of(grid: &'g Grid, board: &Board) -> Position<'g> {
        let mut position = Position::new(grid);
        for (ply, &cell) in board.moves().iter().enumerate() {
            position.put(cell, ply % 2);
        }
        position
    }

    /// Marks an empty cell.
    pub(crate) fn put(&mut self, cell: Cell, side: Side) {
        self.marks[usize::from(cell)] = Some(side);
        self.empty -= 1;
        for turn in 0..self.grid.turn_count() {
            self.keys[turn] = self.keys[turn].wrapping_add(self.grid.key(turn, side, cell));
        }
        for &window in self.grid.through(cell) {
            let (mine, theirs) = self.count(window, side);
            if theirs == 0 && self.fits(window, side) {
                self.trade(window, side, Some(mine), Some(mine + 1));
            }
            if mine == 0 && self.fits(window, 1 - side) {
                self.trade(window, 1 - side, Some(theirs), None);
            }
            self.counts[window][side] += 1;
        }
        for &window in self.grid.beside(cell) {
            let (mine, theirs) = self.count(window, side);
            if theirs == 0 && self.fits(window, side) {
                self.trade(window, side, Some(mine), None);
            }
            self.beside[window][side] += 1;
        }
    }

    /// Takes that mark away again.
    pub(crate) fn take(&mut self, cell: Cell, side: Side) {
        self.marks[usize::from(cell)] = None;
        self.empty += 1;
        for turn in 0..self.grid.turn_count() {
            self.keys[turn] = self.keys[turn].wrapping_sub(self.grid.key(turn, side, cell));
        }
        for &window in self.grid.through(cell) {
            self.counts[window][side] -= 1;
            let (mine, theirs) = self.count(window, side);
            if theirs == 0 && self.fits(window, side) {
                self.trade(window, side, Some(mine + 1), Some(mine));
            }
            if mine == 0 && self.fits(window, 1 - side) {
                self.trade(window, 1 - side, None, Some(theirs));
            }
        }
        for &window in self.grid.beside(cell) {
            self.beside[window][side] -= 1;
            let (mine, theirs) = self.count(window, side);
            if theirs == 0 && self.fits(window, side) {
                self.trade(window, side, None, Some(mine));
            }
        }
    }

    /// Whether a line of `side` in the window would not be too long.
    fn fits(&self, window: usize, side: Side) -> bool {
        self.beside[window][side] == 0
    }

    fn count(&self, window: usize, side: Side) -> (usize, usize) {
        let counts = self.counts[window];
        (counts[side].into(), counts[1 - side].into())
    }

    /// A window that was open to `side` with `before` marks is so with `after`; none is closed.
    fn trade(&mut self, window: usize, side: Side, before: Option<usize>, after: Option<usize>) {
        let mut changed = [LineCounts::default(); 2];
        for (marks, step, at) in [(before, -1, 0), (after, 1, 1)] {
            if let Some(marks) = marks {
                let open = &mut self.open[side][marks];
                *open = open.wrapping_add_signed(step);
                changed[at] = self.grid.line_counts[marks];
            }
        }
        for &cell in self.grid.window(window) {
            self.line_counts[side][usize::from(cell)].trade(changed[0], changed[1]);
        }
    }

    pub(crate) fn is_empty(&self, cell: Cell) -> bool {
        self.marks[usize::from(cell)].is_none()
    }

    pub(crate) fn empty(&self) -> usize {
        self.empty
    }

    /// The cells without a mark, ascending.
    pub(crate) fn empties(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.marks.iter().zip(0..);
        cells.filter_map(|(mark, cell)| mark.is_none().then_some(cell))
    }

    pub(crate) fn line_counts(&self, side: Side, cell: Cell) -> LineCounts {
        self.line_counts[side][usize::from(cell)]
    }

    /// Number of windows open to a side with the given number of marks.
    pub(crate) fn open(&self, side: Side, marks: usize) -> u16 {
        self.open[side][marks]
    }

    /// Number of windows open to a side that need the given number of marks; none when that is more
    /// than a line has.
    pub(crate) fn needing(&self, side: Side, need: usize) -> u16 {
        let marks = self.grid.line.checked_sub(need);
        marks.map_or(0, |marks| self.open[side][marks])
    }

    /// Whether neither side can complete a line by any play.
    pub(crate) fn is_dead(&self) -> bool {
        self.open
            .iter()
            .all(|open| open[..self.grid.line].iter().all(|&count| count == 0))
    }

    /// Where a side could complete a line with one mark.
    pub(crate) fn ends(&self, side: Side) -> Ends {
        if self.needing(side, 1) == 0 {
            return Ends::None;
        }
        let mut found = self.completing(side);
        match (found.next(), found.next()) {
            (None, _) => Ends::None,
            (Some(one), None) => Ends::One(one),
            (Some(one), Some(two)) => Ends::Two(one, two),
        }
    }

    /// Every cell with which a side completes a line.
    pub(crate) fn completing(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.line_counts[side].iter().zip(0..);
        cells.filter_map(move |(line_counts, cell)| {
            (line_counts.completes() && self.is_empty(cell)).then_some(cell)
        })
    }

    /// The cells that a side may mark without completing a line, ascending.
    pub(crate) fn harmless(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        self.empties()
            .filter(move |&cell| !self.line_counts(side, cell).completes())
    }

    /// The marks of `side` in a window, or nothing once it can make no line there.
    pub(crate) fn marks_in(&self, window: usize, side: Side) -> Option<usize> {
        let (mine, theirs) = self.count(window, side);
        (theirs == 0 && self.fits(window, side)).then_some(mine)
    }

    /// The number of the position, the same for all that symmetries lead to, and the symmetry
    /// that leads to the one it is the number of.
    pub(crate) fn key(&self) -> (u64, usize) {
        let keys = self.keys[..self.grid.turn_count()].iter().copied();
        keys.zip(0..).min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
