//! A side as a number, by which tables for both are looked up.

use game::Mark;

/// The side of X is 0, that of O is 1.
pub type Side = usize;

/// The side that plays a mark.
#[inline]
pub fn side_of(mark: Mark) -> Side {
    match mark {
        Mark::X => 0,
        Mark::O => 1,
    }
}
