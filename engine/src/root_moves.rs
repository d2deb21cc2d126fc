//! The moves of a position under analysis, best first, each with its proved or estimated value.

use game::{Board, Cell, Mark};

use crate::search_value::{DECIDED, WIN};
use crate::solve::Value;

/// More than the length of any game.
const LONGEST: i32 = 500;

/// Knowledge of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveScore {
    /// Proved: the value, and after how many moves from the position a win is complete, this move
    /// counted; nothing in a draw, or where only the win is known.
    Proved(Value, Option<u16>),
    /// The search sees a win of this side after that many moves, but has not looked at every answer.
    Likely(Mark, u16),
    /// Estimate of the position after it, in points for the side to move: 0 is even. On boards
    /// that are searched by patterns 400 points multiply the odds of a win by *e*.
    Estimate(i32),
}

/// A move, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysedMove {
    /// Its score.
    pub score: MoveScore,
    /// The move itself, and the best play after it as far as it is known.
    pub line: Vec<Cell>,
}

/// Proof about a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RootProof {
    pub(crate) value: Value,
    /// After how many moves a win is complete; nothing in a draw, or where that is not known.
    pub(crate) distance: Option<u16>,
}

impl RootProof {
    /// Whether best play after the move follows from the proof.
    pub(crate) fn has_line(self) -> bool {
        self.value == Value::Draw || self.distance.is_some()
    }
}

/// One move.
pub(crate) struct RootMove {
    pub(crate) cell: Cell,
    pub(crate) proof: Option<RootProof>,
    /// As a search values it, for the side to move.
    estimate: i32,
    /// Empty where it is not known, or has changed.
    line: Vec<Cell>,
}

/// All legal moves.
pub(crate) struct RootMoves {
    mover: Mark,
    moves: Vec<RootMove>,
}

impl RootMoves {
    pub(crate) fn new(board: &Board) -> RootMoves {
        let new = |cell| RootMove {
            cell,
            proof: None,
            estimate: 0,
            line: Vec::new(),
        };
        RootMoves {
            mover: board.to_move(),
            moves: board.legal_cells().map(new).collect(),
        }
    }

    /// The best `count` of them, once they are sorted.
    pub(crate) fn best(&self, count: usize) -> impl Iterator<Item = &RootMove> {
        self.moves.iter().take(count)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &RootMove> {
        self.moves.iter()
    }

    fn get(&self, cell: Cell) -> Option<&RootMove> {
        self.moves.iter().find(|found| found.cell == cell)
    }

    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut RootMove)) {
        let found = self.moves.iter_mut().find(|found| found.cell == cell);
        if let Some(found) = found {
            change(found);
        }
    }

    /// First estimates of the moves that are not proved.
    pub(crate) fn estimate(&mut self, mut estimate: impl FnMut(Cell) -> i32) {
        let open = self.moves.iter_mut().filter(|it| it.proof.is_none());
        open.for_each(|found| found.estimate = estimate(found.cell));
    }

    /// The moves that may be searched, best first: those of the candidates that are not proved. Where they
    /// are fewer than are wanted, all that are not proved.
    pub(crate) fn open(&self, candidates: &[Cell], count: usize) -> Vec<Cell> {
        let open = || self.iter().filter(|it| it.proof.is_none());
        let cells = open().map(|found| found.cell);
        let near: Vec<Cell> = cells.filter(|it| candidates.contains(it)).collect();
        match near.len() < count {
            true => open().map(|found| found.cell).collect(),
            false => near,
        }
    }

    /// Takes the values of the best of these cells. The others are worth no more than the last of
    /// them, or the search would have put them before it.
    pub(crate) fn estimated(&mut self, cells: &[Cell], values: &[i32]) {
        let last = values.last().copied().unwrap_or_default();
        for found in self.moves.iter_mut().filter(|it| it.proof.is_none()) {
            let rank = cells.iter().position(|&cell| cell == found.cell);
            match rank.and_then(|rank| values.get(rank)) {
                Some(&value) => {
                    found.estimate = value;
                    found.line.clear();
                }
                None => found.estimate = found.estimate.min(last),
            }
        }
        // Among equals, the order that the search left.
        let rank = |cell| cells.iter().position(|&other| other == cell);
        self.moves
            .sort_by_key(|found| rank(found.cell).unwrap_or(usize::MAX));
    }

    /// A value was proved, not how far it is away.
    pub(crate) fn proved(&mut self, cell: Cell, value: Value) {
        self.proved_in(cell, value, None);
    }

    pub(crate) fn proved_in(&mut self, cell: Cell, value: Value, distance: Option<u16>) {
        self.change(cell, |found| {
            found.proof = Some(RootProof { value, distance });
            found.line.clear();
        });
    }

    pub(crate) fn proof(&self, cell: Cell) -> Option<RootProof> {
        self.get(cell)?.proof
    }

    pub(crate) fn lacks_line(&self, cell: Cell) -> bool {
        self.get(cell).is_some_and(|found| found.line.is_empty())
    }

    pub(crate) fn followed(&mut self, cell: Cell, line: Vec<Cell>) {
        self.change(cell, |found| found.line = line);
    }

    /// Whether a proof says that the side to move wins.
    pub(crate) fn wins(&self, proof: RootProof) -> bool {
        proof.value == Value::Wins(self.mover)
    }

    /// Puts the best first: proved wins, the soonest before; estimates, with draws as even;
    /// proved losses, the latest before. Equals are by their estimates.
    pub(crate) fn sort(&mut self) {
        let mover = self.mover;
        self.moves
            .sort_by_key(|found| (-order(found, mover), -found.estimate));
    }

    pub(crate) fn analysed(&self, count: usize) -> Vec<AnalysedMove> {
        let analysed = |found: &RootMove| AnalysedMove {
            score: score(found, self.mover),
            line: found.line.clone(),
        };
        self.best(count).map(analysed).collect()
    }
}

/// A distance that is not known is longer than all that are, which were looked for in this order.
fn order(found: &RootMove, mover: Mark) -> i32 {
    let Some(RootProof { value, distance }) = found.proof else {
        return found.estimate;
    };
    let certain = 2 * WIN - distance.map_or(LONGEST, i32::from);
    match value {
        Value::Draw => 0,
        Value::Wins(mark) if mark == mover => certain,
        Value::Wins(_) => -certain,
    }
}

fn score(found: &RootMove, mover: Mark) -> MoveScore {
    let value = found.estimate;
    let likely = |mark| MoveScore::Likely(mark, (WIN - value.abs()) as u16);
    match found.proof {
        Some(RootProof { value, distance }) => MoveScore::Proved(value, distance),
        None if value > DECIDED => likely(mover),
        None if value < -DECIDED => likely(mover.other()),
        None => MoveScore::Estimate(value),
    }
}
