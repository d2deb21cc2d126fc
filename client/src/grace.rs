//! How long a seat is safe while its player is away.

use protocol::{Limits, View};

/// How long a lost player has, by the server's limits: the whole grace, or a
/// quarter of a short clock, but never less than the short grace.
#[must_use]
pub fn grace_ms(limits: &Limits, view: &View) -> u64 {
    match view.settings.clock.initial_ms() {
        None => limits.lost_grace_ms,
        Some(clock) => {
            let least = limits.short_grace_ms.min(limits.lost_grace_ms);
            (clock / 4).clamp(least, limits.lost_grace_ms)
        }
    }
}

#[cfg(test)]
mod tests;
