//! Judgement of the moves of a game on a board too large to be solved: who wins by threats, before
//! a move and after it.
//!
//! A game is gone through from its end. What is known of the position after a move serves the one
//! before: where the other side wins after a move and a win by threats is found after every other
//! move that is tried, the position was lost before it, and the search for the losing move goes on.

use game::{Board, Cell, Judged, Verdict};
use patterns::{PatternBoard, PatternGrid, Random, Side, Threat};

use crate::budget::{BudgetSpent, NodeMeter};
use crate::pattern_search::PatternSearch;
use crate::threat_chase::ThreatChase;
use crate::threat_moves::{candidates, defences};

/// Open threes in a row that are looked ahead.
const THREATS: u8 = 12;
/// The most moves that are tried in place of one that lost.
const TRIED: usize = 16;

/// Judges moves, and keeps what has failed from one to the next.
pub(crate) struct MoveJudge<'g> {
    grid: &'g PatternGrid,
    threats: ThreatChase,
}

/// Judgement of a move, and the winner from the position before it, as far as they are known.
pub(crate) type Opinion = (Option<Judged>, Option<Side>);

impl<'g> MoveJudge<'g> {
    /// `nodes` are the most positions of all questions together.
    pub(crate) fn new(grid: &'g PatternGrid, nodes: u64) -> MoveJudge<'g> {
        MoveJudge {
            grid,
            threats: ThreatChase::new(nodes),
        }
    }

    /// The side to move, if a win by threats is found for it.
    pub(crate) fn winner(
        &mut self,
        board: &Board,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Option<Side>, BudgetSpent> {
        if board.outcome().is_over() {
            return Ok(None);
        }
        let mut position = PatternBoard::of(self.grid, board);
        let side = board.to_move().index();
        let win = self.win(&mut position, side, meter.most(), meter)?;
        Ok(win.map(|_| side))
    }

    /// The opinion of a move, by who wins after it.
    pub(crate) fn judge(
        &mut self,
        board: &Board,
        cell: Cell,
        after: Option<Side>,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Opinion, BudgetSpent> {
        let side = board.to_move().index();
        let kept = Some(judged(Verdict::Kept, None));
        if after == Some(side) {
            return Ok((kept, after));
        }
        let mut position = PatternBoard::of(self.grid, board);
        let win = self.win(&mut position, side, meter.most() / 2, meter)?;
        if let Some(best) = win {
            let stands = after.is_none()
                && (best == cell || self.stands(&mut position, side, cell, meter)?);
            return Ok(match stands {
                true => (kept, Some(side)),
                false => (Some(judged(Verdict::Lost, Some(best))), Some(side)),
            });
        }
        if after.is_none() {
            let only = self.is_only(&mut position, side, cell, meter)?;
            return Ok((only.then(|| judged(Verdict::Only, None)), None));
        }
        Ok(match self.escape(&mut position, side, cell, meter)? {
            Some(best) => (Some(judged(Verdict::Lost, Some(best))), None),
            None => (kept, after),
        })
    }

    /// The first mark of a win by threats that is found within a part of the budget; the whole used
    /// up ends all.
    fn win(
        &mut self,
        position: &mut PatternBoard<'_>,
        side: Side,
        nodes: u64,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Option<Cell>, BudgetSpent> {
        let mut part = meter.part(nodes);
        let found = self.threats.win(position, side, THREATS, &mut part);
        meter.join(&part);
        match found {
            Ok(Some(cell)) => Ok(Some(cell)),
            _ => meter.tick().map(|()| None),
        }
    }

    /// Whether a win is still found after every answer to a move.
    fn stands(
        &mut self,
        position: &mut PatternBoard<'_>,
        side: Side,
        cell: Cell,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        if position.threat(side, cell) == Threat::Five {
            return Ok(true);
        }
        let mut part = meter.part(meter.most() / 4);
        position.put(cell, side);
        let found = self.threats.stands(position, side, THREATS, &mut part);
        position.take(cell, side);
        meter.join(&part);
        meter.tick()?;
        Ok(found.unwrap_or(false))
    }

    /// Whether the other side wins by threats after a move.
    fn loses(
        &mut self,
        position: &mut PatternBoard<'_>,
        (side, cell): (Side, Cell),
        nodes: u64,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        position.put(cell, side);
        let found = self.win(position, 1 - side, nodes, meter);
        position.take(cell, side);
        Ok(found?.is_some())
    }

    /// Whether every move but this one loses to an open four or to a line.
    fn is_only(
        &mut self,
        position: &mut PatternBoard<'_>,
        side: Side,
        cell: Cell,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        let moves = forced_moves(position, side);
        if !moves.contains(&cell) {
            return Ok(false);
        }
        let nodes = meter.most() / 4 / moves.len() as u64;
        for &other in moves.iter().filter(|&&other| other != cell) {
            if !self.loses(position, (side, other), nodes, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A move in place of a losing one after which no win of the other side is found.
    fn escape(
        &mut self,
        position: &mut PatternBoard<'_>,
        side: Side,
        cell: Cell,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Option<Cell>, BudgetSpent> {
        let mut part = meter.part(meter.most() / 8);
        let mut search = PatternSearch::new(position.clone(), part.most());
        let chosen = search.choose(side, &mut Random::new(0), &mut part);
        meter.join(&part);
        let mut moves = forced_moves(position, side);
        if moves.is_empty() {
            moves = candidates(position);
        }
        moves.sort_by_key(|&other| (Some(other) != chosen, -position.urgency(side, other)));
        moves.retain(|&other| other != cell);
        moves.truncate(TRIED);
        let nodes = meter.most() / 4 / moves.len().max(1) as u64;
        for other in moves {
            if !self.loses(position, (side, other), nodes, meter)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }
}

/// The moves that stop a line or an open four of the other side; none if there is neither.
fn forced_moves(position: &mut PatternBoard<'_>, side: Side) -> Vec<Cell> {
    let other = 1 - side;
    let lines: Vec<Cell> = position.threatening(other, Threat::Five).collect();
    match lines.is_empty() {
        true if position.count_of(other, Threat::OpenFour) > 0 => defences(position, side),
        _ => lines,
    }
}

fn judged(verdict: Verdict, best: Option<Cell>) -> Judged {
    Judged {
        verdict,
        proved: false,
        best: best.into_iter().collect(),
    }
}
