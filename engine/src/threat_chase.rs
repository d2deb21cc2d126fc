//! Wins by threats on a [`PatternBoard`]: every mark makes an open three, or a four and a three, and every
//! answer that may stop it is tried. Wins by fours of any kind are looked for first.
//!
//! *Lambda search* of the second order (Thomsen, *Lambda-search in game trees*, 2000), known from
//! renju as VCT, victory by continuous threats. What stops an open three is known exactly
//! ([`defences`]), so that a win is proved; threats of longer wins by fours are not looked for, so
//! that a failure proves nothing.

use game::Cell;
use patterns::{PatternBoard, Side, Threat};

use crate::budget::{BudgetSpent, NodeMeter};
use crate::four_chase::{FourChase, first};
use crate::threat_moves::defences;
use crate::transposition::{TableEntry, TranspositionTable};

const MOST_KEPT: usize = 1 << 18;
/// The most positions for one win by fours.
const FOURS: u64 = 400;
/// One part in this many of all positions is for wins by fours of any kind, which come first.
const COMPLETE: u64 = 8;

/// Number of open threes in a row that did not win from a position.
#[derive(Clone, Copy, Default)]
struct FailedThreats {
    depth: u8,
}

impl TableEntry for FailedThreats {
    fn cost(&self) -> u32 {
        self.depth.into()
    }
}

/// Searches for wins by threats that share what has failed.
pub(crate) struct ThreatChase {
    complete: FourChase,
    fours: FourChase,
    failed: TranspositionTable<FailedThreats>,
    /// The mark that won in the position searched last.
    first: Option<Cell>,
}

impl ThreatChase {
    pub(crate) fn new(nodes: u64) -> ThreatChase {
        ThreatChase {
            complete: FourChase::complete(),
            fours: FourChase::linked(),
            failed: TranspositionTable::new(nodes, MOST_KEPT),
            first: None,
        }
    }

    /// The first mark of a win by at most `depth` open threes in a row, not counting fours, for
    /// `side`, who is to move. No line may be complete.
    pub(crate) fn win(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        depth: u8,
        meter: &mut NodeMeter<'_>,
    ) -> Result<Option<Cell>, BudgetSpent> {
        let mut part = meter.part(meter.most() / COMPLETE);
        let most = part.most();
        let found = self.complete.win(board, side, most, &mut part);
        meter.join(&part);
        if let Ok(Some([cell, ..])) = found {
            return Ok(Some(*cell));
        }
        for depth in 0..=depth {
            if self.attack(board, side, depth, meter)? {
                return Ok(self.first);
            }
        }
        Ok(None)
    }

    /// Whether `side`, who has just moved, wins by at most `depth` more open threes in a row,
    /// whatever the other side answers. No line may be complete.
    pub(crate) fn stands(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        depth: u8,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        for depth in 0..=depth {
            if self.defend(board, side, depth, meter)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The attacker is to move and may make `depth` open threes.
    fn attack(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        depth: u8,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        if let Some([cell, ..]) = self.fours.win(board, side, FOURS, meter)? {
            self.first = Some(*cell);
            return Ok(true);
        }
        let key = board.key(side);
        let failed = self.failed.get(key);
        if failed.is_some_and(|failed| failed.depth > depth) {
            return Ok(false);
        }
        let cells: Vec<Cell> = match board.count_of(1 - side, Threat::Five) {
            0 if depth == 0 => Vec::new(),
            0 => {
                let threats = board.threatening(side, Threat::OpenThree);
                // Fours that make no three rarely help, and cost most of the positions.
                let linked = threats.filter(|&cell| board.threat(side, cell) != Threat::Four);
                let mut cells: Vec<Cell> = linked.collect();
                cells.sort_by_key(|&cell| -board.urgency(side, cell));
                cells
            }
            1 => first(board, 1 - side, Threat::Five).into_iter().collect(),
            _ => Vec::new(),
        };
        for cell in cells {
            let forces = board.threat(side, cell) >= Threat::Four
                || board.threat(1 - side, cell) == Threat::Five;
            let depth = if forces { depth } else { depth - 1 };
            board.put(cell, side);
            let won = self.defend(board, side, depth, meter);
            board.take(cell, side);
            if won? {
                self.first = Some(cell);
                return Ok(true);
            }
        }
        self.failed.set(key, FailedThreats { depth: depth + 1 });
        Ok(false)
    }

    /// The defender is to move: whether every answer loses to `depth` more open threes.
    fn defend(
        &mut self,
        board: &mut PatternBoard<'_>,
        side: Side,
        depth: u8,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        let other = 1 - side;
        if board.count_of(other, Threat::Five) > 0 {
            return Ok(false);
        }
        let answers: Vec<Cell> = match board.count_of(side, Threat::Five) {
            0 if board.count_of(other, Threat::OpenFour) > 0 => return Ok(false),
            0 if board.count_of(side, Threat::OpenFour) == 0 => return Ok(false),
            0 => defences(board, other),
            1 => first(board, side, Threat::Five).into_iter().collect(),
            _ => return Ok(true),
        };
        for cell in answers {
            board.put(cell, other);
            let won = self.attack(board, side, depth, meter);
            board.take(cell, other);
            if !won? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
