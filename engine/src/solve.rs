//! The exact value of a position, as far as a budget goes.
//!
//! Who can force a line is asked for each side ([`Prover`]); if neither can, it is a draw. The
//! distance is found by asking for ever longer wins.

use game::{Board, Cell, Mark, Outcome};
use patterns::Side;

use crate::budget::{Budget, BudgetSpent, NodeMeter};
use crate::grid::Grid;
use crate::position::Position;
use crate::proof_search::Prover;

/// Value of a position under best play of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// This side wins.
    Wins(Mark),
    /// Nobody does.
    Draw,
}

/// Result of [`solve`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value, or nothing if the budget did not suffice to prove it.
    pub value: Option<Value>,
    /// After how many moves from here the game is won, when the one who wins hurries and the other
    /// delays; nothing in a draw or if it is not known.
    pub distance: Option<u16>,
    /// All moves that keep the value, and win soonest or lose latest; ascending. Nothing once
    /// the game is over, or if they are not known.
    pub best: Vec<Cell>,
    /// Number of positions looked at.
    pub nodes: u64,
    /// Whether all of this is proved.
    pub exact: bool,
}

/// The value of a position, how far away it is, and the moves that keep it.
///
/// On boards of more than 40 cells positions are distinguished by a number of 64 bits, and two may
/// share one, though hardly in anybody's lifetime.
pub fn solve(board: &Board, budget: Budget<'_>) -> Solution {
    let grid = Grid::new(board.rules());
    Solver::new(&grid, board, budget).solve(board, u64::MAX)
}

/// The value of a position alone, which costs least.
pub fn value(board: &Board, budget: Budget<'_>) -> (Option<Value>, u64) {
    match board.outcome() {
        Outcome::Won { by, .. } => (Some(Value::Wins(*by)), 0),
        Outcome::Drawn => (Some(Value::Draw), 0),
        Outcome::Open { .. } => {
            let grid = Grid::new(board.rules());
            let mut solver = Solver::new(&grid, board, budget);
            let value = solver.value().ok();
            (value, solver.meter.spent())
        }
    }
}

/// Wins up to this many plies are looked for one length after the other, before all others.
pub(crate) const SHORT: usize = 12;

