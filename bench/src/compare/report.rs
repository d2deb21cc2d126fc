//! The tables and the line of JSON.
//!
//! Knows nothing of how figures were taken.

use std::fmt::Write;

use serde_json::{Map, Value, json};

use crate::{
    compare::{
        compared::Compared,
        figures::Goal,
        number::Number,
        run::{Round, Taken},
        side::{Extent, Load, Side},
        subject::{Limit, RAISED},
        table::{Table, cell},
    },
    stats::Spread,
};

/// What was measured and how, and what came of it.
pub struct Report<'a> {
    /// What was chosen.
    pub extent: Extent,
    /// Every side, every round.
    pub rounds: &'a [Round],
    /// The figures that were asked for.
    pub compared: &'a [Compared],
}

impl Report<'_> {
    /// For people: what was measured, then what it means.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "Rounds: {}, {} s of each load; the measured process on one core, the load on another. Median (lowest–highest).\n\
             A move is any of a game's 9 moves, 1 offer and 1 acceptance of a rematch. CPU is user and kernel time.\n\
             Limits raised: {}.\n",
            self.rounds.len(),
            self.extent.window.as_secs(),
            limits(RAISED),
        );
        for measured in self
            .loads()
            .into_iter()
            .filter_map(|load| self.measured(load))
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

    fn sides(&self) -> impl Iterator<Item = Side> {
        let first = self.rounds.first().into_iter().flatten();
        first.map(|taken| taken.side)
    }

    fn loads(&self) -> Vec<Load> {
        let mut loads = Vec::new();
        for side in self.sides() {
            if !loads.contains(&side.load) {
                loads.push(side.load);
            }
        }
        loads
    }

    fn taken(&self, side: Side) -> impl Iterator<Item = &Taken> {
        let all = self.rounds.iter().flatten();
        all.filter(move |taken| taken.side == side)
    }

    fn spread(&self, side: Side, number: Number) -> Option<Spread> {
        let readings = self.taken(side).filter_map(|taken| taken.reading(number));
        Spread::of(readings.map(|reading| reading.value))
    }

    /// The numbers a side has given, in the order of the first round that did.
    fn numbers(&self, side: Side) -> Vec<Number> {
        let given = self
            .taken(side)
            .find_map(|taken| taken.readings.as_ref().ok());
        let given = given.into_iter().flatten();
        given.map(|reading| reading.number).collect()
    }

    /// All that was read under one load, if anything was.
    fn measured(&self, load: Load) -> Option<String> {
        let sides: Vec<Side> = self.sides().filter(|side| side.load == load).collect();
        let numbers = sides.iter().map(|side| self.numbers(*side));
        let numbers = numbers
            .max_by_key(Vec::len)
            .filter(|numbers| !numbers.is_empty())?;
        let headings = numbers.iter().map(|number| number.heading().to_owned());
        let mut table = Table::new(&load.describe(self.extent), headings);
        for side in sides {
            let cells = numbers
                .iter()
                .map(|number| cell(self.spread(side, *number), number.digits()));
            let mut name = side.start.name();
            if !side.start.raised.is_empty() {
                let _ = write!(name, " ({})", limits(side.start.raised));
            }
            table.row(&name, cells);
        }
        Some(table.text)
    }

    fn figures(&self) -> String {
        let headings = ["value", "difference", "must", "aim", "verdict", "rounds"];
        let mut table = Table::new("figure", headings.map(String::from));
        for compared in self.compared {
            let figure = compared.figure;
            let goal = |pick: fn(Goal) -> f64| {
                figure
                    .goal
                    .map_or(String::new(), |goal| format!("{:.2}", pick(goal)))
            };
            let cells = [
                cell(compared.value, 2),
                compared.difference().unwrap_or_default(),
                goal(|goal| goal.must),
                goal(|goal| goal.aim),
                compared
                    .verdict()
                    .map_or("", |verdict| verdict.name())
                    .into(),
                compared.rounds.to_string(),
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
        self.rounds.iter().flatten().any(Taken::is_crowded)
    }

    /// What failed, and why, in the order it did.
    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (round, number) in self.rounds.iter().zip(1..) {
            for taken in round {
                if let Err(why) = &taken.readings {
                    let load = taken.side.load.describe(self.extent);
                    let name = taken.side.start.name();
                    missing.push(format!("{name}, {load}, round {number}: {why}"));
                }
            }
        }
        missing
    }

    /// One line with everything in it, for programs.
    #[must_use]
    pub fn json_line(&self) -> String {
        let figures: Map<String, Value> = self
            .compared
            .iter()
            .map(|compared| (compared.figure.name.to_owned(), figure_json(compared)))
            .collect();
        let measured: Vec<Value> = self.sides().map(|side| self.side_json(side)).collect();
        json!({
            "rounds": self.rounds.len(),
            "rooms": self.extent.rooms,
            "window_s": self.extent.window.as_secs_f64(),
            "raised_limits": limits_json(RAISED),
            "figures": figures,
            "measured": measured,
            "not_taken": self.missing(),
        })
        .to_string()
    }

    fn side_json(&self, side: Side) -> Value {
        let numbers: Map<String, Value> = self
            .numbers(side)
            .into_iter()
            .map(|number| {
                (
                    number.key().to_owned(),
                    spread_json(self.spread(side, number)),
                )
            })
            .collect();
        json!({
            "subject": side.start.kind.name(),
            "worker_threads": side.start.workers,
            "further_raised_limits": limits_json(side.start.raised),
            "load": side.load.describe(self.extent),
            "numbers": numbers,
        })
    }
}

