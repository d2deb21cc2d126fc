//! Names of cells as people type them: `b2` on every board, or one digit on 3×3.
//!
//! In the `b2` form columns are lettered from `a` at the left, none skipped, and rows are
//! numbered from 1 at the bottom, as on a chessboard.

use std::fmt;

use crate::{Cell, Rules};

/// Arrangement of the digits on a 3×3 board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// As on a numeric keypad: 7 8 9 on top.
    Keypad,
    /// As on a telephone: 1 2 3 on top.
    Phone,
}

impl Layout {
    /// Both layouts, the default first.
    pub const BOTH: [Layout; 2] = [Layout::Keypad, Layout::Phone];

    /// The digits in the order of the cells.
    fn digits(self) -> [char; 9] {
        match self {
            Layout::Keypad => ['7', '8', '9', '4', '5', '6', '1', '2', '3'],
            Layout::Phone => ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layout::Keypad => "keypad",
            Layout::Phone => "phone",
        })
    }
}

/// Why a text names no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// Neither a letter followed by a number nor, where digits serve, one digit from 1 to 9.
    Unreadable,
    /// A letter and a number, but no cell of this board.
    OutsideBoard {
        /// The name of the top right cell, such as `c3`.
        last: String,
    },
    /// A number alone, on a board where digits do not serve.
    DigitsNeed3x3,
}

/// The name of a cell, such as `b2`; nothing for a cell off the board.
pub fn name(rules: Rules, cell: Cell) -> Option<String> {
    (cell < rules.cells()).then(|| {
        let (column, row) = rules.column_row(cell);
        coordinates(column, rules.height() - row)
    })
}

/// `column` counts from 0 at the left, `number` from 1 at the bottom.
fn coordinates(column: u8, number: u8) -> String {
    format!("{}{number}", char::from(b'a' + column))
}

/// The cell a name such as `b2` stands for, in either case and with blanks around it.
///
/// # Errors
///
/// [`NotationError::Unreadable`] or [`NotationError::OutsideBoard`].
pub fn parse(rules: Rules, text: &str) -> Result<Cell, NotationError> {
    let mut chars = text.trim().chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic);
    let letter = letter.ok_or(NotationError::Unreadable)?;
    let number = chars.as_str();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotationError::Unreadable);
    }
    cell_named(rules, letter, number).ok_or_else(|| NotationError::OutsideBoard {
        last: coordinates(rules.width() - 1, rules.height()),
    })
}

/// `letter` is an ASCII letter and `number` all digits; too large a number is off every board.
fn cell_named(rules: Rules, letter: char, number: &str) -> Option<Cell> {
    let column = u8::try_from(letter.to_ascii_lowercase())
        .ok()?
        .checked_sub(b'a')?;
    // Number 0 is one row below the board.
    rules.cell_at(column, rules.height().checked_sub(number.parse().ok()?)?)
}

/// The digit that stands for a cell; nothing on a board other than 3×3 or off the board.
pub fn digit(rules: Rules, layout: Layout, cell: Cell) -> Option<char> {
    layout
        .digits()
        .get(usize::from(cell))
        .copied()
        .filter(|_| takes_digits(rules))
}

/// The cell a digit stands for; nothing on a board other than 3×3 or for other than `1` to `9`.
pub fn from_digit(rules: Rules, layout: Layout, digit: char) -> Option<Cell> {
    (0..rules.cells())
        .zip(layout.digits())
        .find_map(|(cell, key)| (key == digit).then_some(cell))
        .filter(|_| takes_digits(rules))
}

fn takes_digits(rules: Rules) -> bool {
    (rules.width(), rules.height()) == (3, 3)
}

/// The cell a text stands for: on 3×3 one digit in the given layout, on every board a name such
/// as `b2`.
///
/// # Errors
///
/// Those of [`parse`], and [`NotationError::DigitsNeed3x3`] for a number alone on another board.
pub fn parse_with(rules: Rules, layout: Layout, text: &str) -> Result<Cell, NotationError> {
    let trimmed = text.trim();
    let all_digits = !trimmed.is_empty() && trimmed.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits && !takes_digits(rules) {
        return Err(NotationError::DigitsNeed3x3);
    }
    let mut chars = trimmed.chars();
    if let (Some(key), None) = (chars.next(), chars.next())
        && let Some(cell) = from_digit(rules, layout, key)
    {
        return Ok(cell);
    }
    parse(rules, text)
}
