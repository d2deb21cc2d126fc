//! Every figure there is: what is measured, against what, and how good it is
//! to be. One more figure is one more line here; reports and the check read it.
//!
//! Knows nothing of measuring.

use crate::compare::{
    number::Number,
    side::{Load, Side},
    subject::Start,
};

/// A figure's names, where it comes from, and what it is to be.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// To ask for it.
    pub name: &'static str,
    /// In words.
    pub what: &'static str,
    /// The number.
    pub of: Sought,
    /// What it is divided by; none: it stands for itself.
    pub against: Option<Sought>,
    /// What it is to be; none: it is there for comparison.
    pub goal: Option<Goal>,
    /// When it is taken without being asked for by name.
    pub part: Part,
}

/// A number of one side.
#[derive(Clone, Copy, Debug)]
pub struct Sought {
    /// The side.
    pub side: Side,
    /// The number.
    pub number: Number,
}

/// How good a figure is to be. Less is better in all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// More is a defect.
    pub must: f64,
    /// What is worked towards.
    pub aim: f64,
}

/// When a figure is taken without being asked for by name; each part holds
/// those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// By the check.
    Check,
    /// By the main comparison.
    Main,
    /// Only by `all`.
    All,
    /// Only by `peers`: they need more than this workspace.
    Peers,
}

/// How a figure meets its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is what was worked towards.
    Aim,
    /// It is good enough.
    Must,
    /// It is not.
    Missed,
}

impl Goal {
    /// How a value meets it.
    #[must_use]
    pub fn verdict(self, value: f64) -> Verdict {
        match value {
            v if v <= self.aim => Verdict::Aim,
            v if v <= self.must => Verdict::Must,
            _ => Verdict::Missed,
        }
    }
}

impl Verdict {
    /// As tables and JSON call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Aim => "aim met",
            Verdict::Must => "must met",
            Verdict::Missed => "missed",
        }
    }
}

const GAME: Load = Load::Closed(None);
const MANY: Load = Load::Closed(Some(5_000));
/// As many as the house promises not to notice.
const BESIDE: Load = Load::Beside(200);
const PACED: Load = Load::Open(2_000);
const FEW_IDLE: Load = Load::Idle(1_000, 0);
const IDLE: Load = Load::Idle(2_000, 0);
/// Watched for two of the server's ping intervals.
const MANY_IDLE: Load = Load::Idle(10_000, 40);
const WATCHED: Load = Load::Watch(1_000, 0);
const HALF_DEAF: Load = Load::Watch(1_000, 100);
const CUT: Load = Load::Comeback(10_000);

const FLOOR: Start = Start::FLOOR;
const KEEPING: Start = Start::KEEPING_FLOOR;
const MEMORY: Start = Start::MEMORY;
const SQLITE: Start = Start::SQLITE;
const BUN: Start = Start::BUN;
const NODE: Start = Start::NODE;
const TWO_WORKERS: Start = MEMORY.workers(2);
/// Two computers move as often as one that plays a person.
const COMPUTERS: Start = MEMORY.raised(&[("exhibition-move-ms", 500)]);
/// Nobody's game is to end for want of a first move while others take seats.
const CALM: Start = MEMORY.raised(&[("first-move-ms", 600_000)]);
const CALM_SQLITE: Start = SQLITE.raised(&[("first-move-ms", 600_000)]);
/// Who reads nothing is kept, for their being there is what is measured.
const PATIENT: Start = MEMORY.raised(&[("write-ms", 600_000), ("dead-ms", 600_000)]);

