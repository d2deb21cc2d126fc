//! The search of large boards: some moves ahead, over the patterns of a [`PatternBoard`].
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
use crate::search_value::{Bound, DECIDED, SearchEntry, SearchNode, WIN};
use crate::threat_chase::ThreatChase;
use crate::threat_moves::{candidates, defences, order, stops};
use crate::transposition::TranspositionTable;

const MOST_KEPT: usize = 1 << 20;
/// The most moves looked at in a position that forces nothing.
const WIDTH: usize = 14;
/// More than any game that is worth looking into has left.
const DEEPEST: i32 = 40;
const MOST_PLIES: usize = 100;
/// The most positions that are looked at for a win by fours: at the root, where it is at most a quarter of all, and in
/// every other.
const ROOT_FOURS: u64 = 20_000;
const ROOT_FOURS_DIVISOR: u64 = 4;
const FOURS: u64 = 100;
/// Open threes in a row that are looked ahead for a win by threats, and the least number of
/// positions for one; a third of those of the depth before where that is more.
const THREATS: u8 = 12;
const LEAST_THREATS: u64 = 500;
const THREATS_DIVISOR: u64 = 3;
/// Late move reductions: from which places in the order on moves that force nothing are looked at one ply less deep, two,
/// and three.
const REDUCED: [usize; 3] = [3, 8, 18];
/// Where only a bound is asked for, by the depth that is left: from which place in the order on moves that force nothing are left
/// out.
const QUIET: [usize; 2] = [5, 9];
/// Remaining depth at which the position itself may answer, and the points that each ply may change.
const SHALLOW: i32 = 3;
const CHANGE: i32 = 250;
/// Worth of a position that seems lost, but has not been searched in full.
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

    /// Value of the position for `side`, who is to move, in points; beyond [`DECIDED`] somebody wins.
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
            let most = LEAST_THREATS.max((meter.spent() - begun) / THREATS_DIVISOR);
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
        let mut part = meter.part(ROOT_FOURS.min(most / ROOT_FOURS_DIVISOR));
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

    /// The value of a move: by a null window first unless it is the first, and less
    /// deep the later it comes, unless it forces or stops something.
    fn child(
        &mut self,
        cell: Cell,
        index: usize,
        node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        let side = node.side;
        let less = match node.depth < 2 || self.is_sharp(side, cell) {
            true => 0,
            false => REDUCED.iter().filter(|from| index >= **from).count() as i32,
        };
        self.board.put(cell, side);
        let mut ask = |less: i32, node: SearchNode| -> Result<i32, BudgetSpent> {
            Ok(-self.value(node.child(less), meter)?)
        };
        let value = (|| {
            if index == 0 {
                return ask(0, node);
            }
            let mut value = ask(less, node.null_window())?;
            if less > 0 && value > node.alpha {
                value = ask(0, node.null_window())?;
            }
            if node.is_within(value) {
                value = ask(0, node)?;
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

    /// Whether the position stands so well that the bound holds without looking ahead.
    fn stands_above(&self, node: SearchNode) -> bool {
        let is_bound = node.is_null_window() && node.beta.abs() <= DECIDED;
        let least = || self.board.evaluate(node.side) - CHANGE * node.depth;
        is_bound && node.depth <= SHALLOW && least() >= node.beta
    }

    /// From which move on those are left out that force nothing.
    fn quiet_moves(&self, node: SearchNode) -> usize {
        if !node.is_null_window() || node.alpha <= -DECIDED {
            return usize::MAX;
        }
        let most = self.board.evaluate(node.side) + CHANGE * node.depth;
        match node.depth <= SHALLOW && most <= node.alpha {
            true => 1,
            false => *QUIET.get(node.depth as usize - 1).unwrap_or(&usize::MAX),
        }
    }

    fn value(&mut self, node: SearchNode, meter: &mut NodeMeter<'_>) -> Result<i32, BudgetSpent> {
        meter.tick()?;
        let (side, other) = (node.side, 1 - node.side);
        if self.board.count_of(side, Threat::Five) > 0 {
            return Ok(node.win_in(1));
        }
        match self.board.count_of(other, Threat::Five) {
            0 => {}
            1 => {
                let must = first(&self.board, other, Threat::Five).unwrap_or_default();
                return self.child(must, 0, node.with_depth(node.depth + 1), meter);
            }
            _ => return Ok(-node.win_in(2)),
        }
        if self.board.count_of(side, Threat::OpenFour) > 0 {
            return Ok(node.win_in(3));
        }
        if self.board.is_dead() {
            return Ok(0);
        }
        // The nearest win there can be now is by a chain of fours.
        let nearest = node.win_in(5);
        if nearest <= node.alpha {
            return Ok(nearest);
        }
        let pressed = self.board.count_of(other, Threat::OpenFour) > 0;
        if node.depth > 0 || pressed && node.ply < MOST_PLIES {
            return self.kept(node, pressed, meter);
        }
        match self.chase.win(&mut self.board, side, FOURS, meter)? {
            Some(line) => Ok(node.win_in(line.len() + 2)),
            None => Ok(self.board.evaluate(side)),
        }
    }

    /// The value as the table has it, or else by a win by fours, or else by looking ahead.
    fn kept(
        &mut self,
        node: SearchNode,
        pressed: bool,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        let side = node.side;
        let key = self.board.key(side);
        let seen = self.seen.get(key);
        if let Some(value) = seen.and_then(|seen| seen.cutoff(node)) {
            return Ok(value);
        }
        if let Some(line) = self.chase.win(&mut self.board, side, FOURS, meter)? {
            let value = node.win_in(line.len() + 2);
            let node = node.with_depth(DEEPEST);
            let entry = SearchEntry::new(value, Bound::AtLeast, line[0], node);
            self.seen.set(key, entry);
            return Ok(value);
        }
        if !pressed && self.stands_above(node) {
            return Ok(self.board.evaluate(side));
        }
        let first = seen.map(|seen| seen.best);
        let (value, best) = self.best(first, node, pressed, meter)?;
        let entry = SearchEntry::new(value, Bound::of(value, node), best, node);
        self.seen.set(key, entry);
        Ok(value)
    }

    /// The best move and its value, or a bound of it.
    fn best(
        &mut self,
        first: Option<Cell>,
        mut node: SearchNode,
        pressed: bool,
        meter: &mut NodeMeter<'_>,
    ) -> Result<(i32, Cell), BudgetSpent> {
        let side = node.side;
        let mut cells = match pressed {
            // Fours put the answer off; past the depth they would do so without end.
            true if node.depth <= 0 => stops(&mut self.board, side),
            true => defences(&mut self.board, side),
            false => candidates(&self.board),
        };
        // A four that is not tried may still save the position.
        let least = match pressed && node.depth <= 0 && self.has_four_beside(side, &cells) {
            true => SEEMS_LOST,
            false => -WIN,
        };
        if cells.is_empty() {
            // Nothing stops an open four; or no mark is near anything.
            let lost = least.max(-node.win_in(4));
            let value = if pressed { lost } else { 0 };
            return Ok((value, Cell::default()));
        }
        let most = if pressed { usize::MAX } else { WIDTH };
        order(
            &self.memory,
            &self.board,
            &mut cells,
            node.ply,
            side,
            first,
            most,
        );
        let mut best = (-WIN, cells[0]);
        let quiet = match pressed {
            true => usize::MAX,
            false => self.quiet_moves(node),
        };
        for (index, &cell) in cells.iter().enumerate() {
            if index >= quiet && best.0 > -DECIDED && !self.is_sharp(side, cell) {
                // It is taken to be worth no more than the bound.
                best.0 = best.0.max(node.alpha);
                continue;
            }
            let value = self.child(cell, index, node.with_depth(node.depth.max(1)), meter)?;
            if value > best.0 {
                best = (value, cell);
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                self.memory.note(node.ply, node.depth, side, cell);
                break;
            }
        }
        best.0 = best.0.max(least);
        Ok(best)
    }
}

#[cfg(test)]
mod tests;