/// Solves positions of one board, and keeps its proofs from one to the next.
pub(crate) struct Solver<'g, 'b> {
    /// One for each side as attacker.
    provers: [Prover<'g>; 2],
    /// The same in positions where one side has passed. They have tables of their own, for a
    /// table is looked up by the marks alone, and these belong to the other side to move.
    passed: [Prover<'g>; 2],
    pub(crate) side: Side,
    pub(crate) meter: NodeMeter<'b>,
}

impl<'g, 'b> Solver<'g, 'b> {
    pub(crate) fn new(grid: &'g Grid, board: &Board, budget: Budget<'b>) -> Solver<'g, 'b> {
        let position = Position::of(grid, board);
        let meter = NodeMeter::new(budget);
        let provers =
            || [0, 1].map(|attacker| Prover::new(position.clone(), attacker, meter.most()));
        Solver {
            provers: provers(),
            passed: provers(),
            side: board.to_move().index(),
            meter,
        }
    }

    /// Another position of the same rules, for at most a number of nodes of the budget.
    pub(crate) fn solve(&mut self, board: &Board, nodes: u64) -> Solution {
        let mut solution = Solution {
            value: None,
            distance: None,
            best: Vec::new(),
            nodes: 0,
            exact: true,
        };
        match board.outcome() {
            Outcome::Won { by, .. } => {
                solution.value = Some(Value::Wins(*by));
                solution.distance = Some(0);
            }
            Outcome::Drawn => solution.value = Some(Value::Draw),
            Outcome::Open { .. } => {
                self.go_to(board);
                let part = self.meter.part(nodes);
                let whole = std::mem::replace(&mut self.meter, part);
                solution.exact = self.fill(&mut solution).is_ok();
                let part = std::mem::replace(&mut self.meter, whole);
                solution.nodes = part.spent();
                self.meter.join(&part);
            }
        }
        solution
    }

    /// Whether the side to move wins with a move other than `cell`; nothing if the budget does not
    /// suffice. The game goes on.
    pub(crate) fn wins_without(&mut self, board: &Board, cell: Cell) -> Option<bool> {
        self.go_to(board);
        let plies = self.empty() - 1;
        for other in board.legal_cells().filter(|&other| other != cell) {
            let wins = if self.completes(other) {
                !self.provers[0].position.grid.misere
            } else {
                self.wins_after(other, self.side, plies).ok()?
            };
            if wins {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Its cost so far.
    pub(crate) fn spent(&self) -> u64 {
        self.meter.spent()
    }

    pub(crate) fn go_to(&mut self, board: &Board) {
        let position = Position::of(self.provers[0].position.grid, board);
        for prover in self.provers.iter_mut().chain(&mut self.passed) {
            prover.position = position.clone();
        }
        self.side = board.to_move().index();
    }

    pub(crate) fn wins(&mut self, attacker: Side, plies: usize) -> Result<bool, BudgetSpent> {
        self.provers[attacker].wins(self.side, plies, &mut self.meter)
    }

    /// The same once the side to move has marked `cell`, which completes no line.
    pub(crate) fn wins_after(
        &mut self,
        cell: Cell,
        attacker: Side,
        plies: usize,
    ) -> Result<bool, BudgetSpent> {
        let prover = &mut self.provers[attacker];
        prover.position.put(cell, self.side);
        let wins = prover.wins(1 - self.side, plies, &mut self.meter);
        prover.position.take(cell, self.side);
        wins
    }

    pub(crate) fn position(&self) -> &Position<'g> {
        &self.provers[0].position
    }

    pub(crate) fn empty(&self) -> usize {
        self.position().empty()
    }

    fn value(&mut self) -> Result<Value, BudgetSpent> {
        // Most wins are short, and a search without a bound loses itself in long defences.
        let empty = self.empty();
        for plies in (1..=SHORT.min(empty)).chain([empty, empty + 1]) {
            let attacker = self.winner_in(plies);
            if self.wins(attacker, plies)? {
                return Ok(Value::Wins(Mark::BOTH[attacker]));
            }
        }
        Ok(Value::Draw)
    }

    /// Winner when the line is completed in this many plies: the side that completes it, in misère
    /// the other. The side to move makes the odd plies.
    pub(crate) fn winner_in(&self, plies: usize) -> Side {
        let misere = usize::from(self.provers[0].position.grid.misere);
        (self.side + plies + 1 + misere) % 2
    }

    fn fill(&mut self, solution: &mut Solution) -> Result<(), BudgetSpent> {
        let value = self.value()?;
        solution.value = Some(value);
        let cells: Vec<Cell> = self.provers[0].position.empties().collect();
        match value {
            Value::Draw => {
                let other = 1 - self.side;
                let plies = self.empty() - 1;
                let holds = self.holds_without_a_move()?;
                solution.best = self.filter(&cells, |solver, cell| {
                    Ok(holds
                        || !solver.completes(cell) && !solver.wins_after(cell, other, plies)?)
                })?;
            }
            Value::Wins(mark) => {
                let winner = mark.index();
                let distance = self.distance(winner)?;
                solution.distance = Some(distance as u16);
                solution.best =
                    self.filter(&cells, |solver, cell| solver.keeps(cell, winner, distance))?;
            }
        }
        Ok(())
    }

    /// Whether a drawn position stays drawn even if the side to move passes. Then every move keeps
    /// the draw, for an extra mark never harms its owner (the premise of strategy stealing); in
    /// misère it may.
    pub(crate) fn holds_without_a_move(&mut self) -> Result<bool, BudgetSpent> {
        if self.provers[0].position.grid.misere {
            return Ok(false);
        }
        let (other, plies) = (1 - self.side, self.empty());
        if plies == self.passed[other].position.grid.cells {
            // The empty board is the same for both sides, and this one does not win it.
            return Ok(true);
        }
        let prover = &mut self.passed[other];
        Ok(!prover.wins(other, plies, &mut self.meter)?)
    }

    /// The least number of plies within which `winner`, who can win, does.
    fn distance(&mut self, winner: Side) -> Result<usize, BudgetSpent> {
        let first = if self.winner_in(1) == winner { 1 } else { 2 };
        for plies in (first..self.empty()).step_by(2) {
            if self.wins(winner, plies)? {
                return Ok(plies);
            }
        }
        Ok(self.empty())
    }

    pub(crate) fn completes(&self, cell: Cell) -> bool {
        self.position().line_counts(self.side, cell).completes()
    }

    /// Whether a move wins within `distance` or, in a lost position, loses no sooner.
    pub(crate) fn keeps(
        &mut self,
        cell: Cell,
        winner: Side,
        distance: usize,
    ) -> Result<bool, BudgetSpent> {
        if self.completes(cell) {
            // In misère that is how the game ends at once, which is right only if it has to.
            return Ok(distance == 1);
        }
        if winner != self.side {
            return Ok(!self.wins_after(cell, winner, distance.saturating_sub(2))?);
        }
        self.wins_after(cell, winner, distance - 1)
    }

    fn filter(
        &mut self,
        cells: &[Cell],
        mut keep: impl FnMut(&mut Self, Cell) -> Result<bool, BudgetSpent>,
    ) -> Result<Vec<Cell>, BudgetSpent> {
        let mut kept = Vec::new();
        for &cell in cells {
            if keep(self, cell)? {
                kept.push(cell);
            }
        }
        Ok(kept)
    }
}
