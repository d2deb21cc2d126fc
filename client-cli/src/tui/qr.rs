//! A QR code in half blocks: two modules to a character, one above the other.

use qrcode::{
    EcLevel, QrCode,
    render::{Renderer, unicode::Dense1x2},
};
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
/// Light modules around the code.
const QUIET: u16 = 2;

/// A QR code, as lines of text that show its dark modules.
pub struct Qr(Vec<String>);

impl Qr {
    /// The code of a text; nothing for a text that is too long for one. A screen
    /// is clean and bright, so the lowest correction does, which is smallest.
    pub fn new(text: &str) -> Option<Qr> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let (modules, side) = (code.to_colors(), code.width());
        let image = Renderer::<Dense1x2>::new(&modules, side, QUIET.into()).build();
        Some(Qr(image.lines().map(str::to_owned).collect()))
    }

    pub fn size(&self) -> Size {
        let columns = self.0.first().map_or(0, |line| width(line));
        Size::new(columns, cells(self.0.len()))
    }

    /// Its lines, for a terminal that nothing else is drawn on.
    pub fn lines(&self) -> &[String] {
        &self.0
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
