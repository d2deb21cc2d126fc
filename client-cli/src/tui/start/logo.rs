//! The name of the game in large letters.

use ratatui::layout::Rect;

use crate::{
    text_board::Charset,
    tui::{
        canvas::{Canvas, width},
        theme::Role,
    },
};

/// The letters O and X, a text a line.
pub(super) struct Logo([&'static [&'static str]; 2]);

const LARGE: Logo = Logo([
    &[
        " ▄█▀▀▀▀▀█▄ ",
        "██       ██",
        "██       ██",
        "██       ██",
        " ▀█▄▄▄▄▄█▀ ",
    ],
    &[
        "▀█▄     ▄█▀",
        "  ▀█▄ ▄█▀  ",
        "    ███    ",
        "  ▄█▀ ▀█▄  ",
        "▄█▀     ▀█▄",
    ],
]);
const SMALL: Logo = Logo([&["▄▀▀▀▄", "█   █", "▀▄▄▄▀"], &["▀▄ ▄▀", "  █  ", "▄▀ ▀▄"]]);
const ASCII: Logo = Logo([&[".---.", "|   |", "'---'"], &[" \\ / ", "  X  ", " / \\ "]]);

impl Logo {
    /// The largest for an area that has other things in it, too.
    pub(super) fn fitting(area: Rect, charset: Charset) -> Option<Logo> {
        match charset {
            _ if area.height < 18 || area.width < 56 => None,
            Charset::Ascii => Some(ASCII),
            Charset::Box if area.height < 32 || area.width < 90 => Some(SMALL),
            Charset::Box => Some(LARGE),
        }
    }

    /// The lines that it takes.
    pub(super) fn height(&self) -> u16 {
        if self.0[0].len() > 3 { 5 } else { 3 }
    }

    /// Draws it into the top left corner of an area. Returns the columns that
    /// it takes.
    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let [o, x] = self.0;
        let letter_width = width(o[0]) + 1;
        let letters = [(o, Role::O), (x, Role::X), (o, Role::O)];
        for ((letter, role), nth) in letters.into_iter().zip(0..) {
            let at = area.x + nth * letter_width;
            for (row, line) in area.rows().zip(letter) {
                canvas.put(row, at, row.y, line, canvas.style(role));
            }
        }
        3 * letter_width - 1
    }
}

/// Draws it into a line. Returns the column behind it.
pub(super) fn line(canvas: &mut Canvas<'_>, area: Rect) -> u16 {
    let x = canvas.put(area, area.x, area.y, "O", canvas.style(Role::O));
    let x = canvas.put(area, x, area.y, "X", canvas.style(Role::X));
    canvas.put(area, x, area.y, "O", canvas.style(Role::O))
}
