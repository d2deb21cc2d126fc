//! Expected score against an opponent who plays at random: how easily one goes wrong from here.
//!
//! The expectation over a random opponent is that of an *expectimax* tree (Michie, *Game-playing
//! and game-learning automata*, 1966). Only for positions that are nearly full, such as all of
//! 3×3.

use std::collections::HashMap;

use game::Cell;
use patterns::Side;

use crate::position::Position;

/// The most empty cells of a position that this is worked out for.
pub(crate) const MOST_EMPTY: usize = 9;

/// Expected scores for one player.
pub(crate) struct Expectimax<'p, 'g> {
    position: &'p mut Position<'g>,
    player: Side,
    /// Value and hope of positions with this side to move.
    known: HashMap<(u64, Side), ExpectedScore>,
}

/// Twice the score with best play (0, 1 or 2), then twice that to expect.
type ExpectedScore = (u8, f64);

impl<'p, 'g> Expectimax<'p, 'g> {
    pub(crate) fn new(position: &'p mut Position<'g>, player: Side) -> Expectimax<'p, 'g> {
        Expectimax {
            position,
            player,
            known: HashMap::new(),
        }
    }

    /// Expected score after the player has marked `cell`, from 0 for a loss to 2 for a win.
    pub(crate) fn after(&mut self, cell: Cell) -> f64 {
        self.played(cell, self.player).1
    }

    fn played(&mut self, cell: Cell, side: Side) -> ExpectedScore {
        if self.position.line_counts(side, cell).completes() {
            let wins = (side == self.player) != self.position.grid.misere;
            return if wins { (2, 2.0) } else { (0, 0.0) };
        }
        self.position.put(cell, side);
        let hope = self.hope(1 - side);
        self.position.take(cell, side);
        hope
    }

    fn hope(&mut self, side: Side) -> ExpectedScore {
        if self.position.is_dead() || self.position.empty() == 0 {
            return (1, 1.0);
        }
        let key = (self.position.key().0, side);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let cells: Vec<Cell> = self.position.empties().collect();
        let hopes: Vec<ExpectedScore> = cells
            .into_iter()
            .map(|cell| self.played(cell, side))
            .collect();
        let hope = if side == self.player {
            best(&hopes)
        } else {
            any(&hopes)
        };
        self.known.insert(key, hope);
        hope
    }
}

/// The player keeps the value and then hopes.
fn best(hopes: &[ExpectedScore]) -> ExpectedScore {
    let better =
        |one: ExpectedScore, other: &ExpectedScore| if *other > one { *other } else { one };
    hopes.iter().fold((0, 0.0), better)
}

/// The opponent may do anything.
fn any(hopes: &[ExpectedScore]) -> ExpectedScore {
    let worst = hopes.iter().map(|hope| hope.0).min().unwrap_or(1);
    let sum: f64 = hopes.iter().map(|hope| hope.1).sum();
    (worst, sum / hopes.len() as f64)
}
