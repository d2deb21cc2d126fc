//! Every picture: its points, and what each shows. One more picture is one more function here.

use crate::compare::{
    figures::{Quantity, of, once_each},
    measurement::Measurement,
    metric::Metric,
    scenario::Scenario,
    subject::Subject,
};

/// A picture.
#[derive(Clone, Debug)]
pub struct ChartPlan {
    /// To ask for it, and as its files are called.
    pub name: &'static str,
    pub title: &'static str,
    /// Name of the x axis.
    pub x: &'static str,
    /// Name of the y axis, with its unit.
    pub y: &'static str,
    pub form: ChartForm,
    pub points: Vec<ChartPoint>,
    /// Read in the same windows and kept, but not drawn.
    pub further: Vec<ChartPoint>,
    /// Name of stored results that are drawn beside, of a subject that is not measured any more.
    pub beside: Option<&'static str>,
}

/// How points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartForm {
    /// A bar each, the lowest first.
    Bars,
    /// A line for each series.
    Lines {
        /// The y axis grows tenfold at each step.
        is_log: bool,
    },
}

/// A point: its subject, and its place.
#[derive(Clone, Debug)]
pub struct ChartPoint {
    pub series: &'static str,
    pub x: &'static str,
    pub quantity: Quantity,
}

impl ChartPlan {
    /// Every measurement that it needs, once: all at one place of the x axis, then the next.
    pub fn measurements(&self) -> Vec<Measurement> {
        let mut points: Vec<&ChartPoint> = self.points.iter().chain(&self.further).collect();
        let places: Vec<&str> = points.iter().map(|point| point.x).collect();
        points.sort_by_key(|point| places.iter().position(|place| *place == point.x));
        once_each(points.iter().flat_map(|it| it.quantity.measurements()))
    }
}