/// All figures, those of the main comparison first.
#[rustfmt::skip]
pub const FIGURES: &[Figure] = {
    use Number as N;
    use Part::{All, Check, Main, Peers};
    &[
        figure("cpu-memory", "CPU per move, journal in memory", Check, of(MEMORY, GAME, N::CpuPerMove)).against(FLOOR, GAME, N::CpuPerMove).goal(1.00, 0.88),
        figure("cpu-kept", "CPU per move, journal in SQLite, against a floor that keeps in SQLite, too", Check, of(SQLITE, GAME, N::CpuPerMove)).against(KEEPING, GAME, N::CpuPerMove).goal(1.35, 1.10),
        figure("cpu-sqlite", "CPU per move, journal in SQLite", Main, of(SQLITE, GAME, N::CpuPerMove)).against(FLOOR, GAME, N::CpuPerMove).goal(1.6, 1.25),
        figure("kib", "KiB per idle connection, 2,000 of them", Check, of(MEMORY, IDLE, N::KibPerConnection)).goal(4.0, 2.5),
        figure("kib-sqlite", "the same, journal in SQLite", Main, of(SQLITE, IDLE, N::KibPerConnection)),
        figure("kib-floor", "the same, the floor", Main, of(FLOOR, IDLE, N::KibPerConnection)),
        figure("latency-p50", "latency at 2,000 moves/s, median", All, of(MEMORY, PACED, N::LatencyP50)).against(FLOOR, PACED, N::LatencyP50).goal(1.15, 1.0),
        figure("latency-p99", "latency at 2,000 moves/s, p99", All, of(MEMORY, PACED, N::LatencyP99)).against(FLOOR, PACED, N::LatencyP99).goal(1.5, 1.1),
        figure("latency-sqlite-p50", "the same median, journal in SQLite", All, of(SQLITE, PACED, N::LatencyP50)).against(FLOOR, PACED, N::LatencyP50),
        figure("latency-sqlite-p99", "the same p99, journal in SQLite", All, of(SQLITE, PACED, N::LatencyP99)).against(FLOOR, PACED, N::LatencyP99),
        figure("workers", "CPU per move, two worker threads against one", All, of(TWO_WORKERS, GAME, N::CpuPerMove)).against(MEMORY, GAME, N::CpuPerMove).goal(1.10, 1.03),
        figure("rooms", "CPU per move, 5,000 rooms against the usual number", All, of(MEMORY, MANY, N::CpuPerMove)).against(MEMORY, GAME, N::CpuPerMove).goal(1.2, 1.05),
        figure("rooms-floor", "the same at the floor", All, of(FLOOR, MANY, N::CpuPerMove)).against(FLOOR, GAME, N::CpuPerMove),
        figure("computers", "CPU per move of people's games beside 200 games between computers at level 3", All, of(COMPUTERS, BESIDE, N::CpuPerMove)).against(MEMORY, GAME, N::CpuPerMove).goal(1.10, 1.03),
        figure("kib-10000", "KiB per idle connection, 10,000 of them", All, of(CALM, MANY_IDLE, N::KibPerConnection)).goal(4.0, 2.5),
        figure("kib-growth", "KiB per idle connection, 10,000 against 1,000", All, of(CALM, MANY_IDLE, N::KibPerConnection)).against(CALM, FEW_IDLE, N::KibPerConnection).goal(1.2, 1.05),
        figure("cpu-idle", "CPU of 10,000 idle connections, % of a core", All, of(CALM, MANY_IDLE, N::IdleCpu)).goal(2.0, 0.7),
        figure("watch-cpu", "CPU per delivery, 1,000 spectators", All, of(MEMORY, WATCHED, N::CpuPerDelivery)).against(FLOOR, WATCHED, N::CpuPerDelivery).goal(0.80, 0.70),
        figure("kib-10000-sqlite", "KiB per idle connection, 10,000 of them, journal in SQLite", All, of(CALM_SQLITE, MANY_IDLE, N::KibPerConnection)),
        figure("cpu-idle-sqlite", "CPU of 10,000 idle connections, % of a core, journal in SQLite", All, of(CALM_SQLITE, MANY_IDLE, N::IdleCpu)),
        figure("watch-cpu-sqlite", "CPU per delivery, 1,000 spectators, journal in SQLite", All, of(SQLITE, WATCHED, N::CpuPerDelivery)).against(FLOOR, WATCHED, N::CpuPerDelivery),
        figure("watch-last-sqlite", "time until the last of 1,000 spectators has a move, median, journal in SQLite", All, of(SQLITE, WATCHED, N::LastP50)).against(FLOOR, WATCHED, N::LastP50),
        figure("comeback-sqlite", "CPU of 10,000 coming back against their first connecting, journal in SQLite", All, of(SQLITE, CUT, N::CpuPerReturn)).against(SQLITE, CUT, N::CpuPerFirst),
        figure("watch-last", "time until the last of 1,000 spectators has a move, median", All, of(MEMORY, WATCHED, N::LastP50)).against(FLOOR, WATCHED, N::LastP50),
        figure("silent-cpu", "CPU per delivery, 100 of 1,000 spectators read nothing", All, of(PATIENT, HALF_DEAF, N::CpuPerDelivery)).against(MEMORY, WATCHED, N::CpuPerDelivery).goal(1.2, 1.05),
        figure("silent-p99", "p99 of the others, 100 of 1,000 spectators read nothing", All, of(PATIENT, HALF_DEAF, N::LatencyP99)).against(MEMORY, WATCHED, N::LatencyP99).goal(1.2, 1.05),
        figure("comeback", "CPU of 10,000 coming back against their first connecting", All, of(MEMORY, CUT, N::CpuPerReturn)).against(MEMORY, CUT, N::CpuPerFirst).goal(1.5, 1.1),
        figure("bun-cpu", "CPU per move, Bun", Peers, of(BUN, GAME, N::CpuPerMove)).against(FLOOR, GAME, N::CpuPerMove),
        figure("node-cpu", "CPU per move, Node with ws", Peers, of(NODE, GAME, N::CpuPerMove)).against(FLOOR, GAME, N::CpuPerMove),
        figure("bun-kib", "KiB per idle connection, Bun", Peers, of(BUN, IDLE, N::KibPerConnection)),
        figure("node-kib", "KiB per idle connection, Node with ws", Peers, of(NODE, IDLE, N::KibPerConnection)),
        figure("bun-watch", "CPU per delivery, 1,000 spectators, Bun", Peers, of(BUN, WATCHED, N::CpuPerDelivery)).against(FLOOR, WATCHED, N::CpuPerDelivery),
        figure("node-watch", "CPU per delivery, 1,000 spectators, Node with ws", Peers, of(NODE, WATCHED, N::CpuPerDelivery)).against(FLOOR, WATCHED, N::CpuPerDelivery),
    ]
};

