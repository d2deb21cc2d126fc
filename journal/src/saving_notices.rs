//! Schedule of the notices to a client whose commit takes long.

/// After how many milliseconds it is said for the first time.
const FIRST_MS: u64 = 1_000;
/// Time between two of them from then on, in milliseconds.
const EVERY_MS: u64 = 2_000;

/// The instants at which one wait is reported.
#[derive(Debug)]
pub struct SavingNotices {
    since_ms: u64,
    due_ms: u64,
}

impl SavingNotices {
    /// Of a wait that began at that instant.
    pub fn new(since_ms: u64) -> SavingNotices {
        SavingNotices {
            since_ms,
            due_ms: since_ms + FIRST_MS,
        }
    }

    /// The next instant.
    pub fn due_ms(&self) -> u64 {
        self.due_ms
    }

    /// It is reported at `now_ms`. How long the wait has lasted, in milliseconds.
    pub fn report(&mut self, now_ms: u64) -> u64 {
        while self.due_ms <= now_ms {
            self.due_ms += EVERY_MS;
        }
        now_ms.saturating_sub(self.since_ms)
    }
}
