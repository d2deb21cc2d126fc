use super::*;
use crate::stats::latencies_us;

fn histogram(values: &[(u64, u64)]) -> Histogram<u64> {
    let mut us = latencies_us().unwrap();
    for (value, count) in values {
        us.record_n(*value, *count).unwrap();
    }
    us
}

#[test]
fn a_histogram_has_a_bar_for_each_doubling() {
    let us = histogram(&[(100, 30), (300, 60), (1_500, 10)]);
    let expected = [(128, 30), (256, 0), (512, 60), (1_024, 0), (2_048, 10)];
    assert_eq!(doublings(&us), expected);
    let bars = bars(&us);
    let lines: Vec<&str> = bars.lines().collect();
    assert_eq!(lines.len(), expected.len());
    assert!(lines[2].contains(&"█".repeat(40)), "{bars}");
    assert!(lines[2].starts_with("  below   0.51 ms"), "{bars}");
    assert!(lines[2].ends_with(" 60.0 %          60"), "{bars}");
    assert!(!lines[1].contains('█'), "{bars}");
    assert_eq!(quantiles(&us).matches("ms").count(), QUANTILES.len());
}

#[test]
fn a_bar_shows_even_the_smallest_share() {
    assert_eq!(bar(0.0), "");
    assert_eq!(bar(0.000_01), "▏");
    assert_eq!(bar(0.5), "█".repeat(20));
    assert_eq!(bar(1.0), "█".repeat(40));
}

#[test]
fn json_has_quantiles_and_buckets() {
    let value = latency_json(&histogram(&[(100, 3)]));
    assert_eq!(value["p50"], 100);
    assert_eq!(value["histogram"], json!([{ "below": 128, "count": 3 }]));
    assert_eq!(latency_json(&histogram(&[])), Value::Null);
}

#[test]
fn figures_have_as_many_digits_as_say_something() {
    assert_eq!(
        [0, 999, 1_000, 1_234_567].map(grouped),
        ["0", "999", "1,000", "1,234,567"]
    );
    assert_eq!(
        [410, 21_340, 1_002_000].map(ms),
        ["0.41 ms", "21.3 ms", "1002 ms"]
    );
}
