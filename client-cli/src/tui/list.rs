//! Long lists of which a part is shown: where keys lead in them, and how they
//! are drawn.

use std::ops::Range;

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    canvas::{Canvas, ClickTarget, behind, top, width},
    theme::Role,
};

const PAGE: usize = 10;
/// Blank columns between two things on a line.
const GAP: u16 = 2;

/// Where one is in a list, for its heading.
pub fn place(at: usize, length: usize) -> String {
    match length {
        0 => String::new(),
        _ => format!("{}/{length}", at + 1),
    }
}

/// Draws the sign before the chosen line of a list, and tells how that line is
/// drawn.
pub fn choose(canvas: &mut Canvas<'_>, area: Rect, chosen: bool) -> Role {
    if !chosen {
        return Role::Plain;
    }
    canvas.line(area, canvas.glyph("▸", ">"), Role::Accent);
    Role::Accent
}

/// Where a key leads in a list of that length; nothing for a key that leads
/// nowhere.
pub fn step(at: usize, length: usize, code: KeyCode) -> Option<usize> {
    let last = length.saturating_sub(1);
    Some(match code {
        KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => last.min(at + 1),
        KeyCode::PageUp => at.saturating_sub(PAGE),
        KeyCode::PageDown => last.min(at + PAGE),
        KeyCode::Home => 0,
        KeyCode::End => last,
        _ => return None,
    })
}

/// Lines of a list that are shown, so that a certain one is among them.
pub fn window(at: usize, length: usize, room: usize) -> Range<usize> {
    let first = at.saturating_sub(room / 2).min(length.saturating_sub(room));
    first..length.min(first + room)
}

/// An entry of a list that takes a line where it is wide, else two.
#[derive(Default)]
pub struct ListRow {
    /// A code or a date.
    pub lead: String,
    pub state: (String, Role),
    /// Who.
    pub title: String,
    pub details: [String; 3],
}

/// The columns that the parts of a row take, in their order; the title at least. A part without any
/// is left out where a row is one line.
pub type ListColumns = [u16; 6];

/// Where the title stands among the parts of a row.
const TITLE: usize = 2;

pub struct ScrollList {
    pub length: usize,
    /// Line that must be in sight.
    pub at: usize,
    /// Whether that is marked as chosen.
    pub focus: bool,
    /// The number of the first entry for a click.
    pub first: usize,
    pub columns: ListColumns,
}

impl ScrollList {
    /// Draws the entries that fit, of which it asks by number.
    pub fn draw(&self, canvas: &mut Canvas<'_>, mut rest: Rect, row: impl Fn(usize) -> ListRow) {
        let taken = |columns: &&u16| **columns > 0;
        let least: u16 = self.columns.iter().filter(taken).map(|it| GAP + it).sum();
        let lines = if rest.width >= least { 1 } else { 2 };
        let mut columns = self.columns;
        columns[TITLE] += rest.width.saturating_sub(least);
        for number in window(self.at, self.length, usize::from(rest.height / lines)) {
            let area = top(&mut rest, lines);
            let role = choose(canvas, area, self.focus && number == self.at);
            let row = row(number);
            match lines {
                1 => beside(canvas, area, columns, &row.parts(role)),
                _ => beneath(canvas, area, columns[0], &row.parts(role)),
            }
            canvas.target(area, ClickTarget::Item(self.first + number));
        }
    }
}

impl ListRow {
    /// The parts and how they are drawn, from left to right.
    fn parts(&self, role: Role) -> [(&str, Role); 6] {
        let (state, state_role) = &self.state;
        let [first, second, third] = &self.details;
        [
            (&self.lead, role),
            (state, *state_role),
            (&self.title, role),
            (first, Role::Dim),
            (second, Role::Dim),
            (third, Role::Dim),
        ]
    }
}

/// Draws the parts of a row on one line.
fn beside(canvas: &mut Canvas<'_>, area: Rect, columns: ListColumns, parts: &[(&str, Role); 6]) {
    let mut x = GAP;
    for (part, columns) in parts.iter().zip(columns) {
        cell(canvas, area, x, columns, *part);
        x += if columns > 0 { columns + GAP } else { 0 };
    }
}

/// Draws the lead and the title on a line, and the other parts beneath them.
fn beneath(canvas: &mut Canvas<'_>, area: Rect, lead: u16, parts: &[(&str, Role); 6]) {
    let [first, state, title, details @ ..] = *parts;
    cell(canvas, area, GAP, lead, first);
    cell(canvas, area, GAP + lead + GAP, area.width, title);
    let mut second = area;
    top(&mut second, 1);
    let mut x = GAP + GAP;
    for (part, role) in [state].into_iter().chain(details) {
        let end = x.saturating_add(width(part));
        // A part that does not fit behind the first is left out whole.
        if !part.is_empty() && (x == GAP + GAP || end <= area.width) {
            cell(canvas, second, x, area.width, (part, role));
            x = end + GAP;
        }
    }
}

/// Draws a text at a column of a line, not wider than that.
fn cell(canvas: &mut Canvas<'_>, area: Rect, x: u16, columns: u16, (text, role): (&str, Role)) {
    let mut area = behind(area, x);
    area.width = area.width.min(columns);
    canvas.line(area, text, role);
}

#[cfg(test)]
mod tests;
