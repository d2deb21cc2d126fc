//! Refusals of a minute, for one line in the log: how many, and of how many
//! addresses, but never which.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A minute, by which refusals are counted and logged.
const MINUTE_MS: u64 = 60_000;

/// Counts of refusals since the last line.
#[derive(Debug, Default)]
pub struct Refusals {
    requests: AtomicU64,
    addresses: AtomicU64,
    /// The minute that is counted, since 1970.
    minute: AtomicU64,
}

impl Refusals {
    /// Counts a refusal; whether it is its address's first of this minute.
    pub fn count(&self, is_first: bool) {
        self.requests.fetch_add(1, Relaxed);
        if is_first {
            self.addresses.fetch_add(1, Relaxed);
        }
    }

    /// Whether an address was not refused anything before in this minute.
    pub fn is_first(&self, last: &AtomicU64, now_ms: u64) -> bool {
        let minute = now_ms / MINUTE_MS;
        last.swap(minute, Relaxed) != minute
    }

    /// Logs the minute that is over, if anything was refused in it.
    pub fn report(&self, now_ms: u64) {
        if let Some((requests, addresses)) = self.over(now_ms) {
            tracing::warn!(
                requests,
                addresses,
                "refused what was above the budget of its address, in the last minute"
            );
        }
    }

    /// The counts of a minute that is over, once.
    fn over(&self, now_ms: u64) -> Option<(u64, u64)> {
        let minute = now_ms / MINUTE_MS;
        if self.minute.swap(minute, Relaxed) == minute {
            return None;
        }
        let requests = self.requests.swap(0, Relaxed);
        let addresses = self.addresses.swap(0, Relaxed);
        (requests > 0).then_some((requests, addresses))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_a_minute_are_one_line_of_counts() {
        let refusals = Refusals::default();
        let (one, two) = (AtomicU64::new(0), AtomicU64::new(0));
        assert_eq!(refusals.over(60_000), None);
        for (last, now_ms) in [
            (&one, 60_000),
            (&one, 60_001),
            (&two, 90_000),
            (&one, 119_999),
        ] {
            refusals.count(refusals.is_first(last, now_ms));
        }
        assert_eq!(refusals.over(119_999), None);
        assert_eq!(refusals.over(120_000), Some((4, 2)));
        assert_eq!(refusals.over(120_001), None);
        assert_eq!(refusals.over(180_000), None);
    }
}
