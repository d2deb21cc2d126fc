//! Unit tests of `values`.

use super::*;

#[test]
fn a_speed_is_moves_a_second_within_bounds() {
    let text = Catalogue::for_language("en");
    for (typed, ms) in [("1", 1_000), ("2.5", 400), ("0.1", 10_000)] {
        assert_eq!(pace(&text, typed), Ok(Duration::from_millis(ms)));
    }
    for typed in ["0", "11", "-1", "NaN", "inf", "fast", ""] {
        let said = pace(&text, typed).unwrap_err();
        assert!(said.contains("is not a speed"), "{typed}: {said}");
    }
}

#[test]
fn a_level_is_one_of_five() {
    let text = Catalogue::for_language("en");
    assert_eq!(level(&text, "computer", "5"), Ok(Level::TOP));
    assert_eq!(
        level(&text, "computer", "6").unwrap_err(),
        "6 is not a value of computer. Use a whole number from 1 to 5."
    );
}

#[test]
fn a_time_may_be_hours_and_days() {
    let text = Catalogue::for_language("en");
    for (typed, seconds) in [
        ("90", 90),
        ("2m", 120),
        ("2h", 7_200),
        ("3d", 259_200),
        ("1D12H", 129_600),
    ] {
        let read = time(&text, typed);
        assert_eq!(read, Ok(Duration::from_secs(seconds)), "{typed}");
    }
    let said = time(&text, "2w").unwrap_err();
    assert!(
        said.contains("hours or days such as 10s, 2m, 8h or 3d"),
        "{said}"
    );
}

#[test]
fn clocks_are_read_as_people_write_them() {
    let text = Catalogue::for_language("en");
    let total = ClockSetting::total;
    for (typed, setting) in [
        ("none", ClockSetting::None),
        ("30s", ClockSetting::per_move(30_000)),
        ("3d", ClockSetting::correspondence(3)),
        ("14D", ClockSetting::correspondence(14)),
        ("30", ClockSetting::per_move(30_000)),
        ("1m30s", ClockSetting::per_move(90_000)),
        ("5m+3s", total(300_000, 3_000)),
        ("1h+0", total(3_600_000, 0)),
    ] {
        assert_eq!(clock(&text, typed), Ok(setting), "{typed}");
    }
    for typed in ["", "s", "5x", "+", "5m+", "-3", "1é", "d", "1d12h"] {
        let said = clock(&text, typed).unwrap_err();
        assert!(said.contains("is not a clock"), "{typed}: {said}");
    }
    for typed in ["0s", "2h", "1s+1s", "0d", "15d"] {
        let said = clock(&text, typed).unwrap_err();
        assert!(said.contains("out of range"), "{typed}: {said}");
    }
}
