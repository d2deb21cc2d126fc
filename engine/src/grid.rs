//! Constants of a board during a search: its windows, its symmetries, and the numbers that
//! positions are known by.
//!
//! Positions are known by the sum of a number for each mark: on boards of up to 40 cells by what
//! the board is when it is read as a number in base three, so that no two share one; above that by
//! random numbers (Zobrist, *A new hashing method with application for game playing*, 1970).

use game::{Cell, LineRule, Rules, beside, windows};
use patterns::Random;

use crate::line_counts::LineCounts;

/// The most cells whose arrangements 64 bits can number: 3⁴⁰ < 2⁶⁴.
const NUMBERED: usize = 40;
/// The most cells of a board on which positions are looked up turned and mirrored.
const SMALL: usize = 64;

/// A place in the list of windows.
pub(crate) type Window = usize;

/// The windows of a board and everything else that all its positions share.
pub(crate) struct Grid {
    pub(crate) line: usize,
    /// Whether who completes a line loses.
    pub(crate) misere: bool,
    /// Whether a longer line has no effect.
    pub(crate) exact: bool,
    pub(crate) cells: usize,
    /// The cells of every window, one window after the other.
    windows: Vec<Cell>,
    /// For each cell the windows it is in.
    through: Vec<Vec<Window>>,
    /// For each cell the windows that a side with a mark there has no use for, since its line would be too long.
    beside: Vec<Vec<Window>>,
    /// Where each cell goes; the first symmetry moves nothing.
    turns: Vec<Vec<Cell>>,
    /// A number for a mark of each side in each cell.
    keys: [Vec<u64>; 2],
    /// Amount that a window adds to a cell, by its number of marks.
    pub(crate) line_counts: Vec<LineCounts>,
}

impl Grid {
    pub(crate) fn new(rules: Rules) -> Grid {
        let mut grid = Grid::of(rules, |_, _| true);
        if grid.cells <= SMALL {
            grid.turns = turns(rules);
        }
        grid
    }

    /// With only the windows for which `seen(direction, cells)` is true.
    pub(crate) fn of(rules: Rules, mut seen: impl FnMut(usize, &[Cell]) -> bool) -> Grid {
        let (line, cells) = (usize::from(rules.line()), usize::from(rules.cells()));
        let mut kept = Vec::new();
        let (mut through, mut closed) = (vec![Vec::new(); cells], vec![Vec::new(); cells]);
        let exact = rules.line_rule() == LineRule::Exactly;
        for (direction, window) in windows(rules) {
            if seen(direction, &window) {
                let number = kept.len() / line;
                window
                    .iter()
                    .for_each(|&cell| through[usize::from(cell)].push(number));
                beside(rules, direction, window[0])
                    .filter(|_| exact)
                    .for_each(|cell| closed[usize::from(cell)].push(number));
                kept.extend(window);
            }
        }
        Grid {
            line,
            misere: rules.line_rule() == LineRule::Loses,
            exact,
            cells,
            windows: kept,
            through,
            beside: closed,
            turns: vec![(0..rules.cells()).collect()],
            keys: keys(cells),
            line_counts: (0..=line)
                .map(|marks| LineCounts::of(line, marks))
                .collect(),
        }
    }

    pub(crate) fn window_count(&self) -> usize {
        self.windows.len() / self.line
    }

    pub(crate) fn window(&self, window: Window) -> &[Cell] {
        &self.windows[window * self.line..][..self.line]
    }

    pub(crate) fn through(&self, cell: Cell) -> &[Window] {
        &self.through[usize::from(cell)]
    }

    pub(crate) fn beside(&self, cell: Cell) -> &[Window] {
        &self.beside[usize::from(cell)]
    }

    pub(crate) fn turn_count(&self) -> usize {
        self.turns.len()
    }

    /// Where a symmetry takes a cell.
    pub(crate) fn turned(&self, turn: usize, cell: Cell) -> Cell {
        self.turns[turn][usize::from(cell)]
    }

    /// Cell that a symmetry takes there.
    pub(crate) fn turned_back(&self, turn: usize, cell: Cell) -> Cell {
        let found = self.turns[turn].iter().position(|&to| to == cell);
        found.unwrap_or_default() as Cell
    }

    /// The number of a mark of `side` in a cell, where the symmetry takes it.
    pub(crate) fn key(&self, turn: usize, side: usize, cell: Cell) -> u64 {
        self.keys[side][usize::from(self.turned(turn, cell))]
    }
}

fn keys(cells: usize) -> [Vec<u64>; 2] {
    if cells <= NUMBERED {
        let digit = |value: u64| {
            (0..cells as u32)
                .map(|cell| value * 3u64.pow(cell))
                .collect()
        };
        return [digit(1), digit(2)];
    }
    let mut random = Random::new(0);
    [(); 2].map(|()| (0..cells).map(|_| random.bits()).collect())
}

/// Turns and reflections that take the board onto itself: eight of a square, four of others.
fn turns(rules: Rules) -> Vec<Vec<Cell>> {
    let turn = |number| (0..rules.cells()).map(move |cell| turned(rules, cell, number));
    let all = 0..1 << turn_bits(rules);
    all.map(|number| turn(number).collect()).collect()
}

/// The bits of a turn's number, see [`turned`].
pub(crate) fn turn_bits(rules: Rules) -> u32 {
    match rules.width() == rules.height() {
        true => 3,
        false => 2,
    }
}

/// Where a turn takes a cell: a bit each for columns, rows, and, of a square alone, the two exchanged.
pub(crate) fn turned(rules: Rules, cell: Cell, number: u8) -> Cell {
    let (mut column, mut row) = rules.column_row(cell);
    if number & 1 != 0 {
        column = rules.width() - 1 - column;
    }
    if number & 2 != 0 {
        row = rules.height() - 1 - row;
    }
    if number & 4 != 0 {
        (column, row) = (row, column);
    }
    rules.cell_at(column, row).unwrap_or(cell)
}

#[cfg(test)]
mod tests;
