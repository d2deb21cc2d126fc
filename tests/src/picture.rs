//! A terminal's screen as a picture: an SVG with every character in its cell,
//! box and block characters drawn as lines and areas, so that they meet.

use std::{collections::BTreeMap, fmt::Write};

/// A cell's width and height, in the picture's own units.
const CELL: (u32, u32) = (9, 18);
/// Around the screen.
const MARGIN: u32 = 12;

/// The colours of a terminal.
#[derive(Clone, Copy)]
pub struct Ground {
    pub paper: &'static str,
    pub ink: &'static str,
    sixteen: [&'static str; 16],
}

/// Light text on a dark ground.
pub const DARK: Ground = Ground {
    paper: "#16181d",
    ink: "#d7dae0",
    sixteen: [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ],
};

/// Dark text on a light ground.
pub const LIGHT: Ground = Ground {
    paper: "#ffffff",
    ink: "#24292f",
    sixteen: [
        "#000000", "#cd3131", "#00bc00", "#949800", "#0451a5", "#bc05bc", "#0598bc", "#555555",
        "#666666", "#cd3131", "#14ce14", "#b5ba00", "#0451a5", "#bc05bc", "#0598bc", "#a5a5a5",
    ],
};

/// Style of a character.
#[derive(PartialEq, Eq)]
struct CellStyle {
    ink: String,
    faint: bool,
    bold: bool,
    underlined: bool,
}

/// A picture that is being drawn. Areas of one colour are one path.
struct Drawing {
    ground: Ground,
    /// Areas behind characters, by colour.
    papers: BTreeMap<String, String>,
    /// Characters that are areas, by colour and faintness.
    areas: BTreeMap<(String, bool), String>,
    texts: String,
}

/// Words of a row: the column and how they look, and what they say.
type Row = Vec<(u32, CellStyle, String)>;

/// The screen as an SVG file.
pub fn svg(screen: &vt100::Screen, ground: Ground) -> String {
    let (rows, columns) = screen.size();
    let mut drawing = Drawing {
        ground,
        papers: BTreeMap::new(),
        areas: BTreeMap::new(),
        texts: String::new(),
    };
    for row in 0..rows.get() {
        let y = MARGIN + u32::from(row) * CELL.1;
        let mut line = Row::new();
        for column in 0..columns.get() {
            let x = MARGIN + u32::from(column) * CELL.0;
            if let Some(cell) = screen.cell(row, column) {
                drawing.cell(cell, (x, y), &mut line);
            }
        }
        drawing.row(line, y);
    }
    drawing.finish(u32::from(columns.get()), u32::from(rows.get()))
}

impl Drawing {
    fn cell(&mut self, cell: &vt100::Cell, at: (u32, u32), line: &mut Row) {
        let (ink, paper) = inks(cell, self.ground);
        if let Some(paper) = paper {
            area(self.papers.entry(paper).or_default(), at, (0, 0, 16, 16));
        }
        let text = cell.contents();
        let shapes = text.chars().next().map_or_else(Vec::new, shapes);
        if !shapes.is_empty() {
            let path = self.areas.entry((ink, cell.dim())).or_default();
            shapes.iter().for_each(|shape| area(path, at, *shape));
        } else if !text.trim().is_empty() {
            let look = CellStyle {
                ink,
                faint: cell.dim(),
                bold: cell.bold(),
                underlined: cell.underline(),
            };
            let columns = |said: &String| u32::try_from(said.chars().count()).unwrap_or(0);
            match line.last_mut() {
                Some((x, before, said))
                    if *before == look && *x + columns(said) * CELL.0 == at.0 =>
                {
                    said.push_str(text);
                }
                _ => line.push((at.0, look, text.to_owned())),
            }
        }
    }

    fn row(&mut self, line: Row, y: u32) {
        let base = y + 14;
        for (x, look, said) in line {
            let (ink, said) = (&look.ink, escaped(&said));
            let _ = write!(self.texts, "<text x=\"{x}\" y=\"{base}\" fill=\"{ink}\"");
            for (is, attribute) in [
                (look.faint, FAINT),
                (look.bold, " font-weight=\"bold\""),
                (look.underlined, " text-decoration=\"underline\""),
            ] {
                self.texts.push_str(if is { attribute } else { "" });
            }
            let _ = writeln!(self.texts, ">{said}</text>");
        }
    }

    fn finish(self, columns: u32, rows: u32) -> String {
        let (width, height) = (columns * CELL.0 + 2 * MARGIN, rows * CELL.1 + 2 * MARGIN);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" font-size=\"15\" \
             font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n",
            self.ground.paper
        );
        let papers = self
            .papers
            .into_iter()
            .map(|(paper, path)| ((paper, false), path));
        for ((ink, faint), path) in papers.chain(self.areas) {
            let faint = if faint { FAINT } else { "" };
            let crisp = "shape-rendering=\"crispEdges\"";
            let _ = writeln!(out, "<path fill=\"{ink}\"{faint} {crisp} d=\"{path}\"/>");
        }
        out + &self.texts + "</svg>\n"
    }
}

/// Opacity of faint text and areas.
const FAINT: &str = " opacity=\".6\"";

