//! The table and the line of JSON.
//!
//! Knows nothing of how figures were taken.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::{
    load::Plan,
    run::{Round, Taken},
    stats::Spread,
    subject::{Kind, RAISED},
};

/// In a closed loop of many rooms a server has always something to do. Below
/// this share of a core it did not get to do it.
const CROWDED: f64 = 0.9;

/// The figures of one kind over all rounds.
#[derive(Clone, Copy, Debug)]
struct Row {
    kind: Kind,
    cpu_us: Spread,
    cpu_ratio: Spread,
    idle_kib: Spread,
    rate: Spread,
    bytes: Spread,
    served_busy: Spread,
    own_busy: Spread,
}

impl Row {
    /// Ratios are taken within each round, then their median.
    fn of(kind: Kind, rounds: &[Round]) -> Option<Row> {
        let taken = |kind: Kind| {
            rounds
                .iter()
                .filter_map(move |round| round.iter().find(|taken| taken.kind == kind))
        };
        let spread = |figure: fn(&Taken) -> f64| Spread::of(taken(kind).map(figure));
        let ratios = taken(kind)
            .zip(taken(Kind::Floor))
            .map(|(it, floor)| it.work.cpu_us() / floor.work.cpu_us());
        Some(Row {
            kind,
            cpu_us: spread(|it| it.work.cpu_us())?,
            cpu_ratio: Spread::of(ratios)?,
            idle_kib: spread(|it| it.idle_kib)?,
            rate: spread(|it| it.work.rate())?,
            bytes: spread(|it| it.work.bytes())?,
            served_busy: spread(|it| it.work.served_busy())?,
            own_busy: spread(|it| it.work.own_busy())?,
        })
    }

    fn json(&self) -> Value {
        // More digits than this would claim more than was measured.
        let short = |figure: f64| (figure * 1_000.0).round() / 1_000.0;
        let value = |it: Spread| json!({"median": short(it.median), "low": short(it.low), "high": short(it.high)});
        json!({
            "cpu_us_per_move": value(self.cpu_us),
            "cpu_ratio_to_floor": value(self.cpu_ratio),
            "kib_per_idle_connection": value(self.idle_kib),
            "moves_per_s": value(self.rate),
            "bytes_delivered_per_move": value(self.bytes),
            "server_cores_busy": value(self.served_busy),
            "load_cores_busy": value(self.own_busy),
        })
    }
}

fn rows(rounds: &[Round]) -> impl Iterator<Item = Row> {
    Kind::ALL
        .into_iter()
        .filter_map(|kind| Row::of(kind, rounds))
}

/// The table, for people.
#[must_use]
pub fn table(rounds: &[Round]) -> String {
    let mut text = String::from(
        "| | CPU µs a move | ratio to the floor | KiB per idle connection | moves/s | bytes out a move | server busy | load busy |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows(rounds) {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {:.0} | {:.0} | {:.0} % | {:.0} % |",
            row.kind.name(),
            with_spread(row.cpu_us, 1),
            with_spread(row.cpu_ratio, 2),
            with_spread(row.idle_kib, 1),
            row.rate.median,
            row.bytes.median,
            row.served_busy.median * 100.0,
            row.own_busy.median * 100.0,
        );
    }
    if rows(rounds).any(|row| row.served_busy.low < CROWDED) {
        text.push_str(
            "\nA server had less than nine tenths of a core at least once: something else used the machine, so trust the median more than the spread.\n",
        );
    }
    text
}

fn with_spread(it: Spread, digits: usize) -> String {
    let Spread { median, low, high } = it;
    format!("{median:.digits$} ({low:.digits$}–{high:.digits$})")
}

/// One line with everything in it, for programs.
#[must_use]
pub fn json_line(rounds: &[Round], plan: Plan, idle: u64) -> String {
    let subjects: serde_json::Map<String, Value> = rows(rounds)
        .map(|row| (row.kind.name().to_owned(), row.json()))
        .collect();
    let raised: serde_json::Map<String, Value> = RAISED
        .iter()
        .map(|(name, value)| ((*name).to_owned(), json!(value)))
        .collect();
    json!({
        "rounds": rounds.len(),
        "rooms": plan.rooms,
        "window_s": plan.window.as_secs_f64(),
        "idle_connections": idle,
        "raised_limits": raised,
        "subjects": subjects,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::load::Work;

    fn taken(kind: Kind, served_ms: u64) -> Taken {
        let work = Work {
            exchanges: 1_000,
            received: 500_000,
            wall: Duration::from_secs(1),
            served: Duration::from_millis(served_ms),
            own: Duration::from_millis(800),
        };
        Taken {
            kind,
            work,
            idle_kib: 5.2,
        }
    }

    #[test]
    fn a_ratio_is_taken_within_its_round() {
        let rounds = vec![
            vec![taken(Kind::Floor, 10), taken(Kind::Memory, 15)],
            // The machine was slower by half, for both.
            vec![taken(Kind::Floor, 20), taken(Kind::Memory, 30)],
        ];
        let row = Row::of(Kind::Memory, &rounds).unwrap();
        assert_eq!((row.cpu_ratio.low, row.cpu_ratio.high), (1.5, 1.5));
        assert!(Row::of(Kind::Sqlite, &rounds).is_none());
        let table = table(&rounds);
        assert!(
            table.contains("| memory | 22.5 (15.0–30.0) | 1.50 (1.50–1.50) | 5.2 (5.2–5.2) |"),
            "{table}"
        );
        assert!(table.contains("something else used the machine"), "{table}");
    }
}
