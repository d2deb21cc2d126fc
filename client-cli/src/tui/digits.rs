//! The digits of a 3×3 board as they lie on the keys, to stand beside the board.

use game::{Cell, Rules, notation, notation::Layout};
use ratatui::layout::{Rect, Size};

use super::{
    canvas::{Canvas, behind},
    theme::Role,
};

pub const SIZE: Size = Size::new(5, 3);

/// Draws the digits of the free cells from the area's first line on, and dots
/// for the others.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, layout: Layout, free: impl Fn(Cell) -> bool) {
    let rules = Rules::CLASSIC;
    for (row, line) in (0..rules.height()).zip(area.rows()) {
        for column in 0..rules.width() {
            let cell = rules.cell_at(column, row).filter(|cell| free(*cell));
            let digit = cell.and_then(|cell| notation::digit(rules, layout, cell));
            let taken = (canvas.glyph('·', '.'), Role::Dim);
            let (shown, role) = digit.map_or(taken, |digit| (digit, Role::Key));
            let at = behind(line, 2 * u16::from(column));
            canvas.put(at, at.x, at.y, &shown.to_string(), canvas.style(role));
        }
    }
}

#[cfg(test)]
mod tests;
