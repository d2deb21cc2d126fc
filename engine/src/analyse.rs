//! Analysis of a position: its best moves, ever deeper, each with a score and the line that follows.
//!
//! Two searches take turns. One looks some moves ahead and **estimates**; the other asks for ever
//! longer wins and **proves** ([`solve`](crate::solve)), and on boards that are searched by patterns
//! wins by threats are proved, too. Proofs stand before estimates: an estimate may be wrong, also one
//! that sees a win ([`MoveScore::Likely`]).
//!
//! ```
//! use engine::{Budget, Value, analyse::{MoveScore, analyse}};
//! use game::{Board, Mark};
//!
//! let board = Board::new("4x4x3".parse()?);
//! let analysis = analyse(&board, 2, Budget::nodes(10_000), &mut |_| {});
//! let best = &analysis.moves[0];
//! assert_eq!(best.score, MoveScore::Proved(Value::Wins(Mark::X), Some(5)));
//! assert_eq!(best.line.len(), 5);
//! # Ok::<(), game::RulesError>(())
//! ```

use game::{Board, Cell, Level, Mark, Prospect, RankedMove, Ranking};
use patterns::{PatternBoard, PatternGrid};

use crate::alphabeta::AlphaBeta;
use crate::budget::{Budget, NodeMeter};
use crate::grid::Grid;
use crate::level::{SOLVED_CELLS, skill};
use crate::pattern_search::PatternSearch;
use crate::position::Position;
use crate::root_moves::RootMoves;
pub use crate::root_moves::{AnalysedMove, MoveScore};
use crate::root_prover::RootProver;
use crate::root_search::{RootSearch, follow};
use crate::solve::Value;

/// The most moves of a line.
const LINE: usize = 12;
/// The most positions looked at for the line of a proved move.
const LINE_NODES: u64 = 20_000;
/// The least positions of a turn of the prover.
const LEAST_PROOF: u64 = 4_000;
/// The least positions for the wins by threats after a move.
const LEAST_THREATS: u64 = 500;

/// Knowledge of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Moves that the estimates look ahead, not counting forced ones.
    pub depth: u16,
    /// Number of positions looked at.
    pub nodes: u64,
    /// The best moves, the best first. None once the game is over.
    pub moves: Vec<AnalysedMove>,
    /// Whether all of this is proved, and more positions would not change it.
    pub complete: bool,
}

impl Analysis {
    /// The same as players see it, for the side to move.
    #[must_use]
    pub fn ranking(self, to_move: Mark) -> Ranking {
        let ranked = |AnalysedMove { score, line }| {
            let prospect = |value| match value {
                Value::Wins(by) if by == to_move => Prospect::Win,
                Value::Wins(_) => Prospect::Loss,
                Value::Draw => Prospect::Draw,
            };
            let (prospect, plies, proved, points) = match score {
                MoveScore::Proved(value, plies) => (Some(prospect(value)), plies, true, None),
                MoveScore::Likely(by, plies) => {
                    (Some(prospect(Value::Wins(by))), Some(plies), false, None)
                }
                MoveScore::Estimate(points) => (None, None, false, Some(points)),
            };
            RankedMove {
                line,
                prospect,
                plies,
                proved,
                points,
            }
        };
        Ranking {
            depth: self.depth,
            complete: self.complete,
            moves: self.moves.into_iter().map(ranked).collect(),
        }
    }
}

/// The `count` best moves of a position, as far as the budget goes; `report` hears of each time that
/// more is known. The same for the same position, count and budget.
#[must_use]
pub fn analyse(
    board: &Board,
    count: usize,
    budget: Budget<'_>,
    report: &mut dyn FnMut(&Analysis),
) -> Analysis {
    let rules = board.rules();
    let (grid, patterns) = (Grid::new(rules), PatternGrid::new(rules));
    let mut position = Position::of(&grid, board);
    let search: Box<dyn RootSearch> = match &patterns {
        Some(patterns) => {
            let board = PatternBoard::of(patterns, board);
            Box::new(PatternSearch::new(board, budget.most()))
        }
        None => {
            let scope = skill(Level::TOP, rules.line()).scope;
            Box::new(AlphaBeta::new(&mut position, scope, budget.most()))
        }
    };
    let mut analyst = Analyst {
        board,
        count: count.max(1),
        meter: NodeMeter::new(budget),
        moves: RootMoves::new(board),
        prover: RootProver::new(&grid, board, budget),
        search,
        depth: 0,
        cost: 0,
    };
    analyst.run(report)
}

