//! The level of a cluster's log: which kinds of records, events and settings it may have.

/// The highest level that this version knows. What an older version does not know is of the next level, and is written only
/// where the log has reached it ([`CopyFigures::level`](crate::CopyFigures::level)).
const LEVEL: u32 = 1;

/// The level of a log that was never raised.
pub const FIRST_LEVEL: u32 = 1;

/// The highest level that this node knows.
pub fn known_level() -> u32 {
    #[cfg(feature = "faults")]
    if crate::faults::on(crate::faults::SeededFault::NextLevel) {
        return LEVEL + 1;
    }
    LEVEL
}
