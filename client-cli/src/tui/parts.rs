//! What pages are made of: lines cut off an area, headings, and the keys at the
//! foot.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    canvas::{Canvas, width},
    theme::Role,
};
use crate::text_board::Charset;

/// A key for the foot: what stands on it, what it is, what it does.
pub type Hint = (&'static str, KeyCode, String);

/// What the arrow keys are called, up and down and then left and right; without
/// arrows, by the letters that do the same.
pub fn arrows(charset: Charset) -> (&'static str, &'static str) {
    match charset {
        Charset::Box => ("↑↓", "←→"),
        Charset::Ascii => ("j/k", "h/l"),
    }
}

/// Cuts lines off the top of an area, as far as there are any.
pub fn top(area: &mut Rect, lines: u16) -> Rect {
    let lines = lines.min(area.height);
    let cut = Rect {
        height: lines,
        ..*area
    };
    area.y += lines;
    area.height -= lines;
    cut
}

/// Cuts lines off the bottom.
pub fn bottom(area: &mut Rect, lines: u16) -> Rect {
    area.height -= lines.min(area.height);
    Rect {
        y: area.bottom(),
        height: lines,
        ..*area
    }
}

/// Draws the keys that fit, whole.
pub fn hints(canvas: &mut Canvas<'_>, area: Rect, hints: &[Hint]) {
    let mut x = area.x;
    for (cap, code, label) in hints {
        let takes = width(cap) + 1 + width(label);
        if x.saturating_add(takes) <= area.right() && !area.is_empty() {
            x = canvas.button(area, x, (cap, *code), label) + 3;
        }
    }
}

/// Leaves columns free at both sides where there are enough.
pub fn margins(area: Rect) -> Rect {
    let margin = match area.width {
        0..60 => 0,
        60..100 => 1,
        _ => 2,
    };
    Rect {
        x: area.x + margin,
        width: area.width - 2 * margin,
        ..area
    }
}

/// Draws a heading with a rule behind it, and at its end a short text.
pub fn heading(canvas: &mut Canvas<'_>, area: Rect, title: &str, tail: &str) {
    let rule = match canvas.charset {
        Charset::Box => "─",
        Charset::Ascii => "-",
    };
    canvas.line(area, title, Role::Strong);
    let x = area.x.saturating_add(width(title)).saturating_add(1);
    let tail_at = area.right().saturating_sub(width(tail));
    let end = if tail.is_empty() {
        tail_at
    } else {
        tail_at.saturating_sub(1)
    };
    if x < end {
        let rule = rule.repeat((end - x).into());
        canvas.put(area, x, area.y, &rule, canvas.style(Role::Dim));
        canvas.put(area, tail_at, area.y, tail, canvas.style(Role::Dim));
    }
}
