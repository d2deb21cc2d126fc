use super::*;

#[test]
fn figures_are_computed_from_the_resources_used() {
    let spent = ResourceUsage {
        wall: Duration::from_secs(4),
        served: Some(Duration::from_secs(2)),
        own: Duration::from_secs(3),
        probe_ns: None,
        links: None,
    };
    assert_eq!(spent.cpu_us(20_000), Some(100.0));
    assert_eq!((spent.served_busy(), spent.own_busy()), (Some(0.5), 0.75));
}

#[test]
fn the_resources_used_are_the_difference_of_two_readings() {
    let second = Duration::from_secs(1);
    let then = MeterReading {
        at: Instant::now(),
        served: Some(second * 5),
        own: second,
        samples: 0,
        links: None,
    };
    let now = MeterReading {
        at: then.at + second * 4,
        served: Some(second * 7),
        own: second * 4,
        samples: 0,
        links: None,
    };
    let expected = ResourceUsage {
        wall: second * 4,
        served: Some(second * 2),
        own: second * 3,
        probe_ns: Some(1.0),
        links: None,
    };
    assert_eq!(then.until(&now, Some(1.0)), expected);
}

#[test]
fn without_a_process_there_are_no_process_figures() {
    let meter = ProcessMeter::new(None, None).unwrap();
    let spent = meter.since(&meter.begin().unwrap()).unwrap();
    assert_eq!((spent.served, spent.probe_ns), (None, None));
    assert_eq!(spent.cpu_us(1), None);
    let gone = ProcessMeter::new(Some(u32::MAX), None).unwrap();
    assert!(gone.begin().is_err());
}
