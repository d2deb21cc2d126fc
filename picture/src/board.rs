//! A board with its marks and lines.

use game::{Cell, LineRule, Mark, Rules};
use tiny_skia::PathBuilder;

use super::{
    colours::{FORBIDDEN, GRID, INK, LOSING, SURFACE, WON},
    drawing::Drawing,
    painter::{Painter, line},
};

/// The space that the board fills at most.
const MOST: (f32, f32) = (500.0, 470.0);

/// Places of a board's cells.
pub struct BoardPlace {
    columns: u8,
    rows: u8,
    /// The side of a cell.
    cell: f32,
    left: f32,
    top: f32,
}

impl BoardPlace {
    /// As large as it can be around a point.
    pub fn around((x, y): (f32, f32), rules: Rules) -> BoardPlace {
        let (columns, rows) = (rules.width(), rules.height());
        let cell = (MOST.0 / f32::from(columns)).min(MOST.1 / f32::from(rows));
        BoardPlace {
            columns,
            rows,
            cell,
            left: x - cell * f32::from(columns) / 2.0,
            top: y - cell * f32::from(rows) / 2.0,
        }
    }

    fn at(&self, cell: Cell) -> (f32, f32) {
        let columns = u16::from(self.columns.max(1));
        let place = |n: u16, from: f32| from + self.cell * (f32::from(n) + 0.5);
        (
            place(cell % columns, self.left),
            place(cell / columns, self.top),
        )
    }

    pub fn draw(&self, painter: &mut Painter, drawing: &Drawing) {
        let (width, height) = (
            self.cell * f32::from(self.columns),
            self.cell * f32::from(self.rows),
        );
        painter.card((self.left, self.top), (width, height), 28.0, SURFACE);
        let losing = drawing.rules.line_rule() == LineRule::Loses;
        self.tint(painter, drawing, if losing { LOSING } else { WON });
        let mut grid = PathBuilder::new();
        for n in 1..self.columns {
            let x = self.left + self.cell * f32::from(n);
            line(&mut grid, (x, self.top), (x, self.top + height));
        }
        for n in 1..self.rows {
            let y = self.top + self.cell * f32::from(n);
            line(&mut grid, (self.left, y), (self.left + width, y));
        }
        painter.stroke(grid, GRID, (self.cell * 0.045).clamp(1.5, 7.0));
        for mark in [Mark::X, Mark::O] {
            let of_mark = drawing.moves.iter().filter(|(_, made)| *made == mark);
            let places: Vec<_> = of_mark.map(|(cell, _)| self.at(*cell)).collect();
            painter.marks(mark, &places, self.cell);
        }
        let colour = if losing { FORBIDDEN } else { INK };
        painter.stroke(
            self.through(&drawing.lines),
            colour,
            (self.cell * 0.06).max(2.5),
        );
    }

    /// The cells of lines have a ground of their own.
    fn tint(&self, painter: &mut Painter, drawing: &Drawing, rgb: [u8; 3]) {
        for cell in drawing.lines.iter().flatten() {
            let (x, y) = self.at(*cell);
            let (corner, side) = (self.cell * 0.44, self.cell * 0.88);
            painter.card(
                (x - corner, y - corner),
                (side, side),
                self.cell * 0.06,
                rgb,
            );
        }
    }

    fn through(&self, lines: &[Vec<Cell>]) -> PathBuilder {
        let mut through = PathBuilder::new();
        for cells in lines {
            if let (Some(first), Some(last)) = (cells.iter().min(), cells.iter().max()) {
                let (from, to) = (self.at(*first), self.at(*last));
                // A little beyond the marks at its ends.
                let beyond = |from: f32, to: f32| match to - from {
                    step if step.abs() < 1.0 => 0.0,
                    step => self.cell * 0.38 * step.signum(),
                };
                let (x, y) = (beyond(from.0, to.0), beyond(from.1, to.1));
                line(&mut through, (from.0 - x, from.1 - y), (to.0 + x, to.1 + y));
            }
        }
        through
    }
}
