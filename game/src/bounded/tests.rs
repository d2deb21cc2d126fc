//! Unit tests of `bounded`: the bounds of every number with bounds.

use super::*;

type Minutes = Bounded<1, 60, 5>;

#[test]
fn only_whole_numbers_within_the_bounds_are_read() {
    let read = |json: &str| serde_json::from_str::<Minutes>(json).map(Bounded::get);
    for (json, number) in [("1", 1), ("5", 5), ("60", 60)] {
        assert_eq!(read(json).unwrap(), number);
        assert_eq!(
            serde_json::to_string(&Minutes::clamped(number)).unwrap(),
            json
        );
    }
    for json in [
        "0", "61", "-1", "5.0", "5e0", "\"5\"", "null", "true", "[5]", "{}",
    ] {
        let said = read(json).unwrap_err().to_string();
        assert!(
            said.contains("a whole number from 1 to 60"),
            "{json}: {said}"
        );
    }
}

#[test]
fn typed_numbers_have_digits_alone() {
    let (least, most) = (1, 60);
    assert_eq!("60".parse::<Minutes>().map(Bounded::get), Ok(60));
    for text in [
        "",
        "0",
        "61",
        "+5",
        "-5",
        " 5",
        "5.0",
        "five",
        "99999999999999999999",
    ] {
        assert_eq!(
            text.parse::<Minutes>(),
            Err(OutOfBounds { least, most }),
            "{text}"
        );
    }
}

#[test]
fn a_value_beyond_a_bound_is_clamped_to_it() {
    for (number, clamped) in [(0, 1), (1, 1), (60, 60), (61, 60), (u64::MAX, 60)] {
        assert_eq!(Minutes::clamped(number).get(), clamped);
        assert_eq!(Minutes::new(number).is_some(), number == clamped);
    }
    assert_eq!(Minutes::default().get(), 5);
    assert_eq!(Bounded::<1, 60>::default().get(), 60);
}

#[test]
fn a_value_is_shown_as_its_number() {
    let five = Minutes::default();
    assert_eq!(u64::from(five), 5);
    assert_eq!(format!("{five} {five:?}"), "5 5");
}
