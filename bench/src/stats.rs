//! Median and spread of a few figures, and percentiles of many latencies.
//!
//! Knows nothing of what they are figures of.

use hdrhistogram::Histogram;

use crate::Fault;

/// Longer than anything is waited for.
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
    /// Of no figures there is no median.
    #[must_use]
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

/// For latencies in microseconds, up to a minute.
///
/// # Errors
/// Never: the bounds are constants.
pub fn latencies_us() -> Result<Histogram<u64>, Fault> {
    Ok(Histogram::new_with_bounds(1, HIGHEST_US, DIGITS)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_odd_and_even_numbers_of_figures() {
        let spread = Spread::of([3.0, 1.0, 10.0]).unwrap();
        assert_eq!((spread.low, spread.median, spread.high), (1.0, 3.0, 10.0));
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 9.0]).unwrap().median, 3.0);
        assert_eq!(Spread::of([7.0]).unwrap().median, 7.0);
        assert_eq!(Spread::of([]), None);
    }
}