struct Analyst<'a, 'b> {
    board: &'a Board,
    count: usize,
    meter: NodeMeter<'b>,
    moves: RootMoves,
    prover: RootProver<'a, 'b>,
    search: Box<dyn RootSearch + 'a>,
    depth: i32,
    /// Positions of the search's last turn, or of the prover's once the search is at its end.
    cost: u64,
}

impl Analyst<'_, '_> {
    fn run(&mut self, report: &mut dyn FnMut(&Analysis)) -> Analysis {
        let side = self.board.to_move().index();
        self.prover.decide_at_once(&mut self.moves);
        let search = &mut self.search;
        self.moves.estimate(|cell| search.estimate(cell, side));
        let mut last = self.analysis();
        while !last.complete && self.meter.tick().is_ok() {
            self.prove();
            self.tell(&mut last, report);
            if last.complete || !self.look_ahead() {
                continue;
            }
            self.find_threats();
            self.tell(&mut last, report);
        }
        last.nodes = self.meter.spent();
        last
    }

    /// Reports the present knowledge, if it is more than before.
    fn tell(&mut self, last: &mut Analysis, report: &mut dyn FnMut(&Analysis)) {
        let next = self.analysis();
        let news = (next.depth, &next.moves) != (last.depth, &last.moves);
        if news || next.complete {
            report(&next);
        }
        *last = next;
    }

    /// The prover's turn: half of all positions on a board that may be solved, a fifth on others.
    fn prove(&mut self) {
        let small = self.board.rules().cells() <= SOLVED_CELLS;
        let share = if small { self.cost } else { self.cost / 4 };
        let mut part = self.meter.part(share.max(LEAST_PROOF));
        self.prover.prove(&mut self.moves, self.count, &mut part);
        self.meter.join(&part);
    }

    /// Looks one move further ahead; whether there was anything to look at, and the budget sufficed.
    fn look_ahead(&mut self) -> bool {
        let side = self.board.to_move().index();
        let mut cells = self.moves.open(&self.search.root_cells(side), self.count);
        if cells.is_empty() || self.depth >= self.search.deepest() {
            self.cost = self.cost.max(LEAST_PROOF).saturating_mul(2);
            return false;
        }
        let begun = self.meter.spent();
        let mut values = Vec::new();
        for rank in 0..self.count.min(cells.len()) {
            let rest = &mut cells[rank..];
            match self
                .search
                .rank_at(self.depth + 1, rest, side, &mut self.meter)
            {
                Ok(value) => values.push(value),
                Err(_) => return false,
            }
        }
        self.cost = self.meter.spent() - begun;
        self.depth += 1;
        self.moves.estimated(&cells, &values);
        true
    }

    /// Proves wins by threats after the best moves that are not proved.
    fn find_threats(&mut self) {
        let side = self.board.to_move().index();
        let best = self.moves.best(self.count);
        let cells: Vec<Cell> = best
            .filter(|found| found.proof.is_none())
            .map(|found| found.cell)
            .collect();
        let most = LEAST_THREATS.max(self.cost / 4 / cells.len().max(1) as u64);
        for cell in cells {
            let mut part = self.meter.part(most);
            let winner = self.search.winner_by_threats(cell, side, &mut part);
            self.meter.join(&part);
            if let Some(winner) = winner {
                self.moves.proved(cell, Value::Wins(Mark::BOTH[winner]));
            }
        }
    }

    fn analysis(&mut self) -> Analysis {
        self.moves.sort();
        let shown: Vec<Cell> = self.moves.best(self.count).map(|it| it.cell).collect();
        for cell in shown {
            if self.moves.lacks_line(cell) {
                let line = self.line(cell);
                self.moves.followed(cell, line);
            }
        }
        Analysis {
            depth: self.depth.max(0) as u16,
            nodes: self.meter.spent(),
            moves: self.moves.analysed(self.count),
            complete: self.prover.is_complete(&self.moves, self.count),
        }
    }

    /// A move and what follows it: by the proof where there is one, else as the search has it.
    fn line(&mut self, cell: Cell) -> Vec<Cell> {
        let mut part = self.meter.part(LINE_NODES);
        let proof = self.moves.proof(cell);
        let line = match proof.filter(|proof| proof.has_line()) {
            Some(proof) => self.prover.line(self.board, (cell, proof), LINE, &mut part),
            None => follow(&mut *self.search, self.board, cell, LINE, &mut part),
        };
        self.meter.join(&part);
        line
    }
}
