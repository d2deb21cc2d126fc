//! Detects dead links: pings after silence, gives up when nothing comes back. The
//! present instant is an argument.

use std::time::Duration;

use tokio::time::Instant;

/// Silence after which the other end is asked. The server pings every 20 s, so
/// on a healthy link it is hardly ever needed.
const ASK_AFTER: Duration = Duration::from_secs(20);
/// Further silence after which the link counts as dead.
const DEAD_AFTER: Duration = Duration::from_secs(15);

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchdogAction {
    Wait,
    Ask,
    Dead,
}

#[derive(Clone, Copy, Debug)]
pub struct Watchdog {
    heard: Instant,
    asked: Option<Instant>,
}

impl Watchdog {
    #[must_use]
    pub fn new(now: Instant) -> Watchdog {
        Watchdog {
            heard: now,
            asked: None,
        }
    }

    /// Anything at all came from the other end.
    pub fn heard(&mut self, now: Instant) {
        *self = Watchdog::new(now);
    }

    /// When to look again.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        match self.asked {
            None => self.heard + ASK_AFTER,
            Some(asked) => asked + DEAD_AFTER,
        }
    }

    /// Looks. After `Ask` the clock to `Dead` runs; it begins with the asking,
    /// so that a machine that slept asks before it gives up.
    pub fn look(&mut self, now: Instant) -> WatchdogAction {
        if now < self.deadline() {
            return WatchdogAction::Wait;
        }
        if self.asked.is_some() {
            return WatchdogAction::Dead;
        }
        self.asked = Some(now);
        WatchdogAction::Ask
    }
}

#[cfg(test)]
mod tests;
