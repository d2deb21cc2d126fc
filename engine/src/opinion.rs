//! The strongest player's judgement of a move that was made: by threats where there are any, else
//! by how its own choice compares.

use game::{Board, Cell, Level, LineRule};

use crate::alphabeta::{AlphaBeta, DECIDED, SearchScope};
use crate::budget::{Budget, BudgetSpent, NodeMeter};
use crate::continuous_fours::fours;
use crate::evaluate::WORTH;
use crate::grid::Grid;
use crate::level;
use crate::player::Player;
use crate::position::{Ends, Position, Side, side_of};
use crate::threat_search::{answers, stands, threes};

/// Margin by which a mistake is worse than the player's own move: a window that
/// needs one mark.
const MARGIN: i32 = WORTH[0];
/// Plies over which the two are compared, not counting forced answers.
const DEPTH: i32 = 4;
/// Quiet threats in a row that are looked ahead.
const THREATS: u8 = 4;
/// The most positions for one win by fours.
const FOURS: u64 = 2_000;

/// Judgement of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Opinion {
    /// The value of the position was thrown away.
    pub(crate) mistake: bool,
    /// Every other move is proved to lose.
    pub(crate) only: bool,
    /// The player's own move.
    pub(crate) best: Cell,
}

/// The first move of a win by threats for the side to move, if one is found, and what that cost.
pub(crate) fn forced(board: &Board, budget: Budget<'_>) -> (Option<Cell>, u64) {
    if board.outcome().is_over() || board.rules().line_rule() == LineRule::Loses {
        return (None, 0);
    }
    let grid = Grid::new(board.rules());
    let mut mind = MoveJudge::new(&grid, board, budget);
    let found = threes(&mut mind.position, mind.side, THREATS, &mut mind.meter);
    (found.ok().flatten(), mind.meter.spent())
}

/// The player's judgement of a move, and its cost; nothing if the budget does not suffice.
/// `win` is the win by threats that was there, `refuted` says whether the other side has one now.
pub(crate) fn opinion(
    board: &Board,
    cell: Cell,
    (win, refuted): (Option<Cell>, bool),
    budget: Budget<'_>,
) -> (Option<Opinion>, u64) {
    let grid = Grid::new(board.rules());
    let mut mind = MoveJudge::new(&grid, board, budget);
    let opinion = match win {
        Some(best) => mind.of_win(cell, best, refuted),
        None => mind.of_move(board, cell, refuted),
    };
    (opinion.ok(), mind.meter.spent())
}

struct MoveJudge<'g, 'b> {
    position: Position<'g>,
    side: Side,
    meter: NodeMeter<'b>,
}

impl<'g, 'b> MoveJudge<'g, 'b> {
    fn new(grid: &'g Grid, board: &Board, budget: Budget<'b>) -> MoveJudge<'g, 'b> {
        MoveJudge {
            position: Position::of(grid, board),
            side: side_of(board.to_move()),
            meter: NodeMeter::new(budget),
        }
    }

    /// A part of the budget for one question; a part that is used up leaves it unanswered, the
    /// whole used up ends all.
    fn ask<T>(
        &mut self,
        nodes: u64,
        question: impl FnOnce(&mut Position<'g>, &mut NodeMeter<'_>) -> Result<T, BudgetSpent>,
    ) -> Result<Option<T>, BudgetSpent> {
        let mut part = self.meter.part(nodes);
        let answer = question(&mut self.position, &mut part);
        self.meter.join(&part);
        self.meter.tick()?;
        Ok(answer.ok())
    }

    /// The same once a side has marked a cell.
    fn ask_after<T>(
        &mut self,
        (cell, side): (Cell, Side),
        nodes: u64,
        question: impl FnOnce(&mut Position<'g>, &mut NodeMeter<'_>) -> Result<T, BudgetSpent>,
    ) -> Result<Option<T>, BudgetSpent> {
        self.ask(nodes, |position, meter| {
            position.put(cell, side);
            let answer = question(position, meter);
            position.take(cell, side);
            answer
        })
    }

