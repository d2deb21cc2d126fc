//! Tests of `rate`.

use super::*;

#[test]
fn a_burst_passes_and_then_the_rate() {
    let rate = Rate::new(10, 1_000, 30);
    let mut meter = RateMeter::default();
    for _ in 0..30 {
        assert_eq!(meter.count(&rate, 5_000), Ok(()));
    }
    assert_eq!(meter.count(&rate, 5_000), Err(100));
    assert_eq!(meter.count(&rate, 5_099), Err(1));
    assert_eq!(meter.count(&rate, 5_100), Ok(()));
    assert!(meter.count(&rate, 5_100).is_err());
    assert!(meter.is_full(8_101));
}

#[test]
fn an_amount_is_taken_whole_or_not_at_all() {
    let rate = Rate::new(1_000, 1_000, 500);
    let mut meter = RateMeter::default();
    meter.add(&rate, 400, 5_000);
    assert_eq!(meter.has(&rate, 100, 5_000), Ok(()));
    assert_eq!(meter.has(&rate, 101, 5_000), Err(1));
    assert_eq!(meter.has(&rate, 300, 5_000), Err(200));
    // More than there ever is waits for all of it.
    assert_eq!(meter.has(&rate, 9_000, 5_000), Err(400));
    assert_eq!(meter.has(&rate, 9_000, 5_400), Ok(()));
}

#[test]
fn a_debt_is_bounded() {
    let rate = Rate::new(1_000, 1_000, 500);
    let mut meter = RateMeter::default();
    for _ in 0..100 {
        meter.add(&rate, 400, 5_000);
    }
    assert_eq!(meter.has(&rate, 0, 5_000), Err(500));
    assert!(meter.is_full(6_000));
}

#[test]
fn a_larger_network_has_a_multiple_of_the_rate() {
    let rate = Rate::new(60, 60_000, 10).times(8);
    let mut meter = RateMeter::default();
    for _ in 0..80 {
        assert_eq!(meter.count(&rate, 5_000), Ok(()));
    }
    assert_eq!(meter.count(&rate, 5_000), Err(125));
    assert_eq!(meter.count(&rate, 5_125), Ok(()));
}
