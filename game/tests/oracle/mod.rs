//! Oracle that judges a position from a picture of the whole board, knowing only rules and moves; shares no code with
//! the crate beyond its public types.
#![allow(dead_code, reason = "each test program uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use game::{Board, Cell, Mark, Outcome, Rules};

type Grid = Vec<Vec<Option<Mark>>>;

/// The four directions in the order the crate promises its lines in, as (rows, columns).
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

fn picture(rules: Rules, moves: &[Cell]) -> Grid {
    let mut grid = vec![vec![None; rules.width().into()]; rules.height().into()];
    for (ply, &cell) in moves.iter().enumerate() {
        let (row, column) = (
            usize::from(cell) / grid[0].len(),
            usize::from(cell) % grid[0].len(),
        );
        assert_eq!(grid[row][column], None, "cell {cell} marked twice");
        grid[row][column] = Some(Mark::BOTH[ply % 2]);
    }
    grid
}

/// `None` off the board, `Some(None)` for an empty cell.
fn look(grid: &Grid, row: i32, column: i32) -> Option<Option<Mark>> {
    let row = grid.get(usize::try_from(row).ok()?)?;
    row.get(usize::try_from(column).ok()?).copied()
}

/// Every window of `length` cells that fits the board, as the contents of its cells.
fn windows(grid: &Grid, length: u8) -> impl Iterator<Item = Vec<Option<Mark>>> + '_ {
    let (rows, columns) = (grid.len() as i32, grid[0].len() as i32);
    DIRECTIONS.into_iter().flat_map(move |(down, right)| {
        (0..rows * columns).filter_map(move |at| {
            (0..i32::from(length))
                .map(|k| look(grid, at / columns + k * down, at % columns + k * right))
                .collect()
        })
    })
}

/// Every maximal run of at least `length` marks on the whole board, of both sides.
fn runs(grid: &Grid, length: u8) -> Vec<(Mark, Vec<Cell>)> {
    let (rows, columns) = (grid.len() as i32, grid[0].len() as i32);
    let mut found = Vec::new();
    for (down, right) in DIRECTIONS {
        for at in 0..rows * columns {
            let (row, column) = (at / columns, at % columns);
            let Some(Some(mark)) = look(grid, row, column) else {
                continue;
            };
            let same = |k: i32| look(grid, row + k * down, column + k * right) == Some(Some(mark));
            if same(-1) {
                continue;
            }
            let run: Vec<Cell> = (0..)
                .take_while(|&k| same(k))
                .map(|k| ((row + k * down) * columns + column + k * right) as Cell)
                .collect();
            if run.len() >= length.into() {
                found.push((mark, run));
            }
        }
    }
    found
}

/// Outcome the crate ought to give of the position after `moves`, the last of which may have won.
pub fn outcome(rules: Rules, moves: &[Cell]) -> Outcome {
    let grid = picture(rules, moves);
    let runs = runs(&grid, rules.line());
    if let Some(&(by, _)) = runs.first() {
        assert!(runs.iter().all(|run| run.0 == by), "both sides have a line");
        return Outcome::Won {
            by,
            lines: runs.into_iter().map(|run| run.1).collect(),
        };
    }
    if moves.len() == usize::from(rules.cells()) {
        return Outcome::Drawn;
    }
    let no_open_lines = windows(&grid, rules.line())
        .all(|window| Mark::BOTH.iter().all(|&mark| window.contains(&Some(mark))));
    Outcome::Open { no_open_lines }
}

/// Plays a picture: `x` and `o` are marked alternately, each side's in reading order, and `*`
/// last. Returns the position before that last move and the cell of it.
pub fn before_last(rules: &str, rows: &[&str]) -> (Board, Cell) {
    let rules: Rules = rules.parse().unwrap();
    assert_eq!(rows.len(), usize::from(rules.height()));
    let text: Vec<char> = rows.concat().chars().filter(|sign| *sign != ' ').collect();
    assert_eq!(text.len(), usize::from(rules.cells()));
    let cells = |wanted: char| -> Vec<Cell> {
        (0..rules.cells())
            .filter(|&cell| text[usize::from(cell)] == wanted)
            .collect()
    };
    let (x, o, last) = (cells('x'), cells('o'), cells('*'));
    assert!(x.len() == o.len() || x.len() == o.len() + 1);
    let moves: Vec<Cell> = (0..x.len() + o.len())
        .map(|ply| [&x, &o][ply % 2][ply / 2])
        .collect();
    (Board::replay(rules, &moves).unwrap(), last[0])
}
