//! The search of large boards: looks some moves ahead over the patterns of a [`PatternBoard`].
//!
//! *Principal variation search* (Marsland and Campbell, 1982) with *iterative deepening* and a
//! transposition table, as in [`alphabeta`](crate::alphabeta). What decides is that force is known
//! without a search: a line that can be completed is, one that the other side could complete is
//! stopped, an open four wins, and one that the other side could make leaves few defences, which
//! are known exactly. Every position is asked for a win by linked fours before it is looked into, and that of the root for
//! any win by fours.

use game::Cell;
use patterns::{PatternBoard, Random, Side, Threat};

use crate::budget::{BudgetSpent, NodeMeter};
use crate::four_chase::{FourChase, first};
use crate::move_ordering::MoveHistory;
use crate::root_search::RootSearch;
use crate::search_value::{Bound, DECIDED, SearchEntry, WIN, to_table};
use crate::threat_chase::ThreatChase;
use crate::threat_moves::{candidates, defences, order, stops};
use crate::transposition::TranspositionTable;

const MOST_KEPT: usize = 1 << 20;
/// The most moves looked at in a position that forces nothing.
const WIDTH: usize = 14;
/// More than any game that is worth looking into has left.
const DEEPEST: i32 = 40;
const MOST_PLIES: usize = 100;
/// The most positions that are looked at for a win by fours: at the root, and in every other.
const ROOT_FOURS: u64 = 20_000;
const FOURS: u64 = 100;
/// Open threes in a row that are looked ahead for a win by threats, and the least number of
/// positions for one.
const THREATS: u8 = 12;
const LEAST_THREATS: u64 = 500;
/// Where only a bound is asked for, by the depth that is left: from which place in the order on moves that force nothing are left
/// out.
const QUIET: [usize; 2] = [5, 9];
/// What is left of the depth where the position itself may answer, and the points that each ply may change.
const SHALLOW: i32 = 3;
const CHANGE: i32 = 250;
/// Worth of what seems lost, but has not been searched in full.
const SEEMS_LOST: i32 = -10_000;

mod root;

/// One search from one position.
pub(crate) struct PatternSearch<'g> {
    board: PatternBoard<'g>,
    seen: TranspositionTable<SearchEntry>,
    memory: MoveHistory,
    chase: FourChase,
    threats: ThreatChase,
}