type ChartLine = (&'static str, Subject);

const OURS: ChartLine = ("ours, memory", Subject::MEMORY);
const OURS_STORED: ChartLine = ("ours, SQLite", Subject::SQLITE);
const RELAY: ChartLine = ("bare relay", Subject::BARE_RELAY);
const RELAY_STORED: ChartLine = ("bare relay, SQLite", Subject::BARE_RELAY_SQLITE);
const RELAY_OF_EVENTS: ChartLine = ("relay of our events", Subject::EVENT_RELAY);

/// Rooms that hold still while others take their seats.
const CALM: Subject = Subject::MEMORY.raised(&[("first-move-ms", 600_000)]);
const CALM_STORED: Subject = Subject::SQLITE.raised(&[("first-move-ms", 600_000)]);

/// Common parts of most pictures: lines of their own measurements.
const LINES: ChartPlan = ChartPlan {
    name: "",
    title: "",
    x: "",
    y: "",
    form: ChartForm::Lines { is_log: false },
    points: Vec::new(),
    further: Vec::new(),
    beside: None,
};

/// All pictures.
pub fn all() -> Vec<ChartPlan> {
    vec![
        cost(),
        rooms(),
        connections(),
        spectators(),
        latency(),
        play(),
        people(),
    ]
}

fn point(
    series: &'static str,
    x: &'static str,
    (subject, scenario, metric): (Subject, Scenario, Metric),
) -> ChartPoint {
    let quantity = Quantity {
        of: of(subject, scenario, metric),
        against: None,
    };
    ChartPoint {
        series,
        x,
        quantity,
    }
}

/// A line for each subject through all scenarios.
fn lines(
    subjects: &[ChartLine],
    scenarios: &[(&'static str, Scenario)],
    metric: Metric,
) -> Vec<ChartPoint> {
    let line = |&(series, subject): &ChartLine| {
        let at = move |(x, scenario): &(&'static str, Scenario)| {
            point(series, x, (subject, *scenario, metric))
        };
        scenarios.iter().map(at).collect::<Vec<_>>()
    };
    subjects.iter().flat_map(line).collect()
}

fn cost() -> ChartPlan {
    let cpu = |subject| of(subject, Scenario::PLAY, Metric::CpuPerCommand);
    let bar = |(x, subject)| ChartPoint {
        series: "",
        x,
        quantity: Quantity {
            of: cpu(subject),
            against: Some(cpu(Subject::BARE_RELAY)),
        },
    };
    ChartPlan {
        name: "cost",
        title: "CPU a command beside other servers",
        x: "",
        y: "times the bare relay's CPU a command",
        form: ChartForm::Bars,
        points: [OURS, OURS_STORED, RELAY, RELAY_STORED].map(bar).into(),
        beside: Some("others"),
        ..LINES
    }
}

fn rooms() -> ChartPlan {
    let subjects = [OURS, OURS_STORED, RELAY];
    let scenarios = [
        ("10", Scenario::rooms("10 rooms in closed loop", 10)),
        ("50", Scenario::rooms("50 rooms in closed loop", 50)),
        ("200", Scenario::PLAY),
        (
            "1,000",
            Scenario::rooms("1,000 rooms in closed loop", 1_000),
        ),
        ("5,000", Scenario::PLAY_5000),
    ];
    ChartPlan {
        name: "rooms",
        title: "CPU a command as rooms grow",
        x: "rooms that play as fast as they can",
        y: "µs of CPU a command",
        points: lines(&subjects, &scenarios, Metric::CpuPerCommand),
        ..LINES
    }
}

fn connections() -> ChartPlan {
    let subjects = [(OURS.0, CALM), (OURS_STORED.0, CALM_STORED), RELAY];
    let scenarios = [
        ("500", Scenario::idle("500 idle connections", 250)),
        ("1,000", Scenario::IDLE_1000),
        ("2,000", Scenario::idle("2,000 idle connections", 1_000)),
        ("5,000", Scenario::idle("5,000 idle connections", 2_500)),
        ("10,000", Scenario::idle("10,000 idle connections", 5_000)),
    ];
    ChartPlan {
        name: "connections",
        title: "Memory of an idle connection as connections grow",
        x: "connections, two in each room",
        y: "resident KiB a connection",
        points: lines(&subjects, &scenarios, Metric::KibIdle),
        ..LINES
    }
}

fn spectators() -> ChartPlan {
    let subjects = [OURS, OURS_STORED, RELAY, RELAY_OF_EVENTS];
    // As many deliveries a second with each number of spectators, where a disk takes that many moves of one room.
    let scenarios = [
        ("20", Scenario::watched("20 spectators", 20, 1_000.0)),
        ("100", Scenario::watched("100 spectators", 100, 200.0)),
        ("1,000", Scenario::watched("1,000 spectators", 1_000, 20.0)),
        ("5,000", Scenario::watched("5,000 spectators", 5_000, 4.0)),
    ];
    ChartPlan {
        name: "spectators",
        title: "CPU a delivery as spectators grow",
        x: "spectators of one room, at most 24,000 deliveries a second",
        y: "µs of CPU a delivery",
        points: lines(&subjects, &scenarios, Metric::CpuPerDelivery),
        ..LINES
    }
}

fn latency() -> ChartPlan {
    let subjects = [OURS, OURS_STORED, RELAY, RELAY_STORED];
    let quantiles = [
        ("50 %", Metric::LatencyP50),
        ("90 %", Metric::LatencyP90),
        ("99 %", Metric::LatencyP99),
        ("99.9 %", Metric::LatencyP999),
    ];
    let line = |(series, subject): ChartLine| {
        quantiles.map(|(x, metric)| point(series, x, (subject, Scenario::PACED_LONG, metric)))
    };
    ChartPlan {
        name: "latency",
        title: "From a move to the opponent, 2,000 moves/s in 200 rooms",
        x: "this share of the moves took no longer",
        y: "ms",
        form: ChartForm::Lines { is_log: true },
        points: subjects.into_iter().flat_map(line).collect(),
        ..LINES
    }
}

fn play() -> ChartPlan {
    let subjects = [OURS, OURS_STORED, RELAY];
    let played = |name, events| Scenario::played(name, 250, events);
    let scenarios = [
        ("11", played("500 connections, 11 events a room", 11)),
        ("50", played("500 connections, 50 events a room", 50)),
        ("200", played("500 connections, 200 events a room", 200)),
        ("400", played("500 connections, 400 events a room", 400)),
    ];
    ChartPlan {
        name: "play",
        title: "Memory of a connection as its room plays on",
        x: "events in each of 250 rooms; a game is eleven",
        y: "resident KiB a connection",
        points: lines(&subjects, &scenarios, Metric::KibPlayed),
        ..LINES
    }
}

/// Numbers of people who play at a human pace, and their scenarios.
const PEOPLE: [(&str, Scenario); 4] = [
    ("1,000", Scenario::people("1,000 people", 500)),
    ("5,000", Scenario::people("5,000 people", 2_500)),
    ("10,000", Scenario::people("10,000 people", 5_000)),
    // As many as fit below a limit of 20,000 open files.
    ("16,000", Scenario::people("16,000 people", 8_000)),
];

fn people() -> ChartPlan {
    let lines = [
        ("half of the moves", Metric::LatencyP50),
        ("99 % of the moves", Metric::LatencyP99),
        ("99.9 % of the moves", Metric::LatencyP999),
    ];
    let further = [
        ("CPU, % of the core", Metric::ServerBusy),
        ("resident MiB", Metric::ResidentMib),
        ("load's core, %", Metric::LoadBusy),
    ];
    let line = |(series, metric)| PEOPLE.map(|(x, it)| point(series, x, (CALM_STORED, it, metric)));
    ChartPlan {
        name: "people",
        title: "People who play at once on one core, journal in SQLite",
        x: "people, two in each room, who move every 4 s each",
        y: "ms from a move to the opponent",
        form: ChartForm::Lines { is_log: true },
        points: lines.into_iter().flat_map(line).collect(),
        further: further.into_iter().flat_map(line).collect(),
        ..LINES
    }
}
