//! A process's use of resources between two instants, and the speed of its core meanwhile.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use crate::{
    BenchError,
    machine::{
        cores::Cores,
        links::LinkTraffic,
        probe::CoreProbe,
        procfs::{self, cpu_of, cpu_of_self, cpu_of_threads},
    },
};

/// Name of the server's threads on which its computers think, at the lowest priority: they take
/// what nobody else wants, and are not charged to people's games.
const SEARCH_THREADS: &str = "search";

/// Measures one process, and this one beside it.
pub struct ProcessMeter {
    pid: Option<u32>,
    probe: Option<CoreProbe>,
    /// A node of a cluster, of which the links are measured, too.
    node: Option<SocketAddr>,
}

/// Resources used up to an instant.
pub struct MeterReading {
    at: Instant,
    served: Option<Duration>,
    own: Duration,
    samples: usize,
    links: Option<LinkTraffic>,
}

/// Resources used between two instants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResourceUsage {
    /// Time between the two.
    pub wall: Duration,
    /// CPU time of the measured process, if there is one, without its search threads.
    pub served: Option<Duration>,
    /// CPU time of this process, the probe's small share included.
    pub own: Duration,
    /// Median CPU time of a message of the probe, in nanoseconds.
    pub probe_ns: Option<f64>,
    /// Traffic over the links of a cluster's node.
    pub links: Option<LinkTraffic>,
}

impl ProcessMeter {
    /// Of the process `pid`; where there are cores, with a probe on its.
    pub fn new(pid: Option<u32>, cores: Option<Cores>) -> Result<ProcessMeter, BenchError> {
        let probe = cores
            .map(|cores| CoreProbe::start(cores.subject))
            .transpose()?;
        Ok(ProcessMeter {
            pid,
            probe,
            node: None,
        })
    }

    /// Measures the links of the node at that address, too.
    #[must_use]
    pub fn with_links(self, node: Option<SocketAddr>) -> ProcessMeter {
        ProcessMeter { node, ..self }
    }

    /// Resident memory of the measured process now, in KiB.
    pub fn resident_kib(&self) -> Result<u64, BenchError> {
        procfs::resident_kib(self.pid.ok_or("no process is measured")?)
    }

    /// Now.
    pub fn begin(&self) -> Result<MeterReading, BenchError> {
        // Before the CPU time is read, so that the answer is not charged to what follows.
        self.reading(self.links()?)
    }

    fn links(&self) -> Result<Option<LinkTraffic>, BenchError> {
        self.node.map(LinkTraffic::of).transpose()
    }

    fn reading(&self, links: Option<LinkTraffic>) -> Result<MeterReading, BenchError> {
        Ok(MeterReading {
            at: Instant::now(),
            served: self.pid.map(served).transpose()?,
            own: cpu_of_self()?,
            samples: self.probe.as_ref().map_or(0, CoreProbe::samples),
            links,
        })
    }

    /// Resources used since then.
    pub fn since(&self, mark: &MeterReading) -> Result<ResourceUsage, BenchError> {
        let probe_ns = self.probe.as_ref();
        let probe_ns = probe_ns.and_then(|probe| probe.median_ns(mark.samples));
        let mut now = self.reading(None)?;
        now.links = self.links()?;
        Ok(mark.until(&now, probe_ns))
    }
}

fn served(pid: u32) -> Result<Duration, BenchError> {
    let thought = cpu_of_threads(pid, SEARCH_THREADS)?;
    Ok(cpu_of(pid)?.saturating_sub(thought))
}

impl MeterReading {
    fn until(&self, now: &MeterReading, probe_ns: Option<f64>) -> ResourceUsage {
        let served = now.served.zip(self.served);
        ResourceUsage {
            wall: now.at - self.at,
            served: served.map(|(now, then)| now.saturating_sub(then)),
            own: now.own.saturating_sub(self.own),
            probe_ns,
            links: now.links.zip(self.links).map(|(now, then)| now.since(then)),
        }
    }
}

impl ResourceUsage {
    /// Microseconds of the measured process's CPU for each of `n` units of work.
    pub fn cpu_us(&self, things: u64) -> Option<f64> {
        Some(self.served?.as_secs_f64() * 1e6 / things as f64)
    }

    /// Share of a core that the measured process used.
    pub fn served_busy(&self) -> Option<f64> {
        Some(self.served?.as_secs_f64() / self.wall.as_secs_f64())
    }

    /// Share of a core that this process used.
    pub fn own_busy(&self) -> f64 {
        self.own.as_secs_f64() / self.wall.as_secs_f64()
    }
}

#[cfg(test)]
mod tests;
