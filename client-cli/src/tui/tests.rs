//! Helpers shared by the tests of the drawings.

use frontend::text_board::Charset;
use game::notation::Layout;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    canvas::{self, Canvas},
    theme::{Colours, Theme},
    ui_settings::{Notify, UiSettings},
};

/// Settings with a theme, and what is usual.
pub(super) fn settings(theme: &str) -> UiSettings {
    UiSettings {
        keys: Layout::Keypad,
        digits: false,
        charset: Charset::Box,
        theme_name: theme.to_owned(),
        theme: Theme::named(theme).unwrap(),
        colours: Colours::new(),
        colour_count: u16::MAX,
        bell: true,
        notify: Notify::Off,
    }
}

/// The text of a buffer, without the blanks at the ends of its lines and
/// without the empty lines at its end.
pub(super) fn lines(buffer: &Buffer) -> String {
    let mut out = String::new();
    for row in buffer.area.rows() {
        let mut line = String::new();
        let mut x = row.x;
        while x < row.right() {
            let symbol = buffer[(x, row.y)].symbol();
            line += symbol;
            // A wide letter lies over the cell behind it.
            x += canvas::width(symbol).max(1);
        }
        out += line.trim_end();
        out.push('\n');
    }
    out.trim_end().to_owned()
}

/// A drawing on a screen of that size.
pub(super) fn shot(
    (width, height): (u16, u16),
    charset: Charset,
    draw: impl FnOnce(&mut Canvas<'_>),
) -> String {
    let theme = Theme::named("default").unwrap();
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(&mut Canvas::new(&mut buffer, &theme, charset));
    lines(&buffer)
}