    /// A quarter of the budget, so that every question can be answered.
    fn quarter(&self) -> u64 {
        self.meter.most() / 4
    }

    /// Of a move where there is a win: whether it is still there.
    fn of_win(&mut self, cell: Cell, best: Cell, refuted: bool) -> Result<Opinion, BudgetSpent> {
        let side = self.side;
        let sure = cell == best || self.position.line_counts(side, cell).completes();
        let kept = sure
            || !refuted
                && self
                    .ask_after((cell, side), self.quarter(), |position, meter| {
                        stands(position, side, THREATS, meter)
                    })?
                    .unwrap_or(false);
        Ok(Opinion {
            mistake: !kept,
            only: false,
            best,
        })
    }

    /// Of any other: whether it loses while the player's own does not, or is much worse.
    fn of_move(
        &mut self,
        board: &Board,
        cell: Cell,
        refuted: bool,
    ) -> Result<Opinion, BudgetSpent> {
        let nodes = 2 * self.quarter();
        let part = self.meter.part(nodes);
        let best = Player::new(Level::TOP).choose(board, 0, part.budget());
        // The player does not report its cost: it is at most this.
        self.meter.pay(nodes.min(level::nodes(Level::TOP)));
        self.meter.tick()?;
        let best = best.unwrap_or(cell);
        let only = !refuted && self.is_forced(cell)?;
        let mistake = match (best == cell || only, refuted) {
            (true, _) => false,
            (_, true) => !self.loses(best)?,
            _ => self.compare(best, cell)?.ok_or(BudgetSpent)?,
        };
        Ok(Opinion {
            mistake,
            only,
            best,
        })
    }

    /// Whether the other side wins by threats after a move.
    fn loses(&mut self, cell: Cell) -> Result<bool, BudgetSpent> {
        let side = self.side;
        let found = self.ask_after((cell, side), self.quarter(), |position, meter| {
            threes(position, 1 - side, THREATS, meter)
        })?;
        Ok(found.flatten().is_some())
    }

    /// Whether every move but this one loses to a line or to fours.
    fn is_forced(&mut self, cell: Cell) -> Result<bool, BudgetSpent> {
        let (side, other) = (self.side, 1 - self.side);
        if self.position.grid.misere || self.position.ends(side) != Ends::None {
            return Ok(false);
        }
        match self.position.ends(other) {
            Ends::One(must) => return Ok(cell == must),
            Ends::Two(..) => return Ok(false),
            Ends::None => {}
        }
        let threat = self.ask(FOURS, |position, meter| fours(position, other, meter))?;
        let Some(threat) = threat.flatten() else {
            return Ok(false);
        };
        let answers = answers(&self.position, other, &threat);
        for &answer in answers.iter().filter(|&&answer| answer != cell) {
            let lost = self.ask_after((answer, side), FOURS, |position, meter| {
                fours(position, other, meter)
            })?;
            if lost.flatten().is_none() {
                return Ok(false);
            }
        }
        Ok(answers.contains(&cell))
    }

    /// Whether the second of two moves is worse by the margin, as deep as the budget goes; nothing
    /// if that is not even an answer deep.
    fn compare(&mut self, best: Cell, cell: Cell) -> Result<Option<bool>, BudgetSpent> {
        let scope = SearchScope {
            depth: DEPTH,
            width: 14,
            fours: 60,
        };
        let (side, nodes) = (self.side, self.quarter());
        let mut worse = None;
        self.ask(nodes, |position, meter| {
            let mut search = AlphaBeta::new(position, scope, nodes);
            let mut worth = |depth, cell| {
                let value = search.rank_at(depth, &mut [cell], side, meter);
                value
                    .map(|value| value.clamp(-DECIDED, DECIDED))
                    .ok_or(BudgetSpent)
            };
            for depth in 2..=DEPTH {
                worse = Some(worth(depth, best)? - worth(depth, cell)? >= MARGIN);
            }
            Ok(())
        })?;
        Ok(worse)
    }
}
