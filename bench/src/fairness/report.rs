//! What the innocents saw, against what they see when nobody attacks.

use std::time::Duration;

pub use super::innocents::Seen;

/// What is always good enough, however fast it is when nobody else is there.
const ALWAYS_FAIR: Duration = Duration::from_millis(20);
/// How much slower than when nobody else is there.
const TIMES_QUIET: u32 = 2;

/// One attack and what the innocents saw of it.
pub struct Observation {
    pub attack: String,
    /// Of how many addresses it came.
    pub addresses: u8,
    /// For how long.
    pub seconds: u64,
    pub seen: Seen,
}

/// Every attack.
pub struct FairnessReport {
    quiet: Seen,
    observations: Vec<Observation>,
}

impl FairnessReport {
    /// Of a server at which `quiet` was seen before any attack.
    #[must_use]
    pub fn new(quiet: Seen) -> FairnessReport {
        FairnessReport {
            quiet,
            observations: Vec::new(),
        }
    }

    /// What was seen before any attack.
    #[must_use]
    pub fn quiet(&self) -> &Seen {
        &self.quiet
    }

    /// What was seen at the last look at an attack.
    pub fn add(&mut self, last: Observation) {
        self.observations.push(last);
    }

    /// The longest that the 99th percentile of a command may be.
    fn allowed(&self) -> Duration {
        ALWAYS_FAIR.max(p99(&self.quiet) * TIMES_QUIET)
    }

    /// The row of what was seen before any attack.
    #[must_use]
    pub fn quiet_line(&self) -> String {
        self.row("nobody else", &self.quiet)
    }

    /// One row.
    #[must_use]
    pub fn line(&self, it: &Observation) -> String {
        let what = format!(
            "{}, {} addresses, {} s",
            it.attack, it.addresses, it.seconds
        );
        self.row(&what, &it.seen)
    }

    fn row(&self, what: &str, seen: &Seen) -> String {
        let ms = |us: u64| us as f64 / 1_000.0;
        format!(
            "{} {what}: a move p50 {:.1} ms, p99 {:.1} ms, at most {:.1} ms; {} of {} newcomers, at most {:.1} ms",
            if self.is_fair(seen) { "ok  " } else { "FAIL" },
            ms(seen.commands.value_at_quantile(0.5)),
            ms(seen.commands.value_at_quantile(0.99)),
            ms(seen.commands.max()),
            seen.newcomers.len(),
            seen.newcomers.len() + seen.locked_out.len() as u64,
            ms(seen.newcomers.max()),
        )
    }

    /// Whether it was fair to the innocents.
    #[must_use]
    pub fn is_fair(&self, seen: &Seen) -> bool {
        seen.locked_out.is_empty() && p99(seen) <= self.allowed()
    }

    /// A sentence for each attack that was not fair to the innocents.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let unfair = self
            .observations
            .iter()
            .filter(|it| !self.is_fair(&it.seen));
        unfair
            .map(|it| {
                let mut line = self.line(it);
                for why in &it.seen.locked_out {
                    line.push_str("\n     ");
                    line.push_str(why);
                }
                line
            })
            .collect()
    }
}

fn p99(seen: &Seen) -> Duration {
    Duration::from_micros(seen.commands.value_at_quantile(0.99))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{latencies_us, record};

    fn seen(ms: u64, locked_out: &[&str]) -> Seen {
        let mut seen = Seen {
            commands: latencies_us().unwrap(),
            newcomers: latencies_us().unwrap(),
            locked_out: locked_out.iter().map(ToString::to_string).collect(),
        };
        record(&mut seen.commands, Duration::from_millis(ms));
        seen
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
                report.is_fair(&seen(attacked, &[])),
                fair,
                "{quiet} {attacked}"
            );
        }
    }

    #[test]
    fn whoever_is_locked_out_is_a_finding() {
        let mut report = FairnessReport::new(seen(1, &[]));
        report.add(Observation {
            attack: "something".into(),
            addresses: 1,
            seconds: 10,
            seen: seen(1, &["a newcomer: no welcome in time"]),
        });
        let findings = report.findings();
        assert_eq!(findings.len(), 1);
        assert!(findings[0].contains("no welcome in time"), "{findings:?}");
    }
}
