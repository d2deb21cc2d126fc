//! Time that rooms lost while the server was away, and while it stood still.

use clock::{Clock, Outage};
use journal::Opening;

/// Clients are asked to spread their return after a restart; until they can be
/// back, no clock runs against them either.
const RETURN_MS: u64 = 10_000;

/// The outages up to the start of a service, and the gaps of its clock since.
pub(super) struct Downtime {
    clock: Clock,
    started_ms: u64,
    /// The oldest first.
    outages: Vec<Outage>,
}

impl Downtime {
    /// That of a service which starts now.
    pub fn new(clock: Clock, opening: &Opening) -> Downtime {
        let started_ms = clock.now_ms();
        let mut outages = opening.outages.clone();
        // To read the journal took time, in which nobody could play either.
        if let Some(last) = outages.last_mut().filter(|o| o.to_ms == opening.opened_ms) {
            last.to_ms = started_ms.max(last.to_ms);
        }
        Downtime {
            clock,
            started_ms,
            outages,
        }
    }

    /// When the service started.
    pub fn started_ms(&self) -> u64 {
        self.started_ms
    }

    /// Time that the server was away before it.
    pub fn away_ms(&self) -> u64 {
        self.outages.last().map_or(0, |last| last.after_ms(0))
    }

    /// The time that a room whose last event was at `at_ms` lost, when it is
    /// first looked at after a start: every outage since of `least_ms` or more,
    /// and the time that coming back takes after each.
    pub fn lost_ms(&self, at_ms: u64, now_ms: u64, least_ms: u64) -> u64 {
        let ends = self.outages.iter().skip(1).map(|next| next.from_ms);
        let missed = self.outages.iter().zip(ends.chain([now_ms]));
        let missed =
            missed.filter(|(outage, _)| outage.to_ms > at_ms && outage.after_ms(at_ms) >= least_ms);
        let lost = missed.map(|(outage, end_ms)| {
            let returning_ms = end_ms.saturating_sub(outage.to_ms).min(RETURN_MS);
            outage.after_ms(at_ms) + returning_ms
        });
        match self.outages.is_empty() {
            true if least_ms == 0 => now_ms.saturating_sub(self.started_ms).min(RETURN_MS),
            true => 0,
            false => lost.sum(),
        }
    }

    /// The time that a room whose last event was at `at_ms` lost while this
    /// server stood still for `least_ms` or longer.
    pub fn missed_ms(&self, at_ms: u64, least_ms: u64) -> u64 {
        // The time before the start is an outage.
        self.clock.missed_ms(at_ms.max(self.started_ms), least_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A service that starts after outages from and to these seconds, with a journal that was opened at 100 s.
    fn started_at(now_s: u64, outages_s: &[(u64, u64)]) -> Downtime {
        let outages = outages_s.iter().map(|(from_s, to_s)| Outage {
            from_ms: from_s * 1_000,
            to_ms: to_s * 1_000,
        });
        let opening = Opening {
            outages: outages.collect(),
            opened_ms: 100_000,
            ..Opening::default()
        };
        Downtime::new(Clock::manual(now_s * 1_000), &opening)
    }

    #[test]
    fn an_outage_counts_from_the_last_event_with_the_time_to_come_back() {
        let downtime = started_at(100, &[(40, 100)]);
        assert_eq!(downtime.lost_ms(30_000, 100_000, 0), 60_000);
        assert_eq!(downtime.lost_ms(30_000, 103_000, 0), 63_000);
        assert_eq!(downtime.lost_ms(30_000, 150_000, 0), 60_000 + RETURN_MS);
        assert_eq!(downtime.lost_ms(70_000, 100_000, 0), 30_000);
        assert_eq!(downtime.lost_ms(100_000, 150_000, 0), 0, "it came after");
    }

    #[test]
    fn the_return_after_an_outage_ends_with_the_next() {
        let downtime = started_at(100, &[(20, 30), (34, 100)]);
        let both_ms = 10_000 + 4_000 + 66_000 + RETURN_MS;
        assert_eq!(downtime.lost_ms(0, 200_000, 0), both_ms);
        let long_ms = 66_000 + RETURN_MS;
        assert_eq!(downtime.lost_ms(0, 200_000, 60_000), long_ms);
    }

    #[test]
    fn without_an_outage_only_the_return_after_the_start_is_lost() {
        let downtime = started_at(100, &[]);
        assert_eq!(downtime.lost_ms(0, 104_000, 0), 4_000);
        assert_eq!(downtime.lost_ms(0, 150_000, 0), RETURN_MS);
        assert_eq!(downtime.lost_ms(0, 150_000, 1), 0);
    }

    #[test]
    fn the_last_outage_includes_the_reading_of_the_journal() {
        let downtime = started_at(102, &[(40, 100)]);
        assert_eq!(downtime.away_ms(), 62_000);
    }
}