const fn figure(name: &'static str, what: &'static str, part: Part, of: Sought) -> Figure {
    Figure {
        name,
        what,
        of,
        against: None,
        goal: None,
        part,
    }
}

const fn of(start: Start, load: Load, number: Number) -> Sought {
    let side = Side { start, load };
    Sought { side, number }
}

impl Figure {
    const fn against(self, start: Start, load: Load, number: Number) -> Figure {
        let against = Some(of(start, load, number));
        Figure { against, ..self }
    }

    const fn goal(self, must: f64, aim: f64) -> Figure {
        let goal = Some(Goal { must, aim });
        Figure { goal, ..self }
    }

    /// The sides that have to be measured for it, that of comparison first.
    pub fn sides(&self) -> impl Iterator<Item = Side> + use<> {
        let against = self.against.map(|sought| sought.side);
        against.into_iter().chain([self.of.side])
    }
}

/// Every side that those figures need, once.
#[must_use]
pub fn sides(figures: &[&Figure]) -> Vec<Side> {
    let mut sides = Vec::new();
    for side in figures.iter().flat_map(|figure| figure.sides()) {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    sides
}

/// What the peers are compared by, beside the server's own.
#[must_use]
pub fn of_peers() -> Vec<&'static Figure> {
    let own = |it: &&Figure| it.part <= Part::Main || it.name == "watch-cpu";
    FIGURES
        .iter()
        .filter(|it| own(it) || it.part == Part::Peers)
        .collect()
}

/// The figures of a part, those of the parts before included.
#[must_use]
pub fn of_part(part: Part) -> Vec<&'static Figure> {
    let within = |figure: &&Figure| figure.part <= part;
    FIGURES.iter().filter(within).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_value_meets_its_aim_its_must_or_neither() {
        let goal = Goal {
            must: 1.6,
            aim: 1.25,
        };
        assert_eq!(goal.verdict(1.25), Verdict::Aim);
        assert_eq!(goal.verdict(1.26), Verdict::Must);
        assert_eq!(goal.verdict(1.6), Verdict::Must);
        assert_eq!(goal.verdict(1.61), Verdict::Missed);
        assert_eq!(goal.verdict(f64::NAN), Verdict::Missed);
    }

    #[test]
    fn figures_are_named_once_and_worked_towards_more_than_what_must_be() {
        let names: HashSet<_> = FIGURES.iter().map(|figure| figure.name).collect();
        assert_eq!(names.len(), FIGURES.len());
        for goal in FIGURES.iter().filter_map(|figure| figure.goal) {
            assert!(goal.aim < goal.must, "{goal:?}");
        }
        // The check has nothing to hold against a figure without a goal.
        let checked = of_part(Part::Check);
        assert!(checked.iter().all(|figure| figure.goal.is_some()));
    }

    #[test]
    fn the_main_comparison_measures_each_side_once_and_the_floor_first() {
        let sides = sides(&of_part(Part::Main));
        let told: Vec<_> = sides
            .iter()
            .map(|side| (side.start.kind.name(), side.load))
            .collect();
        let expected = [
            ("floor", GAME),
            ("memory", GAME),
            ("floor with SQLite", GAME),
            ("sqlite", GAME),
            ("memory", IDLE),
            ("sqlite", IDLE),
            ("floor", IDLE),
        ];
        assert_eq!(told, expected);
    }
}
