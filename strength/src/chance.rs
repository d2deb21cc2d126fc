//! Numbers that look drawn at random, the same each time.

use patterns::Random;

/// One number after another that look alike at no point.
pub(crate) fn mix(number: u64) -> u64 {
    Random::new(number).bits()
}
