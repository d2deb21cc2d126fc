//! Unit tests of `limits`.

use super::*;

#[test]
fn a_short_clock_shortens_the_grace() {
    let limits = Limits::default();
    assert_eq!(limits.grace_ms(ClockSetting::None), 40_000);
    for (initial_ms, grace_ms) in [(5_000, 10_000), (80_000, 20_000), (600_000, 40_000)] {
        let clock = ClockSetting::total(initial_ms, 0);
        assert_eq!(limits.grace_ms(clock), grace_ms);
    }
}

#[test]
fn every_name_reads_and_writes_its_own_field() {
    let mut limits = Limits::default();
    for (i, (name, meaning)) in Limits::NAMES.iter().enumerate() {
        assert!(!meaning.trim().is_empty());
        *limits.get_mut(name).unwrap() = i as u64;
    }
    for (i, (name, _)) in Limits::NAMES.iter().enumerate() {
        assert_eq!(limits.get(name), Some(i as u64));
    }
    assert_eq!(limits.get("nonsense"), None);
}
