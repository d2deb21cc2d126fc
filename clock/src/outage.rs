//! The times in which there was no server.

/// From when the server was last known to be alive until it started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it was last known to be alive; 0 when nobody knows.
    pub from_ms: u64,
    /// When it started again.
    pub to_ms: u64,
}

impl Outage {
    /// The outage that ends with a start at `now_ms`, if there was any time in it.
    pub fn before(now_ms: u64, alive_ms: Option<u64>) -> Option<Outage> {
        let from_ms = alive_ms.unwrap_or_default();
        (from_ms < now_ms).then_some(Outage {
            from_ms,
            to_ms: now_ms,
        })
    }

    /// Part of it that came after `at_ms`.
    pub fn after_ms(&self, at_ms: u64) -> u64 {
        self.to_ms.saturating_sub(self.from_ms.max(at_ms))
    }
}
