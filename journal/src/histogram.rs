//! A histogram that any thread may add to without waiting.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The bounds of the buckets.
#[derive(Clone, Copy, Debug)]
pub struct Buckets<const N: usize> {
    /// The most of each bucket, ascending, in what is counted.
    pub bounds: &'static [u64; N],
    /// How many of these are one of the unit that is shown.
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
    bounds: &'static [u64],
    unit: u32,
    /// One more than there are bounds: the last counts what is above them all.
    counts: Vec<u64>,
    sum: u64,
}

impl<const N: usize> Histogram<N> {
    /// Without any value.
    #[must_use]
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

    /// Its counts at this moment.
    #[must_use]
    pub fn read(&self) -> HistogramReading {
        let counts = self.counts.iter().chain([&self.above]);
        HistogramReading {
            counts: counts.map(|count| count.load(Relaxed)).collect(),
            sum: self.sum.load(Relaxed),
            ..HistogramReading::none(self.buckets)
        }
    }
}

impl HistogramReading {
    /// That of no value.
    #[must_use]
    pub fn none<const N: usize>(buckets: Buckets<N>) -> HistogramReading {
        HistogramReading {
            bounds: buckets.bounds,
            unit: buckets.unit,
            counts: vec![0; N + 1],
            sum: 0,
        }
    }

    /// Both together, of the same buckets.
    #[must_use]
    pub fn plus(mut self, other: HistogramReading) -> HistogramReading {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.sum += other.sum;
        self
    }

    /// The most of each bucket in the unit that is shown, and how many values are at
    /// most that; the last bucket has no bound.
    pub fn cumulative(&self) -> impl Iterator<Item = (Option<f64>, u64)> {
        let bounds = self.bounds.iter().map(|bound| Some(self.shown(*bound)));
        let sums = self.counts.iter().scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        });
        bounds.chain([None]).zip(sums)
    }

    /// Number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The sum of all values in the unit that is shown.
    #[must_use]
    pub fn sum(&self) -> f64 {
        self.shown(self.sum)
    }

    fn shown(&self, value: u64) -> f64 {
        value as f64 / f64::from(self.unit)
    }
}

#[cfg(test)]
mod tests;
