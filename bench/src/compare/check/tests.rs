use super::*;
use crate::compare::{comparison::tests::round, figures::FIGURES, metric::Metric};

/// Rounds in which the first figure was so far from its limit.
fn judged(values: &[f64]) -> CheckResult {
    let limit = FIGURES[0].goal.unwrap().limit;
    let rounds: Vec<Round> = values
        .iter()
        .map(|value| round([10.0, limit * value * 10.0, 1.0], Some(5_000.0)))
        .collect();
    judge(&rounds, &[Comparison::new(&FIGURES[0], &rounds)])
}

#[test]
fn a_figure_passes_up_to_its_limit_and_is_named_beyond() {
    assert_eq!(judged(&[0.999; 9]), CheckResult::Passed);
    let CheckResult::OverLimit(why) = judged(&[1.01; 9]) else {
        panic!()
    };
    assert!(
        why.starts_with("cpu-memory (") && why.contains("over its limit"),
        "{why}"
    );
}

#[test]
fn seven_agreeing_rounds_of_nine_are_significant_and_six_are_not() {
    let some = |over: usize| judged(&[&vec![1.2; over][..], &vec![0.8; 9 - over]].concat());
    assert_eq!(some(2), CheckResult::Passed);
    for over in 3..=6 {
        let CheckResult::TooNoisy(why) = some(over) else {
            panic!("{over}")
        };
        assert!(
            why.ends_with(&format!("in {} of 9 rounds", 9 - over)),
            "{why}"
        );
    }
    assert!(matches!(some(7), CheckResult::OverLimit(_)));
    // Three rounds, even if they agree, may do so by chance.
    assert!(matches!(judged(&[0.8; 3]), CheckResult::TooNoisy(_)));
}

#[test]
fn a_check_on_a_busy_machine_is_too_noisy_to_judge() {
    let mut crowded = round([10.0, 10.0, 10.0], Some(5_000.0));
    for taken in &mut crowded {
        let readings = taken.readings.as_mut().unwrap();
        readings.push(readings[0]);
        (readings[1].metric, readings[1].value) = (Metric::ServerBusy, 60.0);
    }
    let result = judge(&[crowded], &[]);
    assert!(matches!(result, CheckResult::TooNoisy(_)), "{result:?}");
}

#[test]
fn a_figure_that_is_missing_does_not_pass() {
    let CheckResult::OverLimit(why) = judge(&[], &[Comparison::new(&FIGURES[0], &[])]) else {
        panic!()
    };
    assert!(why.contains("could not be measured"), "{why}");
}
