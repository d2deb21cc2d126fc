//! Unit tests of `clock`.

use std::time::Duration;

use super::*;

#[test]
fn the_server_clock_follows_the_frame_with_the_least_delay() {
    let start = Instant::now();
    let later = |ms| start + Duration::from_millis(ms);
    let mut clock = ServerClock::set(1_000, start);
    assert_eq!(clock.now_ms(later(500)), 1_500);
    clock.heard(1_400, later(500));
    assert_eq!(clock.now_ms(later(500)), 1_500, "a late frame");
    clock.heard(1_600, later(500));
    assert_eq!(clock.now_ms(later(600)), 1_700);
}
