//! A histogram that any thread may add to without waiting.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bounds of the buckets.
#[derive(Clone, Copy, Debug)]
pub struct Buckets<const N: usize> {
    /// The most of each bucket, ascending, in the unit counted.
    pub bounds: &'static [u64; N],
    /// Number of these in one of the unit that is shown.
    pub unit: u32,
}

/// Seconds, counted in microseconds: from a command in memory to a disk that hangs.
pub const SECONDS: Buckets<16> = Buckets {
    bounds: &[
        50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
        1_000_000, 2_500_000, 10_000_000,
    ],
    unit: 1_000_000,
};

/// Values, counted by bucket.
#[derive(Debug)]
pub struct Histogram<const N: usize> {
    buckets: Buckets<N>,
    counts: [AtomicU64; N],
    above: AtomicU64,
    sum: AtomicU64,
}

/// A histogram as it was at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct HistogramReading {
    /// The most of each bucket in the unit that is shown, and how many values are at
    /// most that; the last bucket has no bound.
    pub within: Vec<(Option<f64>, u64)>,
    /// The sum of all values in that unit.
    pub sum: f64,
}

impl<const N: usize> Histogram<N> {
    /// Without any value.
    pub const fn new(buckets: Buckets<N>) -> Histogram<N> {
        Histogram {
            buckets,
            counts: [const { AtomicU64::new(0) }; N],
            above: AtomicU64::new(0),
            sum: AtomicU64::new(0),
        }
    }

    /// Adds a value.
    pub fn observe(&self, value: u64) {
        let bucket = self.buckets.bounds.partition_point(|most| *most < value);
        let count = self.counts.get(bucket).unwrap_or(&self.above);
        count.fetch_add(1, Relaxed);
        self.sum.fetch_add(value, Relaxed);
    }

    /// Adds the values of another one, whose buckets are the same.
    pub fn add(&self, other: &Histogram<N>) {
        let sums = [(&self.above, &other.above), (&self.sum, &other.sum)];
        for (sum, more) in self.counts.iter().zip(&other.counts).chain(sums) {
            sum.fetch_add(more.load(Relaxed), Relaxed);
        }
    }

    /// Its counts at this moment.
    pub fn read(&self) -> HistogramReading {
        let shown = |value: u64| value as f64 / f64::from(self.buckets.unit);
        let bounds = self.buckets.bounds.iter().map(|bound| Some(shown(*bound)));
        let counts = self.counts.iter().chain([&self.above]);
        let cumulative = counts.scan(0, |sum, count| {
            *sum += count.load(Relaxed);
            Some(*sum)
        });
        HistogramReading {
            within: bounds.chain([None]).zip(cumulative).collect(),
            sum: shown(self.sum.load(Relaxed)),
        }
    }
}

impl HistogramReading {
    /// Number of values.
    pub fn count(&self) -> u64 {
        self.within.last().map_or(0, |(_, count)| *count)
    }
}

#[cfg(test)]
mod tests;
