//! Reduction of rounds to figures: ratios within a round, then their median.

use load::stats::Spread;

use crate::compare::{
    figures::{Figure, MetricOf, Quantity},
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
        let values = figure.quantity.values(rounds, |it| Some(it.value));
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
        self.figure.quantity.against?;
        let ratio = self.value?.median;
        let percent = (ratio - 1.0).abs() * 100.0;
        Some(match ratio - 1.0 {
            apart if apart.abs() < NO_DIFFERENCE => "no difference".into(),
            apart if apart < 0.0 => format!("{percent:.0} % less"),
            _ => format!("{percent:.0} % more"),
        })
    }
}

impl Quantity {
    /// Its value in each of those rounds, of crowded ones only where there is no other; without a divisor, what the function
    /// makes of the reading.
    pub fn values(&self, rounds: &[Round], absolute: impl Fn(&Reading) -> Option<f64>) -> Vec<f64> {
        let value = |round: &Round| match &self.against {
            None => absolute(reading(&self.of, round)?),
            Some(against) => {
                Some(reading(&self.of, round)?.scaled()? / reading(against, round)?.scaled()?)
            }
        };
        let (crowded, quiet): (Vec<_>, Vec<_>) =
            rounds.iter().partition(|round| self.is_crowded(round));
        let values: Vec<f64> = quiet.into_iter().filter_map(value).collect();
        match values.is_empty() {
            true => crowded.into_iter().filter_map(value).collect(),
            false => values,
        }
    }

    fn is_crowded(&self, round: &Round) -> bool {
        let is_of =
            |taken: &&TakenMeasurement| self.measurements().any(|it| it == taken.measurement);
        round.iter().filter(is_of).any(TakenMeasurement::is_crowded)
    }
}

/// A round's values of that metric.
fn reading<'a>(of: &MetricOf, round: &'a Round) -> Option<&'a Reading> {
    let taken = round
        .iter()
        .find(|taken| taken.measurement == of.measurement)?;
    taken.reading(of.metric)
}

#[cfg(test)]
pub(crate) mod tests;
