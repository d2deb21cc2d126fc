use super::*;
use crate::compare::{comparison::tests::round, figures::FIGURES};

fn text(rounds: &[Round]) -> String {
    let comparisons: Vec<_> = [&FIGURES[0], &FIGURES[2]]
        .into_iter()
        .map(|figure| Comparison::new(figure, rounds))
        .collect();
    let report = BenchReport {
        rounds,
        comparisons: &comparisons,
    };
    report.text()
}

#[test]
fn a_report_has_the_figures_and_their_meaning() {
    let probe = Some(1_000.0);
    let rounds = [
        round([10.0, 15.0, 12.0], probe),
        round([20.0, 30.0, 26.0], probe),
    ];
    let text = text(&rounds);
    for line in [
        "| memory | 22.5 (15.0–30.0) |",
        "against the bare relay | 1.50 (1.50–1.50) | 50 % more | 1.08 | 0.95 | over limit | 2 |",
        "| 1.25 (1.20–1.30) | 25 % more | 1.75 | 1.50 | target met | 2 |",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}

#[test]
fn a_figure_that_was_not_taken_is_reported_missing() {
    let mut round = round([10.0, 15.0, 12.0], Some(1_000.0));
    round[1].readings = Err("it ended before it listened".into());
    let text = text(&[round]);
    for line in [
        "| memory | missing |",
        "against the bare relay | missing |  | 1.08 | 0.95 |  | 0 |",
        "Not taken: memory, 200 rooms in closed loop, round 1: it ended before it listened.",
    ] {
        assert!(text.contains(line), "{line} in\n{text}");
    }
}
