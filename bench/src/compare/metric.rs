//! The metrics that a measurement can give, and their readings.

use hdrhistogram::Histogram;
use load::{
    engine::LoadOutcome,
    machine::{links::LinkTraffic, meter::ResourceUsage},
    plan::{Drive, LoadPlan},
    tally::rate,
};

/// A measured quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Microseconds of CPU, user and kernel, a command.
    CpuPerCommand,
    MovesPerS,
    /// Bytes of text delivered a command.
    BytesPerCommand,
    LatencyP50,
    LatencyP90,
    LatencyP99,
    LatencyP999,
    /// Percent of the moves that were due before the command before had arrived.
    Late,
    /// KiB of resident memory a connection, before anybody has played.
    KibIdle,
    /// The same after play.
    KibPlayed,
    /// MiB of resident memory of the whole process, after play.
    ResidentMib,
    /// Percent of a core used by connections that do nothing.
    IdleCpu,
    /// Microseconds of CPU a delivery.
    CpuPerDelivery,
    DeliveriesPerS,
    /// Frames that a node of a cluster wrote to its links at once.
    FramesPerWrite,
    /// Microseconds of CPU to admit a client.
    CpuPerFirst,
    /// Microseconds of CPU to admit a client who comes back.
    CpuPerReturn,
    /// Percent of a core that the measured process used.
    ServerBusy,
    /// Percent of a core that the load used.
    LoadBusy,
    /// Nanoseconds of CPU that a message of the probe took.
    ProbeNs,
}

impl Metric {
    /// Heading in a table, and digits behind the point there.
    pub const fn heading(self) -> (&'static str, usize) {
        match self {
            Metric::CpuPerCommand => ("CPU µs a command", 1),
            Metric::MovesPerS => ("moves/s", 0),
            Metric::BytesPerCommand => ("bytes out a command", 0),
            Metric::LatencyP50 => ("p50 µs", 0),
            Metric::LatencyP90 => ("p90 µs", 0),
            Metric::LatencyP99 => ("p99 µs", 0),
            Metric::LatencyP999 => ("p99.9 µs", 0),
            Metric::Late => ("late %", 2),
            Metric::KibIdle => ("KiB a connection, idle", 2),
            Metric::KibPlayed => ("KiB a connection, after play", 2),
            Metric::ResidentMib => ("MiB in all, after play", 0),
            Metric::IdleCpu => ("CPU % of a core", 2),
            Metric::CpuPerDelivery => ("CPU µs a delivery", 2),
            Metric::DeliveriesPerS => ("deliveries/s", 0),
            Metric::FramesPerWrite => ("frames a write to the link", 2),
            Metric::CpuPerFirst => ("CPU µs a first connect", 0),
            Metric::CpuPerReturn => ("CPU µs a return", 0),
            Metric::ServerBusy => ("server busy %", 0),
            Metric::LoadBusy => ("load busy %", 0),
            Metric::ProbeNs => ("probe ns", 0),
        }
    }

    /// Whether it is a time in microseconds from a move to its reader.
    pub const fn is_latency(self) -> bool {
        use Metric::{LatencyP50, LatencyP90, LatencyP99, LatencyP999};
        matches!(self, LatencyP50 | LatencyP90 | LatencyP99 | LatencyP999)
    }

    /// Whether it is CPU time for something done, which a comparison divides by the probe's.
    pub const fn is_cpu_time(self) -> bool {
        use Metric::{CpuPerCommand, CpuPerDelivery, CpuPerFirst, CpuPerReturn};
        matches!(
            self,
            CpuPerCommand | CpuPerDelivery | CpuPerFirst | CpuPerReturn
        )
    }
}

/// A metric's value in one window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    pub metric: Metric,
    pub value: f64,
    /// Time of the probe in the same window.
    pub probe_ns: Option<f64>,
}

impl Reading {
    /// As it is compared: CPU time in messages of the probe, so that it does not depend on how
    /// fast the core was. None when the probe is missing.
    pub fn scaled(&self) -> Option<f64> {
        match self.metric.is_cpu_time() {
            true => Some(self.value * 1e3 / self.probe_ns?),
            false => Some(self.value),
        }
    }
}

/// All that a load's outcome says.
pub fn readings(plan: &LoadPlan, outcome: &LoadOutcome) -> Vec<Reading> {
    let LoadOutcome { played, spent, .. } = outcome;
    let (commands, watched) = (played.commands(), &played.watched);
    let is_watched = plan.audience.spectators > 0;
    let mut all = Readings(Vec::new(), *spent);
    if commands > 0 && !plan.window.is_zero() {
        let bytes = played.received as f64 / commands as f64;
        all.add(Metric::CpuPerCommand, spent.cpu_us(commands));
        all.add(Metric::MovesPerS, rate(played.moves, spent.wall));
        all.add(Metric::BytesPerCommand, bytes);
    }
    if matches!(plan.drive, Drive::MovesPerSecond(_)) {
        let late = played.late as f64 * 100.0 / played.moves as f64;
        all.add(Metric::Late, late);
        all.latencies(&played.latency_us);
    }
    let frames = spent.links.and_then(LinkTraffic::frames_per_write);
    all.add(Metric::FramesPerWrite, frames);
    if is_watched {
        let deliveries = watched.to_players + watched.to_spectators;
        all.add(Metric::CpuPerDelivery, spent.cpu_us(deliveries));
        all.add(Metric::DeliveriesPerS, rate(deliveries, spent.wall));
        all.latencies(&watched.latency_us);
    }
    if let Some(memory) = outcome.memory {
        let after_play = |value: f64| (commands > 0).then_some(value);
        all.add(Metric::KibIdle, memory.kib_connected);
        all.add(Metric::KibPlayed, after_play(memory.kib_driven));
        all.add(Metric::ResidentMib, after_play(memory.mib_driven));
    }
    let percent = |busy: f64| busy * 100.0;
    if let Some(returning) = outcome.returning {
        let clients = plan.rooms * 2;
        all.1 = outcome.connecting;
        all.add(Metric::CpuPerFirst, outcome.connecting.cpu_us(clients));
        all.1 = returning;
        all.add(Metric::CpuPerReturn, returning.cpu_us(clients));
    } else if plan.drive == Drive::Sit && !is_watched && !plan.window.is_zero() {
        all.add(Metric::IdleCpu, spent.served_busy().map(percent));
    }
    let spent = all.1;
    if !plan.window.is_zero() || plan.storm {
        all.add(Metric::ServerBusy, spent.served_busy().map(percent));
        all.add(Metric::LoadBusy, percent(spent.own_busy()));
        all.add(Metric::ProbeNs, spent.probe_ns);
    }
    all.0
}

/// Readings, and what the window took in which the next are read.
struct Readings(Vec<Reading>, ResourceUsage);

impl Readings {
    fn add(&mut self, metric: Metric, value: impl Into<Option<f64>>) {
        let probe_ns = self.1.probe_ns;
        self.0.extend(value.into().map(|value| Reading {
            metric,
            value,
            probe_ns,
        }));
    }

    fn latencies(&mut self, us: &Histogram<u64>) {
        for (metric, quantile) in [
            (Metric::LatencyP50, 0.5),
            (Metric::LatencyP90, 0.9),
            (Metric::LatencyP99, 0.99),
            (Metric::LatencyP999, 0.999),
        ] {
            self.add(metric, us.value_at_quantile(quantile) as f64);
        }
    }
}

#[cfg(test)]
mod tests;
