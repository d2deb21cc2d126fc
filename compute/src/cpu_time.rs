//! The processor time that this thread has had; where the system does not tell, the time that passed.

#[cfg(not(unix))]
use std::time::Instant;

#[cfg(unix)]
use rustix::time::{ClockId, Timespec, clock_gettime};

/// An instant in a thread's own time.
#[derive(Clone, Copy, Debug)]
pub(super) struct CpuTime {
    #[cfg(unix)]
    at: Timespec,
    #[cfg(not(unix))]
    at: Instant,
}

impl CpuTime {
    pub fn now() -> CpuTime {
        CpuTime {
            #[cfg(unix)]
            at: clock_gettime(ClockId::ThreadCPUTime),
            #[cfg(not(unix))]
            at: Instant::now(),
        }
    }

    /// Microseconds since, on the same thread.
    #[cfg(unix)]
    pub fn elapsed_us(self) -> u32 {
        let now = CpuTime::now().at;
        let us = |at: Timespec| at.tv_sec * 1_000_000 + at.tv_nsec / 1_000;
        u32::try_from(us(now) - us(self.at)).unwrap_or(u32::MAX)
    }

    /// Microseconds since.
    #[cfg(not(unix))]
    pub fn elapsed_us(self) -> u32 {
        u32::try_from(self.at.elapsed().as_micros()).unwrap_or(u32::MAX)
    }
}
