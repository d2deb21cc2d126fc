//! Durations and dates as text.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::{SignedDuration, civil::date};

/// Whole seconds, rounded up: "0 s left" is never said while time is left.
pub fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1_000)
}

/// The day of a time, in UTC: `2026-11-21`.
pub fn day(unix_ms: u64) -> String {
    utc("%F", unix_ms)
}

/// A time as people read it, in UTC: `2026-11-21 06:52`.
pub fn date_time(unix_ms: u64) -> String {
    utc("%F %R", unix_ms)
}

/// A time as part of a file's name, in UTC: `2026-11-21T06-52-09Z`. Names sort
/// as times do.
pub fn stamp(unix_ms: u64) -> String {
    utc("%FT%H-%M-%SZ", unix_ms)
}

fn utc(format: &str, unix_ms: u64) -> String {
    let since = SignedDuration::from_millis(i64::try_from(unix_ms).unwrap_or(i64::MAX));
    // Up to the year 9999: later times are a hostile server's, and would not sort.
    let time = date(1970, 1, 1).at(0, 0, 0, 0).saturating_add(since);
    time.strftime(format).to_string()
}

/// This machine's wall clock, in Unix milliseconds.
pub fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = since.map_or(0, |since| since.as_millis());
    u64::try_from(ms).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
