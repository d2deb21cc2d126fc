//! Runs and windows in the four directions.
//!
//! A *run* is an unbroken row of one side's marks. A *window* is any `line` cells in a row, so
//! the windows are the places where a win can come to stand.

use crate::cells::CellSet;
use crate::rules::{Cell, LineRule, Rules};

/// A direction a line can take. Steps along it always lead to higher cell numbers.
#[derive(Clone, Copy, Debug)]
enum Direction {
    /// To the right.
    Row,
    /// Downwards.
    Column,
    /// Downwards to the right.
    Falling,
    /// Downwards to the left.
    Rising,
}

impl Direction {
    const ALL: [Direction; 4] = [
        Direction::Row,
        Direction::Column,
        Direction::Falling,
        Direction::Rising,
    ];

    /// Difference that a step makes to the cell number. Only meaningful where there is room for a step.
    fn stride(self, rules: Rules) -> Cell {
        let width = Cell::from(rules.width());
        match self {
            Direction::Row => 1,
            Direction::Column => width,
            Direction::Falling => width + 1,
            Direction::Rising => width - 1,
        }
    }

    /// Number of steps from `cell` to the edge of the board: against the direction, along it.
    fn room(self, rules: Rules, cell: Cell) -> (Cell, Cell) {
        let (column, row) = rules.column_row(cell);
        let (left, up) = (Cell::from(column), Cell::from(row));
        let right = Cell::from(rules.width()) - 1 - left;
        let down = Cell::from(rules.height()) - 1 - up;
        match self {
            Direction::Row => (left, right),
            Direction::Column => (up, down),
            Direction::Falling => (left.min(up), right.min(down)),
            Direction::Rising => (right.min(up), left.min(down)),
        }
    }
}

/// The whole runs through `cell` that are of a length that counts, one a direction at most, each with
/// its cells ascending. `cell` must be on the board and in `marks`.
pub(crate) fn winning_runs(rules: Rules, marks: &CellSet, cell: Cell) -> Vec<Vec<Cell>> {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let stride = direction.stride(rules);
            let (room_before, room_after) = direction.room(rules, cell);
            let before = (1..=room_before)
                .take_while(|k| marks.contains(cell - k * stride))
                .count() as Cell;
            let after = (1..=room_after)
                .take_while(|k| marks.contains(cell + k * stride))
                .count() as Cell;
            let length = before + 1 + after;
            let first = cell - before * stride;
            let line = Cell::from(rules.line());
            let counts = match rules.line_rule() {
                LineRule::AtLeast | LineRule::Loses => length >= line,
                LineRule::Exactly => length == line,
            };
            counts.then(|| (0..length).map(|k| first + k * stride).collect())
        })
        .collect()
}

/// The lowest-numbered window from `from` on in which a side can still make a line.
///
/// A window's number is its direction's place among the four times the number of cells, plus its
/// first cell; numbers whose window would leave the board are passed over. A window that is closed
/// to both sides is so for ever, so a caller that keeps the answer may go on from it after every
/// move and pays for each window once a game.
pub(crate) fn first_open_window(rules: Rules, marks: &[CellSet; 2], from: u16) -> Option<u16> {
    let cells = rules.cells();
    let count = cells * Direction::ALL.len() as u16;
    (from..count).find(|number| {
        let direction = Direction::ALL[usize::from(number / cells)];
        is_open_window(rules, marks, direction, number % cells)
    })
}

/// Every window of a board: its direction's place among the four, and its cells, ascending. In the
/// order of their numbers.
pub fn windows(rules: Rules) -> impl Iterator<Item = (usize, Vec<Cell>)> {
    let line = Cell::from(rules.line());
    let places = Direction::ALL.into_iter().enumerate();
    places.flat_map(move |(place, direction)| {
        let stride = direction.stride(rules);
        (0..rules.cells())
            .filter(move |&first| direction.room(rules, first).1 + 1 >= line)
            .map(move |first| (place, (0..line).map(|k| first + k * stride).collect()))
    })
}

/// The cells by which a side that has the whole window from `first` on would have more than a line.
/// `direction` is as [`windows`] has it.
pub fn beside(rules: Rules, direction: usize, first: Cell) -> impl Iterator<Item = Cell> {
    let direction = Direction::ALL.get(direction);
    direction.into_iter().flat_map(move |direction| {
        let (line, stride) = (Cell::from(rules.line()), direction.stride(rules));
        let (room_before, room_after) = direction.room(rules, first);
        let before = (room_before > 0).then(|| first - stride);
        let behind = (room_after >= line).then(|| first + line * stride);
        before.into_iter().chain(behind)
    })
}

/// Whether a side has no mark of the other in it, and none of its own by which a line would be too long.
fn is_open_window(rules: Rules, marks: &[CellSet; 2], direction: Direction, first: Cell) -> bool {
    let line = Cell::from(rules.line());
    let (_, room_after) = direction.room(rules, first);
    if room_after + 1 < line {
        return false;
    }
    let stride = direction.stride(rules);
    let has_none = |side: usize| (0..line).all(|k| !marks[side].contains(first + k * stride));
    let fits = |side: usize| {
        let mut beside = beside(rules, direction as usize, first);
        rules.line_rule() != LineRule::Exactly || beside.all(|cell| !marks[side].contains(cell))
    };
    [(0, 1), (1, 0)]
        .into_iter()
        .any(|(side, other)| has_none(other) && fits(side))
}

#[cfg(test)]
mod tests;
