//! Report of a load: lines and histograms for people, one JSON object for programs.

use std::{fmt::Write, time::Duration};

use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::{engine::LoadOutcome, plan::LoadPlan, tally::rate};

/// Busier than this share of a core, the load was the limit.
const OWN_LIMIT: f64 = 0.9;
/// Quantiles, as texts and JSON call them.
const QUANTILES: [(&str, &str, f64); 5] = [
    ("50 %", "p50", 0.5),
    ("90 %", "p90", 0.9),
    ("99 %", "p99", 0.99),
    ("99.9 %", "p99_9", 0.999),
    ("slowest", "max", 1.0),
];
/// Characters of the longest bar.
const BAR: f64 = 40.0;
/// A bar's last character, in eighths.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// An outcome, and the plan that led to it.
#[derive(Clone, Copy, Debug)]
pub struct LoadReport<'a> {
    pub plan: LoadPlan,
    pub outcome: &'a LoadOutcome,
}

impl LoadReport<'_> {
    /// Lines for people, with a histogram of latencies.
    pub fn text(&self) -> String {
        let LoadOutcome { played, spent, .. } = self.outcome;
        let mut text = String::new();
        let watched = &played.watched;
        for (what, moves, late) in [
            ("moves", played.moves, played.late),
            ("watched moves", watched.moves, watched.late),
        ] {
            if moves > 0 {
                let rate = grouped(rate(moves, spent.wall).round() as u64);
                let (moves, late) = (grouped(moves), grouped(late));
                let seconds = spent.wall.as_secs_f64();
                // Writing to a String cannot fail.
                let _ = writeln!(
                    text,
                    "{moves} {what} in {seconds:.1} s: {rate} a second, {late} late"
                );
            }
        }
        if let Some(us) = self.cpu_us() {
            let _ = writeln!(text, "server: {us:.1} µs of CPU a move");
        }
        let own = spent.own_busy();
        let _ = writeln!(text, "this load: {:.0} % of a core", own * 100.0);
        if own > OWN_LIMIT {
            text += "It was busy with all of its core: it was the limit, not the server.\n";
        }
        match &played.first_error {
            None => text += "no errors\n",
            Some(why) => {
                let _ = writeln!(text, "{} errors, the first: {why}", played.errors);
            }
        }
        for (what, us) in self.latencies() {
            let _ = write!(text, "\n{what}\n\n{}\n\n{}", quantiles(us), bars(us));
        }
        text
    }

    /// All figures, and the histograms.
    pub fn json(&self) -> Value {
        let LoadOutcome { played, spent, .. } = self.outcome;
        let plan = &self.plan;
        json!({
            "rooms": plan.rooms,
            "spectators": plan.audience.spectators,
            "idle": plan.idle,
            "rate": plan.drive.moves_per_s(),
            "seconds": short(spent.wall.as_secs_f64()),
            "moves": played.moves,
            "moves_per_s": short(rate(played.moves, spent.wall)),
            "late": played.late,
            "latency_us": latency_json(&played.latency_us),
            "watched_moves": played.watched.moves,
            "watched_late": played.watched.late,
            "watched_latency_us": latency_json(&played.watched.latency_us),
            "deliveries_per_s": short(rate(played.watched.to_spectators, spent.wall)),
            "server_cpu_us_per_move": self.cpu_us().map(short),
            "errors": played.errors,
            "first_error": played.first_error.as_deref(),
            "load_cores_busy": short(spent.own_busy()),
        })
    }

    /// The server's CPU time a move. Offers and acceptances are charged to the moves; watched moves are delivered to many.
    fn cpu_us(&self) -> Option<f64> {
        let played = &self.outcome.played;
        let moves = played.moves + played.watched.moves;
        (moves > 0).then(|| self.outcome.spent.cpu_us(moves))?
    }

    /// The histograms that have something in them.
    fn latencies(&self) -> impl Iterator<Item = (&'static str, &Histogram<u64>)> {
        let played = &self.outcome.played;
        let all = [
            ("From a command to its opponent:", &played.latency_us),
            ("From a command to a spectator:", &played.watched.latency_us),
        ];
        all.into_iter().filter(|(_, us)| !us.is_empty())
    }
}

/// One line of quantiles.
fn quantiles(us: &Histogram<u64>) -> String {
    let quantile =
        |(name, _, at): &(&str, &str, f64)| format!("{name} {}", ms(us.value_at_quantile(*at)));
    format!("  {}", QUANTILES.map(|it| quantile(&it)).join("   "))
}

/// A bar for each doubling, from the quickest to the slowest.
fn bars(us: &Histogram<u64>) -> String {
    let buckets = doublings(us);
    let most = buckets.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let mut text = String::new();
    for (below_us, count) in buckets {
        let share = count as f64 * 100.0 / us.len() as f64;
        let _ = writeln!(
            text,
            "  below {:>9} {:<41} {share:>5.1} % {:>11}",
            ms(below_us),
            bar(count as f64 / most as f64),
            grouped(count),
        );
    }
    text
}

/// Below how many microseconds, twice the last, lie how many; without empty ones before and behind.
fn doublings(us: &Histogram<u64>) -> Vec<(u64, u64)> {
    let (first, last) = (us.min().max(1).ilog2(), us.max().max(1).ilog2());
    let bucket = |power: u32| {
        let from = if power == first { 0 } else { 1_u64 << power };
        let below = 2_u64 << power;
        (below, us.count_between(from, below - 1))
    };
    (first..=last).map(bucket).collect()
}

/// A bar of that share of the longest; whatever is there can be seen.
fn bar(share: f64) -> String {
    let eighths = (share * BAR * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

fn latency_json(us: &Histogram<u64>) -> Value {
    if us.is_empty() {
        return Value::Null;
    }
    let quantiles = QUANTILES.map(|(_, key, at)| (key.to_owned(), json!(us.value_at_quantile(at))));
    let mut all: serde_json::Map<String, Value> = quantiles.into_iter().collect();
    let bucket = |(below, count)| json!({ "below": below, "count": count });
    let buckets: Vec<Value> = doublings(us).into_iter().map(bucket).collect();
    all.insert("histogram".to_owned(), buckets.into());
    all.into()
}

/// A number with three digits behind the point: more would claim more than was measured.
fn short(figure: f64) -> f64 {
    (figure * 1_000.0).round() / 1_000.0
}

/// Milliseconds, with as many digits as say something.
pub fn ms(us: u64) -> String {
    let ms = Duration::from_micros(us).as_secs_f64() * 1_000.0;
    let digits = match us {
        0..10_000 => 2,
        10_000..100_000 => 1,
        _ => 0,
    };
    format!("{ms:.digits$} ms")
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}

#[cfg(test)]
mod tests;