/// The colour of a character, and that behind it if it has one.
fn inks(cell: &vt100::Cell, ground: Ground) -> (String, Option<String>) {
    let ink = colour(cell.fgcolor(), ground);
    let paper = colour(cell.bgcolor(), ground);
    if cell.inverse() {
        let paper = paper.unwrap_or_else(|| ground.paper.to_owned());
        let ink = ink.unwrap_or_else(|| ground.ink.to_owned());
        return (paper, Some(ink));
    }
    (ink.unwrap_or_else(|| ground.ink.to_owned()), paper)
}

fn colour(colour: vt100::Color, ground: Ground) -> Option<String> {
    match colour {
        vt100::Color::Default => None,
        vt100::Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        vt100::Color::Idx(index) => Some(match index {
            0..=15 => ground.sixteen[usize::from(index)].to_owned(),
            232.. => {
                let grey = 8 + 10 * (index - 232);
                format!("#{grey:02x}{grey:02x}{grey:02x}")
            }
            _ => {
                let level = |at: u8| if at == 0 { 0 } else { 55 + 40 * at };
                let (r, g, b) = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6);
                format!("#{:02x}{:02x}{:02x}", level(r), level(g), level(b))
            }
        }),
    }
}

/// Left, top, right and bottom in sixteenths of a cell.
type Shape = (u32, u32, u32, u32);

/// The areas that a character consists of; nothing for one that is text.
fn shapes(c: char) -> Vec<Shape> {
    match c {
        '█' => vec![(0, 0, 16, 16)],
        '▀' => vec![(0, 0, 16, 8)],
        '▄' => vec![(0, 8, 16, 16)],
        _ => lines(c),
    }
}

/// Box characters, by the lines that they have to the left, to the right, up
/// and down: none, light or heavy.
const BOX: &[(&str, [u32; 4])] = &[
    ("─", [1, 1, 0, 0]),
    ("│", [0, 0, 1, 1]),
    ("┌╭", [0, 1, 0, 1]),
    ("┐╮", [1, 0, 0, 1]),
    ("└╰", [0, 1, 1, 0]),
    ("┘╯", [1, 0, 1, 0]),
    ("├", [0, 1, 1, 1]),
    ("┤", [1, 0, 1, 1]),
    ("┬", [1, 1, 0, 1]),
    ("┴", [1, 1, 1, 0]),
    ("┼", [1, 1, 1, 1]),
    ("━", [2, 2, 0, 0]),
    ("┃", [0, 0, 2, 2]),
    ("┏", [0, 2, 0, 2]),
    ("┓", [2, 0, 0, 2]),
    ("┗", [0, 2, 2, 0]),
    ("┛", [2, 0, 2, 0]),
    ("┡", [0, 2, 2, 1]),
    ("┢", [0, 2, 1, 2]),
    ("┩", [2, 0, 2, 1]),
    ("┪", [2, 0, 1, 2]),
    ("┱", [2, 1, 0, 2]),
    ("┲", [1, 2, 0, 2]),
    ("┹", [2, 1, 2, 0]),
    ("┺", [1, 2, 2, 0]),
    ("╃", [2, 1, 2, 1]),
    ("╄", [1, 2, 2, 1]),
    ("╅", [2, 1, 1, 2]),
    ("╆", [1, 2, 1, 2]),
];

fn lines(c: char) -> Vec<Shape> {
    let known = BOX.iter().find(|(of, _)| of.contains(c));
    let Some((_, [left, right, up, down])) = known else {
        return Vec::new();
    };
    // From the edge to beyond the middle, so that they meet there.
    let line = |weight: u32, shape: fn(u32) -> Shape| (weight > 0).then(|| shape(weight));
    let all = [
        line(*left, |by| (0, 8 - by, 8 + by, 8 + by)),
        line(*right, |by| (8 - by, 8 - by, 16, 8 + by)),
        line(*up, |by| (8 - by, 0, 8 + by, 8 + by)),
        line(*down, |by| (8 - by, 8 - by, 8 + by, 16)),
    ];
    all.into_iter().flatten().collect()
}

/// Adds an area to a path.
fn area(path: &mut String, (x, y): (u32, u32), (left, top, right, bottom): Shape) {
    let across = |sixteenths: u32| f64::from(sixteenths * CELL.0) / 16.0;
    let down = |sixteenths: u32| f64::from(sixteenths * CELL.1) / 16.0;
    let _ = write!(
        path,
        "M{} {}h{}v{}h-{}z",
        f64::from(x) + across(left),
        f64::from(y) + down(top),
        across(right - left),
        down(bottom - top),
        across(right - left),
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stands_in_its_cell_and_blocks_are_areas() {
        let mut parser = vt100::Parser::new(2.try_into().unwrap(), 10.try_into().unwrap(), 0);
        parser.process("a \u{1b}[1;31m<\u{1b}[0m\r\n█\u{1b}[7m \u{1b}[0m".as_bytes());
        let picture = svg(parser.screen(), DARK);
        assert!(
            picture.contains("<text x=\"12\" y=\"26\" fill=\"#d7dae0\">a</text>"),
            "{picture}"
        );
        assert!(
            picture.contains("x=\"30\" y=\"26\" fill=\"#cd3131\" font-weight=\"bold\">&lt;<"),
            "{picture}"
        );
        assert!(picture.contains("d=\"M12 30h9v18h-9z\"/>"), "{picture}");
    }
}
