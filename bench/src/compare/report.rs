//! The tables that a comparison prints.

use std::fmt::Write;

use load::stats::Spread;

use crate::compare::{
    comparison::Comparison,
    figures::{Goal, once_each},
    markdown::{MarkdownTable, cell},
    measurement::Measurement,
    metric::Metric,
    rounds::{Round, TakenMeasurement},
    scenario::{Scenario, WINDOW},
    subject_process::{RAISED, RaisedLimit},
};

/// The measurements, the machine, and the results.
pub struct BenchReport<'a> {
    pub rounds: &'a [Round],
    pub comparisons: &'a [Comparison],
}

impl BenchReport<'_> {
    /// For people: the figures, then their meaning.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "Rounds: {}, {} s of each load; the measured process on one core, the load on another. Median (lowest–highest).\n\
             A game is 11 commands: 9 moves, the offer of a rematch and its acceptance. CPU is user and kernel time.\n\
             Limits raised: {}.\n",
            self.rounds.len(),
            WINDOW.as_secs(),
            limits(RAISED),
        );
        for measured in self
            .scenarios()
            .into_iter()
            .filter_map(|scenario| self.measured(scenario))
        {
            let _ = writeln!(text, "{measured}");
        }
        let _ = writeln!(text, "{}", self.figures());
        if self.is_crowded() {
            text.push_str(
                "Something else used the measured core at least once in closed loop; such a round counts only where a figure has no other.\n",
            );
        }
        for missing in self.missing() {
            let _ = writeln!(text, "Not taken: {missing}.");
        }
        text
    }

    fn measurements(&self) -> impl Iterator<Item = Measurement> {
        let first = self.rounds.first().into_iter().flatten();
        first.map(|taken| taken.measurement)
    }

    fn scenarios(&self) -> Vec<Scenario> {
        once_each(self.measurements().map(|it| it.scenario))
    }

    fn taken(&self, measurement: Measurement) -> impl Iterator<Item = &TakenMeasurement> {
        let all = self.rounds.iter().flatten();
        all.filter(move |taken| taken.measurement == measurement)
    }

    fn spread(&self, measurement: Measurement, metric: Metric) -> Option<Spread> {
        let taken = self.taken(measurement);
        let readings = taken.filter_map(|taken| taken.reading(metric));
        Spread::of(readings.map(|reading| reading.value))
    }

    /// The metrics of a measurement, in the order of the first round that gave any.
    fn metrics(&self, measurement: Measurement) -> Vec<Metric> {
        let given = self
            .taken(measurement)
            .find_map(|taken| taken.readings.as_ref().ok());
        let given = given.into_iter().flatten();
        given.map(|reading| reading.metric).collect()
    }

    /// A table of all that was read under one scenario, if anything was.
    fn measured(&self, scenario: Scenario) -> Option<String> {
        let all = self.measurements().filter(|it| it.scenario == scenario);
        let all: Vec<Measurement> = all.collect();
        let metrics = all.iter().map(|it| self.metrics(*it));
        let metrics = metrics
            .max_by_key(Vec::len)
            .filter(|metrics| !metrics.is_empty())?;
        let headings = metrics.iter().map(|metric| metric.heading().0.to_owned());
        let mut table = MarkdownTable::new(scenario.name, headings);
        for measurement in all {
            let cells = metrics
                .iter()
                .map(|metric| cell(self.spread(measurement, *metric), metric.heading().1));
            let subject = measurement.subject;
            let mut name = subject.name.to_owned();
            if !subject.raised.is_empty() {
                let _ = write!(name, " ({})", limits(subject.raised));
            }
            table.row(&name, cells);
        }
        Some(table.text)
    }

    fn figures(&self) -> String {
        let headings = ["value", "difference", "limit", "target", "status", "rounds"];
        let mut table = MarkdownTable::new("figure", headings.map(String::from));
        for comparison in self.comparisons {
            let figure = comparison.figure;
            let goal = |pick: fn(Goal) -> f64| {
                figure
                    .goal
                    .map_or(String::new(), |goal| format!("{:.2}", pick(goal)))
            };
            let cells = [
                cell(comparison.value, 2),
                comparison.difference().unwrap_or_default(),
                goal(|goal| goal.limit),
                goal(|goal| goal.target),
                comparison.status().unwrap_or_default().into(),
                comparison.rounds.to_string(),
            ];
            table.row(&format!("{}: {}", figure.name, figure.what), cells);
        }
        let mut text = table.text;
        text.push_str(
            "\nA ratio is taken within a round; CPU times are divided by the probe's of their own window before. Below 8 % is no difference.\n",
        );
        text
    }

    fn is_crowded(&self) -> bool {
        self.rounds
            .iter()
            .flatten()
            .any(TakenMeasurement::is_crowded)
    }

    /// Failures and their reasons, in order.
    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (round, number) in self.rounds.iter().zip(1..) {
            for taken in round {
                if let Err(why) = &taken.readings {
                    let scenario = taken.measurement.scenario.name;
                    let name = taken.measurement.subject.name;
                    missing.push(format!("{name}, {scenario}, round {number}: {why}"));
                }
            }
        }
        missing
    }
}

/// Values of one measurement, in a line.
pub fn progress(round: u32, taken: &TakenMeasurement) -> String {
    let Measurement { subject, scenario } = taken.measurement;
    let outcome = match &taken.readings {
        Ok(readings) => readings
            .iter()
            .map(|it| {
                let (heading, digits) = it.metric.heading();
                format!("{heading} {:.digits$}", it.value)
            })
            .collect::<Vec<_>>()
            .join(", "),
        Err(why) => format!("not taken: {why}"),
    };
    let (name, scenario) = (subject.name, scenario.name);
    format!("round {round}, {name}, {scenario}: {outcome}")
}

fn limits(raised: &[RaisedLimit]) -> String {
    let parts = raised.iter().map(|(name, value)| format!("{name} {value}"));
    parts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