impl<'g> PatternSearch<'g> {
    pub(crate) fn new(board: PatternBoard<'g>, nodes: u64) -> PatternSearch<'g> {
        let cells = board.grid.cells;
        PatternSearch {
            board,
            seen: TranspositionTable::new(nodes, MOST_KEPT),
            memory: MoveHistory::new(cells),
            chase: FourChase::linked(),
            threats: ThreatChase::new(nodes),
        }
    }

    /// The best move for `side` that the budget suffices to find; chance decides among equals.
    pub(crate) fn choose(
        &mut self,
        side: Side,
        random: &mut Random,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Cell> {
        let other = 1 - side;
        let at_once = first(&self.board, side, Threat::Five)
            .or_else(|| first(&self.board, other, Threat::Five))
            .or_else(|| first(&self.board, side, Threat::OpenFour));
        if at_once.is_some() {
            return at_once;
        }
        if let Some(cell) = self.by_fours(side, meter) {
            return Some(cell);
        }
        let mut cells = self.root_cells(side);
        random.shuffle(&mut cells);
        cells.sort_by_key(|&cell| -self.board.urgency(side, cell));
        self.best_of(&mut cells, side, meter);
        cells.first().copied()
    }

    /// What the position is worth for `side`, who is to move, in points; beyond [`DECIDED`] somebody wins.
    pub(crate) fn lead(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> i32 {
        if self.board.is_dead() {
            return 0;
        }
        if self.by_fours(side, meter).is_some() {
            return WIN;
        }
        let mut cells = self.root_cells(side);
        cells.sort_by_key(|&cell| -self.board.urgency(side, cell));
        let value = self.best_of(&mut cells, side, meter);
        // The only move left has not been searched.
        let only = (cells.len() == 1).then(|| self.deepen(&mut cells, side, meter));
        only.flatten().unwrap_or(value)
    }

    /// Puts the best of the cells first, looking ever deeper: its value as far as it is known. Between two depths a win by
    /// threats is looked for, and the best is dropped if the other side has one after it.
    fn best_of(&mut self, cells: &mut Vec<Cell>, side: Side, meter: &mut NodeMeter<'_>) -> i32 {
        let mut best = self.board.evaluate(side);
        let mut depth = 1;
        while depth <= DEEPEST && cells.len() > 1 {
            let begun = meter.spent();
            let Ok(value) = self.rank_at(depth, cells, side, meter) else {
                break;
            };
            best = value;
            if value.abs() > DECIDED {
                break;
            }
            let most = LEAST_THREATS.max((meter.spent() - begun) / 3);
            if let Some(cell) = self.by_threats(side, most, meter) {
                cells.retain(|&other| other != cell);
                cells.insert(0, cell);
                return WIN;
            }
            self.board.put(cells[0], side);
            let refuted = self.by_threats(1 - side, most, meter).is_some();
            self.board.take(cells[0], side);
            if refuted {
                cells.remove(0);
            } else {
                depth += 1;
            }
        }
        best
    }

    /// The first mark of a win by fours.
    fn by_fours(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> Option<Cell> {
        let most = meter.most();
        let mut part = meter.part(ROOT_FOURS.min(most / 4));
        let mut fours = FourChase::complete();
        let win = fours.win(&mut self.board, side, most, &mut part);
        meter.join(&part);
        win.ok().flatten()?.first().copied()
    }

    /// The first mark of a win by threats that is found within this number of positions.
    fn by_threats(&mut self, side: Side, most: u64, meter: &mut NodeMeter<'_>) -> Option<Cell> {
        let mut part = meter.part(most);
        let found = self.threats.win(&mut self.board, side, THREATS, &mut part);
        meter.join(&part);
        found.ok().flatten()
    }

    /// The value of a move for `side`: by a null window first unless it is the first, and less
    /// deep the later it comes, unless it forces or stops something.
    fn child(
        &mut self,
        cell: Cell,
        index: usize,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        let less = match index {
            _ if depth < 2 || self.is_sharp(side, cell) => 0,
            0..3 => 0,
            3..8 => 1,
            8..18 => 2,
            _ => 3,
        };
        self.board.put(cell, side);
        let mut ask = |less: i32, alpha: i32, beta: i32| -> Result<i32, BudgetSpent> {
            let below = (depth - 1 - less, ply + 1);
            Ok(-self.value(below, (-beta, -alpha), 1 - side, meter)?)
        };
        let value = (|| {
            if index == 0 {
                return ask(0, alpha, beta);
            }
            let mut value = ask(less, alpha, alpha + 1)?;
            if less > 0 && value > alpha {
                value = ask(0, alpha, alpha + 1)?;
            }
            if value > alpha && value < beta {
                value = ask(0, alpha, beta)?;
            }
            Ok(value)
        })();
        self.board.take(cell, side);
        value
    }

    /// Whether a mark of `side` makes a threat, or stops one.
    fn is_sharp(&self, side: Side, cell: Cell) -> bool {
        let threat = |side: Side| self.board.threat(side, cell);
        threat(side).max(threat(1 - side)) >= Threat::OpenThree
    }

    /// Whether `side` can make a four in another cell than these.
    fn has_four_beside(&self, side: Side, cells: &[Cell]) -> bool {
        let mut fours = self.board.threatening(side, Threat::Four);
        fours.any(|cell| !cells.contains(&cell))
    }

    /// Whether the position stands so well for `side` that the bound holds without looking ahead.
    fn stands_above(&self, depth: i32, (alpha, beta): (i32, i32), side: Side) -> bool {
        let is_bound = beta - alpha <= 1 && beta.abs() <= DECIDED;
        is_bound && depth <= SHALLOW && self.board.evaluate(side) - CHANGE * depth >= beta
    }

    /// From which move on those are left out that force nothing.
    fn quiet_moves(&self, depth: i32, (alpha, beta): (i32, i32), side: Side) -> usize {
        if beta - alpha > 1 || alpha <= -DECIDED {
            return usize::MAX;
        }
        let most = self.board.evaluate(side) + CHANGE * depth;
        match depth <= SHALLOW && most <= alpha {
            true => 1,
            false => *QUIET.get(depth as usize - 1).unwrap_or(&usize::MAX),
        }
    }

    fn value(
        &mut self,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        meter.tick()?;
        let other = 1 - side;
        let soon = WIN - ply as i32;
        if self.board.count_of(side, Threat::Five) > 0 {
            return Ok(soon - 1);
        }
        match self.board.count_of(other, Threat::Five) {
            0 => {}
            1 => {
                let must = first(&self.board, other, Threat::Five).unwrap_or_default();
                return self.child(must, 0, (depth + 1, ply), (alpha, beta), side, meter);
            }
            _ => return Ok(2 - soon),
        }
        if self.board.count_of(side, Threat::OpenFour) > 0 {
            return Ok(soon - 3);
        }
        if self.board.is_dead() {
            return Ok(0);
        }
        // The nearest win there can be now is by a chain of fours.
        if soon - 5 <= alpha {
            return Ok(soon - 5);
        }
        let pressed = self.board.count_of(other, Threat::OpenFour) > 0;
        if depth > 0 || pressed && ply < MOST_PLIES {
            return self.kept((depth, ply), (alpha, beta), side, pressed, meter);
        }
        match self.chase.win(&mut self.board, side, FOURS, meter)? {
            Some(line) => Ok(soon - line.len() as i32 - 2),
            None => Ok(self.board.evaluate(side)),
        }
    }

    /// The value as the table has it, or else by a win by fours, or else by looking ahead.
    fn kept(
        &mut self,
        (depth, ply): (i32, usize),
        (alpha, beta): (i32, i32),
        side: Side,
        pressed: bool,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        let key = self.board.key(side);
        let seen = self.seen.get(key);
        if let Some(value) = seen.and_then(|seen| seen.cutoff((depth, ply), (alpha, beta))) {
            return Ok(value);
        }
        if let Some(line) = self.chase.win(&mut self.board, side, FOURS, meter)? {
            let (value, best) = (WIN - (ply + line.len()) as i32 - 2, line[0]);
            let (value_kept, bound) = (to_table(value, ply), Bound::AtLeast);
            self.keep(key, value_kept, best, (DEEPEST, bound));
            return Ok(value);
        }
        if !pressed && self.stands_above(depth, (alpha, beta), side) {
            return Ok(self.board.evaluate(side));
        }
        let first = seen.map(|seen| seen.best);
        let (value, best) = self.best(first, (depth, ply), (alpha, beta), side, pressed, meter)?;
        let bound = Bound::of(value, (alpha, beta));
        self.keep(key, to_table(value, ply), best, (depth, bound));
        Ok(value)
    }

    fn keep(&mut self, key: u64, value: i32, best: Cell, (depth, bound): (i32, Bound)) {
        let entry = SearchEntry {
            value,
            best,
            depth: depth as i16,
            bound,
        };
        self.seen.set(key, entry);
    }

    /// The best move and its value, or a bound of it.
    fn best(
        &mut self,
        first: Option<Cell>,
        (depth, ply): (i32, usize),
        (mut alpha, beta): (i32, i32),
        side: Side,
        pressed: bool,
        meter: &mut NodeMeter<'_>,
    ) -> Result<(i32, Cell), BudgetSpent> {
        let mut cells = match pressed {
            // Fours put the answer off; past the depth they would do so without end.
            true if depth <= 0 => stops(&mut self.board, side),
            true => defences(&mut self.board, side),
            false => candidates(&self.board),
        };
        // A four that is not tried may still save the position.
        let least = match pressed && depth <= 0 && self.has_four_beside(side, &cells) {
            true => SEEMS_LOST,
            false => -WIN,
        };
        if cells.is_empty() {
            // Nothing stops an open four; or no mark is near anything.
            let lost = least.max(ply as i32 + 4 - WIN);
            let value = if pressed { lost } else { 0 };
            return Ok((value, Cell::default()));
        }
        let most = if pressed { usize::MAX } else { WIDTH };
        order(
            &self.memory,
            &self.board,
            &mut cells,
            (ply, side),
            first,
            most,
        );
        let mut best = (-WIN, cells[0]);
        let quiet = match pressed {
            true => usize::MAX,
            false => self.quiet_moves(depth, (alpha, beta), side),
        };
        for (index, &cell) in cells.iter().enumerate() {
            if index >= quiet && best.0 > -DECIDED && !self.is_sharp(side, cell) {
                // It is taken to be worth no more than the bound.
                best.0 = best.0.max(alpha);
                continue;
            }
            let value = self.child(cell, index, (depth.max(1), ply), (alpha, beta), side, meter)?;
            if value > best.0 {
                best = (value, cell);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.memory.note(ply, depth, side, cell);
                break;
            }
        }
        best.0 = best.0.max(least);
        Ok(best)
    }
}

#[cfg(test)]
mod tests;
