//! The QR code read back from its drawing.

use frontend::{qr_code::QUIET, text_board::Charset};
use qrcode::{Color, EcLevel, QrCode};
use ratatui::{
    buffer::Buffer,
    style::{Color as Ink, Modifier},
};

use super::*;
use crate::tui::theme::Theme;

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
                (Ink::Reset, Ink::Reset) if cell.modifier == Modifier::REVERSED => !inked,
                other => panic!("{other:?}"),
            });
        }
        rows.push(row);
    }
    rows
}

#[test]
fn a_drawn_code_reads_back_as_its_text() {
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
fn a_code_is_never_drawn_in_part_and_a_text_may_be_too_long() {
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
