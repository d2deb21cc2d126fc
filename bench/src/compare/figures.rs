//! List of every figure: its measurement, its divisor, its limit and its target. One more
//! figure is one more line here.

use crate::compare::{
    measurement::Measurement, metric::Metric, scenario::Scenario, subject::Subject,
};

/// A figure. Less is better in all of them.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// To ask for it.
    pub name: &'static str,
    /// In words.
    pub what: &'static str,
    pub quantity: Quantity,
    /// More is a defect; none only for another server, which is there for comparison.
    pub goal: Option<Goal>,
    /// When it is taken without being asked for by name.
    pub part: Part,
}

/// A metric, or its ratio to another one of the same round.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub of: MetricOf,
    /// Divisor; none: it is absolute.
    pub against: Option<MetricOf>,
}

/// A metric of one measurement.
#[derive(Clone, Copy, Debug)]
pub struct MetricOf {
    pub measurement: Measurement,
    pub metric: Metric,
}

/// Goal of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// More is a defect.
    pub limit: f64,
    /// Value that is worked towards.
    pub target: f64,
}

/// When a figure is taken without being asked for by name; each part holds those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// By `check`.
    Check,
    /// By the main comparison.
    Main,
    /// By `all`.
    All,
}

impl Goal {
    /// Rating of a value against it.
    pub fn status(self, value: f64) -> &'static str {
        match value {
            v if v <= self.target => "target met",
            v if v <= self.limit => "within limit",
            _ => "over limit",
        }
    }
}

const GAME: Scenario = Scenario::PLAY;
const BARE: Subject = Subject::BARE_RELAY;
const EVENTS: Subject = Subject::EVENT_RELAY;
const MEMORY: Subject = Subject::MEMORY;
const SQLITE: Subject = Subject::SQLITE;
/// Two computers move as often as one that plays a person.
const COMPUTERS: Subject = MEMORY.raised(&[("exhibition-move-ms", 500)]);
/// No game ends for want of a first move while others take seats.
const CALM: Subject = MEMORY.raised(&[("first-move-ms", 600_000)]);
/// Seats in running games are asked whether they are there no more often than anybody is.
const UNASKED: Subject = MEMORY.raised(&[
    ("first-move-ms", 600_000),
    ("seat-ping-ms", 20_000),
    ("seat-dead-ms", 45_000),
]);
/// A client that reads nothing is not dropped.
const PATIENT: Subject = MEMORY.raised(&[("write-ms", 600_000), ("dead-ms", 600_000)]);

const DIRECT: Subject = Subject::NODE_DIRECT;
const CARRIED: Subject = Subject::NODE_CARRIED;
const CARRIER: Subject = Subject::NODE_CARRIER;

