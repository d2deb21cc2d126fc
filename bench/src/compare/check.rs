//! The check: whether the figures that are checked are within their limits. It never judges an
//! absolute time, which is a machine's.

use crate::{
    compare::{
        comparison::{Comparison, reading},
        figures::FIGURES,
        rounds::Round,
    },
    stats::Spread,
};

/// How far the cost of a command of the bare relay, in messages of the probe, may be apart between
/// rounds on a machine that can judge, as the highest divided by the lowest. Beyond that, neighbours
/// have the caches now and then. The ratio itself is each machine's own.
const QUIET_SCATTER: f64 = 1.2;

/// What the check concludes.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckResult {
    Passed,
    /// A sentence for each figure over its limit.
    OverLimit(String),
    /// Why this machine cannot judge just now.
    TooNoisy(String),
}

/// Judges figures by the rounds that gave them.
pub fn judge(rounds: &[Round], comparisons: &[Comparison]) -> CheckResult {
    if let Some(why) = noise(rounds) {
        return CheckResult::TooNoisy(why);
    }
    let over: Vec<String> = comparisons.iter().filter_map(over_limit).collect();
    match over.is_empty() {
        true => CheckResult::Passed,
        false => CheckResult::OverLimit(over.join("\n")),
    }
}

fn noise(rounds: &[Round]) -> Option<String> {
    let all = rounds.iter().flatten();
    let crowded = all.filter(|it| it.is_crowded()).count();
    let measured = rounds
        .iter()
        .flatten()
        .filter(|it| it.measurement.is_closed_loop());
    if crowded * 2 > measured.count() {
        return Some("something else used the measured core most of the time".into());
    }
    let baseline = FIGURES[0].against?;
    let costs = rounds
        .iter()
        .filter_map(|round| reading(&baseline, round)?.scaled());
    let cost = Spread::of(costs)?;
    (cost.high > cost.low * QUIET_SCATTER).then(|| {
        format!(
            "a command of the bare relay costs {:.2} to {:.2} messages of the probe, and rounds differ by at most {:.0} % where it is quiet",
            cost.low, cost.high, (QUIET_SCATTER - 1.0) * 100.0
        )
    })
}

fn over_limit(comparison: &Comparison) -> Option<String> {
    let figure = comparison.figure;
    let limit = figure.goal?.limit;
    let told = format!("{} ({})", figure.name, figure.what);
    match comparison.value {
        None => Some(format!("{told} could not be measured.")),
        Some(value) if value.median <= limit => None,
        Some(value) => Some(format!(
            "{told} is {:.2}, over its limit of {limit:.2}.",
            value.median
        )),
    }
}

#[cfg(test)]
mod tests;
