//! A QR code in half blocks: two modules to a character, one above the other.

use qrcode::{Color, EcLevel, QrCode};
use ratatui::{
    layout::{Rect, Size},
    style::{Color as Ink, Style},
};

use super::{canvas::Canvas, letters::half_block, theme::Role};

/// The black and the white of the 256 colours, which no theme of a terminal
/// changes as it does those of the sixteen.
const BLACK: Ink = Ink::Indexed(16);
const WHITE: Ink = Ink::Indexed(231);
/// Light modules around the code.
const QUIET: u16 = 2;

/// A QR code that can be drawn.
pub struct Qr {
    code: QrCode,
    /// Modules a side.
    side: u16,
}

impl Qr {
    /// The code of a text; nothing for a text that is too long for one. A screen
    /// is clean and bright, so the lowest correction does, which is smallest.
    pub fn new(text: &str) -> Option<Qr> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let side = u16::try_from(code.width()).ok()?;
        Some(Qr { code, side })
    }

    /// What it takes, in columns and rows.
    pub fn size(&self) -> Size {
        let side = self.side + 2 * QUIET;
        Size::new(side, side.div_ceil(2))
    }

    /// Draws it at the top left of an area, all of it or nothing.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let (size, area) = (self.size(), area.intersection(canvas.area()));
        if size.width > area.width || size.height > area.height {
            return;
        }
        // Both colours are given, so that the ground may be dark or light. Where
        // there are none, the ink is taken to be light.
        let coloured = canvas.style(Role::X).fg.is_some();
        let (style, inked) = if coloured {
            (Style::new().fg(BLACK).bg(WHITE), Color::Dark)
        } else {
            (Style::new(), Color::Light)
        };
        for y in 0..size.height {
            let module = |x, y| self.module(x, y) == inked;
            let line: String = (0..size.width)
                .map(|x| half_block((module(x, 2 * y), module(x, 2 * y + 1))))
                .collect();
            canvas.put(area, area.x, area.y + y, &line, style);
        }
    }

    /// A module, counted from the corner of the quiet zone.
    fn module(&self, x: u16, y: u16) -> Color {
        let inside = |at: u16| at.checked_sub(QUIET).filter(|at| *at < self.side);
        match (inside(x), inside(y)) {
            (Some(x), Some(y)) => self.code[(usize::from(x), usize::from(y))],
            _ => Color::Light,
        }
    }
}

#[cfg(test)]
mod tests;
