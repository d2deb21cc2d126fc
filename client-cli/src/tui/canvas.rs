//! What drawing functions draw with: a buffer of cells, the theme, and a note
//! of what lies where, so that the mouse finds it.

use crossterm::event::KeyCode;
use protocol::Cell;
use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::theme::{Role, Theme};
use crate::text_board::Charset;

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A cell of the board.
    Cell(Cell),
    /// The same as that key.
    Key(KeyCode),
    /// A line of a list, counted from 0.
    Item(usize),
}

/// What lies where, in the order in which it was drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets(Vec<(Rect, Target)>);

impl Targets {
    /// What lies under a position; of several, what was drawn last.
    pub fn at(&self, column: u16, row: u16) -> Option<Target> {
        let under = |area: &Rect| area.contains((column, row).into());
        let found = self.0.iter().rev().find(|(area, _)| under(area));
        found.map(|(_, target)| *target)
    }
}

/// Draws into a buffer.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    theme: &'a Theme,
    pub charset: Charset,
    targets: Targets,
}

impl<'a> Canvas<'a> {
    pub fn new(buffer: &'a mut Buffer, theme: &'a Theme, charset: Charset) -> Canvas<'a> {
        let targets = Targets::default();
        Canvas {
            buffer,
            theme,
            charset,
            targets,
        }
    }

    /// What lies where, once everything is drawn.
    pub fn targets(self) -> Targets {
        self.targets
    }

    /// The whole of what can be drawn on.
    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// Draws a text from a position on, not beyond the right end of the area,
    /// and nothing outside of it. Returns the column behind it.
    pub fn put(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        let area = area.intersection(self.buffer.area);
        if !area.contains((x, y).into()) {
            return x;
        }
        let room = usize::from(area.right() - x);
        self.buffer.set_stringn(x, y, text, room, style).0
    }

    /// Draws a text into the first line of an area, cut with a mark if it is
    /// too long.
    pub fn line(&mut self, area: Rect, text: &str, role: Role) {
        let text = fit(text, area.width, self.charset);
        self.put(area, area.x, area.y, &text, self.style(role));
    }

    /// The same at the right end of the line, which it may fill. Returns what
    /// is left of the line, but for a column between.
    pub fn right(&mut self, row: Rect, text: &str, role: Role) -> Rect {
        let start = row.width.saturating_sub(width(text));
        let (x, width) = (row.x + start, row.width - start);
        self.line(Rect { x, width, ..row }, text, role);
        let width = start.saturating_sub(1);
        Rect { width, ..row }
    }

    /// The same in the middle of the line.
    pub fn centred(&mut self, area: Rect, text: &str, role: Role) {
        let text = fit(text, area.width, self.charset);
        let x = area.x + (area.width - width(&text)) / 2;
        self.put(area, x, area.y, &text, self.style(role));
    }

    /// Draws a text over several lines, broken between words, as far as there
    /// is room. Returns the number of lines.
    pub fn paragraph(&mut self, area: Rect, text: &str, role: Role) -> u16 {
        let lines = wrap(text, area.width);
        let mut drawn = 0;
        for (row, line) in area.rows().zip(&lines) {
            drawn += 1;
            // The last row there is shows that there would be more.
            let rest = &lines[usize::from(drawn)..];
            let line = match rest {
                [_, ..] if drawn == area.height => format!("{line} {}", rest.join(" ")),
                _ => line.clone(),
            };
            self.line(row, &line, role);
        }
        drawn
    }

    /// Draws a key and what it does, to be clicked as well as pressed. Returns
    /// the column behind it.
    pub fn button(&mut self, area: Rect, x: u16, key: (&str, KeyCode), label: &str) -> u16 {
        let end = self.put(area, x, area.y, key.0, self.style(Role::Key));
        let end = self.put(area, end + 1, area.y, label, self.style(Role::Plain));
        let (width, height) = (end.saturating_sub(x), 1);
        self.target(
            Rect {
                x,
                y: area.y,
                width,
                height,
            },
            Target::Key(key.1),
        );
        end
    }

    /// Notes what lies somewhere.
    pub fn target(&mut self, area: Rect, target: Target) {
        let area = area.intersection(self.buffer.area);
        if !area.is_empty() {
            self.targets.0.push((area, target));
        }
    }

    /// Blanks an area, and forgets what lay there.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
            }
        }
        self.targets.0.retain(|(there, _)| !area.intersects(*there));
    }
}

/// The columns that a text takes.
pub fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// The text, cut with a mark if it takes more columns.
pub fn fit(text: &str, columns: u16, charset: Charset) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mark = match charset {
        Charset::Box => '…',
        Charset::Ascii => '~',
    };
    let mut room = usize::from(columns).saturating_sub(1);
    let mut out = String::new();
    for c in text.chars() {
        let takes = c.width().unwrap_or(0);
        if takes > room {
            break;
        }
        room -= takes;
        out.push(c);
    }
    if columns > 0 {
        out.push(mark);
    }
    out
}

/// Whether a line may be broken between two characters: behind a blank, and
/// beside the wide letters of scripts without blanks, but neither behind a sign
/// that opens something nor before one that closes it.
fn breaks(before: char, behind: char) -> bool {
    let wide = |c: char| c.width() == Some(2);
    let beside = wide(before) || wide(behind);
    let together = before == '（' || "，。、；：？！）".contains(behind);
    behind != ' ' && (before == ' ' || (beside && !together))
}

/// The parts of a text between which lines may be broken.
fn parts(text: &str) -> Vec<&str> {
    let ends = text.char_indices().zip(text.chars().skip(1));
    let ends = ends.filter(|((_, before), behind)| breaks(*before, *behind));
    let ends = ends.map(|((at, before), _)| at + before.len_utf8());
    let mut from = 0;
    let mut parts = Vec::new();
    for end in ends.chain([text.len()]) {
        parts.push(&text[from..end]);
        from = end;
    }
    parts
}

/// The text in lines of at most so many columns, broken where lines may be; a
/// part that is longer is broken within.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let columns = usize::from(columns.max(2));
    let mut lines = vec![String::new()];
    for word in parts(text) {
        let used = lines.last().map_or(0, |line| line.width());
        if used > 0 && used + word.trim_end().width() > columns {
            lines.push(String::new());
        }
        for c in word.chars() {
            let line = lines.last().map_or(0, |line| line.width());
            if c != ' ' && line + c.width().unwrap_or(0) > columns {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
        }
    }
    lines
        .iter_mut()
        .for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

#[cfg(test)]
mod tests;
