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
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::tui::{testing::lines, theme::Theme};

    fn drawn(size: Size, charset: Charset, layout: Layout) -> String {
        let theme = Theme::named("mono").unwrap();
        let mut buffer = Buffer::empty(Rect::new(0, 0, 9, 5));
        let mut canvas = Canvas::new(&mut buffer, &theme, charset);
        let area = Rect::new(0, 0, size.width, size.height);
        draw(&mut canvas, area, layout, |cell| cell != 4 && cell != 0);
        lines(&buffer)
    }

    #[test]
    fn digits_lie_as_on_the_keys_and_taken_ones_are_dots() {
        let keypad = drawn(SIZE, Charset::Box, Layout::Keypad);
        assert_eq!(keypad, "· 8 9\n4 · 6\n1 2 3");
        let phone = drawn(SIZE, Charset::Ascii, Layout::Phone);
        assert_eq!(phone, ". 2 3\n4 . 6\n7 8 9");
        let cut = drawn(Size::new(3, 2), Charset::Box, Layout::Keypad);
        assert_eq!(cut, "· 8\n4 ·");
        assert_eq!(drawn(Size::ZERO, Charset::Box, Layout::Keypad), "");
    }
}
