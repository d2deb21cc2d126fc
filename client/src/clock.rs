//! The server's time, estimated from its frames; this machine's wall clock may be wrong
//! and is not used.

use std::time::Duration;

use tokio::time::Instant;

/// Estimate of the server's clock from the timestamps of its frames.
///
/// ```
/// use std::time::Duration;
///
/// use oxo_client::clock::ServerClock;
/// use tokio::time::Instant;
///
/// let now = Instant::now();
/// let clock = ServerClock::set(1_795_229_000_000, now);
/// let later = now + Duration::from_secs(2);
/// assert_eq!(clock.now_ms(later), 1_795_229_002_000);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ServerClock {
    at_ms: u64,
    heard: Instant,
    /// Whether the server is known not to run, and so its time neither.
    stopped: bool,
}

impl ServerClock {
    /// A clock that a frame from the server has just set.
    #[must_use]
    pub fn set(at_ms: u64, heard: Instant) -> ServerClock {
        ServerClock {
            at_ms,
            heard,
            stopped: false,
        }
    }

    /// The server does not run: nor does its time, until it is set anew.
    pub fn stop(&mut self, now: Instant) {
        *self = ServerClock {
            stopped: true,
            ..ServerClock::set(self.now_ms(now), now)
        };
    }

    /// Takes the time of a further frame. A frame can only be late, so the
    /// clock goes forward by it and never back.
    pub fn heard(&mut self, at_ms: u64, now: Instant) {
        if at_ms > self.now_ms(now) {
            *self = ServerClock::set(at_ms, now);
        }
    }

    /// Our instant of the server's time, but none before the clock was set.
    #[must_use]
    pub fn instant(&self, ms: u64) -> Instant {
        self.heard + Duration::from_millis(ms.saturating_sub(self.at_ms))
    }

    /// The server's time at an instant of ours.
    #[must_use]
    pub fn now_ms(&self, now: Instant) -> u64 {
        if self.stopped {
            return self.at_ms;
        }
        let since = now.saturating_duration_since(self.heard).as_millis();
        self.at_ms
            .saturating_add(u64::try_from(since).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests;
