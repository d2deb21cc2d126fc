//! The report of the fairness suite: the innocents' figures under attack against those without one.

use std::time::Duration;

use crate::innocents::Seen;

/// Latency that is always good enough, however fast the server is when idle.
const ALWAYS_FAIR: Duration = Duration::from_millis(20);
/// Allowed factor over the latency when nobody else is there.
const TIMES_QUIET: u32 = 2;

/// One attack and what the innocents saw of it.
pub struct Observation<'a> {
    pub attack: &'a str,
    /// Of how many addresses it came.
    pub addresses: u8,
    /// For how long.
    pub seconds: u64,
    /// Usual wait of a newcomer for its request, where that is more than a greeting.
    pub usual_us: Option<u64>,
    pub seen: Seen,
}

/// Every attack.
pub struct FairnessReport {
    quiet: Seen,
    /// A sentence for each attack that was not fair to the innocents.
    pub findings: Vec<String>,
}

impl FairnessReport {
    /// Of a server at which `quiet` was seen before any attack.
    pub fn new(quiet: Seen) -> FairnessReport {
        FairnessReport {
            quiet,
            findings: Vec::new(),
        }
    }

    /// Adds the last look at an attack.
    pub fn add(&mut self, last: &Observation<'_>) {
        if !self.is_fair(last) {
            let locked_out = last.seen.locked_out.iter();
            let whys = locked_out.map(|why| format!("\n     {why}"));
            self.findings
                .push(self.line(last) + &whys.collect::<String>());
        }
    }

    /// The longest that the 99th percentile of a command may be.
    fn allowed(&self) -> Duration {
        ALWAYS_FAIR.max(p99(&self.quiet) * TIMES_QUIET)
    }

    /// The row of the observations before any attack.
    pub fn quiet_line(&self) -> String {
        self.row("nobody else", &self.quiet, true)
    }

    /// One row.
    pub fn line(&self, it: &Observation<'_>) -> String {
        let what = format!(
            "{}, {} addresses, {} s",
            it.attack, it.addresses, it.seconds
        );
        let line = self.row(&what, &it.seen, self.is_fair(it));
        match it.usual_us {
            None => line,
            Some(usual) => format!(
                "{line}, of whom half had what they want within {:.1} ms, usually {:.1} ms",
                median(&it.seen) as f64 / 1_000.0,
                usual as f64 / 1_000.0,
            ),
        }
    }

    fn row(&self, what: &str, seen: &Seen, is_fair: bool) -> String {
        let ms = |us: u64| us as f64 / 1_000.0;
        format!(
            "{} {what}: a move p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms; {} of {} newcomers, at most {:.1} ms",
            if is_fair { "ok  " } else { "FAIL" },
            ms(seen.commands.value_at_quantile(0.5)),
            ms(seen.commands.value_at_quantile(0.99)),
            ms(seen.commands.max()),
            seen.newcomers.len(),
            seen.newcomers.len() + seen.locked_out.len() as u64,
            ms(seen.newcomers.max()),
        )
    }

    /// Whether it was fair to the innocents.
    pub fn is_fair(&self, it: &Observation<'_>) -> bool {
        let times = u64::from(TIMES_QUIET);
        let is_usual = |usual: u64| {
            Duration::from_micros(median(&it.seen))
                <= ALWAYS_FAIR.max(Duration::from_micros(usual * times))
        };
        it.seen.locked_out.is_empty()
            && p99(&it.seen) <= self.allowed()
            && it.usual_us.is_none_or(is_usual)
    }
}

/// Microseconds in which half of the newcomers had what they want.
fn median(seen: &Seen) -> u64 {
    seen.newcomers.value_at_quantile(0.5)
}

fn p99(seen: &Seen) -> Duration {
    Duration::from_micros(seen.commands.value_at_quantile(0.99))
}

#[cfg(test)]
mod tests {
    use super::*;
    use load::stats::{latencies_us, record};

    fn seen(ms: u64, locked_out: &[&str]) -> Seen {
        let mut seen = Seen {
            commands: latencies_us().unwrap(),
            newcomers: latencies_us().unwrap(),
            locked_out: locked_out.iter().map(ToString::to_string).collect(),
        };
        record(&mut seen.commands, Duration::from_millis(ms));
        seen
    }

    fn observation(seen: Seen, usual_us: Option<u64>) -> Observation<'static> {
        Observation {
            attack: "something",
            addresses: 1,
            seconds: 10,
            usual_us,
            seen,
        }
    }

    #[test]
    fn twice_the_quiet_time_or_twenty_milliseconds_is_fair() {
        for (quiet, attacked, fair) in [
            (1, 19, true),
            (1, 21, false),
            (30, 59, true),
            (30, 62, false),
        ] {
            let report = FairnessReport::new(seen(quiet, &[]));
            assert_eq!(
                report.is_fair(&observation(seen(attacked, &[]), None)),
                fair,
                "{quiet} {attacked}"
            );
        }
    }

    #[test]
    fn newcomers_have_what_they_want_within_twice_the_usual_time() {
        let report = FairnessReport::new(seen(1, &[]));
        for (usual_ms, took_ms, fair) in [(170, 330, true), (170, 360, false), (2, 19, true)] {
            let mut seen = seen(1, &[]);
            record(&mut seen.newcomers, Duration::from_millis(took_ms));
            let seen = observation(seen, Some(usual_ms * 1_000));
            assert_eq!(report.is_fair(&seen), fair, "{usual_ms} {took_ms}");
        }
    }

    #[test]
    fn a_locked_out_player_is_a_finding() {
        let mut report = FairnessReport::new(seen(1, &[]));
        let locked_out = seen(1, &["a newcomer: no welcome in time"]);
        report.add(&observation(locked_out, None));
        let findings = report.findings;
        assert_eq!(findings.len(), 1);
        assert!(findings[0].contains("no welcome in time"), "{findings:?}");
    }
}
