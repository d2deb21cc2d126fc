//! A fixed rate: instants at which something is due, whatever happened before. The runtime's timer
//! is exact to a millisecond.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// A fixed rate.
pub struct Pace {
    next: Instant,
    every: Duration,
}

impl Pace {
    /// This many a second, the first one after `wait`.
    pub fn new(per_s: f64, wait: Duration) -> Pace {
        Pace {
            next: Instant::now() + wait,
            every: Duration::from_secs_f64(1.0 / per_s),
        }
    }

    /// Waits for the next instant; says whether it had not passed already.
    pub async fn due(&mut self) -> bool {
        let in_time = Instant::now() <= self.next;
        sleep_until(self.next).await;
        self.next += self.every;
        in_time
    }
}

#[cfg(test)]
mod tests;
