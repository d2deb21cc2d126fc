//! Constants of a board during a search by patterns: the stretches that each cell lies in, and the
//! tables that say what they are.

use game::{Cell, LineRule, Rules};

use crate::Side;
use crate::line_patterns::{BLOCKED, LineLength, LinePattern, digit_value, table};
use crate::pattern_worth::PatternWorth;
use crate::random::Random;
use crate::threat::{ThreatEntry, threats};

const DIRECTIONS: [(i16, i16); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A neighbour along a line, as it sees a cell.
#[derive(Clone, Copy)]
pub(crate) struct Neighbour {
    /// Four times the cell, plus the direction.
    pub(crate) slot: u32,
    /// Addition of a mark of each side in the cell to the neighbour's stretch.
    pub(crate) added: [u64; 2],
}

/// The numbers of a stretch as both sides see it, that of X in the lower half: one addition
/// changes both.
fn both(seen: [u32; 2]) -> u64 {
    u64::from(seen[0]) | u64::from(seen[1]) << 32
}

pub(crate) fn seen_by(side: Side, stretch: u64) -> usize {
    (stretch >> (32 * side)) as u32 as usize
}

/// Cells, stretches and tables.
pub struct PatternGrid {
    /// The rules of the board.
    pub rules: Rules,
    /// Number of its cells.
    pub cells: usize,
    pub(crate) patterns: &'static [LinePattern],
    pub(crate) threats: &'static [ThreatEntry],
    /// Worth of being to move.
    pub(crate) tempo: i32,
    /// The neighbours of each cell, one after the other, and where each cell's begin.
    neighbours: Vec<Neighbour>,
    begins: Vec<usize>,
    /// The number of each stretch on the empty board.
    pub(crate) stretches: Vec<u64>,
    /// A number for a mark of each side in each cell (Zobrist, 1970).
    pub(crate) keys: Vec<[u64; 2]>,
}

impl PatternGrid {
    /// The grid of a board with these rules. None for misère and for lines too long for tables.
    pub fn new(rules: Rules) -> Option<PatternGrid> {
        let line = usize::from(rules.line());
        let length = match rules.line_rule() {
            LineRule::AtLeast => LineLength { line, exact: false },
            LineRule::Exactly => LineLength { line, exact: true },
            LineRule::Loses => return None,
        };
        let patterns = table(length)?;
        let cells = usize::from(rules.cells());
        let mut random = Random::new(1);
        let mut grid = PatternGrid {
            rules,
            cells,
            patterns,
            threats: threats(line),
            tempo: PatternWorth::of(line).tempo.into(),
            neighbours: Vec::new(),
            begins: vec![0],
            stretches: vec![0; 4 * cells],
            keys: (0..cells).map(|_| [random.bits(), random.bits()]).collect(),
        };
        for cell in 0..cells {
            for direction in 0..4 {
                grid.look_along(cell, direction, length.reach());
            }
            grid.begins.push(grid.neighbours.len());
        }
        Some(grid)
    }

    fn look_along(&mut self, cell: usize, direction: usize, reach: usize) {
        let (column, row) = self.rules.column_row(cell as Cell);
        let (right, down) = DIRECTIONS[direction];
        let far = reach as i16;
        for offset in (-far..=far).filter(|&offset| offset != 0) {
            let at = |start: u8, step: i16| u8::try_from(i16::from(start) + offset * step).ok();
            let place = at(column, right).zip(at(row, down));
            match place.and_then(|(column, row)| self.rules.cell_at(column, row)) {
                None => {
                    let value = BLOCKED * digit_value(reach, offset.into());
                    self.stretches[4 * cell + direction] += both([value; 2]);
                }
                Some(other) => {
                    let value = digit_value(reach, (-offset).into());
                    self.neighbours.push(Neighbour {
                        slot: u32::from(4 * other) + direction as u32,
                        added: [
                            both([value, BLOCKED * value]),
                            both([BLOCKED * value, value]),
                        ],
                    });
                }
            }
        }
    }

    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> &[Neighbour] {
        let cell = usize::from(cell);
        &self.neighbours[self.begins[cell]..self.begins[cell + 1]]
    }
}
