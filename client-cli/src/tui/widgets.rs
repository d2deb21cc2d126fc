//! Widgets of pages: keys to press or click, headings, margins, and frames over the middle of the
//! screen.

use crossterm::event::KeyCode;
use frontend::text_board::Charset;
use ratatui::{
    layout::Rect,
    symbols::border,
    widgets::{Block, Padding},
};
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, ClickTarget, behind, bottom, cells, centred, height, top, width},
    theme::Role,
};

/// A frame without line drawing characters.
pub const ASCII_BORDER: border::Set = ascii_border("+", "|", "-");

/// Columns that a frame takes around its contents.
pub const FRAME: u16 = 4;
/// Sentences are not wider than this, to be read easily.
pub const READABLE: u16 = 72;

/// A frame of a character in its corners, one at its sides, and one above and below.
pub const fn ascii_border(
    corner: &'static str,
    side: &'static str,
    dash: &'static str,
) -> border::Set<'static> {
    border::Set {
        top_left: corner,
        top_right: corner,
        bottom_left: corner,
        bottom_right: corner,
        vertical_left: side,
        vertical_right: side,
        horizontal_top: dash,
        horizontal_bottom: dash,
    }
}

/// A key as it is shown, the key, and its action.
pub struct KeyHint {
    cap: String,
    code: KeyCode,
    label: String,
}

impl KeyHint {
    pub fn new(cap: impl Into<String>, code: KeyCode, label: String) -> KeyHint {
        let cap = cap.into();
        KeyHint { cap, code, label }
    }

    pub fn letter(letter: char, label: String) -> KeyHint {
        KeyHint::new(letter, KeyCode::Char(letter), label)
    }

    pub fn enter(text: &Catalogue, label: String) -> KeyHint {
        KeyHint::new(say!(text, SCREEN_KEY_ENTER), KeyCode::Enter, label)
    }

    pub fn esc(text: &Catalogue, label: String) -> KeyHint {
        KeyHint::new(say!(text, SCREEN_KEY_ESC), KeyCode::Esc, label)
    }

    pub fn tab(text: &Catalogue, label: String) -> KeyHint {
        KeyHint::new(say!(text, SCREEN_KEY_TAB), KeyCode::Tab, label)
    }

    /// The key that closes an overlay.
    pub fn close(text: &Catalogue) -> KeyHint {
        KeyHint::esc(text, say!(text, SCREEN_DO_CLOSE))
    }

    /// The key and its action, as the help lists them.
    pub fn into_help(self) -> (String, String) {
        (self.cap, self.label)
    }

    pub fn width(&self) -> u16 {
        width(&self.cap) + 1 + width(&self.label)
    }

    /// Draws it at the left of a row, to be clicked as well as pressed, and
    /// cuts it off with a gap of columns behind it.
    pub fn draw(&self, canvas: &mut Canvas<'_>, row: &mut Rect, gap: u16) {
        let taken = Rect {
            width: self.width().min(row.width),
            ..*row
        };
        canvas.target(taken, ClickTarget::Key(self.code));
        let mut label = *row;
        canvas.write(&mut label, &self.cap, Role::Key);
        canvas.write(&mut behind(label, 1), &self.label, Role::Plain);
        *row = behind(*row, taken.width + gap);
    }

    /// Draws it as something to be read, that does nothing yet.
    pub fn draw_locked(&self, canvas: &mut Canvas<'_>, row: &mut Rect, gap: u16) {
        let shown = format!("{} {}", self.cap, self.label);
        canvas.write(row, &shown, Role::Dim);
        *row = behind(*row, gap);
    }
}

/// The key for yes in a language; `y` does the same everywhere.
pub fn yes_key(text: &Catalogue) -> char {
    let own = say!(text, ASK_YES).chars().next();
    own.filter(char::is_ascii_lowercase).unwrap_or('y')
}

/// Names of the arrow keys, up and down and then left and right; without
/// arrows, by the letters that do the same.
pub fn arrows(charset: Charset) -> (&'static str, &'static str) {
    match charset {
        Charset::Box => ("↑↓", "←→"),
        Charset::Ascii => ("j/k", "h/l"),
    }
}

/// Draws the keys that fit, whole, with a gap of columns between them.
pub fn draw_hints(canvas: &mut Canvas<'_>, row: &mut Rect, hints: &[KeyHint], gap: u16) {
    for hint in hints {
        if hint.width() <= row.width {
            hint.draw(canvas, row, gap);
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
    centred(area, area.width - 2 * margin, area.height)
}

/// Cuts a paragraph's lines off the bottom of an area, up to a maximum.
pub fn note(canvas: &mut Canvas<'_>, rest: &mut Rect, most: u16, note: (&str, u16, Role)) {
    let (text, width, role) = note;
    let mut area = bottom(rest, height(text, width).min(most));
    area.width = width.min(area.width);
    canvas.paragraph(&mut area, text, role);
}

/// Draws a heading with a rule behind it, and at its end a short text, at the top of an area, and
/// cuts it off.
pub fn heading(canvas: &mut Canvas<'_>, area: &mut Rect, title: &str, tail: &str) {
    let mut row = top(area, 1);
    canvas.line(row, title, Role::Strong);
    row = behind(row, width(title).saturating_add(1));
    if row.width > width(tail) + u16::from(!tail.is_empty()) {
        if !tail.is_empty() {
            canvas.write_right(&mut row, tail, Role::Dim);
        }
        let rule = canvas.glyph("─", "-").repeat(row.width.into());
        canvas.line(row, &rule, Role::Dim);
    }
}

/// Draws a heading and a key a line in a frame over the middle of the screen.
pub fn dialog(canvas: &mut Canvas<'_>, heading: String, keys: &[KeyHint]) {
    card(canvas, READABLE, &[(heading, Role::Strong)], keys);
}

/// Draws paragraphs and a key a line in a frame, at most so wide inside, over the middle of the screen.
pub fn card(canvas: &mut Canvas<'_>, most: u16, lines: &[(String, Role)], keys: &[KeyHint]) {
    let widths = lines.iter().map(|(line, _)| width(line));
    let widest = widths.chain(keys.iter().map(KeyHint::width)).max();
    let room = canvas.area().width.saturating_sub(FRAME);
    let columns = widest.unwrap_or(0).min(most).min(room);
    let tall: u16 = lines.iter().map(|(line, _)| height(line, columns)).sum();
    let mut inner = frame(canvas, columns, tall + 1 + cells(keys.len()));
    for (line, role) in lines {
        canvas.paragraph(&mut inner, line, *role);
    }
    for (mut row, key) in inner.rows().skip(1).zip(keys) {
        key.draw(canvas, &mut row, 0);
    }
}

/// Draws an empty frame around a number of columns and lines, or as many as there
/// are, and returns the area inside.
pub fn frame(canvas: &mut Canvas<'_>, columns: u16, lines: u16) -> Rect {
    let (columns, lines) = (columns.saturating_add(FRAME), lines.saturating_add(2));
    let area = centred(canvas.area(), columns, lines);
    canvas.clear(area);
    let block = Block::bordered()
        .border_set(canvas.glyph(border::ROUNDED, ASCII_BORDER))
        .border_style(canvas.style(Role::Dim))
        .padding(Padding::horizontal(1));
    let inner = block.inner(area);
    canvas.widget(block, area);
    inner
}
