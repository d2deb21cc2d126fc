//! The board drawn large: grid, marks, coordinates, and the highlights of a
//! cell, which always shows in its shape and not in its colour alone.

mod grid;
mod layout;
pub mod marks;

use frontend::text_board::Charset;
use game::{
    Cell, Mark, Rules,
    notation::{self, Layout},
};
use ratatui::{
    layout::{Rect, Size},
    style::Style,
};

use self::layout::BoardLayout;
use super::{
    canvas::{Canvas, ClickTarget, width},
    theme::Role,
};

#[derive(Clone, Copy, Debug, Default)]
pub struct BoardScene<'a> {
    pub rules: Rules,
    /// As far as they are shown; the last one stands out, and wins over an earlier in its cell.
    pub moves: &'a [(Cell, Mark)],
    pub lines: &'a [Vec<Cell>],
    pub cursor: Option<Cell>,
    /// Sent, and not yet confirmed.
    pub pending: Option<(Cell, Mark)>,
    pub hint: Option<Cell>,
    /// Digits in the free cells of a 3×3 board.
    pub digits: Option<Layout>,
}

/// Size of a board in an area, in columns and rows.
pub fn size(rules: Rules, area: Size) -> Size {
    BoardLayout::new(rules, area.into(), None).whole.as_size()
}

/// Draws a board in the middle of an area, and notes where its cells are.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, picture: &BoardScene<'_>) {
    let area = area.intersection(canvas.area());
    let plan = BoardLayout::new(picture.rules, area, picture.cursor.or(picture.last()));
    let painter = BoardPainter {
        plan: &plan,
        picture,
    };
    if plan.step.has_lines() {
        painter.grid(canvas);
    }
    painter.coordinates(canvas);
    painter.signs(canvas);
    // Highlights reach into the edges that neighbours share.
    for special in [false, true] {
        for (cell, inside) in plan.cells(picture.rules) {
            let square = picture.square(cell);
            if (square.state != CellState::Ordinary) == special {
                painter.square(canvas, inside, cell, square);
            }
        }
    }
    painter.cursor(canvas);
    for (cell, inside) in plan.cells(picture.rules) {
        let width = inside.width.min(plan.step.x.pitch);
        canvas.target(Rect { width, ..inside }, ClickTarget::Cell(cell));
    }
}

#[derive(Clone, Copy)]
struct Square {
    mark: Option<Mark>,
    state: CellState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    Ordinary,
    Last,
    Won,
    Pending,
}

impl CellState {
    /// Characters at the edges of a cell: of a single line left and right,
    /// else in its corners.
    fn corners(self, charset: Charset, height: u16) -> [char; 4] {
        match self {
            CellState::Ordinary => [' '; 4],
            CellState::Last if height > 1 && charset == Charset::Box => ['┌', '┐', '└', '┘'],
            CellState::Last => ['[', ']', '[', ']'],
            CellState::Won => ['*'; 4],
            CellState::Pending if height > 1 => [' '; 4],
            CellState::Pending => ['(', ')', '(', ')'],
        }
    }
}

impl BoardScene<'_> {
    fn last(&self) -> Option<Cell> {
        self.moves.last().map(|(cell, _)| *cell)
    }

    fn square(&self, cell: Cell) -> Square {
        let made = self.moves.iter().rev().find(|(at, _)| *at == cell);
        let sent = self.pending.filter(|(at, _)| *at == cell);
        let state = if made.is_some() && self.lines.iter().any(|line| line.contains(&cell)) {
            CellState::Won
        } else if made.is_some() && self.last() == Some(cell) {
            CellState::Last
        } else if made.is_none() && sent.is_some() {
            CellState::Pending
        } else {
            CellState::Ordinary
        };
        let mark = made.copied().or(sent).map(|(_, mark)| mark);
        Square { mark, state }
    }
}

/// Stands in a cell that the computer would play.
const HINT: char = '?';

struct BoardPainter<'a> {
    plan: &'a BoardLayout,
    picture: &'a BoardScene<'a>,
}

