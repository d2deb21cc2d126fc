//! Boards as pictures for previews of links, as PNG: shapes only, so that they need no
//! font and no language.

use game::{Cell, LineRule, Mark, Rules};
use protocol::view::Played;
use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

/// Width and height in pixels, as the large cards of messengers want it.
pub const SIZE: (u32, u32) = (1_200, 630);

/// The space that the board fills, between the two marks beside it.
const PLACE: (f32, f32) = (620.0, 470.0);
/// The width of the large marks, and their distance from the picture's middle.
const BESIDE: (f32, f32) = (170.0, 455.0);

const GROUND: [u8; 3] = [0x14, 0x16, 0x1a];
const SURFACE: [u8; 3] = [0x1f, 0x23, 0x29];
const GRID: [u8; 3] = [0x5b, 0x64, 0x73];
const X: [u8; 3] = [0xff, 0x7d, 0x5a];
const O: [u8; 3] = [0x6c, 0xb0, 0xff];
const INK: [u8; 3] = [0xff, 0xf6, 0xe0];
const FORBIDDEN: [u8; 3] = [0xff, 0x5d, 0x5d];

/// A picture to be drawn. Equal ones look the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawing {
    rules: Rules,
    moves: Vec<(Cell, Mark)>,
    lines: Vec<Vec<Cell>>,
}

impl Drawing {
    /// The empty board of an invitation.
    pub fn empty(rules: Rules) -> Drawing {
        Drawing {
            rules,
            moves: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// A board with these moves and winning lines.
    pub fn played(rules: Rules, moves: &[Played], lines: &[Vec<Cell>]) -> Drawing {
        Drawing {
            rules,
            moves: moves.iter().map(|it| (it.cell, it.mark)).collect(),
            lines: lines.to_vec(),
        }
    }

    /// The picture as PNG; nothing when there is no memory for it.
    pub fn png(&self) -> Option<Vec<u8>> {
        let mut painter = Painter(Pixmap::new(SIZE.0, SIZE.1)?);
        painter.0.fill(colour(GROUND));
        let board = BoardPlace::fitting(self.rules);
        board.draw(&mut painter, self);
        let (size, away) = BESIDE;
        let middle = middle();
        for (mark, x) in [(Mark::X, middle.0 - away), (Mark::O, middle.0 + away)] {
            painter.marks(mark, &[(x, middle.1)], size);
        }
        if self.rules.line_rule() == LineRule::Loses {
            painter.forbid_lines((middle.0 + away, middle.1 + 190.0));
        }
        painter.0.encode_png().ok()
    }
}

fn middle() -> (f32, f32) {
    (SIZE.0 as f32 / 2.0, SIZE.1 as f32 / 2.0)
}

/// Where a board's cells are.
struct BoardPlace {
    columns: u8,
    rows: u8,
    /// The side of a cell.
    cell: f32,
    left: f32,
    top: f32,
}

impl BoardPlace {
    fn fitting(rules: Rules) -> BoardPlace {
        let (columns, rows) = (rules.width(), rules.height());
        let cell = (PLACE.0 / f32::from(columns)).min(PLACE.1 / f32::from(rows));
        let (x, y) = middle();
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

    fn draw(&self, painter: &mut Painter, drawing: &Drawing) {
        let (width, height) = (
            self.cell * f32::from(self.columns),
            self.cell * f32::from(self.rows),
        );
        painter.card((self.left, self.top), (width, height), 28.0);
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
        let mut through = PathBuilder::new();
        for cells in &drawing.lines {
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
        painter.stroke(through, INK, (self.cell * 0.06).max(2.5));
    }
}

struct Painter(Pixmap);

impl Painter {
    /// Marks of one kind, each in the middle of a square of that side.
    fn marks(&mut self, mark: Mark, places: &[(f32, f32)], side: f32) {
        let mut path = PathBuilder::new();
        let reach = side * 0.27;
        for (x, y) in places {
            match mark {
                Mark::X => {
                    line(&mut path, (x - reach, y - reach), (x + reach, y + reach));
                    line(&mut path, (x + reach, y - reach), (x - reach, y + reach));
                }
                Mark::O => path.push_circle(*x, *y, reach * 1.06),
            }
        }
        let colour = match mark {
            Mark::X => X,
            Mark::O => O,
        };
        self.stroke(path, colour, (side * 0.12).max(2.0));
    }

    /// A row of dots, struck out: a line is what nobody wants here.
    fn forbid_lines(&mut self, (x, y): (f32, f32)) {
        let mut dots = PathBuilder::new();
        for step in [-1.0, 0.0, 1.0] {
            dots.push_circle(x + 30.0 * step, y, 9.0);
        }
        self.fill(dots, INK);
        let mut sign = PathBuilder::new();
        sign.push_circle(x, y, 60.0);
        let reach = 60.0 * std::f32::consts::FRAC_1_SQRT_2;
        line(&mut sign, (x - reach, y - reach), (x + reach, y + reach));
        self.stroke(sign, FORBIDDEN, 10.0);
    }

    /// A lighter ground around a board, with round corners.
    fn card(&mut self, (left, top): (f32, f32), (width, height): (f32, f32), margin: f32) {
        let mut path = PathBuilder::new();
        if let Some(inner) = Rect::from_xywh(left, top, width, height) {
            path.push_rect(inner);
        }
        // The stroke's round joins are the corners.
        self.outline(path, SURFACE, 2.0 * margin);
    }

    fn outline(&mut self, path: PathBuilder, rgb: [u8; 3], width: f32) {
        let Some(path) = path.finish() else { return };
        let paint = paint(rgb);
        self.0.fill_path(
            &path,
            &paint,
            FillRule::Winding,
            Transform::identity(),
            None,
        );
        self.stroked(&path, &paint, width);
    }

    fn fill(&mut self, path: PathBuilder, rgb: [u8; 3]) {
        self.outline(path, rgb, 0.1);
    }

    fn stroke(&mut self, path: PathBuilder, rgb: [u8; 3], width: f32) {
        if let Some(path) = path.finish() {
            self.stroked(&path, &paint(rgb), width);
        }
    }

    fn stroked(&mut self, path: &Path, paint: &Paint<'_>, width: f32) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: tiny_skia::LineJoin::Round,
            ..Stroke::default()
        };
        self.0
            .stroke_path(path, paint, &stroke, Transform::identity(), None);
    }
}

fn line(path: &mut PathBuilder, from: (f32, f32), to: (f32, f32)) {
    path.move_to(from.0, from.1);
    path.line_to(to.0, to.1);
}

fn colour([red, green, blue]: [u8; 3]) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn paint(rgb: [u8; 3]) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(colour(rgb));
    paint
}
