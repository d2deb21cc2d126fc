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
    #[must_use]
    pub fn new(text: &str) -> Option<Qr> {
        let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let side = u16::try_from(code.width()).ok()?;
        Some(Qr { code, side })
    }

    /// What it takes, in columns and rows.
    #[must_use]
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
mod tests {
    use ratatui::buffer::Buffer;

    use super::*;
    use crate::{text_board::Charset, tui::theme::Theme};

    /// The modules as somebody sees them, row by row: whether each is light.
    fn seen(buffer: &Buffer, size: Size) -> Vec<Vec<bool>> {
        let mut rows = Vec::new();
        for y in 0..2 * size.height {
            let mut row = Vec::new();
            for x in 0..size.width {
                let cell = buffer.cell((1 + x, 1 + y / 2)).unwrap();
                let inked = match cell.symbol() {
                    "█" => true,
                    "▀" => y % 2 == 0,
                    "▄" => y % 2 == 1,
                    other => {
                        assert_eq!(other, " ");
                        false
                    }
                };
                row.push(match (cell.fg, cell.bg) {
                    (BLACK, WHITE) => !inked,
                    (Ink::Reset, Ink::Reset) => inked,
                    other => panic!("{other:?}"),
                });
            }
            rows.push(row);
        }
        rows
    }

    #[test]
    fn what_is_drawn_reads_back_as_the_code() {
        let long = format!("https://{}.example.org/r/K7QX-4MTR", "a".repeat(90));
        for text in ["http://127.0.0.1:7878/r/K7QX-4MTR", &long] {
            let qr = Qr::new(text).unwrap();
            let size = qr.size();
            let code = QrCode::with_error_correction_level(text, EcLevel::L).unwrap();
            for theme in ["default", "vivid", "mono"] {
                let theme = Theme::named(theme).unwrap();
                let mut buffer = Buffer::empty(Rect::new(0, 0, size.width + 2, size.height + 2));
                let area = Rect::new(1, 1, size.width, size.height);
                qr.draw(&mut Canvas::new(&mut buffer, &theme, Charset::Box), area);
                let seen = seen(&buffer, size);
                let width = code.width();
                let quiet = usize::from(QUIET);
                let inner = seen.iter().skip(quiet).take(width);
                let read: Vec<Color> = inner
                    .flat_map(|row| &row[quiet..quiet + width])
                    .map(|light| if *light { Color::Light } else { Color::Dark })
                    .collect();
                assert!(read == code.to_colors(), "{text}");
                let dark = seen.iter().flatten().filter(|light| !**light).count();
                let wanted = read.iter().filter(|color| **color == Color::Dark).count();
                assert_eq!(dark, wanted, "the quiet zone is light");
            }
        }
    }

    #[test]
    fn it_is_never_drawn_in_part_and_a_text_may_be_too_long() {
        let qr = Qr::new("https://example.org/r/K7QX-4MTR").unwrap();
        let Size { width, height } = qr.size();
        let theme = Theme::named("mono").unwrap();
        for (width, height) in [(width - 1, height), (width, height - 1), (0, 0)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            let blank = buffer.clone();
            let area = Rect::new(0, 0, 200, 200);
            qr.draw(&mut Canvas::new(&mut buffer, &theme, Charset::Box), area);
            assert_eq!(buffer, blank);
        }
        assert!(Qr::new(&"x".repeat(4000)).is_none());
    }
}
