//! The server's time as this machine can know it, and how it is written.
//!
//! Knows nothing of frames or faces. The machine's own wall clock plays no
//! part: it may be wrong.

use tokio::time::Instant;

/// The server's clock, told by the frames that came from it.
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    at_ms: u64,
    heard: Instant,
}

impl ServerClock {
    /// A clock that a frame from the server has just set.
    #[must_use]
    pub fn set(at_ms: u64, heard: Instant) -> ServerClock {
        ServerClock { at_ms, heard }
    }

    /// Takes the time of a further frame. A frame can only be late, so the
    /// clock goes forward by it and never back.
    pub fn heard(&mut self, at_ms: u64, now: Instant) {
        if at_ms > self.now_ms(now) {
            *self = ServerClock::set(at_ms, now);
        }
    }

    /// The server's time at an instant of ours.
    #[must_use]
    pub fn now_ms(&self, now: Instant) -> u64 {
        let since = now.saturating_duration_since(self.heard).as_millis();
        self.at_ms
            .saturating_add(u64::try_from(since).unwrap_or(u64::MAX))
    }
}

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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_clock_follows_the_least_late_frame() {
        let start = Instant::now();
        let later = |ms| start + Duration::from_millis(ms);
        let mut clock = ServerClock::set(1_000, start);
        assert_eq!(clock.now_ms(later(500)), 1_500);
        clock.heard(1_400, later(500));
        assert_eq!(clock.now_ms(later(500)), 1_500, "a late frame");
        clock.heard(1_600, later(500));
        assert_eq!(clock.now_ms(later(600)), 1_700);
    }

    #[test]
    fn durations_round_up() {
        assert_eq!(seconds(1), 1);
        assert_eq!(clock_face(59_001), "1:00");
        assert_eq!(clock_face(0), "0:00");
    }
}
