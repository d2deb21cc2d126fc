use super::*;
use crate::compare::{comparison::tests::round, metric::Metric};

fn judged(bare: f64, memory: f64) -> CheckResult {
    let rounds = [round([bare, memory, 1.0], Some(5_000.0))];
    judge(&rounds, &[Comparison::new(&FIGURES[0], &rounds)])
}

#[test]
fn a_figure_passes_up_to_its_limit_and_is_named_beyond() {
    let limit = FIGURES[0].goal.unwrap().limit;
    assert_eq!(judged(10.0, limit * 9.99), CheckResult::Passed);
    let CheckResult::OverLimit(why) = judged(10.0, limit * 10.1) else {
        panic!()
    };
    assert!(
        why.starts_with("cpu-memory (") && why.contains("over its limit"),
        "{why}"
    );
}

#[test]
fn a_machine_on_which_the_baseline_scatters_does_not_judge() {
    let rounds = |second| [10.0, second].map(|bare| round([bare, 1.0, 1.0], Some(5_000.0)));
    assert_eq!(judge(&rounds(11.9), &[]), CheckResult::Passed);
    let CheckResult::TooNoisy(why) = judge(&rounds(12.1), &[]) else {
        panic!()
    };
    assert!(why.contains("messages of the probe"), "{why}");
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
