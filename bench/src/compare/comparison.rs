//! From rounds to figures: ratios are taken within a round, then their median.

use load::stats::Spread;

use crate::compare::{
    figures::{Figure, MetricOf},
    metric::Reading,
    rounds::{Round, TakenMeasurement},
};

/// A ratio closer to one than this is no difference.
const NO_DIFFERENCE: f64 = 0.08;

/// A figure over all rounds.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub figure: &'static Figure,
    /// The figure; none when no round gave it.
    pub value: Option<Spread>,
    /// Rounds that gave it and counted.
    pub rounds: usize,
    /// Number of them within the limit; all where there is none.
    pub within: usize,
}

impl Comparison {
    /// The figure as those rounds give it.
    pub fn new(figure: &'static Figure, rounds: &[Round]) -> Comparison {
        let taken = |crowded: bool| -> Vec<f64> {
            let rounds = rounds.iter().filter(|it| is_crowded(figure, it) == crowded);
            rounds.filter_map(|round| value(figure, round)).collect()
        };
        // Crowded rounds count only where there is no other.
        let quiet = taken(false);
        let values = match quiet.is_empty() {
            true => taken(true),
            false => quiet,
        };
        let is_within = |value: &&f64| figure.goal.is_none_or(|goal| **value <= goal.limit);
        Comparison {
            figure,
            rounds: values.len(),
            within: values.iter().filter(is_within).count(),
            value: Spread::of(values),
        }
    }

    /// Rating of its median against the goal, if both are there.
    pub fn status(&self) -> Option<&'static str> {
        Some(self.figure.goal?.status(self.value?.median))
    }

    /// A ratio in words; none where it is no ratio.
    pub fn difference(&self) -> Option<String> {
        self.figure.against?;
        let ratio = self.value?.median;
        let percent = (ratio - 1.0).abs() * 100.0;
        Some(match ratio - 1.0 {
            apart if apart.abs() < NO_DIFFERENCE => "no difference".into(),
            apart if apart < 0.0 => format!("{percent:.0} % less"),
            _ => format!("{percent:.0} % more"),
        })
    }
}

fn is_crowded(figure: &Figure, round: &Round) -> bool {
    let is_of = |taken: &&TakenMeasurement| figure.measurements().any(|it| it == taken.measurement);
    round.iter().filter(is_of).any(TakenMeasurement::is_crowded)
}

fn value(figure: &Figure, round: &Round) -> Option<f64> {
    match figure.against {
        None => Some(reading(&figure.of, round)?.value),
        Some(against) => {
            let against = reading(&against, round)?.scaled()?;
            Some(reading(&figure.of, round)?.scaled()? / against)
        }
    }
}

/// A round's values of that metric.
pub(crate) fn reading<'a>(of: &MetricOf, round: &'a Round) -> Option<&'a Reading> {
    let taken = round
        .iter()
        .find(|taken| taken.measurement == of.measurement)?;
    taken.reading(of.metric)
}

#[cfg(test)]
pub(crate) mod tests;
