//! A heading and a few keys in a frame over the middle of the screen.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    canvas::{self, Canvas},
    theme::Role,
};
use crate::text_board::Charset;

/// Draws the frame in the middle, with a key a line.
pub fn draw(canvas: &mut Canvas<'_>, heading: &str, keys: &[(String, KeyCode, String)]) {
    let takes = |(shown, _, label): &(String, KeyCode, String)| {
        canvas::width(shown) + 1 + canvas::width(label)
    };
    let widest = keys.iter().map(takes).max().unwrap_or(0);
    let widest = widest.max(canvas::width(heading));
    let lines = u16::try_from(keys.len()).unwrap_or(u16::MAX);
    let inner = frame(canvas, widest, lines.saturating_add(2));
    canvas.line(inner, heading, Role::Strong);
    for (row, (shown, code, label)) in inner.rows().skip(2).zip(keys) {
        canvas.button(row, row.x, (shown, *code), label);
    }
}

/// Draws an empty frame around so many columns and lines, or as many as there
/// are, and returns what is inside.
pub fn frame(canvas: &mut Canvas<'_>, columns: u16, lines: u16) -> Rect {
    let all = canvas.area();
    let width = columns.saturating_add(4).min(all.width);
    let height = lines.saturating_add(2).min(all.height);
    let area = Rect {
        x: all.x + (all.width - width) / 2,
        y: all.y + (all.height - height) / 2,
        width,
        height,
    };
    canvas.clear(area);
    if width < 4 || height < 3 {
        return Rect::default();
    }
    let (bar, dash, top, bottom) = match canvas.charset {
        Charset::Box => ("│", "─", ["╭", "╮"], ["╰", "╯"]),
        Charset::Ascii => ("|", "-", ["+", "+"], ["+", "+"]),
    };
    let style = canvas.style(Role::Dim);
    let across = dash.repeat(usize::from(width - 2));
    for (y, [left, right]) in [(area.y, top), (area.bottom() - 1, bottom)] {
        canvas.put(area, area.x, y, &format!("{left}{across}{right}"), style);
    }
    for y in area.y + 1..area.bottom() - 1 {
        canvas.put(area, area.x, y, bar, style);
        canvas.put(area, area.right() - 1, y, bar, style);
    }
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: width - 4,
        height: height - 2,
    }
}
