//! The server's clock, the only source of time and of waiting: Unix
//! milliseconds, never running back.

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
                let left_ms = at_ms.saturating_sub(self.now_ms());
                // Even the shortest sleep would last until the timer's next tick.
                if left_ms > 0 {
                    tokio::time::sleep(Duration::from_millis(left_ms)).await;
                }
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

/// The next instant at which one task has something to do, moved by others.
#[derive(Debug)]
pub struct NextDeadline(watch::Sender<Option<u64>>);

impl Default for NextDeadline {
    fn default() -> Self {
        NextDeadline(watch::Sender::new(None))
    }
}

impl NextDeadline {
    /// Moves it; without an instant there is nothing to do.
    pub fn set(&self, at_ms: Option<u64>) {
        self.0
            .send_if_modified(|next| std::mem::replace(next, at_ms) != at_ms);
    }

    /// Waits until it is reached, however often it is moved meanwhile.
    /// Cancel-safe.
    pub async fn reached(&self, clock: &Clock) {
        let mut moved = self.0.subscribe();
        loop {
            let next = *moved.borrow_and_update();
            let reached = async {
                match next {
                    Some(at_ms) => clock.sleep_until(at_ms).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = reached => return,
                // The sender lives in `self`, so this only ever means a change.
                _ = moved.changed() => {}
            }
        }
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
