//! The moves of a game in notation, X's and O's side by side.

use game::notation;
use protocol::{Cell, Rules};
use ratatui::layout::Rect;

use super::{
    canvas::{Canvas, ClickTarget, behind, top},
    list::window,
    theme::Role,
    widgets::heading,
};

/// The columns of the list: a number, X and O.
pub const COLUMNS: u16 = 18;
/// Where in them the moves of X begin, and those of O.
const X_AT: u16 = 5;
const O_AT: u16 = 12;

/// The moves of a game, and which one is shown.
pub struct MoveList<'a> {
    pub title: &'a str,
    pub rules: Rules,
    pub cells: &'a [Cell],
    /// Number of the move that led to the position that is shown; 0 before the first.
    pub at: usize,
    /// Whether X has the first move.
    pub x_first: bool,
    /// The sign behind a move, by its number from 1.
    pub sign: &'a dyn Fn(usize) -> &'a str,
}

impl MoveList<'_> {
    /// Draws it, around the move that is shown; a click on a move is its number.
    pub fn draw(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        heading(canvas, top(&mut area, 1), self.title, "");
        let marks = top(&mut area, 1);
        let (first, second) = match self.x_first {
            true => (("X", Role::X), ("O", Role::O)),
            false => (("O", Role::O), ("X", Role::X)),
        };
        for (column, (mark, role)) in [(X_AT, first), (O_AT, second)] {
            canvas.line(behind(marks, column + 1), mark, role);
        }
        let pairs = self.cells.len().div_ceil(2);
        for pair in window(self.at.saturating_sub(1) / 2, pairs, area.height.into()) {
            let row = top(&mut area, 1);
            canvas.line(row, &format!("{:>3}", pair + 1), Role::Dim);
            for (column, number) in [X_AT, O_AT].into_iter().zip(2 * pair + 1..) {
                self.draw_move(canvas, behind(row, column), number);
            }
        }
    }

    fn draw_move(&self, canvas: &mut Canvas<'_>, mut rest: Rect, number: usize) {
        let cell = self.cells.get(number - 1);
        let Some(name) = cell.and_then(|cell| notation::name(self.rules, *cell)) else {
            return;
        };
        let sign = (self.sign)(number);
        // The present move is marked by its shape too.
        let (before, after, role) = match (number == self.at, sign) {
            (true, _) => ("[", "]", Role::Accent),
            (false, "") => (" ", " ", Role::Plain),
            (false, _) => (" ", "", Role::Strong),
        };
        let row = rest;
        canvas.write(&mut rest, &format!("{before}{name}{after}"), role);
        canvas.line(rest, sign, Role::Alert);
        let width = rest.x - row.x + u16::from(after.is_empty());
        let place = Rect { width, ..row };
        canvas.target(place, ClickTarget::Item(number));
    }
}