/// All figures, those of the check first.
#[rustfmt::skip]
pub const FIGURES: &[Figure] = {
    use Metric as M;
    use Part::{All, Check, Main};
    &[
        figure("cpu-memory", "CPU a command, journal in memory, against the bare relay", Check, of(MEMORY, GAME, M::CpuPerCommand)).against(BARE, GAME, M::CpuPerCommand).goal(1.08, 0.95),
        figure("cpu-memory-events", "the same, against the relay of our events", Check, of(MEMORY, GAME, M::CpuPerCommand)).against(EVENTS, GAME, M::CpuPerCommand).goal(1.40, 1.00),
        figure("cpu-sqlite", "CPU a command, journal in SQLite, against the bare relay", Check, of(SQLITE, GAME, M::CpuPerCommand)).against(BARE, GAME, M::CpuPerCommand).goal(1.75, 1.50),
        figure("cpu-sqlite-stored", "the same, against a bare relay that stores in SQLite", Check, of(SQLITE, GAME, M::CpuPerCommand)).against(Subject::BARE_RELAY_SQLITE, GAME, M::CpuPerCommand).goal(1.60, 1.25),
        figure("kib", "KiB an idle connection, 2,000 of them", Check, of(MEMORY, Scenario::MEMORY, M::KibIdle)).goal(3.5, 2.5),
        figure("kib-played", "the same after 200 events a room", Check, of(MEMORY, Scenario::MEMORY, M::KibPlayed)).goal(6.0, 4.0),
        figure("other-cpu", "CPU a command, the server that OXO_OTHER_SERVER starts, against the bare relay", Main, of(Subject::OTHER, GAME, M::CpuPerCommand)).against(BARE, GAME, M::CpuPerCommand),
        figure("other-kib", "KiB a connection of that server after 200 messages a pair", Main, of(Subject::OTHER, Scenario::MEMORY, M::KibPlayed)),
        figure("latency-p50", "latency at 2,000 moves/s, median, against the bare relay", All, of(MEMORY, Scenario::PACED, M::LatencyP50)).against(BARE, Scenario::PACED, M::LatencyP50).goal(1.15, 1.0),
        figure("latency-p99", "latency at 2,000 moves/s, p99, against the bare relay", All, of(MEMORY, Scenario::PACED, M::LatencyP99)).against(BARE, Scenario::PACED, M::LatencyP99).goal(1.5, 1.1),
        figure("workers", "CPU a command, two worker threads against one", All, of(Subject::MEMORY_TWO_WORKERS, GAME, M::CpuPerCommand)).against(MEMORY, GAME, M::CpuPerCommand).goal(1.10, 1.03),
        figure("rooms", "CPU a command, 5,000 rooms against the usual number", All, of(MEMORY, Scenario::PLAY_5000, M::CpuPerCommand)).against(MEMORY, GAME, M::CpuPerCommand).goal(1.2, 1.05),
        figure("computers", "CPU a command of people's games beside 200 games between computers at level 3, against without", All, of(COMPUTERS, Scenario::PLAY_BESIDE_COMPUTERS, M::CpuPerCommand)).against(MEMORY, GAME, M::CpuPerCommand).goal(1.10, 1.03),
        figure("kib-played-sqlite", "KiB a connection after 200 events a room, journal in SQLite", All, of(SQLITE, Scenario::MEMORY, M::KibPlayed)).goal(6.0, 4.0),
        figure("latency-sqlite", "latency at 2,000 moves/s, median, journal in SQLite, against the bare relay", All, of(SQLITE, Scenario::PACED, M::LatencyP50)).against(BARE, Scenario::PACED, M::LatencyP50).goal(4.0, 3.0),
        figure("kib-10000", "KiB an idle connection, 10,000 of them", All, of(CALM, Scenario::IDLE_10000, M::KibIdle)).goal(4.0, 2.5),
        figure("kib-growth", "KiB an idle connection, 10,000 against 1,000", All, of(CALM, Scenario::IDLE_10000, M::KibIdle)).against(CALM, Scenario::IDLE_1000, M::KibIdle).goal(1.2, 1.05),
        figure("cpu-seats-10000", "CPU of 10,000 seats in running games where nobody moves, % of a core", All, of(CALM, Scenario::SEATS_10000, M::IdleCpu)).goal(10.0, 5.0),
        figure("cpu-seats", "the same of 1,000 seats", All, of(CALM, Scenario::SEATS_1000, M::IdleCpu)).goal(3.0, 1.0),
        figure("cpu-seats-unasked", "the same, asked every 20 s like other connections", All, of(UNASKED, Scenario::SEATS_1000, M::IdleCpu)).goal(1.0, 0.3),
        figure("watch-cpu", "CPU a delivery, 1,000 spectators, against the bare relay", All, of(MEMORY, Scenario::WATCHED, M::CpuPerDelivery)).against(BARE, Scenario::WATCHED, M::CpuPerDelivery).goal(0.85, 0.75),
        figure("silent-cpu", "CPU a delivery, 100 of 1,000 spectators read nothing, against all reading", All, of(PATIENT, Scenario::PARTLY_SILENT, M::CpuPerDelivery)).against(MEMORY, Scenario::WATCHED, M::CpuPerDelivery).goal(1.2, 1.05),
        figure("silent-p99", "the same: p99 of the latency of those who read", All, of(PATIENT, Scenario::PARTLY_SILENT, M::LatencyP99)).against(MEMORY, Scenario::WATCHED, M::LatencyP99).goal(1.2, 1.05),
        figure("reconnect-storm", "CPU of 10,000 clients coming back at once, against their first connecting", All, of(MEMORY, Scenario::RECONNECT_STORM, M::CpuPerReturn)).against(MEMORY, Scenario::RECONNECT_STORM, M::CpuPerFirst).goal(1.5, 1.1),
        figure("node-cpu-100", "CPU a command of a cluster's node that decides at 100 moves/s, people carried by another node against its own", All, of(CARRIED, Scenario::PACED_100, M::CpuPerCommand)).against(DIRECT, Scenario::PACED_100, M::CpuPerCommand).goal(1.3, 1.0),
        figure("node-cpu-500", "the same at 500 moves/s", All, of(CARRIED, Scenario::PACED_500, M::CpuPerCommand)).against(DIRECT, Scenario::PACED_500, M::CpuPerCommand).goal(1.2, 0.5),
        figure("node-cpu-most", "the same in closed loop", All, of(CARRIED, GAME, M::CpuPerCommand)).against(DIRECT, GAME, M::CpuPerCommand).goal(1.1, 0.5),
        figure("node-cpu-sqlite", "CPU a command of a node that decides, people its own, against SQLite alone", All, of(DIRECT, GAME, M::CpuPerCommand)).against(SQLITE, GAME, M::CpuPerCommand).goal(2.5, 1.5),
        figure("carrier-cpu", "CPU a command of the node that carries, against the one that decides with people its own", All, of(CARRIER, GAME, M::CpuPerCommand)).against(DIRECT, GAME, M::CpuPerCommand).goal(1.2, 0.8),
        figure("node-watch-cpu", "CPU a delivery of the node that decides, 1,000 spectators carried by another against its own", All, of(CARRIED, Scenario::WATCHED, M::CpuPerDelivery)).against(DIRECT, Scenario::WATCHED, M::CpuPerDelivery).goal(0.1, 0.02),
    ]
};

