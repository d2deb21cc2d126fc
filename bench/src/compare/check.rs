//! The check: whether the figures that are checked are within their limits. It never judges an
//! absolute time, which is a machine's.

use crate::compare::{comparison::Comparison, rounds::Round};

/// Significance level: the probability of such rounds by chance when half of all rounds are within
/// the limit and half are not. Above it nothing was shown (a sign test, one-sided).
const CHANCE: f64 = 0.1;

/// Verdict of the check.
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
    if is_crowded(rounds) {
        let why = "something else used the measured core most of the time";
        return CheckResult::TooNoisy(why.into());
    }
    let over: Vec<String> = comparisons.iter().filter_map(over_limit).collect();
    let undecided: Vec<String> = comparisons.iter().filter_map(undecided).collect();
    match (over.is_empty(), undecided.is_empty()) {
        (false, _) => CheckResult::OverLimit(over.join("\n")),
        (true, false) => CheckResult::TooNoisy(undecided.join("; ")),
        (true, true) => CheckResult::Passed,
    }
}

fn is_crowded(rounds: &[Round]) -> bool {
    let all = rounds.iter().flatten();
    let crowded = all.clone().filter(|it| it.is_crowded()).count();
    let measured = all.filter(|it| it.measurement.is_closed_loop()).count();
    crowded * 2 > measured
}

/// Whether `said` agreeing rounds of `rounds` are statistically significant.
fn shows(said: usize, rounds: usize) -> bool {
    chance(said, rounds) <= CHANCE
}

/// Upper tail of the binomial distribution: probability of at least this many heads of fair coins.
fn chance(heads: usize, coins: usize) -> f64 {
    // Binomial coefficients over two to the number of coins, one from the other.
    let mut exactly = 0.5_f64.powi(i32::try_from(coins).unwrap_or(i32::MAX));
    let mut at_least = 0.0;
    for number in 0..=coins {
        if number >= heads {
            at_least += exactly;
        }
        exactly *= (coins - number) as f64 / (number + 1) as f64;
    }
    at_least
}

fn over_limit(comparison: &Comparison) -> Option<String> {
    let goal = comparison.figure.goal?;
    let Some(value) = comparison.value else {
        return Some(format!("{} could not be measured.", summary(comparison)));
    };
    let over = comparison.rounds - comparison.within;
    shows(over, comparison.rounds).then(|| {
        format!(
            "{} is {:.2}, over its limit of {:.2} in {over} of {} rounds.",
            summary(comparison),
            value.median,
            goal.limit,
            comparison.rounds
        )
    })
}

fn undecided(comparison: &Comparison) -> Option<String> {
    let Comparison { rounds, within, .. } = *comparison;
    comparison.figure.goal?;
    let is_decided = shows(within, rounds) || shows(rounds - within, rounds);
    (!is_decided && rounds > 0).then(|| {
        format!(
            "{} was within its limit in {within} of {rounds} rounds",
            summary(comparison)
        )
    })
}

fn summary(comparison: &Comparison) -> String {
    format!("{} ({})", comparison.figure.name, comparison.figure.what)
}

#[cfg(test)]
mod tests;
