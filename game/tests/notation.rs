//! Every cell of every board by its names, and the refusals of invalid names.

use std::collections::HashSet;

use game::notation::{Layout, NotationError, digit, from_digit, name, parse, parse_with};
use game::{MAX_SIDE, Rules};

/// One set of rules for every size of board; notation takes no notice of the line.
fn all_sizes() -> impl Iterator<Item = Rules> {
    (1..=MAX_SIDE)
        .flat_map(|width| (1..=MAX_SIDE).map(move |height| (width, height)))
        .filter_map(|(width, height)| Rules::new(width, height, width.max(height)).ok())
}

#[test]
fn every_cell_of_every_board_is_found_by_its_name() {
    for rules in all_sizes() {
        let mut names = HashSet::new();
        for cell in 0..rules.cells() {
            let name = name(rules, cell).unwrap();
            assert_eq!(parse(rules, &name), Ok(cell));
            assert_eq!(
                parse(rules, &format!("\t{} ", name.to_uppercase())),
                Ok(cell)
            );
            for layout in Layout::BOTH {
                assert_eq!(parse_with(rules, layout, &name), Ok(cell));
            }
            assert!(names.insert(name));
        }
        assert_eq!(name(rules, rules.cells()), None);
        assert_eq!(name(rules, u16::MAX), None);
    }
}

#[test]
fn letters_run_from_the_left_and_numbers_from_the_bottom() {
    let names: Vec<String> = (0..9)
        .map(|cell| name(Rules::CLASSIC, cell).unwrap())
        .collect();
    assert_eq!(
        names,
        ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    );
    let large = Rules::new(19, 19, 5).unwrap();
    assert_eq!(name(large, 0).unwrap(), "a19");
    assert_eq!(name(large, 8).unwrap(), "i19", "no letter is skipped");
    assert_eq!(name(large, 18).unwrap(), "s19");
    assert_eq!(name(large, 360).unwrap(), "s1");
    assert_eq!(parse(large, "A019"), Ok(0));
}

#[test]
fn digits_stand_as_on_the_keys() {
    let row = |layout| -> String {
        (0..9)
            .map(|cell| digit(Rules::CLASSIC, layout, cell).unwrap())
            .collect()
    };
    assert_eq!(row(Layout::Keypad), "789456123");
    assert_eq!(row(Layout::Phone), "123456789");
    assert_eq!(Layout::BOTH.map(|it| it.to_string()), ["keypad", "phone"]);
    for layout in Layout::BOTH {
        for cell in 0..9 {
            let key = digit(Rules::CLASSIC, layout, cell).unwrap();
            assert_eq!(from_digit(Rules::CLASSIC, layout, key), Some(cell));
            assert_eq!(
                parse_with(Rules::CLASSIC, layout, &format!(" {key} ")),
                Ok(cell)
            );
        }
        assert_eq!(digit(Rules::CLASSIC, layout, 9), None);
        for not_a_key in ['0', 'a', '５'] {
            assert_eq!(from_digit(Rules::CLASSIC, layout, not_a_key), None);
        }
    }
}

#[test]
fn digits_name_cells_only_on_three_by_three() {
    for rules in all_sizes().filter(|rules| (rules.width(), rules.height()) != (3, 3)) {
        for layout in Layout::BOTH {
            assert!((0..rules.cells()).all(|cell| digit(rules, layout, cell).is_none()));
            assert!(('0'..='9').all(|key| from_digit(rules, layout, key).is_none()));
            assert_eq!(
                parse_with(rules, layout, "5"),
                Err(NotationError::DigitsNeed3x3)
            );
            assert_eq!(
                parse_with(rules, layout, " 12 "),
                Err(NotationError::DigitsNeed3x3)
            );
        }
    }
}

#[test]
fn texts_that_name_no_cell_are_refused_with_the_reason() {
    let classic = Rules::CLASSIC;
    for text in [
        "", " ", "\t\n", "b", "2b", "bb", "b 2", "b+2", "b-1", "b2x", "é2", "b２", "0", "10", "!",
    ] {
        let unreadable = Err(NotationError::Unreadable);
        assert_eq!(parse(classic, text), unreadable);
        assert_eq!(parse_with(classic, Layout::Keypad, text), unreadable);
    }
    for text in ["a0", "a4", "d1", "z3", "a256", "a99999999999"] {
        let last = "c3".to_owned();
        let outside = NotationError::OutsideBoard { last };
        assert_eq!(parse(classic, text), Err(outside));
    }
    assert!(parse(classic, "5").is_err(), "a digit is no name of itself");
}
