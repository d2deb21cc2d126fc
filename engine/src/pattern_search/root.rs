//! The search of large boards, as it ranks the moves of its position.

use game::Cell;
use patterns::{Side, Threat};

use super::{DEEPEST, FOURS, LEAST_THREATS, PatternSearch, THREATS};
use crate::budget::{BudgetSpent, NodeMeter};
use crate::four_chase::first;
use crate::root_search::RootSearch;
use crate::search_value::SearchNode;
use crate::threat_moves::{candidates, defences};

impl RootSearch for PatternSearch<'_> {
    fn put(&mut self, cell: Cell, side: Side) {
        self.board.put(cell, side);
    }

    fn take(&mut self, cell: Cell, side: Side) {
        self.board.take(cell, side);
    }

    fn static_value(&self, side: Side) -> i32 {
        self.board.evaluate(side)
    }

    fn root_cells(&mut self, side: Side) -> Vec<Cell> {
        // Those that stop an open four, if there is one to stop.
        let cells = match self.board.count_of(1 - side, Threat::OpenFour) {
            0 => Vec::new(),
            _ => defences(&mut self.board, side),
        };
        match cells.is_empty() {
            true => candidates(&self.board),
            false => cells,
        }
    }

    fn deepest(&self) -> i32 {
        DEEPEST
    }

    fn root_value(
        &mut self,
        cell: Cell,
        index: usize,
        node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        self.child(cell, index, node, meter)
    }

    fn winner_by_threats(
        &mut self,
        cell: Cell,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Side> {
        self.board.put(cell, side);
        let half = meter.most() / 2;
        let winner = match self.by_threats(1 - side, half, meter) {
            Some(_) => Some(1 - side),
            None => {
                let stands = self.threats.stands(&mut self.board, side, THREATS, meter);
                (stands == Ok(true)).then_some(side)
            }
        };
        self.board.take(cell, side);
        winner
    }

    fn expected(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> Option<Cell> {
        let at_once = [side, 1 - side].into_iter();
        let mut at_once = at_once.filter_map(|side| first(&self.board, side, Threat::Five));
        if let Some(cell) = at_once.next() {
            return Some(cell);
        }
        if let Ok(Some([cell, ..])) = self.chase.win(&mut self.board, side, FOURS, meter) {
            return Some(*cell);
        }
        let seen = self.seen.get(self.board.key(side)).map(|seen| seen.best);
        let cells = self.root_cells(side);
        let seen = seen.filter(|best| cells.contains(best));
        let pressed = self.board.count_of(1 - side, Threat::OpenFour) > 0;
        seen.or_else(|| self.by_threats(side, LEAST_THREATS, meter))
            .or_else(|| cells.first().copied().filter(|_| pressed))
    }
}
