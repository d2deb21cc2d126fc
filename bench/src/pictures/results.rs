//! The recorded measurements behind a picture, as files of the tree.

use std::fs;

use load::{BenchError, machine::procfs::cpu_info, stats::Spread};
use serde::{Deserialize, Serialize};

use crate::{
    compare::{
        figures::once_each,
        markdown::{MarkdownTable, cell},
        metric::{Metric, Reading},
        rounds::Round,
    },
    pictures::plan::{ChartPlan, ChartPoint},
};

/// The run that gave the results.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct RunNote {
    /// As it was called.
    pub command: String,
    /// The day, UTC.
    pub date: String,
    /// Processor and kernel.
    pub machine: String,
    /// Processes that wanted to run when it began, over a minute; the machine was its own when there were none.
    pub load_before: f64,
    /// Rounds of everything.
    pub rounds: u32,
}

/// Results of one picture.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ChartResults {
    #[serde(flatten)]
    pub note: RunNote,
    /// Nanoseconds of CPU that a message of the probe took, the median of the run. CPU times are at that speed of the core.
    pub probe_ns: Option<f64>,
    pub points: Vec<MeasuredPoint>,
    /// Read in the same windows and not drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<MeasuredPoint>,
}

/// One point, with its value in each round that counts.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct MeasuredPoint {
    pub series: String,
    pub x: String,
    pub values: Vec<f64>,
}

impl MeasuredPoint {
    /// Median, lowest and highest.
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.values.iter().copied())
    }
}

impl RunNote {
    /// Of a run that begins now.
    pub fn now(command: String, rounds: u32) -> Result<RunNote, BenchError> {
        let today = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
        let load = fs::read_to_string("/proc/loadavg")?;
        let load = load.split(' ').next().unwrap_or_default();
        Ok(RunNote {
            command,
            date: today,
            machine: machine()?,
            load_before: load.parse()?,
            rounds,
        })
    }
}

/// Cores, processor and kernel.
fn machine() -> Result<String, BenchError> {
    let model = cpu_info("model name")?.unwrap_or("an unknown processor".into());
    let cores = std::thread::available_parallelism()?;
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")?;
    let version = kernel.trim().split('-').next().unwrap_or_default();
    Ok(format!("{cores} cores of {model}, Linux {version}"))
}

impl ChartResults {
    /// Results of those rounds at the plan's points.
    pub fn of(plan: &ChartPlan, rounds: &[Round], note: RunNote) -> ChartResults {
        let probes = rounds.iter().flatten();
        let probes = probes.filter_map(|taken| taken.reading(Metric::ProbeNs));
        let probe_ns = Spread::of(probes.map(|it| it.value)).map(|it| it.median);
        let point = |point: &ChartPoint| {
            let values = point.quantity.values(rounds, |it| absolute(it, probe_ns));
            MeasuredPoint {
                series: point.series.to_owned(),
                x: point.x.to_owned(),
                values: values.into_iter().map(short).collect(),
            }
        };
        ChartResults {
            note,
            points: plan.points.iter().map(point).collect(),
            further: plan.further.iter().map(point).collect(),
            probe_ns: probe_ns.map(f64::round),
        }
    }

    /// The same as a table, a column for each series.
    pub fn table(&self, plan: &ChartPlan) -> String {
        let mut all = self.clone();
        all.points.append(&mut all.further);
        all.columns(plan)
    }

    fn columns(&self, plan: &ChartPlan) -> String {
        let series = self.names(|point| &point.series);
        let headings = series.iter().map(|name| (*name).to_owned());
        let corner = format!("{} ({})", plan.name, plan.y);
        let mut table = MarkdownTable::new(&corner, headings);
        for x in self.names(|point| &point.x) {
            let cells = series.iter().map(|name| {
                let point = self.point(name, x);
                cell(point.and_then(MeasuredPoint::spread), 2)
            });
            table.row(x, cells);
        }
        table.text + "\n"
    }

    /// The series, or the places on the x axis, in order.
    pub fn names(&self, of: fn(&MeasuredPoint) -> &String) -> Vec<&str> {
        once_each(self.points.iter().map(of).map(String::as_str))
    }

    /// The point of that series at that place.
    pub fn point(&self, series: &str, x: &str) -> Option<&MeasuredPoint> {
        let mut points = self.points.iter();
        points.find(|point| point.series == series && point.x == x)
    }
}

/// A reading as it is drawn: CPU times at that speed of the core, latencies in ms.
fn absolute(reading: &Reading, probe_ns: Option<f64>) -> Option<f64> {
    match reading.metric {
        metric if metric.is_cpu_time() => Some(reading.scaled()? * probe_ns? / 1e3),
        metric if metric.is_latency() => Some(reading.value / 1e3),
        _ => Some(reading.value),
    }
}

/// Four significant digits: more would claim more than was measured.
fn short(value: f64) -> f64 {
    let digits = 3 - value.abs().max(1e-9).log10().floor() as i32;
    let scale = 10_f64.powi(digits);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests;
