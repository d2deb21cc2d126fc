//! The lines between the cells, the heavy ones around the cursor, and the
//! letters, numbers and signs around the board.

use ratatui::{
    layout::{Margin, Rect},
    style::Style,
    symbols::{border, merge::MergeStrategy},
    widgets::Block,
};

use super::{
    super::{
        canvas::{Canvas, width},
        theme::Role,
        widgets::{ASCII_BORDER, ascii_border},
    },
    BoardPainter,
};

impl BoardPainter<'_> {
    /// The lines between all cells and around them.
    pub(super) fn grid(&self, canvas: &mut Canvas<'_>) {
        let lines = canvas.glyph(border::PLAIN, ASCII_BORDER);
        let style = canvas.style(Role::Dim);
        for (_, inside) in self.plan.cells(self.picture.rules) {
            enclose(canvas, inside, lines, style);
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
    pub(super) fn frame(canvas: &mut Canvas<'_>, inside: Rect) {
        // Reversed it would be a wall, not a frame.
        let style = canvas.style(Role::Cursor).not_reversed();
        let lines = canvas.glyph(border::THICK, ascii_border("#", "#", "#"));
        enclose(canvas, inside, lines, style);
    }
}

/// Draws lines around a cell, joined with those that are there.
fn enclose(canvas: &mut Canvas<'_>, inside: Rect, lines: border::Set<'_>, style: Style) {
    let block = Block::bordered()
        .border_set(lines)
        .border_style(Style::reset().patch(style))
        .merge_borders(MergeStrategy::Exact);
    canvas.widget(block, inside.outer(Margin::new(1, 1)));
}
