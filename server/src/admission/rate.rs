//! How often somebody may do something: the generic cell rate algorithm
//! (ITU-T I.371), which needs one number a counted thing.

/// A rate with a burst.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Milliseconds that one event takes of the allowance.
    interval_ms: f64,
    /// Milliseconds of allowance that can be saved up.
    burst_ms: f64,
}

/// One counted thing: when its allowance will be full again, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateMeter(f64);

impl Rate {
    /// `count` in `period_ms`, of which `burst` may come at once.
    #[must_use]
    pub const fn new(count: u64, period_ms: u64, burst: u64) -> Rate {
        let interval_ms = period_ms as f64 / (if count == 0 { 1 } else { count }) as f64;
        Rate {
            interval_ms,
            burst_ms: interval_ms * burst.saturating_sub(1) as f64,
        }
    }
}

impl RateMeter {
    /// Counts one event.
    ///
    /// # Errors
    /// When it is one too many, with the milliseconds until it would not be.
    pub fn count(&mut self, rate: &Rate, now_ms: u64) -> Result<(), u64> {
        let now = now_ms as f64;
        let early = self.0 - now - rate.burst_ms;
        if early > 0.0 {
            return Err(early.ceil() as u64);
        }
        self.0 = self.0.max(now) + rate.interval_ms;
        Ok(())
    }

    /// Whether the whole allowance is there, so that nothing is worth remembering.
    #[must_use]
    pub fn is_full(&self, now_ms: u64) -> bool {
        self.0 <= now_ms as f64
    }
}

#[cfg(test)]
mod tests;
