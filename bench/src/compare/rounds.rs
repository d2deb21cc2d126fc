//! Rounds: every side once, and again, so that whatever slows the machine for
//! a while slows all of them.
//!
//! Knows nothing of how a number is taken, compared or shown.

use std::ops::RangeInclusive;

use crate::compare::{
    number::{Number, Reading},
    side::{Extent, Load, Side},
    subject::Places,
};

/// What one side gave in one round.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The side.
    pub side: Side,
    /// What was read, or why nothing was.
    pub readings: Result<Vec<Reading>, String>,
}

/// A round: each side once.
pub type Round = Vec<Taken>;

/// In a closed loop of many rooms a server has always something to do, but
/// for waiting for its disk. Below this share of a core, in percent, it did
/// not get to do it.
const CROWDED: f64 = 85.0;

impl Taken {
    /// Whether something else used the core that it was to have for itself: a
    /// move costs more then, and not everybody's the same.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        let busy = self.reading(Number::ServerBusy);
        matches!(self.side.load, Load::Closed(_) | Load::Beside(_))
            && busy.is_some_and(|it| it.value < CROWDED)
    }

    /// A number, if it was read.
    #[must_use]
    pub fn reading(&self, number: Number) -> Option<&Reading> {
        let readings = self.readings.as_ref().ok()?;
        readings.iter().find(|reading| reading.number == number)
    }
}

/// Measures every side in turn, in the rounds with those numbers. What fails
/// is kept as such, and the others go on. `tell` hears of each side as it ends.
pub async fn rounds(
    places: &Places,
    extent: Extent,
    sides: &[Side],
    numbers: RangeInclusive<u32>,
    mut tell: impl FnMut(u32, &Taken),
) -> Vec<Round> {
    let mut rounds = Vec::new();
    for number in numbers {
        let mut round = Round::new();
        for &side in sides {
            let readings = side.take(places, extent).await;
            let taken = Taken {
                side,
                readings: readings.map_err(|why| why.to_string()),
            };
            tell(number, &taken);
            round.push(taken);
        }
        rounds.push(round);
    }
    rounds
}
