//! Rate limit: the generic cell rate algorithm (ITU-T I.371), which needs one
//! number for each thing that it limits.

/// Error of the sums below, in milliseconds; a rate is not refused for it.
const ROUNDING_MS: f64 = 0.01;

/// A rate with a burst.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// Milliseconds that one event takes of the allowance.
    interval_ms: f64,
    /// Events that may come at once.
    burst: f64,
}

/// One counted thing: when its allowance will be full again, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct RateMeter(f64);

impl Rate {
    /// `count` in `period_ms`, of which `burst` may come at once.
    pub const fn new(count: u64, period_ms: u64, burst: u64) -> Rate {
        Rate {
            interval_ms: period_ms as f64 / (if count == 0 { 1 } else { count }) as f64,
            burst: burst as f64,
        }
    }

    /// Milliseconds in which a whole burst comes back.
    pub fn full_ms(&self) -> f64 {
        self.burst * self.interval_ms
    }

    /// `factor` times as much, in rate and burst.
    #[must_use]
    pub fn times(self, factor: u32) -> Rate {
        Rate {
            interval_ms: self.interval_ms / f64::from(factor),
            burst: self.burst * f64::from(factor),
        }
    }
}

impl RateMeter {
    /// Counts one event.
    ///
    /// # Errors
    /// When it is one too many, with the milliseconds until it would not be.
    pub fn count(&mut self, rate: &Rate, now_ms: u64) -> Result<(), u64> {
        self.has(rate, 1, now_ms)?;
        self.add(rate, 1, now_ms);
        Ok(())
    }

    /// Whether the allowance has so much left. More than the whole burst is
    /// there when the allowance is full.
    ///
    /// # Errors
    /// With the milliseconds until it has.
    pub fn has(&self, rate: &Rate, amount: u32, now_ms: u64) -> Result<(), u64> {
        let left = (rate.burst - f64::from(amount)).max(0.0);
        let early_ms = self.0 - now_ms as f64 - left * rate.interval_ms;
        match early_ms > ROUNDING_MS {
            true => Err(early_ms.ceil() as u64),
            false => Ok(()),
        }
    }

    /// Takes so much, whether it is there or not: a debt of at most another burst.
    pub fn add(&mut self, rate: &Rate, amount: u32, now_ms: u64) {
        let now = now_ms as f64;
        let most = now + (rate.burst * 2.0).max(f64::from(amount)) * rate.interval_ms;
        self.0 = (self.0.max(now) + f64::from(amount) * rate.interval_ms).min(most);
    }

    /// Milliseconds until the whole allowance is there.
    pub fn ahead_ms(&self, now_ms: u64) -> u64 {
        // Casts of negative numbers saturate.
        (self.0 - now_ms as f64) as u64
    }

    /// The share of the allowance that is not there, from 0; a debt is above 1.
    pub fn used(&self, rate: &Rate, now_ms: u64) -> f64 {
        (self.0 - now_ms as f64).max(0.0) / (rate.burst * rate.interval_ms)
    }

    /// Whether the whole allowance is there, so that nothing is worth remembering.
    pub fn is_full(&self, now_ms: u64) -> bool {
        self.0 <= now_ms as f64
    }
}

#[cfg(test)]
mod tests;
