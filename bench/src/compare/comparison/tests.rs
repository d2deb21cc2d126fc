use super::*;
use crate::compare::{
    figures::FIGURES,
    metric::{Metric, Reading},
};

/// A round in which bare relay, memory and SQLite used so much CPU a command, at that speed of
/// the core.
pub(crate) fn round(cpu_us: [f64; 3], probe_ns: Option<f64>) -> Round {
    let [cpu_memory, cpu_sqlite] = [&FIGURES[0], &FIGURES[2]];
    let bare = cpu_memory.quantity.against.unwrap().measurement;
    let [memory, sqlite] = [cpu_memory, cpu_sqlite].map(|it| it.quantity.of.measurement);
    let all = [bare, memory, sqlite];
    let taken = all
        .into_iter()
        .zip(cpu_us)
        .map(|(measurement, value)| TakenMeasurement {
            measurement,
            readings: Ok(vec![Reading {
                metric: Metric::CpuPerCommand,
                value,
                probe_ns,
            }]),
        });
    taken.collect()
}

#[test]
fn a_ratio_is_taken_within_its_round_and_of_probed_times() {
    let mut slower_while_memory_ran = round([20.0, 45.0, 1.0], Some(4_000.0));
    if let Ok(readings) = &mut slower_while_memory_ran[1].readings {
        readings[0].probe_ns = Some(6_000.0);
    }
    let rounds = [
        round([10.0, 15.0, 1.0], Some(2_000.0)),
        slower_while_memory_ran,
    ];
    let compared = Comparison::new(&FIGURES[0], &rounds);
    let value = compared.value.unwrap();
    assert_eq!((value.low, value.high), (1.5, 1.5));
    assert_eq!(compared.status(), Some("over limit"));
}

#[test]
fn a_round_that_failed_or_had_no_probe_is_left_out_and_counted_so() {
    let mut failed = round([10.0, 15.0, 1.0], Some(2_000.0));
    failed[0].readings = Err("it did not start".into());
    let rounds = [
        failed,
        round([10.0, 15.0, 1.0], None),
        round([10.0, 12.0, 1.0], Some(2_000.0)),
    ];
    let compared = Comparison::new(&FIGURES[0], &rounds);
    assert_eq!(compared.rounds, 1);
    assert_eq!(compared.value.unwrap().median, 1.2);
    let none = Comparison::new(&FIGURES[0], &rounds[..2]);
    assert!(none.value.is_none() && none.status().is_none());
}

#[test]
fn a_crowded_round_counts_only_where_there_is_no_other() {
    let crowded = |cpu_us| {
        let mut round = round(cpu_us, Some(1_000.0));
        let mut busy = *round[1].reading(Metric::CpuPerCommand).unwrap();
        (busy.metric, busy.value) = (Metric::ServerBusy, 60.0);
        round[1].readings.as_mut().unwrap().push(busy);
        round
    };
    let quiet = round([10.0, 11.0, 1.0], Some(1_000.0));
    let rounds = [
        crowded([10.0, 17.0, 1.0]),
        crowded([10.0, 16.0, 1.0]),
        quiet,
    ];
    let told = |rounds: &[Round]| Comparison::new(&FIGURES[0], rounds).value.unwrap().median;
    assert_eq!(told(&rounds), 1.1);
    assert_eq!(told(&rounds[..2]), 1.65);
    // Only a measurement of another figure was crowded.
    let sqlite = Comparison::new(&FIGURES[2], &rounds[..1]);
    assert_eq!(sqlite.rounds, 1);
}

#[test]
fn below_eight_percent_is_no_difference() {
    let told = |memory| {
        let rounds = [round([10.0, memory, 1.0], Some(1_000.0))];
        Comparison::new(&FIGURES[0], &rounds).difference().unwrap()
    };
    assert_eq!(told(10.7), "no difference");
    assert_eq!(told(9.3), "no difference");
    assert_eq!(told(12.0), "20 % more");
    assert_eq!(told(8.5), "15 % less");
}
