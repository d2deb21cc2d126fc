//! The log as a node reaches it, and how long it waits.

use std::{fmt, sync::Arc, time::Duration};

use cluster::{LogStore, WriterId};
use tokio::runtime::Handle;

/// The log as this node reaches it.
#[derive(Clone)]
pub struct SharedOptions {
    pub store: Arc<dyn LogStore<Vec<u8>>>,
    /// The log's random name, which a copy of another log does not have.
    pub log: u64,
    /// This node, in a life that it was never in before.
    pub me: WriterId,
    /// Where the store's calls run: a runtime of their own, which never waits for the journal.
    pub runtime: Handle,
    /// The clock, in Unix milliseconds.
    pub clock: Arc<dyn Fn() -> u64 + Send + Sync>,
    /// Longest silence of the writer before another node takes its place, while the store answers that one; all nodes
    /// of a log agree on it, and take two thirds of it for one whose process seems to have ended. Until then they stand by:
    /// they apply what the log shows. A writer appends a record six times
    /// in that time, whether it has something to decide or not.
    pub silence: Duration,
    /// Time that this node waits beyond that: nodes of one log differ by some hundred milliseconds, lest they try at once.
    pub pause: Duration,
    /// Time that the writer waits for the log to take a record before it lets go: longer than the store takes to heal itself,
    /// for nothing is lost by waiting; no longer, because another node may go on.
    pub patience: Duration,
    /// Whether it begins by taking over, from whomever.
    pub begins: bool,
}

impl SharedOptions {
    /// Longest silence of a writer whose process seems to have ended.
    pub fn silence_of_gone(&self) -> Duration {
        self.silence * 2 / 3
    }

    /// For how long after a record was sent its writer knows, once it was accepted, that nobody else has written: the
    /// shortest silence after which another writes begins later and lasts longer.
    pub fn current_for_ms(&self) -> u64 {
        u64::try_from((self.silence / 2).as_millis()).unwrap_or(u64::MAX)
    }
}

impl fmt::Debug for SharedOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = (self.log, self.me);
        f.debug_tuple("SharedOptions").field(&name).finish()
    }
}
