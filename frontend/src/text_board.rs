//! The board as plain text: column letters, row numbers, the last move in brackets,
//! winning lines between stars, the digits beside a 3×3 board.

use game::{Cell, Mark, Rules, notation, notation::Layout};
use protocol::View;

use crate::analysis::AnalysedPosition;

/// Beyond this many cells a side, boxes would not fit 24 lines of 80 columns.
const BOXED: u8 = 9;

/// Characters that a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    Box,
    Ascii,
}

/// Options of a drawing of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardStyle {
    pub charset: Charset,
    /// Show the digits of the free cells beside a 3×3 board.
    pub digits: Option<Layout>,
}

/// The cells of a board and their highlights.
struct BoardPicture<'a> {
    rules: Rules,
    marks: Vec<Option<Mark>>,
    last: Option<Cell>,
    lines: &'a [Vec<Cell>],
}

/// The board of the present or last game; empty before the first.
pub fn board(view: &View, style: BoardStyle) -> Vec<String> {
    let rules = view.settings.rules;
    let Some(game) = &view.game else {
        return Vec::new();
    };
    let mut marks = vec![None; usize::from(rules.cells())];
    for played in &game.moves {
        if let Some(place) = marks.get_mut(usize::from(played.cell)) {
            *place = Some(played.mark);
        }
    }
    let picture = BoardPicture {
        rules,
        marks,
        last: game.moves.last().map(|played| played.cell),
        lines: &game.lines,
    };
    drawn(&picture, style)
}

/// The board of a position.
pub fn position(position: &AnalysedPosition, style: BoardStyle) -> Vec<String> {
    let board = &position.board;
    let cells = 0..board.rules().cells();
    let mark = |cell| board.mark_at(cell).map(|by| position.mark(by));
    let picture = BoardPicture {
        rules: board.rules(),
        marks: cells.map(mark).collect(),
        last: board.moves().last().copied(),
        lines: board.outcome().lines(),
    };
    drawn(&picture, style)
}

fn drawn(picture: &BoardPicture<'_>, style: BoardStyle) -> Vec<String> {
    let rules = picture.rules;
    let mut lines = if rules.width() <= BOXED && rules.height() <= BOXED {
        boxed(picture, style.charset)
    } else {
        compact(picture, style.charset)
    };
    if let Some(layout) = style.digits {
        beside(&mut lines, picture, layout, style.charset);
    }
    lines
}

impl BoardPicture<'_> {
    /// Three characters: the mark and its highlight.
    fn cell(&self, cell: Cell, empty: char) -> String {
        let mark = self.marks.get(usize::from(cell)).copied().flatten();
        let Some(mark) = mark else {
            return format!(" {empty} ");
        };
        if self.lines.iter().any(|line| line.contains(&cell)) {
            format!("*{mark}*")
        } else if self.last == Some(cell) {
            format!("[{mark}]")
        } else {
            format!(" {mark} ")
        }
    }

    fn row(&self, row: u8, empty: char) -> Vec<String> {
        (0..self.rules.width())
            .filter_map(|column| self.rules.cell_at(column, row))
            .map(|cell| self.cell(cell, empty))
            .collect()
    }

    fn letters(&self) -> impl Iterator<Item = char> {
        (0..self.rules.width()).map(|column| char::from(b'a' + column))
    }
}

fn boxed(picture: &BoardPicture<'_>, charset: Charset) -> Vec<String> {
    let (bar, dash, top, middle, bottom) = match charset {
        Charset::Box => ('│', "───", "┌┬┐", "├┼┤", "└┴┘"),
        Charset::Ascii => ('|', "---", "+++", "+++", "+++"),
    };
    let rule = |ends: &str| {
        let ends: Vec<char> = ends.chars().collect();
        let cells = vec![dash; usize::from(picture.rules.width())];
        format!(
            "  {}{}{}",
            ends[0],
            cells.join(&ends[1].to_string()),
            ends[2]
        )
    };
    let letters: String = picture.letters().map(|c| format!("  {c} ")).collect();
    let mut lines = vec![format!("  {}", letters.trim_end()), rule(top)];
    for row in 0..picture.rules.height() {
        if row > 0 {
            lines.push(rule(middle));
        }
        let cells = picture.row(row, ' ').join(&bar.to_string());
        lines.push(format!(
            "{} {bar}{cells}{bar}",
            picture.rules.height() - row
        ));
    }
    lines.push(rule(bottom));
    lines
}

fn compact(picture: &BoardPicture<'_>, charset: Charset) -> Vec<String> {
    let empty = match charset {
        Charset::Box => '·',
        Charset::Ascii => '.',
    };
    let letters: String = picture.letters().map(|c| format!(" {c} ")).collect();
    let letters = format!("   {}", letters.trim_end());
    let mut lines = vec![letters.clone()];
    for row in 0..picture.rules.height() {
        let number = picture.rules.height() - row;
        let cells = picture.row(row, empty).concat();
        lines.push(format!("{number:>2} {cells} {number}"));
    }
    lines.push(letters);
    lines
}

/// Puts the digits of the free cells beside the rows of a 3×3 board.
fn beside(lines: &mut [String], picture: &BoardPicture<'_>, layout: Layout, charset: Charset) {
    let taken = match charset {
        Charset::Box => '·',
        Charset::Ascii => '.',
    };
    for row in 0..picture.rules.height() {
        let digits: Option<Vec<String>> = (0..picture.rules.width())
            .filter_map(|column| picture.rules.cell_at(column, row))
            .map(|cell| {
                let digit = notation::digit(picture.rules, layout, cell)?;
                let free = picture.marks.get(usize::from(cell)) == Some(&None);
                Some(if free { digit } else { taken }.to_string())
            })
            .collect();
        // Rows of cells stand in every second line, after letters and rule.
        let line = lines.get_mut(2 + 2 * usize::from(row));
        if let (Some(digits), Some(line)) = (digits, line) {
            line.push_str("     ");
            line.push_str(&digits.join(" "));
        }
    }
}

#[cfg(test)]
mod tests;
