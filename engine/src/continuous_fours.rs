//! Wins by fours alone: every mark threatens to complete a line, so that every answer is forced.
//!
//! A *four* is a window that needs one more mark, whatever the length of a line. Sequences of
//! them are the core of threat-space search (Allis, van den Herik and Huntjens, *Go-Moku solved
//! by new search techniques*, 1993) and what players of renju call VCF, victory by continuous
//! fours.

use std::collections::HashSet;

use game::Cell;
use patterns::Side;

use crate::budget::{BudgetSpent, NodeMeter};
use crate::position::{Ends, Position};

/// The marks of a win by fours for `side`, who is to move: the last completes a line or leaves two
/// ways to. No line may be complete.
pub(crate) fn fours(
    position: &mut Position<'_>,
    side: Side,
    meter: &mut NodeMeter<'_>,
) -> Result<Option<Vec<Cell>>, BudgetSpent> {
    // Each four takes two marks to prepare that are there already.
    if position.needing(side, 1) == 0 && position.needing(side, 2) == 0 {
        return Ok(None);
    }
    let mut chase = FourSearch {
        side,
        failed: HashSet::new(),
        found: Vec::new(),
    };
    let won = chase.on(position, meter)?;
    chase.found.reverse();
    Ok(won.then_some(chase.found))
}

struct FourSearch {
    side: Side,
    /// Positions from which no fours win.
    failed: HashSet<u64>,
    /// The win, last mark first.
    found: Vec<Cell>,
}

impl FourSearch {
    fn on(
        &mut self,
        position: &mut Position<'_>,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        let side = self.side;
        if let Ends::One(cell) | Ends::Two(cell, _) = position.ends(side) {
            self.found.push(cell);
            return Ok(true);
        }
        let must = match position.ends(1 - side) {
            Ends::Two(..) => return Ok(false),
            Ends::One(cell) => Some(cell),
            Ends::None => None,
        };
        let key = position.key().0;
        if position.needing(side, 2) == 0 || self.failed.contains(&key) {
            return Ok(false);
        }
        for cell in four_makers(position, side, must) {
            if self.with(position, cell, meter)? {
                return Ok(true);
            }
        }
        self.failed.insert(key);
        Ok(false)
    }

    /// Whether a four made at `cell` leads on to a win.
    fn with(
        &mut self,
        position: &mut Position<'_>,
        cell: Cell,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        let side = self.side;
        position.put(cell, side);
        let won = match position.ends(side) {
            Ends::None => Ok(false),
            Ends::Two(..) => Ok(true),
            Ends::One(answer) => {
                position.put(answer, 1 - side);
                let won = self.on(position, meter);
                position.take(answer, 1 - side);
                won
            }
        };
        position.take(cell, side);
        if won == Ok(true) {
            self.found.push(cell);
        }
        won
    }
}

/// The cells where a mark makes a four, those that make several first; only `must` if there is one.
fn four_makers(position: &Position<'_>, side: Side, must: Option<Cell>) -> Vec<Cell> {
    let makes = |cell: &Cell| position.line_counts(side, *cell).needing(2) > 0;
    let mut cells: Vec<Cell> = match must {
        Some(cell) => Some(cell).into_iter().filter(makes).collect(),
        None => position.empties().filter(makes).collect(),
    };
    cells.sort_by_key(|&cell| -position.line_counts(side, cell).weight());
    cells
}
