//! Review of a game: each move kept the value of its position, threw it away, or was the only one
//! that kept it.
//!
//! A game is gone through from its end to its beginning, so that the proof of a position
//! serves the one before. A value is **exact** if it was proved; on a board too large for that the beginning
//! of the game is left to **opinion**, by wins by threats:
//!
//! - Where one is found for the side to move, a move is lost unless it completes a line or such a
//!   win is found after every answer to it.
//! - Where none is, but the other side wins after the move, it is lost if another move is found
//!   after which no such win is. If none is found, the position was lost already.
//! - A move is the only one if it stops an open four or a line, and every other that does is
//!   proved to lose.
//! - Of any other move nothing is said.
//!
//! So the search for the losing move goes back from the end until the forced win disappears. In an
//! opinion a mistake may be overlooked, and a deep plan be taken for one.
//!
//! ```
//! use engine::{Budget, review::review};
//! use game::{Rules, Verdict};
//!
//! // O answers the centre on an edge, and has lost.
//! let review = review(Rules::CLASSIC, &[4, 1], Budget::nodes(10_000));
//! let judged = review.moves[1].as_ref().map(|judged| (judged.verdict, &judged.best[..]));
//! assert_eq!(judged, Some((Verdict::Lost, &[0, 2, 6, 8][..])));
//! assert!(review.exact);
//! ```

use game::{Board, Cell, Judged, Review, Rules, Verdict};
use patterns::PatternGrid;

use crate::budget::{Budget, NodeMeter};
use crate::grid::Grid;
use crate::opinion::MoveJudge;
use crate::solve::{Solver, Value};

/// Usual budget of a whole game, in positions.
///
/// Measured over ten games of each board, played by levels 1 to 5, in a release build on one core:
/// with it 4×4×4, 5×4×4, 5×5×4 and 4×4×4 in misère are exact, in 1, 50, 110 and 160 ms; 15×15×5 is
/// an opinion within 600 ms.
pub const NODES: u64 = 1_500_000;

/// Boards of up to this many cells may take most of the budget for one position: it can be solved.
const WHOLLY_SOLVED: usize = 30;

/// Worth of each of `moves`, from the empty board. Of a move that cannot be made nothing is
/// said, nor of those behind it, and nothing of those that the budget does not suffice for.
///
/// The same for the same game and budget.
pub fn review(rules: Rules, moves: &[Cell], budget: Budget<'_>) -> Review {
    let boards = positions(rules, moves);
    let made = &moves[..boards.len() - 1];
    let mut judged = vec![None; moves.len()];
    let mut budget = ReviewBudget { budget, spent: 0 };
    let proved = prove(&boards, made, &mut budget, &mut judged);
    think(&boards, made, &proved, &mut budget, &mut judged);
    Review {
        exact: proved.from == 0 && made.len() == moves.len(),
        moves: judged,
    }
}

/// The budget, and the part spent of it.
struct ReviewBudget<'b> {
    budget: Budget<'b>,
    spent: u64,
}

impl<'b> ReviewBudget<'b> {
    /// One of `n` equal parts of the rest.
    fn share(&self, parts: usize) -> Budget<'b> {
        let left = self.budget.left(self.spent);
        self.budget.after(self.spent, left / parts.max(1) as u64)
    }
}

/// The positions from the empty board on, as far as the moves can be made.
fn positions(rules: Rules, moves: &[Cell]) -> Vec<Board> {
    let mut boards = vec![Board::new(rules)];
    for &cell in moves {
        match boards.last().cloned().map(|board| board.play(cell)) {
            Some(Ok(board)) => boards.push(board),
            _ => break,
        }
    }
    boards
}

/// Progress of the proofs.
struct ProvedFrom {
    /// The first move that is proved.
    from: usize,
    /// The value of the position before it, if that is known.
    value: Option<Value>,
}

/// Proves what each move was worth, last to first, until one position is too much.
fn prove(
    boards: &[Board],
    moves: &[Cell],
    budget: &mut ReviewBudget<'_>,
    judged: &mut [Option<Judged>],
) -> ProvedFrom {
    let rules = boards[0].rules();
    let small = usize::from(rules.cells()) <= WHOLLY_SOLVED;
    let all = budget.budget.left(0);
    let (total, most) = if small {
        (all / 4 * 3, u64::MAX)
    } else {
        (all / 2, all / 32)
    };
    let grid = Grid::new(rules);
    let mut solver = Solver::new(&grid, &boards[0], budget.budget.after(0, total));
    let mut proved = ProvedFrom {
        from: moves.len(),
        value: solver.solve(&boards[moves.len()], most).value,
    };
    while let (Some(after), Some(ply)) = (proved.value, proved.from.checked_sub(1)) {
        let before = &boards[ply];
        let Some((found, value)) = prove_move(&mut solver, before, moves[ply], after, most) else {
            break;
        };
        judged[ply] = Some(found);
        proved = ProvedFrom {
            from: ply,
            value: Some(value),
        };
    }
    budget.spent += solver.spent();
    proved
}

/// Worth of a move from that of the position it led to, and of the position before it.
fn prove_move(
    solver: &mut Solver<'_, '_>,
    board: &Board,
    cell: Cell,
    after: Value,
    most: u64,
) -> Option<(Judged, Value)> {
    let mut solution = solver.solve(board, most);
    let value = solution.value.filter(|_| solution.exact)?;
    let mover = board.to_move();
    let alone = solution.best == [cell] && board.legal_cells().nth(1).is_some();
    let only = alone
        && match value {
            Value::Draw => true,
            Value::Wins(mark) if mark == mover => !solver.wins_without(board, cell)?,
            Value::Wins(_) => false,
        };
    let verdict = match (after == value, only) {
        (false, _) => Verdict::Lost,
        (true, false) => Verdict::Kept,
        (true, true) => Verdict::Only,
    };
    if solution.best.contains(&cell) {
        solution.best.clear();
    }
    let judged = Judged {
        verdict,
        proved: true,
        best: solution.best,
    };
    Some((judged, value))
}

/// Judges the moves that are not proved by threats, last to first.
fn think(
    boards: &[Board],
    moves: &[Cell],
    proved: &ProvedFrom,
    budget: &mut ReviewBudget<'_>,
    judged: &mut [Option<Judged>],
) {
    let last = &boards[proved.from];
    let Some(grid) = PatternGrid::new(last.rules()) else {
        return;
    };
    let mut judge = MoveJudge::new(&grid, budget.budget.most());
    let mut winner = match proved.value {
        Some(Value::Wins(mark)) => Some(mark.index()),
        Some(Value::Draw) => None,
        None => {
            let mut meter = NodeMeter::new(budget.share(proved.from + 1));
            let winner = judge.winner(last, &mut meter);
            budget.spent += meter.spent();
            winner.ok().flatten()
        }
    };
    for ply in (0..proved.from).rev() {
        let mut meter = NodeMeter::new(budget.share(ply + 1));
        let found = judge.judge(&boards[ply], moves[ply], winner, &mut meter);
        budget.spent += meter.spent();
        // What the budget does not suffice for is not known, nor who wins.
        (judged[ply], winner) = found.unwrap_or_default();
    }
}
