//! Selection of the moves that are searched, and their order.
//!
//! The *killer* heuristic (Huberman, 1968; Akl and Newborn, 1977) tries first what refuted a sister
//! position; the *history* heuristic (Schaeffer, 1983) prefers moves that were good anywhere.
//! Between them stands how many lines a mark builds and stops.

use game::Cell;
use patterns::Side;

use crate::position::Position;

/// Boards of up to this many cells have all their cells looked at: they can be searched to the end.
pub(crate) const WHOLE: usize = 36;
/// More than any weight of a mark.
const FIRST: i32 = 1 << 28;

/// Good moves remembered during one search.
pub(crate) struct MoveHistory {
    killers: Vec<[Option<Cell>; 2]>,
    history: [Vec<i32>; 2],
}

impl MoveHistory {
    pub(crate) fn new(cells: usize) -> MoveHistory {
        MoveHistory {
            killers: vec![[None; 2]; cells + 1],
            history: [vec![0; cells], vec![0; cells]],
        }
    }

    /// A move was so good that its sisters need not be looked at.
    pub(crate) fn note(&mut self, ply: usize, depth: i32, side: Side, cell: Cell) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cell) {
            *killers = [Some(cell), killers[0]];
        }
        let good = &mut self.history[side][usize::from(cell)];
        *good = (*good + depth * depth).min(60);
    }

    fn worth(&self, position: &Position<'_>, ply: usize, side: Side, cell: Cell) -> i32 {
        urgency(position, side, cell) + self.bonus(ply, side, cell, 500)
    }

    /// Worth of a move by its worth elsewhere; `killer` is that of one that refuted a sister.
    pub(crate) fn bonus(&self, ply: usize, side: Side, cell: Cell, killer: i32) -> i32 {
        let refuted = self.killers[ply].contains(&Some(cell));
        self.history[side][usize::from(cell)] + if refuted { killer } else { 0 }
    }

    /// At most `width` moves for `side`, the most promising first, `best` before all; none if the
    /// position is dead.
    pub(crate) fn moves(
        &self,
        position: &Position<'_>,
        ply: usize,
        side: Side,
        best: Option<Cell>,
        width: usize,
    ) -> Vec<Cell> {
        if position.grid.misere {
            return evasions(position, side, best, width);
        }
        let worth = |cell| match best {
            Some(first) if first == cell => FIRST,
            _ => self.worth(position, ply, side, cell),
        };
        let mut cells: Vec<(i32, Cell)> = candidates(position)
            .map(|cell| (-worth(cell), cell))
            .collect();
        cells.sort_unstable();
        let width = if position.grid.cells <= WHOLE {
            cells.len()
        } else {
            width
        };
        cells
            .into_iter()
            .take(width)
            .map(|(_, cell)| cell)
            .collect()
    }
}

/// In misère: the cells in the fewest lines first, and none that completes one.
fn evasions(position: &Position<'_>, side: Side, best: Option<Cell>, width: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = position.harmless(side).collect();
    cells.sort_by_key(|&cell| {
        (
            Some(cell) != best,
            position.line_counts(side, cell).weight(),
        )
    });
    let width = if position.grid.cells <= WHOLE {
        cells.len()
    } else {
        width
    };
    cells.truncate(width);
    cells
}

/// Lines that a mark here builds and stops.
pub(crate) fn urgency(position: &Position<'_>, side: Side, cell: Cell) -> i32 {
    let (own, other) = (
        position.line_counts(side, cell),
        position.line_counts(1 - side, cell),
    );
    4 * own.weight() + 3 * other.weight()
}

/// The cells of open windows; on boards too large to be searched to the end, only of those with a
/// mark, if there are any.
pub(crate) fn candidates<'a>(position: &'a Position<'_>) -> impl Iterator<Item = Cell> + 'a {
    let grid = position.grid;
    let begun = (1..grid.line).any(|marks| position.open(0, marks) + position.open(1, marks) > 0);
    let near = grid.cells > WHOLE && begun;
    position.empties().filter(move |&cell| {
        let line_counts = position
            .line_counts(0, cell)
            .with(position.line_counts(1, cell));
        if near {
            line_counts.is_touched(grid.line)
        } else {
            !line_counts.is_empty()
        }
    })
}
