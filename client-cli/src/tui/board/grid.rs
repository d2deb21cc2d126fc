//! The lines between the cells, the heavy ones around the cursor, and the
//! letters, numbers and signs around the board.

use ratatui::layout::Rect;

use super::{
    super::{
        canvas::{Canvas, width},
        theme::Role,
    },
    BoardPainter,
};

impl BoardPainter<'_> {
    /// The lines between all cells and around them.
    pub(super) fn grid(&self, canvas: &mut Canvas<'_>) {
        let (dash, bar, crossings) = canvas.glyph(
            ("─", "│", ["┌┬┐", "├┼┤", "└┴┘"]),
            ("-", "|", ["+++", "+++", "+++"]),
        );
        let (board, step) = (self.plan.board, self.plan.step);
        let dashes = dash.repeat(usize::from(step.x.inner));
        let style = canvas.style(Role::Dim);
        let last = board.height.saturating_sub(1);
        for row in 0..board.height {
            let line = if row % step.y.pitch == 0 {
                let kind = usize::from(row > 0) + usize::from(row == last);
                ruled(crossings[kind], &dashes, self.plan.columns.len())
            } else {
                let blank = " ".repeat(usize::from(step.x.inner));
                ruled(&bar.repeat(3), &blank, self.plan.columns.len())
            };
            self.put(canvas, board.x, board.y + row, &line, style);
        }
    }

    /// Column letters and row numbers, those of the cursor standing out.
    pub(super) fn coordinates(&self, canvas: &mut Canvas<'_>) {
        let (plan, rules) = (self.plan, self.picture.rules);
        let cursor = self.picture.cursor.filter(|cell| *cell < rules.cells());
        let cursor = cursor.map(|cell| rules.column_row(cell));
        let role = |stands_out| if stands_out { Role::Strong } else { Role::Dim };
        for column in plan.columns.clone() {
            let style = canvas.style(role(cursor.is_some_and(|(at, _)| at == column)));
            let inside = plan.cell(column, plan.rows.start);
            let letter = char::from(b'a' + column).to_string();
            let x = inside.x + inside.width / 2;
            for y in [plan.whole.y, plan.whole.bottom() - 1] {
                if !(plan.board.y..plan.board.bottom()).contains(&y) {
                    self.put(canvas, x, y, &letter, style);
                }
            }
        }
        for row in plan.rows.clone() {
            let style = canvas.style(role(cursor.is_some_and(|(_, at)| at == row)));
            let inside = plan.cell(plan.columns.start, row);
            let number = (rules.height() - row).to_string();
            let y = inside.y + (inside.height - 1) / 2;
            let left = (plan.board.x - plan.whole.x).saturating_sub(1);
            if left > 0 {
                let x = plan.whole.x + left.saturating_sub(width(&number));
                self.put(canvas, x, y, &number, style);
            }
            if plan.whole.right() - plan.board.right() > 1 {
                self.put(canvas, plan.board.right() + 1, y, &number, style);
            }
        }
    }

    /// At the edges of a window, that there is more.
    pub(super) fn signs(&self, canvas: &mut Canvas<'_>) {
        let (plan, rules) = (self.plan, self.picture.rules);
        let signs = canvas.glyph(["↑", "↓", "←", "→", "↕"], ["^", "v", "<", ">", ":"]);
        let [up, down, left, right, both] = signs;
        let style = canvas.style(Role::Accent);
        let (above, below) = (plan.rows.start > 0, plan.rows.end < rules.height());
        let (board, edge) = (plan.board, plan.board.right());
        if edge < plan.whole.right() && !board.is_empty() {
            let (first, last) = (board.y, board.bottom() - 1);
            let (up, down) = match first == last && above && below {
                true => (both, both),
                false => (up, down),
            };
            for (shown, y, sign) in [(above, first, up), (below, last, down)] {
                if shown {
                    self.put(canvas, edge, y, sign, style);
                }
            }
        }
        if plan.whole.y < board.y && plan.columns.start > 0 {
            self.put(canvas, board.x.saturating_sub(1), plan.whole.y, left, style);
        }
        if plan.whole.y < board.y && plan.columns.end < rules.width() {
            self.put(canvas, edge, plan.whole.y, right, style);
        }
    }

    /// Heavy lines around a cell, in place of the light ones.
    pub(super) fn frame(&self, canvas: &mut Canvas<'_>, inside: Rect) {
        let (dash, bar) = canvas.glyph(("━", "┃"), ("#", "#"));
        // Reversed it would be a wall, not a frame.
        let style = canvas.style(Role::Cursor).not_reversed();
        let (left, right) = (inside.x - 1, inside.right());
        let (top, bottom) = (inside.y - 1, inside.bottom());
        let dashes = dash.repeat(usize::from(inside.width));
        for y in [top, bottom] {
            self.put(canvas, inside.x, y, &dashes, style);
        }
        for y in inside.top()..inside.bottom() {
            self.put(canvas, left, y, bar, style);
            self.put(canvas, right, y, bar, style);
        }
        let board = self.plan.board;
        let (west, east) = (left > board.x, right + 1 < board.right());
        let (north, south) = (top > board.y, bottom + 1 < board.bottom());
        let corners = [
            corner(['┏', '┲', '┢', '╆'], west, north),
            corner(['┓', '┱', '┪', '╅'], east, north),
            corner(['┗', '┺', '┡', '╄'], west, south),
            corner(['┛', '┹', '┩', '╃'], east, south),
        ];
        let corners = canvas.glyph(corners, ['#'; 4]);
        let around = Rect::new(left, top, inside.width + 2, inside.height + 2);
        self.corners(canvas, around, corners, style);
    }
}

/// A line of the grid: its ends and crossings, with `n` stretches between.
fn ruled(crossings: &str, stretch: &str, count: usize) -> String {
    let mut crossings = crossings.chars().map(String::from);
    let mut next = || crossings.next().unwrap_or_default();
    let (first, middle, end) = (next(), next(), next());
    format!("{first}{}{end}", vec![stretch; count].join(&middle))
}

/// The corner of a heavy frame, of four: alone, with a light line going on
/// beside it, above or below it, and both.
fn corner(kinds: [char; 4], beside: bool, beyond: bool) -> char {
    kinds[usize::from(beside) + 2 * usize::from(beyond)]
}
