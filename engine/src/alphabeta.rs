//! Minimax with alpha-beta pruning: the best move some plies ahead, and its value.
//!
//! *Alpha-beta* (Knuth and Moore, *An analysis of alpha-beta pruning*, 1975) written as
//! *negamax*, with *principal variation search* (Marsland and Campbell, 1982): the first move
//! gets the whole window of values, the others a null one until they prove better. *Iterative
//! deepening* (Slate and Atkin, 1977) orders the moves of the next depth and lets the budget end
//! the search at any time. Lines of one forced answer after another take no depth, and a leaf is
//! asked for a win by fours, which is all the *quiescence search* this game needs.

use game::Cell;
use patterns::Side;

use crate::budget::{BudgetSpent, NodeMeter};
use crate::continuous_fours::fours;
use crate::evaluate::evaluate;
use crate::move_ordering::{MoveHistory, candidates};
use crate::position::{Ends, Position};
use crate::root_search::RootSearch;
use crate::search_value::{Bound, SearchEntry, SearchNode, WIN};
use crate::transposition::TranspositionTable;

const MOST_KEPT: usize = 1 << 18;

/// Depth and breadth of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchScope {
    /// In plies, not counting forced answers.
    pub(crate) depth: i32,
    /// The most moves looked at in a position of a large board.
    pub(crate) width: usize,
    /// The most positions that are looked at for a win by fours at a leaf.
    pub(crate) fours: u64,
}

/// One search from one position.
pub(crate) struct AlphaBeta<'p, 'g> {
    position: &'p mut Position<'g>,
    scope: SearchScope,
    seen: TranspositionTable<SearchEntry>,
    memory: MoveHistory,
}

impl<'p, 'g> AlphaBeta<'p, 'g> {
    pub(crate) fn new(
        position: &'p mut Position<'g>,
        scope: SearchScope,
        nodes: u64,
    ) -> AlphaBeta<'p, 'g> {
        let cells = position.grid.cells;
        AlphaBeta {
            position,
            scope,
            seen: TranspositionTable::new(nodes, MOST_KEPT),
            memory: MoveHistory::new(cells),
        }
    }

    /// The value of a move: by a null window first unless it is the first.
    fn child(
        &mut self,
        cell: Cell,
        first: bool,
        node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        self.position.put(cell, node.side);
        let mut ask = |node: SearchNode| Ok(-self.value(node.child(0), meter)?);
        let value = match first {
            true => ask(node),
            false => match ask(node.null_window()) {
                Ok(value) if node.is_within(value) => ask(node),
                known => known,
            },
        };
        self.position.take(cell, node.side);
        value
    }

    fn value(&mut self, node: SearchNode, meter: &mut NodeMeter<'_>) -> Result<i32, BudgetSpent> {
        meter.tick()?;
        if self.position.grid.misere {
            return self.evading(node, meter);
        }
        if self.position.ends(node.side) != Ends::None {
            return Ok(node.win_in(1));
        }
        match self.position.ends(1 - node.side) {
            Ends::Two(..) => Ok(-node.win_in(2)),
            Ends::One(cell) => self.child(cell, true, node.with_depth(node.depth + 1), meter),
            Ends::None if self.position.is_dead() => Ok(0),
            Ends::None if node.depth <= 0 => self.leaf(node, meter),
            Ends::None => self.kept(node, meter),
        }
    }

    /// The value in misère, where only what completes no line need be looked at.
    fn evading(&mut self, node: SearchNode, meter: &mut NodeMeter<'_>) -> Result<i32, BudgetSpent> {
        if self.position.is_dead() {
            Ok(0)
        } else if self.position.harmless(node.side).next().is_none() {
            Ok(-node.win_in(1))
        } else if node.depth <= 0 {
            Ok(self.static_value(node.side))
        } else {
            self.kept(node, meter)
        }
    }

    /// The value as the table has it, or else by looking ahead.
    fn kept(&mut self, node: SearchNode, meter: &mut NodeMeter<'_>) -> Result<i32, BudgetSpent> {
        let (key, turn) = self.position.key();
        let seen = self.seen.get(key);
        if let Some(value) = seen.and_then(|seen| seen.cutoff(node)) {
            return Ok(value);
        }
        let best = seen.map(|seen| self.position.grid.turned_back(turn, seen.best));
        let (value, best) = self.best(best, node, meter)?;
        let best = self.position.grid.turned(turn, best);
        let entry = SearchEntry::new(value, Bound::of(value, node), best, node);
        self.seen.set(key, entry);
        Ok(value)
    }

    fn leaf(&mut self, node: SearchNode, meter: &mut NodeMeter<'_>) -> Result<i32, BudgetSpent> {
        if self.scope.fours > 0 {
            let mut part = meter.part(self.scope.fours);
            let found = fours(self.position, node.side, &mut part);
            meter.join(&part);
            if let Ok(Some(win)) = found {
                return Ok(node.win_in(2 * win.len() + 1));
            }
        }
        Ok(self.static_value(node.side))
    }

    /// The best move and its value, or a bound of it.
    fn best(
        &mut self,
        first: Option<Cell>,
        mut node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<(i32, Cell), BudgetSpent> {
        let moves = self
            .memory
            .moves(self.position, node.ply, node.side, first, self.scope.width);
        let mut best = (-WIN, moves.first().copied().unwrap_or_default());
        for (index, &cell) in moves.iter().enumerate() {
            let value = self.child(cell, index == 0, node, meter)?;
            if value > best.0 {
                best = (value, cell);
            }
            node.alpha = node.alpha.max(value);
            if node.alpha >= node.beta {
                self.memory.note(node.ply, node.depth, node.side, cell);
                break;
            }
        }
        Ok(best)
    }
}

impl RootSearch for AlphaBeta<'_, '_> {
    fn put(&mut self, cell: Cell, side: Side) {
        self.position.put(cell, side);
    }

    fn take(&mut self, cell: Cell, side: Side) {
        self.position.take(cell, side);
    }

    fn static_value(&self, side: Side) -> i32 {
        let value = evaluate(self.position, side);
        match self.position.grid.misere {
            true => -value,
            false => value,
        }
    }

    fn root_cells(&mut self, side: Side) -> Vec<Cell> {
        // In misère those that complete no line.
        match self.position.grid.misere {
            true => self.position.harmless(side).collect(),
            false => candidates(self.position).collect(),
        }
    }

    fn deepest(&self) -> i32 {
        self.scope.depth.min(self.position.empty() as i32)
    }

    fn root_value(
        &mut self,
        cell: Cell,
        index: usize,
        node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        self.child(cell, index == 0, node, meter)
    }

    fn winner_by_threats(&mut self, _: Cell, _: Side, _: &mut NodeMeter<'_>) -> Option<Side> {
        None
    }

    fn expected(&mut self, side: Side, _: &mut NodeMeter<'_>) -> Option<Cell> {
        if !self.position.grid.misere {
            for side in [side, 1 - side] {
                if let Ends::One(cell) | Ends::Two(cell, _) = self.position.ends(side) {
                    return Some(cell);
                }
            }
        }
        let (key, turn) = self.position.key();
        let seen = self.seen.get(key)?;
        let best = self.position.grid.turned_back(turn, seen.best);
        self.root_cells(side).contains(&best).then_some(best)
    }
}
