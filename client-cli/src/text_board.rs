//! The board as lines of text: column letters, row numbers, the last move in
//! brackets, winning lines between stars, and the digits beside a 3×3 board.
//!
//! No colour, no cursor.

use game::{Cell, Mark, Rules, notation, notation::Layout};
use protocol::View;

/// Beyond this many cells a side, boxes would not fit 24 lines of 80 columns.
const BOXED: u8 = 9;

/// What a board is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    Box,
    Ascii,
}

/// How a board is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    pub charset: Charset,
    /// Show the digits of the free cells beside a 3×3 board.
    pub digits: Option<Layout>,
}

/// The cells of a board and what is special about them.
struct Picture<'a> {
    rules: Rules,
    marks: Vec<Option<Mark>>,
    last: Option<Cell>,
    lines: &'a [Vec<Cell>],
}

/// The board of the present or last game; empty before the first.
#[must_use]
pub fn board(view: &View, drawing: Drawing) -> Vec<String> {
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
    let picture = Picture {
        rules,
        marks,
        last: game.moves.last().map(|played| played.cell),
        lines: &game.lines,
    };
    let mut lines = if rules.width() <= BOXED && rules.height() <= BOXED {
        boxed(&picture, drawing.charset)
    } else {
        compact(&picture, drawing.charset)
    };
    if let Some(layout) = drawing.digits {
        beside(&mut lines, &picture, layout, drawing.charset);
    }
    lines
}

impl Picture<'_> {
    /// Three characters: the mark and what is special about it.
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

fn boxed(picture: &Picture<'_>, charset: Charset) -> Vec<String> {
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

fn compact(picture: &Picture<'_>, charset: Charset) -> Vec<String> {
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
fn beside(lines: &mut [String], picture: &Picture<'_>, layout: Layout, charset: Charset) {
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
mod tests {
    use protocol::{
        Event, Seat,
        event::{NextTurn, TurnLimit},
    };

    use super::*;

    fn view(rules: Rules, cells: &[Cell], lines: Vec<Vec<Cell>>) -> View {
        let turn = |seat| NextTurn {
            seat,
            since_ms: None,
            due_ms: 0,
            limit: Some(TurnLimit::Idle),
            moves_ms: None,
        };
        let mut view = View::default();
        view.settings.rules = rules;
        let started = Event::Started {
            game: 1,
            x: Seat::Host,
            clocks: None,
            turn: turn(Seat::Host),
        };
        view.fold(1, 0, &started);
        for (ply, cell) in (0..).zip(cells) {
            let moved = Event::Moved {
                game: 1,
                ply,
                cell: *cell,
                mark: None,
                credit_ms: 0,
                clock_ms: None,
                turn: Some(turn(Seat::BOTH[(ply as usize + 1) % 2])),
                lines: lines.clone(),
                no_open_lines: false,
                lapsed_offer: None,
                over: None,
                score: None,
                empty_until_ms: None,
            };
            view.fold(u64::from(ply) + 2, 0, &moved);
        }
        view
    }

    fn drawn(view: &View, charset: Charset, digits: Option<Layout>) -> String {
        let lines = board(view, Drawing { charset, digits });
        lines.join("\n")
    }

    #[test]
    fn classic_with_the_keypad_beside_it() {
        let view = view(Rules::CLASSIC, &[4, 0], vec![]);
        let expected = "
    a   b   c
  ┌───┬───┬───┐
3 │[O]│   │   │     · 8 9
  ├───┼───┼───┤
2 │   │ X │   │     4 · 6
  ├───┼───┼───┤
1 │   │   │   │     1 2 3
  └───┴───┴───┘";
        let got = drawn(&view, Charset::Box, Some(Layout::Keypad));
        assert_eq!(got, &expected[1..]);
    }

    #[test]
    fn classic_won_in_ascii_with_the_telephone_beside_it() {
        let view = view(Rules::CLASSIC, &[0, 3, 1, 4, 2], vec![vec![0, 1, 2]]);
        let expected = "
    a   b   c
  +---+---+---+
3 |*X*|*X*|*X*|     . . .
  +---+---+---+
2 | O | O |   |     . . 6
  +---+---+---+
1 |   |   |   |     7 8 9
  +---+---+---+";
        let got = drawn(&view, Charset::Ascii, Some(Layout::Phone));
        assert_eq!(got, &expected[1..]);
    }

    #[test]
    fn seven_by_six_has_no_digits() {
        let view = view(Rules::new(7, 6, 4).unwrap(), &[0, 41], vec![]);
        let expected = "
    a   b   c   d   e   f   g
  ┌───┬───┬───┬───┬───┬───┬───┐
6 │ X │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
5 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
4 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
3 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
2 │   │   │   │   │   │   │   │
  ├───┼───┼───┼───┼───┼───┼───┤
1 │   │   │   │   │   │   │[O]│
  └───┴───┴───┴───┴───┴───┴───┘";
        let got = drawn(&view, Charset::Box, Some(Layout::Keypad));
        assert_eq!(got, &expected[1..]);
    }

    #[test]
    fn fifteen_by_fifteen_fits_a_small_terminal() {
        let view = view(Rules::GOMOKU, &[112, 113], vec![]);
        let got = drawn(&view, Charset::Box, None);
        let lines: Vec<&str> = got.lines().collect();
        assert_eq!(lines.len(), 17);
        let letters = "    a  b  c  d  e  f  g  h  i  j  k  l  m  n  o";
        assert_eq!((lines[0], lines[16]), (letters, letters));
        assert_eq!(
            lines[8],
            " 8  ·  ·  ·  ·  ·  ·  ·  X [O] ·  ·  ·  ·  ·  ·  8"
        );
        assert!(lines.iter().all(|line| line.chars().count() < 80));
    }

    #[test]
    fn a_hostile_view_draws_without_panic() {
        let view = view(Rules::CLASSIC, &[60_000], vec![vec![70]]);
        assert_eq!(
            board(
                &view,
                Drawing {
                    charset: Charset::Box,
                    digits: None
                }
            )
            .len(),
            8
        );
        assert!(
            board(
                &View::default(),
                Drawing {
                    charset: Charset::Box,
                    digits: None
                }
            )
            .is_empty()
        );
    }
}
