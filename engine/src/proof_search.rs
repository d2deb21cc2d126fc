//! Proof search: whether one side can force a line within `n` moves; its proofs are stored.
//!
//! An AND/OR search with two outcomes, so that every window of values is a null one. What is not
//! worth a search is cut off before:
//!
//! - *Forced moves* (Allis, *Searching for solutions in games and artificial intelligence*, 1994):
//!   a line that can be completed is, and one that the other could complete is stopped.
//! - *Erdős–Selfridge* (*On a combinatorial game*, 1973): give each window open to the attacker
//!   the weight 2^-needs. When they sum to less than 1 and the defender is to move, or to less than
//!   ½ and the attacker is, then the defender can stop every window, by always taking the
//!   heaviest cell. Dead positions are the case where the sum is 0. Windows that need more
//!   moves than are left weigh nothing.
//! - *Pairings* (Hales and Jewett, *Regularity and positional games*, 1963): when every window open
//!   to the attacker can have two empty cells of its own, the defender answers each mark in the
//!   other cell of its pair.
//! - *Dead cells*: a mark in no open window changes nothing, and to move is never worse than not to.
//!
//! In misère the attacker wins when the defender completes a line. Nothing is forced then, every
//! tempo counts, and only windows that can no longer fill up in time are cut off.

use game::Cell;
use patterns::Side;

use crate::budget::{BudgetSpent, NodeMeter};
use crate::grid::Window;
use crate::position::{Ends, Position};
use crate::transposition::{TableEntry, TranspositionTable};

/// The most that is kept, in positions; 16 bytes each and their number.
const MOST_KEPT: usize = 1 << 22;

/// The most cells of a board on which pairings are looked for: on larger ones that takes longer
/// than the search it saves.
const PAIRED: usize = 64;

/// Proved bounds on the attacker's win in a position.
#[derive(Clone, Copy)]
struct ProofEntry {
    /// The line can be forced within this number of plies.
    wins_in: u16,
    /// It cannot within this number.
    fails_in: u16,
    /// The move that showed it.
    best: Option<Cell>,
    cost: u32,
}

impl Default for ProofEntry {
    fn default() -> ProofEntry {
        ProofEntry {
            wins_in: u16::MAX,
            fails_in: 0,
            best: None,
            cost: 0,
        }
    }
}

impl TableEntry for ProofEntry {
    fn cost(&self) -> u32 {
        self.cost
    }
}

/// The proofs of one side as attacker. A ply is one mark of either side.
pub(crate) struct Prover<'g> {
    pub(crate) position: Position<'g>,
    attacker: Side,
    known: TranspositionTable<ProofEntry>,
}

