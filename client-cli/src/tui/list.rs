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

/// Which lines of a list are shown, so that a certain one is among them.
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

/// The columns that the parts of a row take; `title` at least.
pub struct ListColumns {
    pub lead: u16,
    pub state: u16,
    pub title: u16,
    pub details: [u16; 3],
}

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
        let columns = &self.columns;
        let single = rest.width >= columns.title_at() + columns.title + columns.behind_title();
        let lines = if single { 1 } else { 2 };
        for number in window(self.at, self.length, usize::from(rest.height / lines)) {
            let area = top(&mut rest, lines);
            let role = choose(canvas, area, self.focus && number == self.at);
            let row = row(number);
            cell(canvas, area, GAP, columns.lead, (&row.lead, role));
            match single {
                true => columns.beside(canvas, area, &row, role),
                false => columns.beneath(canvas, area, &row, role),
            }
            canvas.target(area, ClickTarget::Item(self.first + number));
        }
    }
}

impl ListColumns {
    fn state_at(&self) -> u16 {
        GAP + self.lead + GAP
    }

    fn title_at(&self) -> u16 {
        let gap = if self.state > 0 { GAP } else { 0 };
        self.state_at() + self.state + gap
    }

    fn behind_title(&self) -> u16 {
        self.details.iter().map(|column| column + GAP).sum()
    }

    fn beside(&self, canvas: &mut Canvas<'_>, area: Rect, row: &ListRow, role: Role) {
        let (state, state_role) = &row.state;
        cell(
            canvas,
            area,
            self.state_at(),
            self.state,
            (state, *state_role),
        );
        let mut x = area.width - self.behind_title();
        let title = x - self.title_at();
        cell(canvas, area, self.title_at(), title, (&row.title, role));
        for (detail, columns) in row.details.iter().zip(self.details) {
            cell(canvas, area, x + GAP, columns, (detail, Role::Dim));
            x += GAP + columns;
        }
    }

    fn beneath(&self, canvas: &mut Canvas<'_>, area: Rect, row: &ListRow, role: Role) {
        cell(
            canvas,
            area,
            self.state_at(),
            area.width,
            (&row.title, role),
        );
        let mut second = area;
        top(&mut second, 1);
        let details = row.details.iter().map(|detail| (detail, Role::Dim));
        let mut x = GAP + GAP;
        for (part, role) in std::iter::once((&row.state.0, row.state.1)).chain(details) {
            let end = x.saturating_add(width(part));
            // A part that does not fit behind the first is left out whole.
            if !part.is_empty() && (x == GAP + GAP || end <= area.width) {
                cell(canvas, second, x, area.width, (part, role));
                x = end + GAP;
            }
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
