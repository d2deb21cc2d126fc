//! Random choices that can be repeated: one seed decides them all.

use std::{
    env,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use patterns::Random;

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct SeededRandom(Random);

impl SeededRandom {
    /// A source that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> SeededRandom {
        SeededRandom(Random::new(seed))
    }

    /// The source of a test: by `OXO_SEED`, or else by the time, and printed
    /// in either case.
    pub fn of_test(name: &str) -> SeededRandom {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        let given = env::var("OXO_SEED").ok();
        let given = given.and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or(u64::from(now.subsec_nanos()));
        println!("{name}: OXO_SEED={seed}");
        SeededRandom::new(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next_u64() % end
    }

    /// True once in `count` times.
    pub fn once_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// One of these, if there are any.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(usize::try_from(self.next_u64()).unwrap_or(0) % from.len().max(1))
    }

    /// A time below that many milliseconds, to the microsecond.
    pub fn within_ms(&mut self, ms: u64) -> Duration {
        Duration::from_micros(self.below(1_000 * ms.max(1)))
    }

    /// A source of its own for somebody else.
    pub fn fork(&mut self) -> SeededRandom {
        SeededRandom::new(self.next_u64())
    }
}
