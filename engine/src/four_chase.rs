//! Wins by fours alone on a [`PatternBoard`]: every mark has to be answered in one cell.
//!
//! The core of threat-space search (Allis, van den Herik and Huntjens, *Go-Moku solved by new
//! search techniques*, 1993), which players of renju call VCF, victory by continuous fours. That
//! a position has no such win does not depend on how it came about, so failures are kept.
//!
//! Nearly every win leads from four to four: each mark makes a three in another direction, too. A four that makes none helps
//! only together with another that stands apart, or by what it stops, and such fours are most of what a complete search looks at.

use game::Cell;
use patterns::{PatternBoard, Side, Threat};

use crate::budget::{BudgetSpent, NodeMeter};

/// Failures that are kept.
const KEPT: usize = 1 << 14;

/// Searches for wins by fours that share what has failed.
pub(crate) struct FourChase {
    /// The least threat of a mark that is tried where the other side leaves a choice.
    least: Threat,
    /// Positions without a win, each in the one place that its number has.
    failed: Vec<u64>,
    /// Positions that this search may still look at.
    left: u64,
    /// The winner's marks, last first, and between them the answers.
    line: Vec<Cell>,
}

impl FourChase {
    /// Finds every win for which the positions suffice.
    pub(crate) fn complete() -> FourChase {
        FourChase::of(Threat::Four)
    }

    /// Finds those in which each four makes a three in another direction, or stops a line.
    pub(crate) fn linked() -> FourChase {
        FourChase::of(Threat::FourClosedThree)
    }

    fn of(least: Threat) -> FourChase {
        FourChase {
            least,
            failed: vec![0; KEPT],
            left: 0,
            line: Vec::new(),
        }
    }

    /// The moves of a win by fours for `side`, who is to move, up to the one that cannot be
    /// answered; none if none is found within this number of positions.
    pub(crate) fn win(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        most: u64,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Option<&[Cell]>, BudgetSpent> {
        self.left = most;
        self.line.clear();
        let won = self.attack(board, side, meter)?;
        self.line.reverse();
        Ok(won.then_some(&self.line))
    }

    fn attack(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        let other = 1 - side;
        if let Some(cell) = first(board, side, Threat::Five) {
            self.line.push(cell);
            return Ok(true);
        }
        let must = match board.count_of(other, Threat::Five) {
            0 => None,
            1 => first(board, other, Threat::Five),
            _ => return Ok(false),
        };
        if must.is_none()
            && let Some(cell) = first(board, side, Threat::OpenFour)
        {
            self.line.push(cell);
            return Ok(true);
        }
        let key = board.key(side);
        let place = key as usize % KEPT;
        let least = must.map_or(self.least, |_| Threat::Four);
        if !board.has(side, least) || self.failed[place] == key {
            return Ok(false);
        }
        let mut cells: Vec<Cell> = match must {
            Some(cell) if board.threat(side, cell) < least => Vec::new(),
            Some(cell) => vec![cell],
            None => board.threatening(side, least).collect(),
        };
        cells.sort_by_key(|&cell| -board.urgency(side, cell));
        for cell in cells {
            if self.with(board, side, cell, meter)? {
                return Ok(true);
            }
        }
        if self.left > 0 {
            self.failed[place] = key;
        }
        Ok(false)
    }

    /// Whether the four made in a cell leads on to a win.
    fn with(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        cell: Cell,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        meter.tick()?;
        board.put(cell, side);
        let answer = board.completing_near(side, cell).next();
        let won = match (answer, board.count_of(side, Threat::Five)) {
            (Some(answer), 1) => {
                board.put(answer, 1 - side);
                let won = self.attack(board, side, meter);
                board.take(answer, 1 - side);
                if won == Ok(true) {
                    self.line.push(answer);
                }
                won
            }
            (_, fives) => Ok(fives > 0),
        };
        board.take(cell, side);
        if won == Ok(true) {
            self.line.push(cell);
        }
        won
    }
}

/// A cell with exactly that threat.
pub(crate) fn first(board: &PatternBoard<'_>, side: Side, threat: Threat) -> Option<Cell> {
    if board.count_of(side, threat) == 0 {
        return None;
    }
    let mut cells = board.threatening(side, threat);
    cells.find(|&cell| board.threat(side, cell) == threat)
}

#[cfg(test)]
mod tests;
