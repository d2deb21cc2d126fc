//! Counters of events as they happen, for the figures at `/metrics`: requests, refusals, the time
//! of commands, the journal's groups. Values that the server holds anyway are not counted: each
//! scrape reads them.
//!
//! Counting is an addition to an atomic. Each worker thread adds to a shard of
//! its own, so that threads do not wait for each other's cache lines; a scrape
//! adds the shards up.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use journal::{Histogram, HistogramReading, SECONDS};
use protocol::{
    Refusal,
    refusal::{LimitOf, RefusalCode},
    request::{Body, BodyKind, COMMANDS, CommandKind},
};
use strum::VariantNames;

/// More threads than this share shards.
const SHARDS: usize = 16;

/// The types of requests that are no seat's; `seat`, the last of them, is none of the wire.
const OTHERS: usize = BodyKind::VARIANTS.len() - 1;
const REQUESTS: usize = OTHERS + COMMANDS.len();
const REFUSALS: usize = RefusalCode::VARIANTS.len();

/// The counters of one server.
#[derive(Debug)]
pub struct Metrics {
    shards: Box<[Shard]>,
    /// In the order of [`LimitOf::VARIANTS`].
    crowded: [AtomicU64; LimitOf::VARIANTS.len()],
}

/// The counters of one thread. No two are on one cache line.
#[derive(Debug)]
#[repr(align(128))]
struct Shard {
    requests: [AtomicU64; REQUESTS],
    refusals: [AtomicU64; REFUSALS],
    commands: Histogram<16>,
}

thread_local! {
    /// The shard of this thread, in every server.
    static SHARD: usize = {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        NEXT.fetch_add(1, Relaxed) % SHARDS
    };
}

impl Metrics {
    /// Nothing has happened yet.
    pub fn new() -> Metrics {
        let shard = || Shard {
            requests: [const { AtomicU64::new(0) }; REQUESTS],
            refusals: [const { AtomicU64::new(0) }; REFUSALS],
            commands: Histogram::new(SECONDS),
        };
        Metrics {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            crowded: Default::default(),
        }
    }

    fn shard(&self) -> &Shard {
        &self.shards[SHARD.with(|shard| *shard)]
    }

    /// A request was read.
    pub fn requested(&self, body: &Body) {
        let index = match body {
            Body::Seat(seat) => OTHERS + CommandKind::from(&seat.command) as usize,
            other => BodyKind::from(other) as usize,
        };
        self.shard().requests[index].fetch_add(1, Relaxed);
    }

    /// A request, or a frame that was none, was refused.
    pub fn refused(&self, why: &Refusal) {
        let index = RefusalCode::from(why) as usize;
        self.shard().refusals[index].fetch_add(1, Relaxed);
    }

    /// The answer to a seat's command is ready `us` microseconds after the
    /// command was read: whatever it changed is durable.
    pub fn command_took(&self, us: u64) {
        self.shard().commands.observe(us);
    }

    /// Somebody was sent away because there was no place.
    pub fn crowded(&self, of: LimitOf) {
        self.crowded[of as usize].fetch_add(1, Relaxed);
    }

    /// Requests by their type.
    pub fn requests(&self) -> Vec<(&'static str, u64)> {
        let names = BodyKind::VARIANTS[..OTHERS].iter().chain(COMMANDS);
        self.sum(names, |shard| &shard.requests)
    }

    /// Refusals by their code.
    pub fn refusals(&self) -> Vec<(&'static str, u64)> {
        self.sum(RefusalCode::VARIANTS.iter(), |shard| &shard.refusals)
    }

    /// Durations of seats' commands.
    pub fn commands(&self) -> HistogramReading {
        let all = Histogram::new(SECONDS);
        for shard in &self.shards {
            all.add(&shard.commands);
        }
        all.read()
    }

    /// Counts of connections that were sent away, by whose limit it was.
    pub fn sent_away(&self) -> Vec<(&'static str, u64)> {
        let counts = self.crowded.iter().map(|count| count.load(Relaxed));
        LimitOf::VARIANTS.iter().copied().zip(counts).collect()
    }

    fn sum(
        &self,
        names: impl Iterator<Item = &'static &'static str>,
        of: impl Fn(&Shard) -> &[AtomicU64],
    ) -> Vec<(&'static str, u64)> {
        let count = |index: usize| {
            let counts = self.shards.iter().map(|shard| &of(shard)[index]);
            counts.map(|count| count.load(Relaxed)).sum()
        };
        let named = names.copied().enumerate();
        named.map(|(index, name)| (name, count(index))).collect()
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics::new()
    }
}

#[cfg(test)]
mod tests;
