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
