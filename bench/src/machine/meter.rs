//! What a process used between two instants, and how fast its core was.
//!
//! Knows nothing of what was done meanwhile.

use std::time::{Duration, Instant};

use crate::{
    Fault,
    machine::{
        cores::Cores,
        probe::Probe,
        procfs::{self, cpu_of, cpu_of_self, cpu_of_threads},
    },
};

/// The threads of a server on which its computers think: they have only what
/// nobody else wants.
const THINKERS: &str = "thinker";

/// Measures one process, and this one beside it.
pub struct Meter {
    pid: Option<u32>,
    probe: Option<Probe>,
}

/// An instant, to measure from.
pub struct Mark {
    at: Instant,
    served: Option<Duration>,
    own: Duration,
    samples: usize,
}

/// What was used between two instants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spent {
    /// How long it was.
    pub wall: Duration,
    /// CPU time of the measured process, if there is one, but for what its
    /// computers thought.
    pub served: Option<Duration>,
    /// CPU time of this process, the probe's small share included.
    pub own: Duration,
    /// Nanoseconds of CPU time that a message of the probe took, the median;
    /// none without a probe.
    pub probe_ns: Option<f64>,
}

impl Meter {
    /// Of the process `pid`; where there are cores, with a probe on its.
    ///
    /// # Errors
    /// When the probe does not start.
    pub fn new(pid: Option<u32>, cores: Option<Cores>) -> Result<Meter, Fault> {
        let probe = cores.map(|cores| Probe::start(cores.subject)).transpose()?;
        Ok(Meter { pid, probe })
    }

    /// Resident memory of the measured process now, in KiB.
    ///
    /// # Errors
    /// When there is none or it is gone.
    pub fn resident_kib(&self) -> Result<u64, Fault> {
        procfs::resident_kib(self.pid.ok_or("no process is measured")?)
    }

    /// Now.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn begin(&self) -> Result<Mark, Fault> {
        Ok(Mark {
            at: Instant::now(),
            served: self.pid.map(served).transpose()?,
            own: cpu_of_self()?,
            samples: self.probe.as_ref().map_or(0, Probe::samples),
        })
    }

    /// What was used since then.
    ///
    /// # Errors
    /// When the process is gone.
    pub fn since(&self, mark: &Mark) -> Result<Spent, Fault> {
        let probe_ns = self.probe.as_ref();
        let probe_ns = probe_ns.and_then(|probe| probe.median_ns(mark.samples));
        Ok(mark.until(&self.begin()?, probe_ns))
    }
}

fn served(pid: u32) -> Result<Duration, Fault> {
    let thought = cpu_of_threads(pid, THINKERS)?;
    Ok(cpu_of(pid)?.saturating_sub(thought))
}

impl Mark {
    fn until(&self, now: &Mark, probe_ns: Option<f64>) -> Spent {
        let served = now.served.zip(self.served);
        Spent {
            wall: now.at - self.at,
            served: served.map(|(now, then)| now.saturating_sub(then)),
            own: now.own.saturating_sub(self.own),
            probe_ns,
        }
    }
}

impl Spent {
    /// Microseconds of the measured process's CPU for each of so many things.
    #[must_use]
    pub fn cpu_us(&self, things: u64) -> Option<f64> {
        Some(self.served?.as_secs_f64() * 1e6 / things as f64)
    }

    /// How much of a core the measured process used.
    #[must_use]
    pub fn served_busy(&self) -> Option<f64> {
        Some(self.served?.as_secs_f64() / self.wall.as_secs_f64())
    }

    /// How much of a core this process used.
    #[must_use]
    pub fn own_busy(&self) -> f64 {
        self.own.as_secs_f64() / self.wall.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_follow_from_what_was_used() {
        let spent = Spent {
            wall: Duration::from_secs(4),
            served: Some(Duration::from_secs(2)),
            own: Duration::from_secs(3),
            probe_ns: None,
        };
        assert_eq!(spent.cpu_us(20_000), Some(100.0));
        assert_eq!((spent.served_busy(), spent.own_busy()), (Some(0.5), 0.75));
    }

    #[test]
    fn what_was_used_lies_between_two_marks() {
        let second = Duration::from_secs(1);
        let then = Mark {
            at: Instant::now(),
            served: Some(second * 5),
            own: second,
            samples: 0,
        };
        let now = Mark {
            at: then.at + second * 4,
            served: Some(second * 7),
            own: second * 4,
            samples: 0,
        };
        let expected = Spent {
            wall: second * 4,
            served: Some(second * 2),
            own: second * 3,
            probe_ns: Some(1.0),
        };
        assert_eq!(then.until(&now, Some(1.0)), expected);
    }

    #[test]
    fn without_a_process_there_is_no_figure_of_one() {
        let meter = Meter::new(None, None).unwrap();
        let spent = meter.since(&meter.begin().unwrap()).unwrap();
        assert_eq!((spent.served, spent.probe_ns), (None, None));
        assert_eq!(spent.cpu_us(1), None);
        let gone = Meter::new(Some(u32::MAX), None).unwrap();
        assert!(gone.begin().is_err());
    }
}
