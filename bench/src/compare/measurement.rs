//! One side of a comparison: a process as it is started, and the load that is
//! put on it.
//!
//! Knows nothing of what it is compared with.

use std::time::Duration;

use hdrhistogram::Histogram;

use crate::{
    Fault,
    compare::{
        number::{Number, Reading, busy},
        subject::{Kind, Places, Start, Subject},
    },
    load::{
        closed::{self, Work},
        comeback, computers, idle, open, watch,
    },
    machine::meter::{Meter, Spent},
};

/// Seconds of play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// The same for a peer, whose code is compiled while it runs.
const PEER_WARM: Duration = Duration::from_secs(3);
/// Moves a second before spectators: enough for a process to be busy, and few
/// enough for the load.
const WATCHED_PER_S: f64 = 50.0;
/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;

/// What is put on a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// So many rooms in closed loop; none: as many as usual.
    Closed(Option<u64>),
    /// As many rooms as usual in closed loop, beside so many games between
    /// computers.
    Beside(u64),
    /// So many moves a second, in as many rooms as usual.
    Open(u32),
    /// So many connections that do nothing, watched for so many seconds.
    Idle(u64, u64),
    /// So many spectators of one room, so many of whom read nothing.
    Watch(u64, u64),
    /// So many clients, cut at once.
    Comeback(u64),
}

/// What the person who measures may choose.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Rooms, where nothing else is said.
    pub rooms: u64,
    /// How long is counted.
    pub window: Duration,
}

/// A process and its load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The process.
    pub start: Start,
    /// The load.
    pub load: Load,
}

impl Load {
    /// In words.
    #[must_use]
    pub fn describe(self, extent: Extent) -> String {
        let usual = grouped(extent.rooms);
        match self {
            Load::Closed(rooms) => {
                let rooms = rooms.map_or(usual, grouped);
                format!("{rooms} rooms in closed loop")
            }
            Load::Beside(games) => format!(
                "{usual} rooms in closed loop beside {} games between computers",
                grouped(games)
            ),
            Load::Open(rate) => {
                let rate = grouped(rate.into());
                format!("{rate} moves/s in {usual} rooms, open loop")
            }
            Load::Idle(connections, 0) => format!("{} idle connections", grouped(connections)),
            Load::Idle(connections, watched_s) => {
                let connections = grouped(connections);
                format!("{connections} idle connections, watched for {watched_s} s")
            }
            Load::Watch(spectators, 0) => {
                format!("{} spectators of one room", grouped(spectators))
            }
            Load::Watch(spectators, silent) => format!(
                "{} spectators of one room, {} of whom read nothing",
                grouped(spectators),
                grouped(silent)
            ),
            Load::Comeback(clients) => {
                format!("{} clients cut at once and back", grouped(clients))
            }
        }
    }

    /// Files that the load and the measured process each must be able to open.
    #[must_use]
    pub fn files(self, extent: Extent) -> u64 {
        let connections = match self {
            Load::Closed(rooms) => rooms.unwrap_or(extent.rooms) * 2,
            Load::Beside(_) | Load::Open(_) => extent.rooms * 2,
            Load::Idle(connections, _) => connections,
            Load::Watch(spectators, _) => spectators,
            Load::Comeback(clients) => clients,
        };
        connections + OTHER_FILES
    }
}

impl Side {
    /// Starts the process, puts the load on it, ends it: a process for each
    /// measurement, for what one load has left behind in an allocator is not
    /// the next one's.
    ///
    /// # Errors
    /// When any of that fails.
    pub async fn take(self, places: &Places, extent: Extent) -> Result<Vec<Reading>, Fault> {
        let subject = self.start.launch(places).await?;
        let meter = Meter::new(Some(subject.pid), Some(places.cores))?;
        let readings = self.put(&subject, &meter, extent).await?;
        drop(meter);
        subject.end().await?;
        Ok(readings)
    }

    async fn put(
        self,
        subject: &Subject,
        meter: &Meter,
        extent: Extent,
    ) -> Result<Vec<Reading>, Fault> {
        let target = &subject.target;
        let Extent { rooms, window } = extent;
        let warm = match self.start.kind {
            Kind::Peer(_) => PEER_WARM,
            Kind::Floor | Kind::KeepingFloor | Kind::Memory | Kind::Sqlite => WARM,
        };
        Ok(match self.load {
            Load::Closed(given) => {
                let plan = closed::Plan {
                    rooms: given.unwrap_or(rooms),
                    warm,
                    window,
                };
                played(&closed::play(target, meter, plan).await?)
            }
            Load::Beside(games) => {
                computers::begin(target, games).await?;
                let plan = closed::Plan {
                    rooms,
                    warm,
                    window,
                };
                played(&closed::play(target, meter, plan).await?)
            }
            Load::Open(rate) => {
                let plan = open::Plan {
                    rooms,
                    rate,
                    warm,
                    window,
                };
                paced(&open::play(target, meter, plan).await?)
            }
            Load::Idle(connections, watched_s) => {
                let plan = idle::Plan {
                    connections,
                    window: Duration::from_secs(watched_s),
                };
                sat(&idle::sit(target, meter, plan).await?, plan)
            }
            Load::Watch(spectators, silent) => {
                let plan = watch::Plan {
                    spectators,
                    silent,
                    moves_per_s: WATCHED_PER_S,
                    warm,
                    window,
                };
                watched(&watch::play(target, meter, plan).await?)
            }
            Load::Comeback(clients) => {
                let plan = comeback::Plan { clients };
                came_back(&comeback::measure(target, meter, plan).await?, clients)
            }
        })
    }
}