/// What one side gave, in a line, for whoever waits.
#[must_use]
pub fn progress(round: u32, taken: &Taken, extent: Extent) -> String {
    let Side { start, load } = taken.side;
    let told = match &taken.readings {
        Ok(readings) => readings
            .iter()
            .map(|it| {
                let digits = it.number.digits();
                format!("{} {:.digits$}", it.number.heading(), it.value)
            })
            .collect::<Vec<_>>()
            .join(", "),
        Err(why) => format!("not taken: {why}"),
    };
    let (name, load) = (start.name(), load.describe(extent));
    format!("round {round}, {name}, {load}: {told}")
}

fn limits(raised: &[Limit]) -> String {
    let told = raised.iter().map(|(name, value)| format!("{name} {value}"));
    told.collect::<Vec<_>>().join(", ")
}

fn limits_json(raised: &[Limit]) -> Map<String, Value> {
    let pair = |(name, value): &Limit| ((*name).to_owned(), json!(value));
    raised.iter().map(pair).collect()
}

fn figure_json(compared: &Compared) -> Value {
    let goal = compared.figure.goal;
    json!({
        "what": compared.figure.what,
        "value": spread_json(compared.value),
        "number": compared.figure.of.number.key(),
        "of": spread_json(compared.of),
        "against": spread_json(compared.against),
        "must": goal.map(|goal| goal.must),
        "aim": goal.map(|goal| goal.aim),
        "verdict": compared.verdict().map(|verdict| verdict.name()),
        "rounds": compared.rounds,
    })
}

fn spread_json(spread: Option<Spread>) -> Value {
    // More digits than this would claim more than was measured.
    let short = |figure: f64| (figure * 1_000.0).round() / 1_000.0;
    spread.map_or(
        Value::Null,
        |it| json!({"median": short(it.median), "low": short(it.low), "high": short(it.high)}),
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::compare::{compared::tests::round, figures::FIGURES};

    fn text(rounds: &[Round]) -> (String, String) {
        let compared: Vec<_> = FIGURES[..3]
            .iter()
            .map(|figure| Compared::new(figure, rounds))
            .collect();
        let report = Report {
            extent: Extent {
                rooms: 200,
                window: Duration::from_secs(5),
            },
            rounds,
            compared: &compared,
        };
        (report.text(), report.json_line())
    }

    #[test]
    fn a_report_has_what_was_measured_and_what_it_means() {
        let probe = Some(1_000.0);
        let rounds = [
            round([10.0, 15.0, 12.0], probe),
            round([20.0, 30.0, 26.0], probe),
        ];
        let (text, json) = text(&rounds);
        for line in [
            "| memory | 22.5 (15.0–30.0) |",
            "| cpu-memory: CPU per move, journal in memory | 1.50 (1.50–1.50) | 50 % more | 1.00 | 0.88 | missed | 2 |",
            "| 1.25 (1.20–1.30) | 25 % more | 1.60 | 1.25 | aim met | 2 |",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["figures"]["cpu-memory"]["value"]["median"], 1.5);
        assert_eq!(
            json["measured"][0]["numbers"]["cpu_us_per_move"]["low"],
            10.0
        );
    }

    #[test]
    fn what_was_not_taken_is_said_to_be_missing() {
        let mut round = round([10.0, 15.0, 12.0], Some(1_000.0));
        round[1].readings = Err("it ended before it listened".into());
        let (text, json) = text(&[round]);
        for line in [
            "| memory | missing |",
            "journal in memory | missing |  | 1.00 | 0.88 |  | 0 |",
            "Not taken: memory, 200 rooms in closed loop, round 1: it ended before it listened.",
        ] {
            assert!(text.contains(line), "{line} in\n{text}");
        }
        assert!(json.contains(r#""verdict":null"#), "{json}");
    }
}
