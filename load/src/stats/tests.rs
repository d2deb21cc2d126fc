use super::*;

#[test]
fn medians_of_odd_and_even_counts() {
    let spread = Spread::of([3.0, 1.0, 10.0]).unwrap();
    assert_eq!((spread.low, spread.median, spread.high), (1.0, 3.0, 10.0));
    assert_eq!(Spread::of([4.0, 1.0, 2.0, 9.0]).unwrap().median, 3.0);
    assert_eq!(Spread::of([7.0]).unwrap().median, 7.0);
    assert_eq!(Spread::of([]), None);
}
