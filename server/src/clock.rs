//! The server's time: the only way in which anything here learns what time it
//! is or waits for an instant.
//!
//! Unix milliseconds; never runs back.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// A clock that everything of one server shares.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The wall's time at the start, moved on by the monotonic clock, so that
    /// a correction of the wall's clock never runs a game's clock back.
    System {
        /// Unix milliseconds at the start.
        wall_ms: u64,
        /// The same instant on the monotonic clock.
        started: Instant,
    },
    /// Stands still until it is moved.
    Manual(watch::Sender<u64>),
}

impl Clock {
    /// The machine's clock.
    #[must_use]
    pub fn system() -> Clock {
        let wall = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Clock::System {
            wall_ms: millis(wall),
            started: Instant::now(),
        }
    }

    /// A clock that shows `now_ms` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(now_ms: u64) -> Clock {
        Clock::Manual(watch::Sender::new(now_ms))
    }

    /// What time it is.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match self {
            Clock::System { wall_ms, started } => wall_ms + millis(started.elapsed()),
            Clock::Manual(time) => *time.borrow(),
        }
    }

    /// Moves a manual clock on; a system clock moves by itself.
    pub fn advance(&self, by_ms: u64) {
        if let Clock::Manual(time) = self {
            time.send_modify(|now| *now += by_ms);
        }
    }

    /// Waits until it is `at_ms` or later.
    pub async fn sleep_until(&self, at_ms: u64) {
        match self {
            Clock::System { .. } => {
                let left = Duration::from_millis(at_ms.saturating_sub(self.now_ms()));
                tokio::time::sleep(left).await;
            }
            Clock::Manual(time) => {
                // The sender lives in `time` itself, so the wait cannot fail.
                let _ = time.subscribe().wait_for(|now| *now >= at_ms).await;
            }
        }
    }

    /// Waits for `ms` milliseconds.
    pub async fn sleep(&self, ms: u64) {
        self.sleep_until(self.now_ms() + ms).await;
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
