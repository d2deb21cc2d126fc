use super::*;

#[test]
fn durations_have_at_most_two_units() {
    for (ms, said) in [
        (0, "0 s"),
        (59_999, "59 s"),
        (61_000, "1 m 1 s"),
        (7_200_000, "2 h 0 m"),
        (90_000_000, "1 d 1 h"),
    ] {
        assert_eq!(short_time(ms), said);
    }
}
