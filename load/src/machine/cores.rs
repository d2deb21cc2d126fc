//! Core affinity: the measured process on one processor core, the load on another. Left to the
//! system they share a core whenever something else needs one, and then the same command was seen
//! to cost a quarter less.
//!
//! Elsewhere than on Linux, or with a single core, everything runs where the system likes.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::BenchError;

/// A core for the measured process and one for the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cores {
    /// The measured process's, all its threads together.
    pub subject: usize,
    /// The load's.
    pub load: usize,
}

impl Cores {
    /// Two of the cores this process may use, if there are two.
    #[cfg(target_os = "linux")]
    pub fn choose() -> Option<Cores> {
        let allowed = sched_getaffinity(None).ok()?;
        let mut cores = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
        Some(Cores {
            subject: cores.next()?,
            load: cores.next()?,
        })
    }

    /// None that could be had.
    #[cfg(not(target_os = "linux"))]
    pub fn choose() -> Option<Cores> {
        None
    }
}

/// Keeps this thread, and every thread that it starts from now on, on one core.
#[cfg(target_os = "linux")]
pub fn stay_on(core: usize) -> Result<(), BenchError> {
    let mut only = CpuSet::new();
    only.set(core);
    Ok(sched_setaffinity(None, &only)?)
}

/// Not here.
#[cfg(not(target_os = "linux"))]
pub fn stay_on(_core: usize) -> Result<(), BenchError> {
    Ok(())
}