impl BoardPainter<'_> {
    /// Replaces the text and the style that were drawn there.
    fn put(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, text: &str, style: Style) {
        let style = Style::reset().patch(style);
        canvas.put(self.plan.whole, x, y, text, style);
    }

    fn square(&self, canvas: &mut Canvas<'_>, inside: Rect, cell: Cell, square: Square) {
        let Some(mark) = square.mark else {
            return self.free(canvas, inside, cell);
        };
        let style = style(canvas, mark, square.state, inside.height);
        if square.state == CellState::Won {
            let blank = " ".repeat(usize::from(inside.width));
            for y in inside.top()..inside.bottom() {
                self.put(canvas, inside.x, y, &blank, style);
            }
        }
        let hollow = square.state == CellState::Pending;
        let lines = marks::shape(mark, inside.height, canvas.charset, hollow);
        for (y, line) in (inside.y..).zip(&lines) {
            let start = inside.x + (inside.width - width(line).min(inside.width)) / 2;
            self.strokes(canvas, start, y, line, style);
        }
        let corners = square.state.corners(canvas.charset, inside.height);
        self.corners(canvas, inside, corners, style);
    }

    /// A line of a shape; its blanks stay what they were.
    fn strokes(&self, canvas: &mut Canvas<'_>, start: u16, y: u16, line: &str, style: Style) {
        for (x, c) in (start..).zip(line.chars()) {
            if c != ' ' {
                self.put(canvas, x, y, c.encode_utf8(&mut [0; 4]), style);
            }
        }
    }

    fn corners(&self, canvas: &mut Canvas<'_>, inside: Rect, corners: [char; 4], style: Style) {
        let (left, right) = (inside.x, inside.right() - 1);
        let (top, bottom) = (inside.y, inside.bottom() - 1);
        let places = [(left, top), (right, top), (left, bottom), (right, bottom)];
        for ((x, y), c) in places.into_iter().zip(corners) {
            self.strokes(canvas, x, y, c.encode_utf8(&mut [0; 4]), style);
        }
    }

    /// A cell without a mark. Of one that the computer would play the question
    /// mark stands between two arrowheads where there is room for them.
    fn free(&self, canvas: &mut Canvas<'_>, inside: Rect, cell: Cell) {
        let Some(c) = self.unmarked(canvas, cell) else {
            return;
        };
        let (sign, role) = if self.picture.hint == Some(cell) {
            let (before, after) = canvas.glyph(("› ", " ‹"), ("> ", " <"));
            match inside.width {
                0..5 => (c.to_string(), Role::Accent),
                _ => (format!("{before}{c}{after}"), Role::Accent),
            }
        } else {
            (c.to_string(), Role::Dim)
        };
        let x = inside.x + (inside.width - width(&sign).min(inside.width)) / 2;
        let y = inside.y + (inside.height - 1) / 2;
        self.put(canvas, x, y, &sign, canvas.style(role));
    }

    /// Character of a cell without a mark: its digit, or a dot where there are no
    /// lines.
    fn unmarked(&self, canvas: &Canvas<'_>, cell: Cell) -> Option<char> {
        let BoardScene { rules, digits, .. } = *self.picture;
        if self.picture.hint == Some(cell) {
            return Some(HINT);
        }
        let digit = digits.and_then(|layout| notation::digit(rules, layout, cell));
        let dot = (!self.plan.step.has_lines()).then(|| canvas.glyph('·', '.'));
        digit.or(dot)
    }

    /// The frame around the cursor's cell; without lines it is reversed, between
    /// two arrowheads.
    fn cursor(&self, canvas: &mut Canvas<'_>) {
        let cursor = self.picture.cursor;
        let shown = cursor.and_then(|cell| self.plan.shown(self.picture.rules, cell));
        let (Some(cell), Some(inside)) = (cursor, shown) else {
            return;
        };
        if self.plan.step.has_lines() {
            return Self::frame(canvas, inside);
        }
        let mark = self.picture.square(cell).mark;
        let shown = mark.map(|mark| mark.to_string());
        let shown = shown.or_else(|| self.unmarked(canvas, cell).map(String::from));
        let text = format!(">{}<", shown.unwrap_or_default());
        let style = canvas.style(Role::Cursor);
        self.put(canvas, inside.x, inside.y, &text, style);
    }
}

/// Style of a mark. An underline would cut through a shape of several lines.
fn style(canvas: &Canvas<'_>, mark: Mark, state: CellState, height: u16) -> Style {
    let own = canvas.style(Role::of(mark));
    match state {
        CellState::Ordinary => own,
        CellState::Last if height > 1 => own.patch(canvas.style(Role::Last)).not_underlined(),
        CellState::Last => own.patch(canvas.style(Role::Last)),
        CellState::Won => own.patch(canvas.style(Role::Win)),
        CellState::Pending => own.not_bold().dim(),
    }
}

#[cfg(test)]
mod tests;
