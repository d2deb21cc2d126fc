//! The processor time that this thread has had; where the system does not tell, the time that passed.

use std::time::Duration;

#[cfg(unix)]
pub(super) fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // It is never negative.
    clock_gettime(ClockId::ThreadCPUTime)
        .try_into()
        .unwrap_or_default()
}

#[cfg(not(unix))]
pub(super) fn cpu_time() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}