fn played(work: &Work) -> Vec<Reading> {
    let Work { tally, spent } = work;
    let cpu_us = spent.cpu_us(tally.exchanges());
    let counted = [
        (Number::CpuPerMove, cpu_us),
        (Number::MovesPerS, Some(work.rate())),
        (Number::BytesPerMove, Some(tally.bytes())),
    ];
    readings(spent, counted)
}

fn paced(paced: &open::Paced) -> Vec<Reading> {
    let Work { tally, spent } = &paced.work;
    let late = paced.late as f64 * 100.0 / tally.exchanges() as f64;
    let counted = latencies(&tally.latency_us).into_iter().chain([
        (Number::Late, Some(late)),
        (Number::MovesPerS, Some(paced.work.rate())),
    ]);
    readings(spent, counted)
}

fn sat(work: &idle::Work, plan: idle::Plan) -> Vec<Reading> {
    let kib = (Number::KibPerConnection, Some(work.kib));
    if plan.window.is_zero() {
        // Nothing was watched, so there is nothing to say of who was busy.
        return vec![Reading::new(kib.0, work.kib, &work.spent)];
    }
    let cpu = work.spent.served_busy().map(|busy| busy * 100.0);
    readings(&work.spent, [kib, (Number::IdleCpu, cpu)])
}

fn watched(work: &watch::Work) -> Vec<Reading> {
    let rate = work.deliveries as f64 / work.spent.wall.as_secs_f64();
    let counted = [
        (Number::CpuPerDelivery, work.spent.cpu_us(work.deliveries)),
        (Number::DeliveriesPerS, Some(rate)),
        (Number::LastP50, Some(at(&work.last_us, 0.5))),
        (Number::LastP99, Some(at(&work.last_us, 0.99))),
    ];
    let counted = counted.into_iter().chain(latencies(&work.latency_us));
    readings(&work.spent, counted)
}

fn came_back(work: &comeback::Work, clients: u64) -> Vec<Reading> {
    let first = [(Number::CpuPerFirst, work.first.cpu_us(clients))];
    let back = [(Number::CpuPerReturn, work.back.cpu_us(clients))];
    // How busy they were is told of the return.
    let mut all = readings(&work.first, first);
    all.truncate(1);
    all.extend(readings(&work.back, back));
    all
}

fn latencies(us: &Histogram<u64>) -> [(Number, Option<f64>); 3] {
    [
        (Number::LatencyP50, Some(at(us, 0.5))),
        (Number::LatencyP99, Some(at(us, 0.99))),
        (Number::LatencyP999, Some(at(us, 0.999))),
    ]
}

fn at(us: &Histogram<u64>, quantile: f64) -> f64 {
    us.value_at_quantile(quantile) as f64
}

/// What was counted in a window, and how busy everybody was in it.
fn readings(
    spent: &Spent,
    counted: impl IntoIterator<Item = (Number, Option<f64>)>,
) -> Vec<Reading> {
    counted
        .into_iter()
        .filter_map(|(number, value)| Some(Reading::new(number, value?, spent)))
        .chain(busy(spent))
        .collect()
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_is_told_in_words_with_what_was_chosen() {
        let extent = Extent {
            rooms: 200,
            window: Duration::from_secs(5),
        };
        let told = |load: Load| (load.describe(extent), load.files(extent));
        let usual = ("200 rooms in closed loop".into(), 500);
        assert_eq!(told(Load::Closed(None)), usual);
        let many = ("5,000 rooms in closed loop".into(), 10_100);
        assert_eq!(told(Load::Closed(Some(5_000))), many);
        let open = ("2,000 moves/s in 200 rooms, open loop".into(), 500);
        assert_eq!(told(Load::Open(2_000)), open);
        assert_eq!(grouped(1_002_003), "1,002,003");
    }

    #[test]
    fn percentiles_come_from_the_histogram() {
        let mut us = crate::stats::latencies_us().unwrap();
        for value in 1..=1_000 {
            us.saturating_record(value);
        }
        let values: Vec<_> = latencies(&us).into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, [Some(500.0), Some(990.0), Some(999.0)]);
    }
}
