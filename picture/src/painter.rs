//! Strokes, surfaces and letters on a pixmap.

use game::Mark;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::colours::{FORBIDDEN, INK, O, Rgb, X};

pub struct Painter(pub Pixmap);

impl Painter {
    /// Marks of one kind, each in the middle of a square of that side.
    pub fn marks(&mut self, mark: Mark, places: &[(f32, f32)], side: f32) {
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
    pub fn forbid_lines(&mut self, (x, y): (f32, f32)) {
        let mut dots = PathBuilder::new();
        for step in [-1.0, 0.0, 1.0] {
            dots.push_circle(x + 22.0 * step, y, 7.0);
        }
        self.fill(dots, INK);
        let mut sign = PathBuilder::new();
        sign.push_circle(x, y, 44.0);
        let reach = 44.0 * std::f32::consts::FRAC_1_SQRT_2;
        line(&mut sign, (x - reach, y - reach), (x + reach, y + reach));
        self.stroke(sign, FORBIDDEN, 8.0);
    }

    /// A surface with round corners around a rectangle.
    pub fn card(&mut self, (left, top): (f32, f32), size: (f32, f32), margin: f32, rgb: Rgb) {
        let mut path = PathBuilder::new();
        if let Some(inner) = Rect::from_xywh(left, top, size.0, size.1) {
            path.push_rect(inner);
        }
        let Some(path) = path.finish() else { return };
        self.filled(&path, rgb, Transform::identity());
        // The stroke's round joins are the corners.
        self.stroked(&path, rgb, 2.0 * margin);
    }

    /// Letters, moved to a place.
    pub fn letters(&mut self, path: Option<&Path>, (x, y): (f32, f32), rgb: Rgb) {
        if let Some(path) = path {
            self.filled(path, rgb, Transform::from_translate(x, y));
        }
    }

    pub fn fill(&mut self, path: PathBuilder, rgb: Rgb) {
        if let Some(path) = path.finish() {
            self.filled(&path, rgb, Transform::identity());
        }
    }

    pub fn stroke(&mut self, path: PathBuilder, rgb: Rgb, width: f32) {
        if let Some(path) = path.finish() {
            self.stroked(&path, rgb, width);
        }
    }

    fn filled(&mut self, path: &Path, rgb: Rgb, to: Transform) {
        self.0
            .fill_path(path, &paint(rgb), FillRule::Winding, to, None);
    }

    fn stroked(&mut self, path: &Path, rgb: Rgb, width: f32) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.0
            .stroke_path(path, &paint(rgb), &stroke, Transform::identity(), None);
    }
}

pub fn line(path: &mut PathBuilder, from: (f32, f32), to: (f32, f32)) {
    path.move_to(from.0, from.1);
    path.line_to(to.0, to.1);
}

pub fn colour([red, green, blue]: Rgb) -> Color {
    Color::from_rgba8(red, green, blue, u8::MAX)
}

fn paint(rgb: Rgb) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(colour(rgb));
    paint
}
