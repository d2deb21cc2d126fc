use super::*;
use crate::{
    compare::{comparison::tests::round, figures::FIGURES, metric::Reading},
    pictures::plan::ChartForm,
};

fn note() -> RunNote {
    RunNote {
        command: "bench/run pictures cost --measure".into(),
        date: "2026-11-28".into(),
        machine: "2 cores".into(),
        load_before: 0.0,
        rounds: 2,
    }
}

fn plan(against_relay: bool) -> ChartPlan {
    let mut quantity = FIGURES[0].quantity;
    quantity.against = quantity.against.filter(|_| against_relay);
    ChartPlan {
        name: "cost",
        title: "",
        x: "",
        y: "µs",
        form: ChartForm::Bars,
        points: vec![ChartPoint {
            series: "ours",
            x: "200",
            quantity,
        }],
        further: Vec::new(),
        beside: None,
    }
}

/// Two rounds, the second on a core half as fast; the probe is read in both.
fn rounds() -> [Round; 2] {
    [1.0, 2.0].map(|slow| {
        let probe_ns = 1_000.0 * slow;
        let mut round = round([10.0 * slow, 15.0 * slow, 1.0], Some(probe_ns));
        for taken in &mut round {
            let probe = Reading {
                metric: Metric::ProbeNs,
                value: probe_ns,
                probe_ns: None,
            };
            taken.readings.as_mut().unwrap().push(probe);
        }
        round
    })
}

#[test]
fn cpu_time_is_scaled_to_a_core_of_median_speed() {
    let results = ChartResults::of(&plan(false), &rounds(), note());
    assert_eq!(results.probe_ns, Some(1_500.0));
    assert_eq!(results.points[0].values, [22.5, 22.5]);
    let table = results.table(&plan(false));
    assert!(table.contains("| 200 | 22.50 (22.50–22.50) |"), "{table}");
}

#[test]
fn a_ratio_is_taken_within_one_round() {
    let results = ChartResults::of(&plan(true), &rounds(), note());
    assert_eq!(results.points[0].values, [1.5, 1.5]);
}

#[test]
fn a_value_has_four_digits() {
    assert_eq!(
        [0.0, 0.123_456, 12.345_6, 65_280.4].map(short),
        [0.0, 0.1235, 12.35, 65_280.0]
    );
}

#[test]
fn stored_results_read_back_unchanged() {
    let results = ChartResults::of(&plan(true), &rounds(), note());
    let text = serde_json::to_string(&results).unwrap();
    assert_eq!(
        serde_json::from_str::<ChartResults>(&text).unwrap(),
        results
    );
}
