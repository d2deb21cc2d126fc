//! Median and spread of a few figures, and percentiles of many latencies.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::BenchError;

/// Longer than any timeout.
const HIGHEST_US: u64 = 60_000_000;
/// Digits of a latency that are kept.
const DIGITS: u8 = 3;

/// The middle of a few figures, and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The middle one; of an even number, the mean of the middle two.
    pub median: f64,
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl Spread {
    /// None of no figures.
    pub fn of(figures: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut sorted: Vec<f64> = figures.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (low, high) = (*sorted.first()?, *sorted.last()?);
        let middle = sorted.len() / 2;
        let median = match sorted.len() % 2 {
            0 => f64::midpoint(sorted[middle - 1], sorted[middle]),
            _ => sorted[middle],
        };
        Some(Spread { median, low, high })
    }
}

/// A histogram of latencies in microseconds, up to a minute.
pub fn latencies_us() -> Result<Histogram<u64>, BenchError> {
    Ok(Histogram::new_with_bounds(1, HIGHEST_US, DIGITS)?)
}

/// Adds a latency to a histogram of microseconds.
pub fn record(histogram: &mut Histogram<u64>, took: Duration) {
    histogram.saturating_record(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
}

#[cfg(test)]
mod tests;
