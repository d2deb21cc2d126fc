//! Layout of a board's cells: the largest cells that fit an area, or a window onto a board that
//! does not fit.

use std::ops::Range;

use game::{Cell, Rules};
use ratatui::layout::Rect;

use super::super::canvas::centred;

/// Rows that are needed for column letters to stand above a window.
const LETTERS_FROM: u16 = 4;
/// Columns that are needed for row numbers to stand beside a window.
const NUMBERS_FROM: u16 = 12;

/// The cells along one direction, in columns or rows of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Inner area of a cell.
    pub inner: u16,
    /// From a cell to the next: one more than `inner` with a line between
    /// them, one less where neighbours share a column.
    pub pitch: u16,
}

impl Axis {
    fn extent(self, cells: u16) -> u16 {
        cells * self.pitch + self.inner.abs_diff(self.pitch)
    }

    fn holds(self, room: u16) -> u16 {
        room.saturating_sub(self.inner.abs_diff(self.pitch)) / self.pitch
    }

    /// Where a cell begins inside, counted from the first line.
    fn start(self, cell: u16) -> u16 {
        cell * self.pitch + self.pitch.saturating_sub(self.inner)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSize {
    pub x: Axis,
    pub y: Axis,
}

impl CellSize {
    const fn new(x: (u16, u16), y: (u16, u16)) -> CellSize {
        let ((width, across), (height, down)) = (x, y);
        let x = Axis {
            inner: width,
            pitch: across,
        };
        let y = Axis {
            inner: height,
            pitch: down,
        };
        CellSize { x, y }
    }

    pub fn has_lines(self) -> bool {
        self.y.pitch > self.y.inner
    }
}

/// Without lines: cells side by side, and cells that share their edges.
const APART: CellSize = CellSize::new((3, 3), (1, 1));
const SHARED: CellSize = CellSize::new((3, 2), (1, 1));

/// The insides of cells with lines between them that are tried, the largest
/// first. A terminal's cell is about twice as high as wide.
const LINED: [(u16, u16); 11] = [
    (23, 9),
    (21, 9),
    (19, 7),
    (17, 7),
    (13, 5),
    (11, 5),
    (9, 3),
    (7, 3),
    (7, 2),
    (5, 2),
    (3, 1),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    pub step: CellSize,
    pub columns: Range<u8>,
    pub rows: Range<u8>,
    /// The cells with the lines around them.
    pub board: Rect,
    /// The same with letters, numbers and signs.
    pub whole: Rect,
}

/// A part of a board, and what stands around it: columns of the terminal to the
/// left and the right, lines above and below.
type Window = (CellSize, Range<u8>, Range<u8>, [u16; 4]);

impl BoardLayout {
    /// The best layout for an area; where the board does not fit, `focus` is in
    /// the window.
    pub fn new(rules: Rules, area: Rect, focus: Option<Cell>) -> BoardLayout {
        let fitting = fitting(rules, area);
        let (step, columns, rows, around) = fitting.unwrap_or_else(|| window(rules, area, focus));
        let [left, right, above, below] = around;
        let (mut board, mut whole) = (Rect::default(), Rect::default());
        let empty = columns.is_empty() || rows.is_empty();
        if !empty {
            board.width = step.x.extent(length(&columns));
            board.height = step.y.extent(length(&rows));
            let (across, down) = (left + board.width + right, above + board.height + below);
            whole = centred(area, across, down);
            (board.x, board.y) = (whole.x + left, whole.y + above);
        }
        BoardLayout {
            step,
            columns: if empty { 0..0 } else { columns },
            rows: if empty { 0..0 } else { rows },
            board,
            whole,
        }
    }

    /// The inside of the cell in a column and a row that are shown.
    pub fn cell(&self, column: u8, row: u8) -> Rect {
        let CellSize { x, y } = self.step;
        Rect::new(
            self.board.x + x.start(u16::from(column - self.columns.start)),
            self.board.y + y.start(u16::from(row - self.rows.start)),
            x.inner,
            y.inner,
        )
    }

    /// Every cell that is shown, with its column and row.
    pub fn cells(&self, rules: Rules) -> impl Iterator<Item = (Cell, Rect)> {
        let row = |row| self.columns.clone().map(move |column| (column, row));
        let places = self.rows.clone().flat_map(row);
        let cell = move |(column, row)| Some((rules.cell_at(column, row)?, self.cell(column, row)));
        places.filter_map(cell)
    }

    pub fn shown(&self, rules: Rules, cell: Cell) -> Option<Rect> {
        let (column, row) = rules.column_row(cell);
        let shown = self.columns.contains(&column) && self.rows.contains(&row);
        shown.then(|| self.cell(column, row))
    }
}

/// The whole board in the largest cells that fit.
fn fitting(rules: Rules, area: Rect) -> Option<Window> {
    let (columns, rows) = (0..rules.width(), 0..rules.height());
    let beside = numbers_width(rules);
    let lined = LINED.map(|(w, h)| CellSize::new((w, w + 1), (h, h + 1)));
    lined.into_iter().chain([APART, SHARED]).find_map(|step| {
        let width = step.x.extent(length(&columns)) + beside;
        let height = step.y.extent(length(&rows)) + 1;
        let (right, below) = (
            spare(area.width, width, beside),
            spare(area.height, height, 1),
        );
        let window = (
            step,
            columns.clone(),
            rows.clone(),
            [beside, right, 1, below],
        );
        (width <= area.width && height <= area.height).then_some(window)
    })
}

/// As much of the board as there is room for, around `focus`.
fn window(rules: Rules, area: Rect, focus: Option<Cell>) -> Window {
    let numbers = area.width >= NUMBERS_FROM;
    let left = if numbers { numbers_width(rules) } else { 0 };
    // For the signs that there is more.
    let right = u16::from(numbers);
    let above = u16::from(area.height >= LETTERS_FROM);
    let wide = area.width.saturating_sub(left + right);
    let step = match APART.x.extent(rules.width().into()) <= wide {
        true => APART,
        false => SHARED,
    };
    let centre = (rules.width() / 2, rules.height() / 2);
    let focus = focus.filter(|cell| *cell < rules.cells());
    let (column, row) = focus.map_or(centre, |cell| rules.column_row(cell));
    let columns = around(column, rules.width(), step.x.holds(wide));
    let rows = around(
        row,
        rules.height(),
        step.y.holds(area.height.saturating_sub(above)),
    );
    (step, columns, rows, [left, right, above, 0])
}

/// The columns of the row numbers, with a blank between them and the cells.
fn numbers_width(rules: Rules) -> u16 {
    if rules.height() > 9 { 3 } else { 2 }
}

/// `wanted`, if there is so much room besides the part in use.
fn spare(room: u16, taken: u16, wanted: u16) -> u16 {
    if room >= taken + wanted { wanted } else { 0 }
}

/// As many of all as fit, with `focus` as near to their middle as can be.
fn around(focus: u8, all: u8, count: u16) -> Range<u8> {
    let count = u8::try_from(count).map_or(all, |count| count.min(all));
    let first = focus.saturating_sub(count / 2).min(all - count);
    first..first + count
}

fn length(range: &Range<u8>) -> u16 {
    u16::from(range.end - range.start)
}

#[cfg(test)]
mod tests;
