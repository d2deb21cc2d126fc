//! The numbers that a measurement can give, and one of them as it was read.
//!
//! Knows nothing of how a number comes about.

use crate::machine::meter::Spent;

/// What a number says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Microseconds of CPU, user and kernel, a move.
    CpuPerMove,
    /// Moves a second.
    MovesPerS,
    /// Bytes of text delivered a move.
    BytesPerMove,
    /// Microseconds: half of all were quicker.
    LatencyP50,
    /// Microseconds: 99 in 100 were quicker.
    LatencyP99,
    /// Microseconds: 999 in 1,000 were quicker.
    LatencyP999,
    /// Percent of the moves that left late.
    Late,
    /// KiB of resident memory a connection.
    KibPerConnection,
    /// Percent of a core used by connections that do nothing.
    IdleCpu,
    /// Microseconds of CPU a delivery.
    CpuPerDelivery,
    /// Deliveries a second.
    DeliveriesPerS,
    /// Microseconds until the last spectator had a move: the median.
    LastP50,
    /// Microseconds until the last spectator had a move: 99 in 100 were quicker.
    LastP99,
    /// Microseconds of CPU to let a client in.
    CpuPerFirst,
    /// Microseconds of CPU to let a client back in.
    CpuPerReturn,
    /// Percent of a core that the measured process used.
    ServerBusy,
    /// Percent of a core that the load used.
    LoadBusy,
    /// Nanoseconds of CPU that a message of the probe took.
    Probe,
}

/// A number's name in JSON, its heading in a table, and its digits there.
struct About(&'static str, &'static str, usize);

impl Number {
    const fn about(self) -> About {
        match self {
            Number::CpuPerMove => About("cpu_us_per_move", "CPU µs a move", 1),
            Number::MovesPerS => About("moves_per_s", "moves/s", 0),
            Number::BytesPerMove => About("bytes_delivered_per_move", "bytes out a move", 0),
            Number::LatencyP50 => About("latency_p50_us", "p50 µs", 0),
            Number::LatencyP99 => About("latency_p99_us", "p99 µs", 0),
            Number::LatencyP999 => About("latency_p999_us", "p99.9 µs", 0),
            Number::Late => About("late_percent", "left late %", 2),
            Number::KibPerConnection => About("kib_per_connection", "KiB a connection", 2),
            Number::IdleCpu => About("idle_cpu_percent", "CPU % of a core", 2),
            Number::CpuPerDelivery => About("cpu_us_per_delivery", "CPU µs a delivery", 2),
            Number::DeliveriesPerS => About("deliveries_per_s", "deliveries/s", 0),
            Number::LastP50 => About("last_p50_us", "the last has it: p50 µs", 0),
            Number::LastP99 => About("last_p99_us", "the last has it: p99 µs", 0),
            Number::CpuPerFirst => About("cpu_us_per_first_connect", "CPU µs a first connect", 0),
            Number::CpuPerReturn => About("cpu_us_per_return", "CPU µs a return", 0),
            Number::ServerBusy => About("server_busy_percent", "server busy %", 0),
            Number::LoadBusy => About("load_busy_percent", "load busy %", 0),
            Number::Probe => About("probe_ns", "probe ns", 0),
        }
    }

    /// As JSON calls it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.about().0
    }

    /// As a table calls it.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        self.about().1
    }

    /// Digits behind the point.
    #[must_use]
    pub const fn digits(self) -> usize {
        self.about().2
    }

    /// Whether it is CPU time for something done, which in a comparison is
    /// divided by the probe's.
    #[must_use]
    pub const fn is_cpu_time(self) -> bool {
        use Number::{CpuPerDelivery, CpuPerFirst, CpuPerMove, CpuPerReturn};
        matches!(
            self,
            CpuPerMove | CpuPerDelivery | CpuPerFirst | CpuPerReturn
        )
    }
}

/// A number as it was read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What it says.
    pub number: Number,
    /// How much.
    pub value: f64,
    /// What the probe took in the same window.
    pub probe_ns: Option<f64>,
}

impl Reading {
    /// Read in that window.
    #[must_use]
    pub fn new(number: Number, value: f64, spent: &Spent) -> Reading {
        Reading {
            number,
            value,
            probe_ns: spent.probe_ns,
        }
    }

    /// As it is compared: CPU time in messages of the probe, so that it is
    /// free of how fast the machine was. None when the probe is missing.
    #[must_use]
    pub fn scaled(&self) -> Option<f64> {
        match self.number.is_cpu_time() {
            true => Some(self.value * 1e3 / self.probe_ns?),
            false => Some(self.value),
        }
    }
}

/// How busy everybody was in a window, and the probe.
pub fn busy(spent: &Spent) -> impl Iterator<Item = Reading> {
    let numbers = [
        (
            Number::ServerBusy,
            spent.served_busy().map(|busy| busy * 100.0),
        ),
        (Number::LoadBusy, Some(spent.own_busy() * 100.0)),
        (Number::Probe, spent.probe_ns),
    ];
    let spent = *spent;
    numbers
        .into_iter()
        .filter_map(move |(number, value)| Some(Reading::new(number, value?, &spent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_compared_in_messages_of_the_probe_and_nothing_else_is() {
        let read = |number, probe_ns| Reading {
            number,
            value: 12.0,
            probe_ns,
        };
        let scaled = |number, probe_ns| read(number, probe_ns).scaled();
        assert_eq!(scaled(Number::CpuPerMove, Some(4_000.0)), Some(3.0));
        assert_eq!(scaled(Number::CpuPerMove, None), None);
        assert_eq!(scaled(Number::LatencyP50, Some(4_000.0)), Some(12.0));
        assert_eq!(scaled(Number::KibPerConnection, None), Some(12.0));
    }
}
