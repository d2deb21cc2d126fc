use super::*;

#[test]
fn a_value_is_counted_in_the_first_bucket_that_holds_it() {
    const BUCKETS: Buckets<2> = Buckets {
        bounds: &[10, 20],
        unit: 10,
    };
    let histogram = Histogram::new(BUCKETS);
    for value in [0, 10, 11, 20, 21, 1_000] {
        histogram.observe(value);
    }
    let read = histogram.read();
    assert_eq!(read.within, [(Some(1.0), 2), (Some(2.0), 4), (None, 6)]);
    assert_eq!((read.count(), read.sum), (6, 106.2));
}
