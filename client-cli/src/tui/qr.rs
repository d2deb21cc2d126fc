//! A QR code, drawn on the screen.

use frontend::qr_code;
use ratatui::{
    layout::{Rect, Size},
    style::{Color, Style},
};

use super::{
    canvas::{Canvas, cells, width},
    theme::Role,
};

/// The black and the white of the 256 colours, which no theme of a terminal
/// changes as it does those of the sixteen.
const BLACK: Color = Color::Indexed(16);
const WHITE: Color = Color::Indexed(231);
/// A QR code, as lines of text that show its dark modules.
pub struct Qr(Vec<String>);

impl Qr {
    /// The code of a text; nothing for a text that is too long for one.
    pub fn new(text: &str) -> Option<Qr> {
        qr_code::lines(text).map(Qr)
    }

    pub fn size(&self) -> Size {
        let columns = self.0.first().map_or(0, |line| width(line));
        Size::new(columns, cells(self.0.len()))
    }

    /// Draws it at the top left of an area, all of it or nothing.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (size, area) = (self.size(), area.intersection(canvas.area()));
        if size.width > area.width || size.height > area.height {
            return;
        }
        // Both colours are given, so that the ground may be dark or light. Where
        // there are none, the ink is taken to be light, and reversed.
        let style = match canvas.style(Role::X).fg {
            Some(_) => Style::new().fg(BLACK).bg(WHITE),
            None => Style::new().reversed(),
        };
        for (row, line) in area.rows().zip(&self.0) {
            canvas.put(row, row.x, row.y, line, style);
        }
    }
}

#[cfg(test)]
mod tests;
