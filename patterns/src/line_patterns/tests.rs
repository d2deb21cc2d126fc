//! Unit tests of `line_patterns`.

use super::LinePattern::*;
use super::*;

fn at_least(line: usize) -> LineLength {
    LineLength { line, exact: false }
}

fn exactly(line: usize) -> LineLength {
    LineLength { line, exact: true }
}

/// The class of a drawn stretch: `x` own, `o` blocked, `+` the middle. Cells that are not drawn
/// are blocked.
fn class(length: LineLength, drawn: &str) -> LinePattern {
    let middle = drawn.find('+').unwrap() as isize;
    let reach = length.reach() as isize;
    let number: u32 = (-reach..=reach)
        .filter(|&offset| offset != 0)
        .map(|offset| {
            let at = usize::try_from(middle + offset).ok();
            let digit = match at.and_then(|at| drawn.as_bytes().get(at)) {
                Some(b'.') => 0,
                Some(b'x') => OWN,
                _ => BLOCKED,
            };
            digit * digit_value(length.reach(), offset)
        })
        .sum();
    table(length).unwrap()[number as usize]
}

#[test]
fn five_in_a_row_has_its_usual_classes() {
    for (drawn, expected) in [
        ("xxxx+", Five),
        ("xx+xxx", Five),
        (".xx+x.", OpenFour),
        ("x.xx+.x", OpenFour),
        ("oxx+x.", Four),
        (".xx+.x", Four),
        ("x.x+x.x", OpenFour),
        ("..x+x..", OpenThree),
        (".xx+.o", Three),
        ("..xx+.o", HalfOpenThree),
        ("..xx.+..", HalfOpenThree),
        ("oxx+..", Three),
        (".xx+o", Dead),
        ("o.x+x.o", Three),
        ("...x+...", OpenTwo),
        ("ox+...", Two),
        ("....+....", One),
        ("...+", Dead),
        ("o...+...o", One),
    ] {
        assert_eq!(class(at_least(5), drawn), expected, "{drawn}");
    }
}

#[test]
fn four_in_a_row_has_the_classes_of_one_mark_less() {
    for (drawn, expected) in [
        ("xx+x", Five),
        (".x+x.", OpenFour),
        ("ox+x.", Four),
        ("..x+..", OpenThree),
        ("..x+.o", HalfOpenThree),
        ("ox+..", Three),
        ("..+.", Two),
        ("..+..", OpenTwo),
        ("o..+o", Dead),
    ] {
        assert_eq!(class(at_least(4), drawn), expected, "{drawn}");
    }
}

#[test]
fn every_table_reads_the_same_in_both_directions() {
    for length in [3, 4, 5]
        .map(at_least)
        .into_iter()
        .chain([3, 4].map(exactly))
    {
        let reach = length.reach() as isize;
        let table = table(length).unwrap();
        for (number, class) in table.iter().enumerate() {
            let offsets = (-reach..=reach).filter(|&offset| offset != 0);
            let turned: u32 = offsets
                .map(|offset| {
                    let digit = number as u32 / digit_value(length.reach(), offset) % 3;
                    digit * digit_value(length.reach(), -offset)
                })
                .sum();
            assert_eq!(*class, table[turned as usize], "{length:?}: {number}");
        }
    }
    assert!(table(at_least(8)).is_none() && table(at_least(7)).is_some());
    assert!(table(exactly(7)).is_none());
}

#[test]
fn exactly_five_is_not_made_beside_another_mark() {
    for (drawn, expected) in [
        ("xxxx+", Five),
        ("xx+xxx", Dead),
        (".xx+x.", OpenFour),
        ("x.xx+x.", Four),
        ("x.xx+x.x", Dead),
        ("x.xx+.x", OpenFour),
        ("..xx+x.x", Four),
        ("...x+x...", OpenThree),
        ("x.x+x..", Four),
        ("....+....", One),
        ("o.x+x.o", Three),
    ] {
        assert_eq!(class(exactly(5), drawn), expected, "{drawn}");
    }
}
