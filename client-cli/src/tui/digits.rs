//! The digits of a 3×3 board as they lie on the keys, to stand beside the board.
//!
//! Who asks says which cells are free.

use game::{Cell, Rules, notation, notation::Layout};
use ratatui::layout::{Rect, Size};

use super::{canvas::Canvas, theme::Role};
use crate::text_board::Charset;

/// What it takes, in columns and rows.
pub const SIZE: Size = Size::new(5, 3);

/// Draws the digits of the free cells from the area's first line on, and dots
/// for the others.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, layout: Layout, free: impl Fn(Cell) -> bool) {
    let taken = match canvas.charset {
        Charset::Box => '·',
        Charset::Ascii => '.',
    };
    let rules = Rules::CLASSIC;
    for (row, line) in (0..rules.height()).zip(area.rows()) {
        for column in 0..rules.width() {
            let Some(cell) = rules.cell_at(column, row) else {
                continue;
            };
            let digit = notation::digit(rules, layout, cell).filter(|_| free(cell));
            let role = digit.map_or(Role::Dim, |_| Role::Key);
            let style = canvas.style(role);
            let text = digit.unwrap_or(taken).to_string();
            let x = line.x.saturating_add(2 * u16::from(column));
            canvas.put(line, x, line.y, &text, style);
        }
    }
}

#[cfg(test)]
mod tests;
