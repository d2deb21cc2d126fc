//! Runs and windows in the four directions.
//!
//! A *run* is an unbroken row of one side's marks. A *window* is any `line` cells in a row, so
//! the windows are the places where a win can come to stand.

use crate::cells::CellSet;
use crate::rules::{Cell, Rules};

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

    /// How much a step adds to the cell number. Only meaningful where there is room for a step.
    fn stride(self, rules: Rules) -> Cell {
        let width = Cell::from(rules.width());
        match self {
            Direction::Row => 1,
            Direction::Column => width,
            Direction::Falling => width + 1,
            Direction::Rising => width - 1,
        }
    }

    /// How many steps lead from `cell` to the edge of the board: against the direction, along it.
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

/// The whole runs through `cell` that are long enough to win, one a direction at most, each with
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
            (length >= Cell::from(rules.line()))
                .then(|| (0..length).map(|k| first + k * stride).collect())
        })
        .collect()
}

/// The lowest-numbered window from `from` on that does not hold marks of both sides.
///
/// A window's number is its direction's place among the four times the number of cells, plus its
/// first cell; numbers whose window would leave the board are passed over. A window holding both
/// marks holds them for ever, so a caller that keeps the answer may go on from it after every
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

fn is_open_window(rules: Rules, marks: &[CellSet; 2], direction: Direction, first: Cell) -> bool {
    let line = Cell::from(rules.line());
    let (_, room_after) = direction.room(rules, first);
    if room_after + 1 < line {
        return false;
    }
    let stride = direction.stride(rules);
    marks
        .iter()
        .any(|side| (0..line).all(|k| !side.contains(first + k * stride)))
}

#[cfg(test)]
mod tests {
    use super::{first_open_window, winning_runs};
    use crate::Rules;
    use crate::cells::CellSet;
    use crate::rules::Cell;

    fn set(cells: &[Cell]) -> CellSet {
        let mut set = CellSet::default();
        cells.iter().for_each(|&cell| set.insert(cell));
        set
    }

    fn windows(rules: &str) -> Vec<u16> {
        let rules: Rules = rules.parse().unwrap();
        let next = |from| first_open_window(rules, &Default::default(), from);
        std::iter::successors(next(0), |found| next(found + 1)).collect()
    }

    #[test]
    fn windows_are_numbered_by_direction_and_first_cell() {
        assert_eq!(windows("3x3"), [0, 3, 6, 9, 10, 11, 18, 29]);
        assert_eq!(windows("1x4x3"), [4, 5]);
        assert_eq!(windows("4x1x3"), [0, 1]);
        assert_eq!(windows("15x15x5").len(), 2 * 15 * 11 + 2 * 11 * 11);
        assert_eq!(windows("19x19x19").len(), 19 + 19 + 2);
    }

    #[test]
    fn windows_are_listed_in_the_order_of_their_numbers_with_their_cells() {
        let rules: Rules = "4x3x3".parse().unwrap();
        let listed: Vec<_> = super::windows(rules).collect();
        let numbers = listed
            .iter()
            .map(|(place, cells)| *place as u16 * 12 + cells[0]);
        assert_eq!(numbers.collect::<Vec<_>>(), windows("4x3x3"));
        for window in [
            (0, vec![1, 2, 3]),
            (1, vec![3, 7, 11]),
            (2, vec![1, 6, 11]),
            (3, vec![2, 5, 8]),
        ] {
            assert!(listed.contains(&window), "{window:?}");
        }
    }

    #[test]
    fn a_window_is_open_until_it_holds_both_marks() {
        let rules: Rules = "4x1x3".parse().unwrap();
        let first = |x: &[Cell], o: &[Cell]| first_open_window(rules, &[set(x), set(o)], 0);
        assert_eq!(first(&[0, 1], &[]), Some(0));
        assert_eq!(first(&[], &[2]), Some(0));
        assert_eq!(first(&[0], &[2]), Some(1));
        assert_eq!(first(&[1], &[2]), None);
        assert_eq!(first(&[0, 3], &[2]), None);
    }

    #[test]
    fn a_run_is_whole_or_not_at_all() {
        let rules: Rules = "4x4x3".parse().unwrap();
        let runs = |cells: &[Cell], cell| winning_runs(rules, &set(cells), cell);
        assert_eq!(runs(&[4, 5, 6, 7], 5), [[4, 5, 6, 7]]);
        assert_eq!(runs(&[4, 5, 7], 5), [[0; 0]; 0]);
        assert_eq!(
            runs(&[2, 3, 4], 3),
            [[0; 0]; 0],
            "rows do not join at the edge"
        );
        assert_eq!(runs(&[3, 6, 9, 12], 12), [[3, 6, 9, 12]]);
        assert_eq!(
            runs(&[1, 5, 9, 6, 11, 0], 1),
            [vec![1, 5, 9], vec![1, 6, 11]]
        );
    }
}
