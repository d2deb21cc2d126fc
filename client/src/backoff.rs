//! Delay before the next attempt: exponential backoff with full jitter, never earlier
//! than the server asked. Time and randomness are arguments.

use std::time::Duration;

/// The bounds of the waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The longest first wait, in milliseconds; each next one is up to twice it.
    pub base_ms: u64,
    /// Upper bound of a wait, unless the server asked for a longer one.
    pub cap_ms: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            base_ms: 250,
            cap_ms: 10_000,
        }
    }
}

/// A server that asks for more than this is not believed: the person would
/// take the client for dead.
const LONGEST_HINT_MS: u64 = 10 * 60_000;

/// The attempts made since the link was last up.
///
/// ```
/// use oxo_client::backoff::{Backoff, Bounds};
///
/// let mut backoff = Backoff::new(Bounds::default());
/// let random = 4; // 64 random bits
/// assert!(backoff.next(None, random).as_millis() <= 250);
/// assert!(backoff.next(Some(3_000), random).as_millis() >= 3_000);
/// ```
#[derive(Clone, Debug)]
pub struct Backoff {
    bounds: Bounds,
    attempts: u32,
}

impl Backoff {
    /// No attempt yet.
    #[must_use]
    pub fn new(bounds: Bounds) -> Backoff {
        Backoff {
            bounds,
            attempts: 0,
        }
    }

    /// The link is up: the next failure is a first one again.
    pub fn reset(&mut self) {
        self.attempts = 0;
    }

    /// The wait before the next attempt. `chance` is any 64 random bits;
    /// `hint_ms` is when the server said to come back.
    pub fn next(&mut self, hint_ms: Option<u64>, chance: u64) -> Duration {
        let ceiling = self
            .bounds
            .base_ms
            .saturating_mul(1 << self.attempts.min(32))
            .min(self.bounds.cap_ms);
        self.attempts = self.attempts.saturating_add(1);
        let jittered = chance % (ceiling + 1);
        // The server spreads its hints itself, so ours only adds to it.
        let hint = hint_ms.unwrap_or(0).min(LONGEST_HINT_MS);
        Duration::from_millis(hint + jittered)
    }
}

#[cfg(test)]
mod tests;