const fn figure(name: &'static str, what: &'static str, part: Part, of: MetricOf) -> Figure {
    Figure {
        name,
        what,
        quantity: Quantity { of, against: None },
        goal: None,
        part,
    }
}

pub(crate) const fn of(subject: Subject, scenario: Scenario, metric: Metric) -> MetricOf {
    MetricOf {
        measurement: Measurement { subject, scenario },
        metric,
    }
}

impl Figure {
    const fn against(self, subject: Subject, scenario: Scenario, metric: Metric) -> Figure {
        let quantity = Quantity {
            of: self.quantity.of,
            against: Some(of(subject, scenario, metric)),
        };
        Figure { quantity, ..self }
    }

    const fn goal(self, limit: f64, target: f64) -> Figure {
        let goal = Some(Goal { limit, target });
        Figure { goal, ..self }
    }
}

impl Quantity {
    /// Measurements that it needs, that of comparison first.
    pub fn measurements(&self) -> impl Iterator<Item = Measurement> + use<> {
        let against = self.against.map(|against| against.measurement);
        against.into_iter().chain([self.of.measurement])
    }
}

/// Every measurement that those figures need, once.
pub fn measurements(figures: &[&Figure]) -> Vec<Measurement> {
    once_each(figures.iter().flat_map(|it| it.quantity.measurements()))
}

/// The items that are not equal to one before.
pub fn once_each<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all
}

/// The figures of a part, those of the parts before included.
pub fn of_part(part: Part) -> Vec<&'static Figure> {
    let within = |figure: &&Figure| figure.part <= part;
    FIGURES.iter().filter(within).collect()
}

#[cfg(test)]
mod tests;
