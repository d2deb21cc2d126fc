//! Wins by threats: every mark threatens a win by fours, and every answer that stops it is tried.
//!
//! This is *lambda search* of the second order (Thomsen, *Lambda-search in game trees*, 2000),
//! known from renju as VCT, victory by continuous threats; the threat is mostly a *three*, a
//! window that needs two more marks and lies open. An answer may stop a threat only if it is a
//! cell of the threatened win, a four of the defender's, or makes one of the forced answers a
//! four; all of these are tried.

use std::collections::HashSet;

use game::Cell;

use crate::budget::{BudgetSpent, NodeMeter};
use crate::continuous_fours::{Fours, four_makers, fours};
use crate::position::{Ends, Position, Side};
use crate::transposition::{TableEntry, TranspositionTable};

const MOST_KEPT: usize = 1 << 16;

/// Number of quiet threats in a row that did not win from a position.
#[derive(Clone, Copy, Default)]
struct FailedThreat {
    depth: u8,
}

impl TableEntry for FailedThreat {
    fn cost(&self) -> u32 {
        self.depth.into()
    }
}

/// The first mark of a win by at most `depth` threats in a row, not counting fours, for `side`, who
/// is to move. No line may be complete.
pub(crate) fn threes(
    position: &mut Position<'_>,
    side: Side,
    depth: u8,
    meter: &mut NodeMeter<'_>,
) -> Result<Option<Cell>, BudgetSpent> {
    let mut hunt = ThreatSearch {
        position,
        side,
        failed: TranspositionTable::new(meter.most(), MOST_KEPT),
        first: None,
    };
    for depth in 0..=depth {
        if hunt.attack(depth, meter)? {
            return Ok(hunt.first);
        }
    }
    Ok(None)
}

/// Whether `side`, who has just moved, wins by at most `depth` threats in a row, not counting fours,
/// whatever the other side answers. No line may be complete.
pub(crate) fn stands(
    position: &mut Position<'_>,
    side: Side,
    depth: u8,
    meter: &mut NodeMeter<'_>,
) -> Result<bool, BudgetSpent> {
    let mut hunt = ThreatSearch {
        position,
        side,
        failed: TranspositionTable::new(meter.most(), MOST_KEPT),
        first: None,
    };
    for depth in 1..=depth {
        if hunt.defend(depth, meter)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Every answer of the other side that may stop a win by fours of `side`; any other leaves it as it
/// is.
pub(crate) fn answers(position: &Position<'_>, side: Side, threat: &Fours) -> Vec<Cell> {
    let other = 1 - side;
    let grid = position.grid;
    let mut cells: Vec<Cell> = [&threat.marks[..], &threat.ends, &threat.answers].concat();
    cells.extend(four_makers(position, other, None));
    for &answer in &threat.answers {
        for &window in grid.through(answer) {
            let cells_of = grid.window(window);
            let with = cells_of
                .iter()
                .filter(|cell| threat.answers.contains(cell))
                .count();
            let enough = |marks| marks + with + 2 >= grid.line;
            if position.marks_in(window, other).is_some_and(enough) {
                cells.extend(cells_of.iter().filter(|&&cell| position.is_empty(cell)));
            }
        }
    }
    let mut seen = HashSet::new();
    cells.retain(|&cell| seen.insert(cell));
    cells
}

struct ThreatSearch<'p, 'g> {
    position: &'p mut Position<'g>,
    side: Side,
    failed: TranspositionTable<FailedThreat>,
    /// The mark that won in the position searched last.
    first: Option<Cell>,
}

impl ThreatSearch<'_, '_> {
    /// The attacker is to move and may make `depth` quiet threats.
    fn attack(&mut self, depth: u8, meter: &mut NodeMeter<'_>) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        if let Some(win) = fours(self.position, self.side, meter)? {
            self.first = win.marks.first().copied();
            return Ok(true);
        }
        let must = match self.position.ends(1 - self.side) {
            Ends::Two(..) => return Ok(false),
            Ends::One(cell) => Some(cell),
            Ends::None => None,
        };
        let key = self.position.key().0;
        let tried = self
            .failed
            .get(key)
            .is_some_and(|failed| failed.depth >= depth);
        if depth == 0 || tried {
            return Ok(false);
        }
        for cell in self.threats(must) {
            self.position.put(cell, self.side);
            let won = self.defend(depth, meter);
            self.position.take(cell, self.side);
            if won? {
                self.first = Some(cell);
                return Ok(true);
            }
        }
        self.failed.set(key, FailedThreat { depth });
        Ok(false)
    }

    /// The defender is to move: whether every answer loses.
    fn defend(&mut self, depth: u8, meter: &mut NodeMeter<'_>) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        let other = 1 - self.side;
        if self.position.ends(other) != Ends::None {
            return Ok(false);
        }
        match self.position.ends(self.side) {
            Ends::Two(..) => return Ok(true),
            // A four takes no depth: each fills cells, so that they end.
            Ends::One(cell) => return self.answer(cell, depth, depth, meter),
            Ends::None => {}
        }
        let Some(threat) = fours(self.position, self.side, meter)? else {
            return Ok(false);
        };
        for cell in answers(self.position, self.side, &threat) {
            if !self.answer(cell, depth - 1, depth, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker wins all the same after this answer, with `depth` more quiet threats, or
    /// with the threat that stands, counted in `standing`, if the answer is a four and is blocked.
    fn answer(
        &mut self,
        cell: Cell,
        depth: u8,
        standing: u8,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        let (side, other) = (self.side, 1 - self.side);
        self.position.put(cell, other);
        let mut won = self.attack(depth, meter);
        if let (Ok(false), Ends::One(block)) = (won, self.position.ends(other))
            && standing > depth
        {
            self.position.put(block, side);
            won = self.defend(standing, meter);
            self.position.take(block, side);
        }
        self.position.take(cell, other);
        won
    }

    /// Where a mark may threaten something: in a window that needs three, or two.
    fn threats(&self, must: Option<Cell>) -> Vec<Cell> {
        if let Some(cell) = must {
            return vec![cell];
        }
        let line_counts = |cell: Cell| self.position.line_counts(self.side, cell);
        let threatens =
            |cell: &Cell| line_counts(*cell).needing(2) + line_counts(*cell).needing(3) > 0;
        let mut cells: Vec<Cell> = self.position.empties().filter(threatens).collect();
        cells.sort_by_key(|&cell| -line_counts(cell).weight());
        cells
    }
}
