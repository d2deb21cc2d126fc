//! Openings that leave a choice to the other side: marks after which the position is balanced, and which
//! side to take in one.
//!
//! In swap2 the chooser never places two marks more: the opponent would then take the better side, so that this is worth at
//! most half a game, and to choose now at least half.

use game::{Board, Cell, Level, Mark, Outcome, Rules};
use patterns::{PatternBoard, PatternGrid, Random};

use crate::analyse::{MoveScore, analyse};
use crate::budget::{Budget, NodeMeter};
use crate::grid::{turn_bits, turned};
use crate::level::{SOLVED_CELLS, nodes_on};
use crate::pattern_search::PatternSearch;
use crate::solve::Value;

/// Points of a win that is proved, and of one that is likely: more than any estimate.
const PROVED: i32 = 1_000_000;
const LIKELY: i32 = 500_000;
/// Number of the most balanced positions that are searched, and of those that are searched once more.
const CANDIDATES: usize = 60;
const FINALISTS: usize = 4;
/// How far from another mark the last one goes, along either side.
const NEAR: u8 = 3;

/// The side to take in a position: the better one, as far as the level sees.
pub fn take(board: &Board, level: Level, budget: Budget<'_>) -> Mark {
    let (mover, grid) = (board.to_move(), large(board.rules()));
    let budget = budget.after(0, nodes_on(level, board));
    match lead(board, grid.as_ref(), budget) > 0 {
        true => mover,
        false => mover.other(),
    }
}

/// Where to place the next mark, when `left` are placed before the other side chooses, this one counted; nothing
/// once the game is over. The last leaves the position as even as the level can find, those before are left to chance.
pub fn place(
    board: &Board,
    left: usize,
    level: Level,
    seed: u64,
    budget: Budget<'_>,
) -> Option<Cell> {
    let mut random = Random::new(seed ^ (board.ply() as u64) << 32);
    if left > 1 {
        let mut inner: Vec<Cell> = board.legal_cells().filter(|&it| inner(board, it)).collect();
        random.shuffle(&mut inner);
        return inner.first().copied().or(board.legal_cells().next());
    }
    let mut cells = candidates(board);
    random.shuffle(&mut cells);
    let grid = large(board.rules());
    let nodes = nodes_on(level, board).min(budget.most());
    let mut spent = 0;
    // What looks even by itself first, so that the others have enough positions each.
    for (kept, share) in [(CANDIDATES, 0), (FINALISTS, nodes / 2), (1, nodes / 2)] {
        let each = share / cells.len().max(1) as u64;
        let imbalance = |cell: Cell| {
            let after = board.clone().play(cell).ok()?;
            let part = budget.after(spent, each);
            spent += each;
            Some((lead(&after, grid.as_ref(), part).abs(), cell))
        };
        let mut found: Vec<(i32, Cell)> = cells.into_iter().filter_map(imbalance).collect();
        // What is even by proof may still be hard to hold against the first mark: less so the nearer that is to a corner.
        found.sort_by_key(|&(imbalance, cell)| match board.ply() {
            0 => (imbalance, from_corner(board, cell)),
            _ => (imbalance, 0),
        });
        cells = found.into_iter().take(kept).map(|(_, cell)| cell).collect();
    }
    let cell = cells.first().copied()?;
    Some(match board.ply() {
        0 => mirrored(board, cell, &mut random),
        _ => cell,
    })
}

/// How far the side to move is ahead, in points; behind, if negative.
fn lead(board: &Board, grid: Option<&PatternGrid>, budget: Budget<'_>) -> i32 {
    let mover = board.to_move();
    let sign = |by: Mark| if by == mover { 1 } else { -1 };
    match board.outcome() {
        Outcome::Won { by, .. } => return sign(*by) * PROVED,
        Outcome::Drawn => return 0,
        Outcome::Open { .. } => {}
    }
    if let Some(grid) = grid {
        let mut search = PatternSearch::new(PatternBoard::of(grid, board), budget.most());
        return search.lead(mover.index(), &mut NodeMeter::new(budget));
    }
    let analysis = analyse(board, 1, budget, &mut |_| {});
    match analysis.moves.first().map(|best| best.score) {
        Some(MoveScore::Proved(Value::Wins(by), _)) => sign(by) * PROVED,
        Some(MoveScore::Likely(by, _)) => sign(by) * LIKELY,
        Some(MoveScore::Estimate(points)) => points,
        Some(MoveScore::Proved(Value::Draw, _)) | None => 0,
    }
}

/// Of a board that is too large to be solved: there the few positions of one candidate go into looking ahead, not into proofs.
fn large(rules: Rules) -> Option<PatternGrid> {
    let is_large = rules.cells() > SOLVED_CELLS;
    is_large.then(|| PatternGrid::new(rules)).flatten()
}

/// Whether a cell is in the middle half of the board, along both sides.
fn inner(board: &Board, cell: Cell) -> bool {
    let rules = board.rules();
    let (column, row) = rules.column_row(cell);
    let is_inner = |at: u8, side: u8| at >= side / 4 && at < side - side / 4;
    is_inner(column, rules.width()) && is_inner(row, rules.height())
}

/// The cells for the last mark: near another, or those of an empty board that are no others' mirror images.
fn candidates(board: &Board) -> Vec<Cell> {
    let rules = board.rules();
    let at = |cell| rules.column_row(cell);
    let is_near = |cell: Cell| {
        let near = |&other: &Cell| {
            let ((column, row), (other_column, other_row)) = (at(cell), at(other));
            column.abs_diff(other_column).max(row.abs_diff(other_row)) <= NEAR
        };
        board.moves().iter().any(near)
    };
    let is_first = |cell: Cell| {
        let (column, row) = at(cell);
        let is_square = rules.width() == rules.height();
        column <= (rules.width() - 1) / 2
            && row <= (rules.height() - 1) / 2
            && (!is_square || column <= row)
    };
    let all = board.legal_cells();
    match board.ply() {
        0 => all.filter(|&cell| is_first(cell)).collect(),
        _ => all.filter(|&cell| is_near(cell)).collect(),
    }
}

/// Number of steps along the sides from the nearest corner to a cell.
fn from_corner(board: &Board, cell: Cell) -> u8 {
    let rules = board.rules();
    let (column, row) = rules.column_row(cell);
    let nearer = |at: u8, side: u8| at.min(side - 1 - at);
    nearer(column, rules.width()) + nearer(row, rules.height())
}

/// One of the mirror images of a cell, by chance.
fn mirrored(board: &Board, cell: Cell, random: &mut Random) -> Cell {
    let rules = board.rules();
    let turn =
        (0..turn_bits(rules)).fold(0, |turn, bit| turn | u8::from(random.below(2) == 0) << bit);
    turned(rules, cell, turn)
}
