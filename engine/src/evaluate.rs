//! Static evaluation of a position: open lines, each worth more the fuller it is.
//!
//! A linear evaluation (Samuel, *Some studies in machine learning using the game of checkers*,
//! 1959) whose features are the counts of open lines; the weights were set by hand.

use patterns::Side;

use crate::position::Position;

/// Worth of a window that needs one mark, two, three, four.
pub(crate) const WORTH: [i32; 4] = [300, 70, 16, 4];
/// Worth of the right to move.
const TEMPO: i32 = 24;

/// The better for `side`, who is to move, the higher.
pub(crate) fn evaluate(position: &Position<'_>, side: Side) -> i32 {
    let lead = |need| {
        i32::from(position.needing(side, need)) - i32::from(position.needing(1 - side, need))
    };
    let lines: i32 = WORTH
        .iter()
        .zip(1..)
        .map(|(worth, need)| worth * lead(need))
        .sum();
    lines + TEMPO
}
