//! Unit tests of `settings`.

use super::*;

#[test]
fn clocks_outside_their_bounds_are_refused() {
    let total = |initial_ms, increment_ms| ClockSetting::Total {
        initial_ms,
        increment_ms,
    };
    assert_eq!(ClockSetting::None.check(), Ok(()));
    assert_eq!(ClockSetting::PerMove { move_ms: 1_000 }.check(), Ok(()));
    assert_eq!(
        ClockSetting::PerMove { move_ms: 999 }.check(),
        Err(ClockError::PerMove)
    );
    assert_eq!(total(5_000, 0).check(), Ok(()));
    assert_eq!(total(4_999, 0).check(), Err(ClockError::Initial));
    assert_eq!(total(5_000, 180_001).check(), Err(ClockError::Increment));
}
