//! The moves of a game in notation, X's and O's side by side.

use game::notation;
use protocol::{Mark, Rules, view::Played};
use ratatui::layout::Rect;
use sentences::{Catalogue, say};

use super::{
    canvas::{Canvas, ClickTarget, behind, top},
    list::window,
    theme::Role,
    widgets::heading,
};

/// The columns of the list: a number, X and O.
pub const COLUMNS: u16 = 18;
/// Where in them the moves of the side that began stand, and those of the other.
const FIRST_AT: u16 = 5;
const SECOND_AT: u16 = 12;

/// The moves of a game, and which one is shown.
pub struct MoveList<'a> {
    pub text: &'a Catalogue,
    pub rules: Rules,
    pub moves: &'a [Played],
    /// Number of the move that led to the position that is shown; 0 before the first.
    pub at: usize,
    /// The sign behind a move, by its number from 1.
    pub sign: &'a dyn Fn(usize) -> &'a str,
}

impl MoveList<'_> {
    /// Draws it, around the move that is shown; a click on a move is its number.
    pub fn draw(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        let title = say!(self.text, SCREEN_VIEWER_MOVES);
        heading(canvas, &mut area, &title, "");
        let marks = top(&mut area, 1);
        let first = self.moves.first().map_or(Mark::X, |played| played.mark);
        for (column, mark) in [(FIRST_AT, first), (SECOND_AT, first.other())] {
            let role = Role::of(mark);
            canvas.line(behind(marks, column + 1), &mark.to_string(), role);
        }
        let pairs = self.moves.len().div_ceil(2);
        for pair in window(self.at.saturating_sub(1) / 2, pairs, area.height.into()) {
            let row = top(&mut area, 1);
            canvas.line(row, &format!("{:>3}", pair + 1), Role::Dim);
            for (column, number) in [FIRST_AT, SECOND_AT].into_iter().zip(2 * pair + 1..) {
                self.draw_move(canvas, behind(row, column), number);
            }
        }
    }

    fn draw_move(&self, canvas: &mut Canvas<'_>, mut rest: Rect, number: usize) {
        let played = self.moves.get(number - 1);
        let Some(name) = played.and_then(|it| notation::name(self.rules, it.cell)) else {
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
