//! Unit tests of `backoff`.

use super::*;

#[test]
fn waits_grow_to_the_cap_and_fill_the_whole_range_below_it() {
    let mut backoff = Backoff::new(Bounds::default());
    for ceiling in [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000] {
        let mut same = backoff.clone();
        assert_eq!(same.next(None, 0).as_millis(), 0);
        let mut same = backoff.clone();
        assert_eq!(same.next(None, ceiling).as_millis(), u128::from(ceiling));
        assert_eq!(backoff.next(None, ceiling + 1).as_millis(), 0);
    }
    for _ in 0..100 {
        assert!(backoff.next(None, u64::MAX).as_millis() <= 10_000);
    }
    backoff.reset();
    assert!(backoff.next(None, u64::MAX).as_millis() <= 250);
}

#[test]
fn a_hint_is_honoured_and_an_absurd_one_is_bounded() {
    let mut backoff = Backoff::new(Bounds::default());
    assert_eq!(backoff.next(Some(3_000), 100).as_millis(), 3_100);
    let far = backoff.next(Some(u64::MAX), 0).as_millis();
    assert_eq!(far, u128::from(LONGEST_HINT_MS));
}
