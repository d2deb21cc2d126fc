//! Long lists of which a part is shown: where keys lead in them, and how they
//! are drawn.

use std::ops::Range;

use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::{
    canvas::{Canvas, Target, fit, width},
    parts::top,
    theme::Role,
};
use crate::text_board::Charset;

/// How far the page keys go in a list.
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
    let sign = match canvas.charset {
        Charset::Box => "▸",
        Charset::Ascii => ">",
    };
    canvas.put(area, area.x, area.y, sign, canvas.style(Role::Accent));
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

/// Which lines of a list are shown, so that a certain one is among them.
pub fn window(at: usize, length: usize, room: usize) -> Range<usize> {
    let first = at.saturating_sub(room / 2).min(length.saturating_sub(room));
    first..length.min(first + room)
}

/// An entry of a list that takes a line where it is wide, else two.
pub struct Row {
    /// A code or a date.
    pub lead: String,
    pub state: (String, Role),
    /// Who.
    pub title: String,
    pub details: [String; 3],
}

/// The columns that the parts of a row take; `title` at least.
#[derive(Clone, Copy)]
pub struct Columns {
    pub lead: u16,
    pub state: u16,
    pub title: u16,
    pub details: [u16; 3],
}

/// A long list.
pub struct List {
    pub length: usize,
    /// What must be in sight.
    pub at: usize,
    /// Whether that is marked as chosen.
    pub focus: bool,
    /// The number of the first entry for a click.
    pub first: usize,
    pub columns: Columns,
}

impl List {
    /// Draws the entries that fit, of which it asks by number.
    pub fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, row: impl Fn(usize) -> Row) {
        let columns = &self.columns;
        let details: u16 = columns.details.iter().map(|column| column + GAP).sum();
        let single = area.width >= columns.title_at() + columns.title + details;
        let lines = if single { 1 } else { 2 };
        let mut rest = area;
        for number in window(self.at, self.length, usize::from(area.height / lines)) {
            let area = top(&mut rest, lines);
            let role = choose(canvas, area, self.focus && number == self.at);
            let row = row(number);
            cell(canvas, area, GAP, columns.lead, (&row.lead, role));
            if single {
                columns.beside(canvas, area, &row, details, role);
            } else {
                columns.beneath(canvas, area, &row, role);
            }
            canvas.target(area, Target::Item(self.first + number));
        }
    }
}

impl Columns {
    fn state_at(&self) -> u16 {
        GAP + self.lead + GAP
    }

    fn title_at(&self) -> u16 {
        let state = self.state + GAP;
        self.state_at() + if self.state > 0 { state } else { 0 }
    }

    fn beside(&self, canvas: &mut Canvas<'_>, area: Rect, row: &Row, details: u16, role: Role) {
        let (state, state_role) = &row.state;
        cell(
            canvas,
            area,
            self.state_at(),
            self.state,
            (state, *state_role),
        );
        let title = area.width - self.title_at() - details;
        cell(canvas, area, self.title_at(), title, (&row.title, role));
        let mut x = area.width - details + GAP;
        for (detail, columns) in row.details.iter().zip(self.details) {
            cell(canvas, area, x, columns, (detail, Role::Dim));
            x += columns + GAP;
        }
    }

    fn beneath(&self, canvas: &mut Canvas<'_>, area: Rect, row: &Row, role: Role) {
        cell(
            canvas,
            area,
            self.state_at(),
            area.width,
            (&row.title, role),
        );
        let mut second = area;
        top(&mut second, 1);
        let (state, state_role) = &row.state;
        let mut x = GAP + GAP;
        let details = row
            .details
            .iter()
            .map(|detail| (detail.as_str(), Role::Dim));
        for (part, role) in std::iter::once((state.as_str(), *state_role)).chain(details) {
            let end = x.saturating_add(width(part));
            // What does not fit behind the first is left out whole.
            if !part.is_empty() && (x == GAP + GAP || end <= area.width) {
                cell(canvas, second, x, area.width, (part, role));
                x = end + GAP;
            }
        }
    }
}

/// Draws a text so many columns into a line, not wider than that.
fn cell(canvas: &mut Canvas<'_>, area: Rect, x: u16, columns: u16, what: (&str, Role)) {
    let columns = columns.min(area.width.saturating_sub(x));
    let x = area.x.saturating_add(x);
    let text = fit(what.0, columns, canvas.charset);
    canvas.put(area, x, area.y, &text, canvas.style(what.1));
}

#[cfg(test)]
mod tests;
