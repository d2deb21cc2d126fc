//! Prover of the values of a position's moves, by asking of each for ever longer wins.
//!
//! It is asked again and again, each time for some positions more, and goes on where it was.

use game::{Board, Cell, Mark, Outcome};
use patterns::Side;

use crate::budget::{Budget, BudgetSpent, NodeMeter};
use crate::grid::Grid;
use crate::move_ordering::urgency;
use crate::root_moves::{RootMoves, RootProof};
use crate::solve::{SHORT, Solver, Value};

/// The proofs of one position.
pub(crate) struct RootProver<'g, 'b> {
    solver: Solver<'g, 'b>,
    side: Side,
    empty: usize,
    /// Every win within this number of moves is found.
    searched: usize,
    /// Whether the side to move is proved not to win.
    cannot_win: bool,
}

impl<'g, 'b> RootProver<'g, 'b> {
    pub(crate) fn new(grid: &'g Grid, board: &Board, budget: Budget<'b>) -> RootProver<'g, 'b> {
        let solver = Solver::new(grid, board, budget);
        RootProver {
            side: board.to_move().index(),
            empty: solver.empty(),
            searched: 0,
            cannot_win: false,
            solver,
        }
    }

    /// Decides the moves that complete a line.
    pub(crate) fn decide_at_once(&mut self, moves: &mut RootMoves) {
        let winner = Mark::BOTH[self.solver.winner_in(1)];
        let cells: Vec<Cell> = moves.iter().map(|found| found.cell).collect();
        for cell in cells.into_iter().filter(|&it| self.solver.completes(it)) {
            moves.proved_in(cell, Value::Wins(winner), Some(1));
        }
    }

    /// Proves on, until the `count` best moves are certain or the budget is spent.
    pub(crate) fn prove(&mut self, moves: &mut RootMoves, count: usize, meter: &mut NodeMeter<'b>) {
        std::mem::swap(&mut self.solver.meter, meter);
        // What the budget did not suffice for is asked again the next time.
        let _ = self.go_on(moves, count);
        std::mem::swap(&mut self.solver.meter, meter);
    }

    fn go_on(&mut self, moves: &mut RootMoves, count: usize) -> Result<(), BudgetSpent> {
        while self.searched < SHORT.min(self.empty) {
            let plies = self.searched + 1;
            let attacker = self.solver.winner_in(plies);
            for cell in self.unsure(moves) {
                if self.solver.wins_after(cell, attacker, plies - 1)? {
                    let value = Value::Wins(Mark::BOTH[attacker]);
                    moves.proved_in(cell, value, Some(plies as u16));
                }
            }
            self.searched = plies;
            moves.sort();
            if self.is_complete(moves, count) {
                return Ok(());
            }
        }
        self.decide_all(moves, count)
    }

    /// The moves of which something is not known yet, best first.
    fn unsure(&self, moves: &RootMoves) -> Vec<Cell> {
        let sure = |proof: RootProof| proof.has_line();
        let unsure = moves.iter().filter(|it| !it.proof.is_some_and(sure));
        unsure.map(|found| found.cell).collect()
    }

    /// Proves all moves, however long their wins are.
    fn decide_all(&mut self, moves: &mut RootMoves, count: usize) -> Result<(), BudgetSpent> {
        let (side, other) = (self.side, 1 - self.side);
        if !self.cannot_win && !self.wins_at_all(moves) {
            self.cannot_win = !self.solver.wins(side, self.empty)?;
        }
        let drawn = self.cannot_win && self.solver.holds_without_a_move()?;
        for cell in self.unsure(moves) {
            let left = self.empty - 1;
            let value = if drawn {
                Value::Draw
            } else if !self.cannot_win && self.solver.wins_after(cell, side, left)? {
                Value::Wins(Mark::BOTH[side])
            } else if self.solver.wins_after(cell, other, left)? {
                Value::Wins(Mark::BOTH[other])
            } else {
                Value::Draw
            };
            let distance = match value {
                Value::Wins(mark) => Some(self.distance(cell, mark.index())?),
                Value::Draw => None,
            };
            moves.proved_in(cell, value, distance);
            moves.sort();
            if self.is_complete(moves, count) {
                break;
            }
        }
        Ok(())
    }

    fn wins_at_all(&self, moves: &RootMoves) -> bool {
        let mut proofs = moves.iter().filter_map(|found| found.proof);
        proofs.any(|proof| moves.wins(proof))
    }

    /// After how many moves `winner`, who wins after this one, does.
    fn distance(&mut self, cell: Cell, winner: Side) -> Result<u16, BudgetSpent> {
        let longer = self.searched + 1..self.empty;
        for plies in longer {
            let wins = self.solver.winner_in(plies) == winner;
            if wins && self.solver.wins_after(cell, winner, plies - 1)? {
                return Ok(plies as u16);
            }
        }
        Ok(self.empty as u16)
    }

    /// Whether the best moves are proved, and no other can be better than they are.
    pub(crate) fn is_complete(&self, moves: &RootMoves, count: usize) -> bool {
        let proved = |proof: &Option<RootProof>| proof.is_some_and(RootProof::has_line);
        if moves.iter().all(|found| proved(&found.proof)) {
            return true;
        }
        moves.best(count).all(|found| {
            let Some(proof) = found.proof else {
                return false;
            };
            let soon = |plies: u16| usize::from(plies) <= self.searched;
            let wins = moves.wins(proof) && proof.distance.is_some_and(soon);
            wins || self.cannot_win && proof.value == Value::Draw
        })
    }

    /// A move and the best play after it, of at most `most` moves, as far as the budget goes.
    pub(crate) fn line(
        &mut self,
        board: &Board,
        (cell, proof): (Cell, RootProof),
        most: usize,
        meter: &mut NodeMeter<'b>,
    ) -> Vec<Cell> {
        std::mem::swap(&mut self.solver.meter, meter);
        let mut line = Vec::new();
        let (mut after, mut next) = (board.clone(), Some(cell));
        while let Some(played) = next.and_then(|cell| after.clone().play(cell).ok()) {
            line.extend(next);
            after = played;
            let dead = matches!(
                after.outcome(),
                Outcome::Open {
                    no_open_lines: true
                }
            );
            if line.len() == most || dead || after.outcome().is_over() {
                break;
            }
            self.solver.go_to(&after);
            next = self.best(proof, line.len()).ok().flatten();
        }
        self.solver.go_to(board);
        std::mem::swap(&mut self.solver.meter, meter);
        line
    }

    /// A move that keeps the proved value, after that many more moves.
    fn best(&mut self, proof: RootProof, made: usize) -> Result<Option<Cell>, BudgetSpent> {
        let other = 1 - self.solver.side;
        let position = self.solver.position();
        let mut cells: Vec<Cell> = position.empties().collect();
        let left = cells.len() - 1;
        cells.sort_by_key(|&cell| -urgency(position, self.solver.side, cell));
        for cell in cells {
            let keeps = match (proof.value, proof.distance) {
                (Value::Wins(mark), Some(distance)) => {
                    let distance = usize::from(distance).saturating_sub(made);
                    self.solver.keeps(cell, mark.index(), distance)?
                }
                _ => !self.solver.completes(cell) && !self.solver.wins_after(cell, other, left)?,
            };
            if keeps {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }
}
