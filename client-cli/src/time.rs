//! Durations and dates as text.

/// Whole seconds, rounded up: "0 s left" is never said while time is left.
#[must_use]
pub fn seconds(ms: u64) -> u64 {
    ms.div_ceil(1_000)
}

/// Minutes and seconds as a clock shows them.
#[must_use]
pub fn clock_face(ms: u64) -> String {
    let s = seconds(ms);
    format!("{}:{:02}", s / 60, s % 60)
}

/// A date and the time of day, in UTC.
struct Utc {
    year: u64,
    month: u64,
    day: u64,
    /// Seconds since midnight.
    second: u64,
}

/// The last millisecond of the year 9999: later times are a hostile server's,
/// and would not sort.
const LATEST_MS: u64 = 253_402_300_799_999;

impl Utc {
    /// By counting in years that begin in March, so that the leap day comes
    /// last: eras of 400 years have 146 097 days, and five months have 153.
    fn of(unix_ms: u64) -> Utc {
        let seconds = unix_ms.min(LATEST_MS) / 1_000;
        // Days since 1 March of the year 0.
        let days = seconds / 86_400 + 719_468;
        let of_era = days % 146_097;
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = (from_march + 2) % 12 + 1;
        Utc {
            year: days / 146_097 * 400 + year_of_era + u64::from(month <= 2),
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            second: seconds % 86_400,
        }
    }
}

/// A time as people read it, in UTC: `2026-11-21 06:52`.
#[must_use]
pub fn date_time(unix_ms: u64) -> String {
    let utc = Utc::of(unix_ms);
    let minutes = utc.second / 60;
    format!(
        "{:04}-{:02}-{:02} {:02}:{:02}",
        utc.year,
        utc.month,
        utc.day,
        minutes / 60,
        minutes % 60
    )
}

/// A time as part of a file's name, in UTC: `2026-11-21T06-52-09Z`. Names sort
/// as times do.
#[must_use]
pub fn stamp(unix_ms: u64) -> String {
    let minute = date_time(unix_ms).replace(' ', "T").replace(':', "-");
    format!("{minute}-{:02}Z", Utc::of(unix_ms).second % 60)
}

#[cfg(test)]
mod tests;