impl<'g> Prover<'g> {
    pub(crate) fn new(position: Position<'g>, attacker: Side, nodes: u64) -> Prover<'g> {
        Prover {
            position,
            attacker,
            known: TranspositionTable::new(nodes, MOST_KEPT),
        }
    }

    /// Whether the attacker completes a line within `plies`, whatever the other does, when `side`
    /// is to move. No line may be complete.
    pub(crate) fn wins(
        &mut self,
        side: Side,
        plies: usize,
        meter: &mut NodeMeter<'_>,
    ) -> Result<bool, BudgetSpent> {
        meter.tick()?;
        let plies = plies.min(self.position.empty());
        let forced = match self.at_once(side, plies) {
            Forcing::Decided(wins) => return Ok(wins),
            Forcing::Forced(cell) => Some(cell),
            Forcing::Open => None,
        };
        let (key, turn) = self.position.key();
        let known = self.known.get(key).unwrap_or_default();
        if usize::from(known.wins_in) <= plies {
            return Ok(true);
        }
        if usize::from(known.fails_in) >= plies {
            return Ok(false);
        }
        let before = meter.spent();
        let best = known
            .best
            .map(|cell| self.position.grid.turned_back(turn, cell));
        let (wins, shown) = self.search(side, plies, forced, best, meter)?;
        let bound = plies as u16;
        self.known.set(
            key,
            ProofEntry {
                wins_in: if wins { bound } else { known.wins_in },
                fails_in: if wins { known.fails_in } else { bound },
                best: shown
                    .map(|cell| self.position.grid.turned(turn, cell))
                    .or(known.best),
                cost: u32::try_from(meter.spent() - before).unwrap_or(u32::MAX),
            },
        );
        Ok(wins)
    }

    /// Result of a position that needs no search.
    fn at_once(&self, side: Side, plies: usize) -> Forcing {
        let attacks = side == self.attacker;
        if self.position.grid.misere {
            return self.at_once_in_misere(side, plies);
        }
        let (own, other) = (self.position.ends(side), self.position.ends(1 - side));
        match (own, other) {
            (Ends::One(_) | Ends::Two(..), _) => Forcing::Decided(attacks && plies >= 1),
            (_, Ends::Two(..)) => Forcing::Decided(!attacks && plies >= 2),
            _ if self.is_hopeless(attacks, plies) => Forcing::Decided(false),
            (_, Ends::One(cell)) => Forcing::Forced(cell),
            _ => Forcing::Open,
        }
    }

    fn at_once_in_misere(&self, side: Side, plies: usize) -> Forcing {
        let attacks = side == self.attacker;
        let moves = if attacks {
            plies / 2
        } else {
            plies.div_ceil(2)
        };
        let near = moves.min(self.position.grid.line);
        if (1..=near).all(|need| self.position.needing(1 - self.attacker, need) == 0) {
            return Forcing::Decided(false);
        }
        match self.position.harmless(side).next() {
            None => Forcing::Decided(!attacks),
            Some(_) => Forcing::Open,
        }
    }

    /// The criterion of Erdős and Selfridge, or else a pairing. Weights are times 2^line, so that they are whole.
    fn is_hopeless(&self, attacks: bool, plies: usize) -> bool {
        let line = self.position.grid.line;
        let moves = if attacks {
            plies.div_ceil(2)
        } else {
            plies / 2
        };
        let weight: u64 = (1..=moves.min(line))
            .map(|need| u64::from(self.position.needing(self.attacker, need)) << (line - need))
            .sum();
        weight < 1 << if attacks { line - 1 } else { line } || self.is_paired(moves)
    }

    /// Whether every window that the attacker can fill in this number of its moves has two empty
    /// cells of its own. Found as a matching in which each window needs two cells (Kuhn, *The
    /// Hungarian method*, 1955).
    fn is_paired(&self, moves: usize) -> bool {
        let position = &self.position;
        let line = position.grid.line;
        let near = moves.min(line);
        let count: usize = (1..=near)
            .map(|need| usize::from(position.needing(self.attacker, need)))
            .sum();
        let many = position.grid.cells > PAIRED || 2 * count > position.empty();
        if many || position.needing(self.attacker, 1) > 0 {
            return false;
        }
        let counts = |&window: &Window| {
            let marks = position.marks_in(window, self.attacker);
            marks.is_some_and(|marks| line - marks <= near)
        };
        let windows = (0..position.grid.window_count()).filter(counts);
        let mut pairing = Pairing {
            position,
            owners: vec![None; position.grid.cells],
            asked: vec![usize::MAX; position.grid.cells],
            round: 0,
        };
        windows.into_iter().all(|window| {
            (0..2).all(|_| {
                pairing.round += 1;
                pairing.give(window)
            })
        })
    }

    /// Whether it is won, and the move that shows it: one that wins for the attacker, one that
    /// does not lose for the defender.
    fn search(
        &mut self,
        side: Side,
        plies: usize,
        forced: Option<Cell>,
        best: Option<Cell>,
        meter: &mut NodeMeter<'_>,
    ) -> Result<(bool, Option<Cell>), BudgetSpent> {
        let attacks = side == self.attacker;
        let cells = forced.map_or_else(|| self.ordered(side, best), |cell| vec![cell]);
        for cell in cells {
            self.position.put(cell, side);
            let wins = self.wins(1 - side, plies - 1, meter);
            self.position.take(cell, side);
            if wins? == attacks {
                return Ok((attacks, Some(cell)));
            }
        }
        Ok((!attacks, None))
    }

    /// The cells that are not dead, the most promising first.
    fn ordered(&self, side: Side, best: Option<Cell>) -> Vec<Cell> {
        let position = &self.position;
        if position.grid.misere {
            return self.ordered_in_misere(side, best);
        }
        // The attacker prefers its own windows; the defender's weigh no more than those it stops,
        // which is what the criterion of Erdős and Selfridge asks of it.
        let (ours, theirs) = if side == self.attacker {
            (3, 2)
        } else {
            (1, 1)
        };
        let mut cells: Vec<(i32, Cell)> = position
            .empties()
            .filter_map(|cell| {
                let (own, other) = (
                    position.line_counts(side, cell),
                    position.line_counts(1 - side, cell),
                );
                // Where a line can be too long, a mark beside one counts, too.
                let live = position.grid.exact || !own.is_empty() || !other.is_empty();
                let first = if Some(cell) == best { i32::MIN } else { 0 };
                live.then(|| {
                    (
                        first.min(-ours * own.weight() - theirs * other.weight()),
                        cell,
                    )
                })
            })
            .collect();
        cells.sort_unstable();
        cells.into_iter().map(|(_, cell)| cell).collect()
    }
}

impl Prover<'_> {
    /// The cells that complete no line, those in the fewest open lines first.
    fn ordered_in_misere(&self, side: Side, best: Option<Cell>) -> Vec<Cell> {
        let weight = |cell: &Cell| self.position.line_counts(side, *cell).weight();
        let mut cells: Vec<Cell> = self.position.harmless(side).collect();
        cells.sort_by_key(|cell| (Some(*cell) != best, weight(cell)));
        cells
    }
}

/// Cells given to windows, at most two to each.
struct Pairing<'p, 'g> {
    position: &'p Position<'g>,
    owners: Vec<Option<Window>>,
    /// The round in which each cell was last asked for.
    asked: Vec<usize>,
    round: usize,
}

impl Pairing<'_, '_> {
    /// Gives a window one more cell, if need be one whose owner can have another.
    fn give(&mut self, window: Window) -> bool {
        let grid = self.position.grid;
        for &cell in grid.window(window) {
            let at = usize::from(cell);
            let skip = !self.position.is_empty(cell) || self.owners[at] == Some(window);
            if skip || std::mem::replace(&mut self.asked[at], self.round) == self.round {
                continue;
            }
            if self.owners[at].is_none_or(|owner| self.give(owner)) {
                self.owners[at] = Some(window);
                return true;
            }
        }
        false
    }
}

/// Result of a look at a position.
enum Forcing {
    Decided(bool),
    /// Any other move loses at once.
    Forced(Cell),
    Open,
}
