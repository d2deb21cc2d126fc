//! The searches that look ahead, as an analysis asks them about the moves of its position.

use game::{Board, Cell};

use crate::alphabeta::AlphaBeta;
use crate::budget::{BudgetSpent, NodeMeter};
use crate::pattern_search::{DEEPEST, PatternSearch};
use crate::position::{Side, side_of};

/// A search of one position that ranks its moves.
pub(crate) trait RootSearch {
    /// The moves of `side` that may be good.
    fn candidates(&mut self, side: Side) -> Vec<Cell>;

    /// The greatest depth that is worth asking for.
    fn deepest(&self) -> i32;

    /// What a move of `side`, which completes no line, looks like without looking ahead.
    fn estimate(&mut self, cell: Cell, side: Side) -> i32;

    /// Puts the best of `cells`, of which none completes a line, first: its value.
    fn rank(
        &mut self,
        depth: i32,
        cells: &mut [Cell],
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent>;

    /// The side that wins by threats after a move of `side`, if that is proved.
    fn wins_by_threats(
        &mut self,
        cell: Cell,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Side>;

    /// The best move of `side` as far as it is known from the searches before.
    fn reply(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> Option<Cell>;

    /// Marks a cell.
    fn put(&mut self, cell: Cell, side: Side);

    /// Takes that mark away again.
    fn take(&mut self, cell: Cell, side: Side);
}

/// A move and what the search expects after it, of at most `most` moves.
pub(crate) fn follow(
    search: &mut dyn RootSearch,
    board: &Board,
    cell: Cell,
    most: usize,
    meter: &mut NodeMeter<'_>,
) -> Vec<Cell> {
    let (mut line, mut made) = (Vec::new(), Vec::new());
    let (mut after, mut next) = (board.clone(), Some(cell));
    while let Some(cell) = next.filter(|_| line.len() < most) {
        let side = side_of(after.to_move());
        let Ok(played) = after.clone().play(cell) else {
            break;
        };
        line.push(cell);
        after = played;
        if after.outcome().is_over() {
            break;
        }
        search.put(cell, side);
        made.push((cell, side));
        next = search.reply(1 - side, meter);
    }
    for (cell, side) in made.into_iter().rev() {
        search.take(cell, side);
    }
    line
}

impl RootSearch for PatternSearch<'_> {
    fn candidates(&mut self, side: Side) -> Vec<Cell> {
        self.root_cells(side)
    }

    fn deepest(&self) -> i32 {
        DEEPEST
    }

    fn estimate(&mut self, cell: Cell, side: Side) -> i32 {
        self.board.put(cell, side);
        let value = -self.board.evaluate(1 - side);
        self.board.take(cell, side);
        value
    }

    fn rank(
        &mut self,
        depth: i32,
        cells: &mut [Cell],
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        self.rank_at(depth, cells, side, meter)
    }

    fn wins_by_threats(
        &mut self,
        cell: Cell,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Side> {
        self.winner_by_threats(cell, side, meter)
    }

    fn reply(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> Option<Cell> {
        self.expected(side, meter)
    }

    fn put(&mut self, cell: Cell, side: Side) {
        self.board.put(cell, side);
    }

    fn take(&mut self, cell: Cell, side: Side) {
        self.board.take(cell, side);
    }
}

impl RootSearch for AlphaBeta<'_, '_> {
    fn candidates(&mut self, side: Side) -> Vec<Cell> {
        self.root_cells(side)
    }

    fn deepest(&self) -> i32 {
        self.scope.depth.min(self.position.empty() as i32)
    }

    fn estimate(&mut self, cell: Cell, side: Side) -> i32 {
        self.position.put(cell, side);
        let value = -self.static_value(1 - side);
        self.position.take(cell, side);
        value
    }

    fn rank(
        &mut self,
        depth: i32,
        cells: &mut [Cell],
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        self.rank_at(depth, cells, side, meter)
    }

    fn wins_by_threats(&mut self, _: Cell, _: Side, _: &mut NodeMeter<'_>) -> Option<Side> {
        None
    }

    fn reply(&mut self, side: Side, _: &mut NodeMeter<'_>) -> Option<Cell> {
        self.expected(side)
    }

    fn put(&mut self, cell: Cell, side: Side) {
        self.position.put(cell, side);
    }

    fn take(&mut self, cell: Cell, side: Side) {
        self.position.take(cell, side);
    }
}
