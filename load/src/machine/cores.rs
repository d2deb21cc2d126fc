//! Core affinity: the measured process on one processor core, the load on another. Left to the
//! system they share a core whenever something else needs one, and then the same command was seen
//! to cost a quarter less.
//!
//! Elsewhere than on Linux, or with a single core, everything runs where the system likes.

/// A core for the measured process and one for the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cores {
    /// The measured process's, all its threads together.
    pub subject: usize,
    /// The load's.
    pub load: usize,
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    use super::Cores;
    use crate::BenchError;

    impl Cores {
        /// Two of the cores this process may use, if there are two.
        pub fn choose() -> Option<Cores> {
            let allowed = sched_getaffinity(None).ok()?;
            let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
            Some(Cores {
                subject: cores.next()?,
                load: cores.next()?,
            })
        }
    }

    /// Keeps this thread, and what it starts from now on, on one core.
    pub fn stay_on(core: usize) -> Result<(), BenchError> {
        let mut only = CpuSet::new();
        only.set(core);
        Ok(sched_setaffinity(None, &only)?)
    }
}

#[cfg(target_os = "linux")]
pub use linux::stay_on;

#[cfg(not(target_os = "linux"))]
impl Cores {
    /// None that could be had.
    pub fn choose() -> Option<Cores> {
        None
    }
}

/// Not here.
#[cfg(not(target_os = "linux"))]
pub fn stay_on(_core: usize) -> Result<(), crate::BenchError> {
    Ok(())
}
