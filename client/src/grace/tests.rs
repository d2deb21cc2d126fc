//! Unit tests of `grace`.

use protocol::settings::ClockSetting;

use super::*;

#[test]
fn a_short_clock_shortens_the_grace() {
    let limits = Limits::default();
    let mut view = View::default();
    assert_eq!(grace_ms(&limits, &view), 40_000);
    for (initial_ms, grace) in [(5_000, 10_000), (80_000, 20_000), (600_000, 40_000)] {
        view.settings.clock = ClockSetting::Total {
            initial_ms,
            increment_ms: 0,
        };
        assert_eq!(grace_ms(&limits, &view), grace);
    }
}
