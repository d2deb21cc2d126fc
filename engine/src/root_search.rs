//! The searches that look ahead, as they rank the moves of their position.

use game::{Board, Cell};
use patterns::Side;

use crate::budget::{BudgetSpent, NodeMeter};
use crate::search_value::{DECIDED, SearchNode, WIN};

/// A search of one position that ranks its moves.
pub(crate) trait RootSearch {
    /// Marks a cell.
    fn put(&mut self, cell: Cell, side: Side);

    /// Takes that mark away again.
    fn take(&mut self, cell: Cell, side: Side);

    /// Estimate of the position for `side`, who is to move.
    fn static_value(&self, side: Side) -> i32;

    /// The moves of `side` that are worth a thought.
    fn root_cells(&mut self, side: Side) -> Vec<Cell>;

    /// The greatest depth that is worth asking for.
    fn deepest(&self) -> i32;

    /// The value of a move of the root, the first or a later one of those that are looked at, where it is above alpha.
    fn root_value(
        &mut self,
        cell: Cell,
        index: usize,
        node: SearchNode,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent>;

    /// The side that wins by threats after a move of `side`, which completes no line, if that is proved.
    fn winner_by_threats(
        &mut self,
        cell: Cell,
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Option<Side>;

    /// The best move of `side` as far as it is known from earlier searches.
    fn expected(&mut self, side: Side, meter: &mut NodeMeter<'_>) -> Option<Cell>;

    /// Estimate, without looking ahead, of a move of `side` which completes no line.
    fn estimate(&mut self, cell: Cell, side: Side) -> i32 {
        self.put(cell, side);
        let value = -self.static_value(1 - side);
        self.take(cell, side);
        value
    }

    /// Puts the best of `cells`, of which none completes a line, first; among equals the one that was before the
    /// others: its value.
    fn rank_at(
        &mut self,
        depth: i32,
        cells: &mut [Cell],
        side: Side,
        meter: &mut NodeMeter<'_>,
    ) -> Result<i32, BudgetSpent> {
        let mut node = SearchNode::root(side, depth, -WIN);
        for index in 0..cells.len() {
            let value = self.root_value(cells[index], index, node, meter)?;
            if value > node.alpha {
                node.alpha = value;
                cells[..=index].rotate_right(1);
            }
        }
        Ok(node.alpha)
    }

    /// Ranks `cells` ever deeper, as long as nothing is decided and the budget suffices: the value of the best at the last depth
    /// that was finished, in points; nothing where none was. The order may be that of a depth more.
    fn deepen(&mut self, cells: &mut [Cell], side: Side, meter: &mut NodeMeter<'_>) -> Option<i32> {
        let mut value = None;
        let deepest = if cells.is_empty() { 0 } else { self.deepest() };
        for depth in 1..=deepest {
            let Ok(found) = self.rank_at(depth, cells, side, meter) else {
                break;
            };
            value = Some(found);
            if found.abs() > DECIDED {
                break;
            }
        }
        value
    }
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
        let side = after.to_move().index();
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
        next = search.expected(1 - side, meter);
    }
    for (cell, side) in made.into_iter().rev() {
        search.take(cell, side);
    }
    line
}
