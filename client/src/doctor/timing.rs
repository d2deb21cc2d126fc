//! Time limits of the steps of an examination, and the time they took.

use std::time::Duration;

/// Time limit of each step.
pub(super) const STEP: Duration = Duration::from_secs(6);

/// In milliseconds.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
