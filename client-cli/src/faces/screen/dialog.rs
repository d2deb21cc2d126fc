//! A heading and a few keys in a frame over the middle of the screen.
//!
//! Knows nothing of what is chosen.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    pen::{self, Pen},
    theme::Role,
};
use crate::faces::board::Charset;

/// Draws the frame in the middle, with a key a line.
pub fn draw(pen: &mut Pen<'_>, heading: &str, keys: &[(String, KeyCode, String)]) {
    let takes =
        |(shown, _, label): &(String, KeyCode, String)| pen::width(shown) + 1 + pen::width(label);
    let widest = keys.iter().map(takes).max().unwrap_or(0);
    let widest = widest.max(pen::width(heading));
    let lines = u16::try_from(keys.len()).unwrap_or(u16::MAX);
    let inner = frame(pen, widest, lines.saturating_add(2));
    pen.line(inner, heading, Role::Strong);
    for (row, (shown, code, label)) in inner.rows().skip(2).zip(keys) {
        pen.button(row, row.x, (shown, *code), label);
    }
}

/// Draws an empty frame around so many columns and lines, or as many as there
/// are, and returns what is inside.
pub fn frame(pen: &mut Pen<'_>, columns: u16, lines: u16) -> Rect {
    let all = pen.area();
    let width = columns.saturating_add(4).min(all.width);
    let height = lines.saturating_add(2).min(all.height);
    let area = Rect {
        x: all.x + (all.width - width) / 2,
        y: all.y + (all.height - height) / 2,
        width,
        height,
    };
    pen.clear(area);
    if width < 4 || height < 3 {
        return Rect::default();
    }
    let (bar, dash, top, bottom) = match pen.charset {
        Charset::Box => ("│", "─", ["╭", "╮"], ["╰", "╯"]),
        Charset::Ascii => ("|", "-", ["+", "+"], ["+", "+"]),
    };
    let style = pen.style(Role::Dim);
    let across = dash.repeat(usize::from(width - 2));
    for (y, [left, right]) in [(area.y, top), (area.bottom() - 1, bottom)] {
        pen.put(area, area.x, y, &format!("{left}{across}{right}"), style);
    }
    for y in area.y + 1..area.bottom() - 1 {
        pen.put(area, area.x, y, bar, style);
        pen.put(area, area.right() - 1, y, bar, style);
    }
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: width - 4,
        height: height - 2,
    }
}
