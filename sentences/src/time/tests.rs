//! Unit tests of `time`.

use super::*;
use crate::clock_face;

#[test]
fn durations_round_up() {
    assert_eq!(seconds(1), 1);
    assert_eq!(clock_face(59_001), "1:00");
    assert_eq!(clock_face(0), "0:00");
}

#[test]
fn times_are_written_as_dates() {
    for (ms, written) in [
        (0, "1970-01-01T00-00-00Z"),
        (951_782_399_999, "2000-02-28T23-59-59Z"),
        (951_782_400_000, "2000-02-29T00-00-00Z"),
        (951_868_800_000, "2000-03-01T00-00-00Z"),
        (1_735_689_599_000, "2024-12-31T23-59-59Z"),
        (1_795_229_000_000, "2026-11-21T02-43-20Z"),
        (4_107_542_400_000, "2100-03-01T00-00-00Z"),
        (u64::MAX, "9999-12-31T23-59-59Z"),
    ] {
        assert_eq!(stamp(ms), written);
    }
    assert_eq!(date_time(1_795_229_000_000), "2026-11-21 02:43");
}
