//! The valid rules, their text form and its parser, and the refusals of invalid ones.
#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use game::{LineRule, MAX_SIDE, MIN_LINE, Rules, RulesError};

#[test]
fn exactly_the_playable_sizes_exist() {
    for width in 0..=22 {
        for height in 0..=22 {
            for line in 0..=22 {
                let max = width.max(height);
                let wanted = if width == 0 || width > MAX_SIDE {
                    Err(RulesError::Width { got: width })
                } else if height == 0 || height > MAX_SIDE {
                    Err(RulesError::Height { got: height })
                } else if line < MIN_LINE || line > max {
                    Err(RulesError::Line { got: line, max })
                } else {
                    Ok((width, height, line))
                };
                let got = Rules::new(width, height, line)
                    .map(|rules| (rules.width(), rules.height(), rules.line()));
                assert_eq!(got, wanted);
            }
        }
    }
    assert!(Rules::new(255, 255, 255).is_err());
}

fn all_rules() -> impl Iterator<Item = Rules> {
    (1..=MAX_SIDE)
        .flat_map(|width| (1..=MAX_SIDE).map(move |height| (width, height)))
        .flat_map(|(width, height)| (3..=width.max(height)).map(move |line| (width, height, line)))
        .map(|(width, height, line)| Rules::new(width, height, line).unwrap())
}

#[test]
fn all_rules_survive_being_written_and_read() {
    for rules in all_rules() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        let json = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Rules>(&json).unwrap(), rules);
    }
}

#[test]
fn misere_is_one_more_flag_that_is_left_out_otherwise() {
    let rules = Rules::CLASSIC.with(LineRule::Loses);
    assert!(
        rules.line_rule() == LineRule::Loses
            && Rules::CLASSIC.line_rule() == LineRule::AtLeast
            && rules != Rules::CLASSIC
    );
    assert_eq!(rules.to_string(), "3x3x3-misere");
    assert_eq!(rules.to_string().parse(), Ok(rules));
    let json = r#"{"width":3,"height":3,"line":3,"misere":true}"#;
    assert_eq!(serde_json::to_string(&rules).unwrap(), json);
    assert_eq!(serde_json::from_str::<Rules>(json).unwrap(), rules);
    let said = json.replace("true", "false");
    assert_eq!(
        serde_json::from_str::<Rules>(&said).unwrap(),
        Rules::CLASSIC
    );
    for text in ["3x3x3-misere-misere", "-misere", "3x3x3-", "3x3x3misere"] {
        assert!(text.parse::<Rules>().is_err(), "{text}");
    }
}

#[test]
fn exactly_is_one_more_flag_that_misere_excludes() {
    let rules = Rules::GOMOKU.with(LineRule::Exactly);
    assert_eq!(rules.to_string(), "15x15x5-exact");
    assert_eq!("gomoku-exact".parse(), Ok(rules));
    let json = r#"{"width":15,"height":15,"line":5,"exact":true}"#;
    assert_eq!(serde_json::to_string(&rules).unwrap(), json);
    assert_eq!(serde_json::from_str::<Rules>(json).unwrap(), rules);
    let both = json.replace('}', r#","misere":true}"#);
    let error = serde_json::from_str::<Rules>(&both).unwrap_err();
    assert!(error.to_string().contains("leave out one"), "{error}");
    assert!("3x3x3-exact-misere".parse::<Rules>().is_err());
}

#[test]
fn cells_are_numbered_row_by_row_from_the_top_left() {
    for rules in all_rules() {
        let mut next = 0;
        for row in 0..rules.height() {
            for column in 0..rules.width() {
                assert_eq!(rules.cell_at(column, row), Some(next));
                assert_eq!(rules.column_row(next), (column, row));
                next += 1;
            }
        }
        assert_eq!(rules.cells(), next);
        assert_eq!(rules.cell_at(rules.width(), 0), None);
        assert_eq!(rules.cell_at(0, rules.height()), None);
        assert!(rules.column_row(next).1 >= rules.height());
        assert!(rules.column_row(u16::MAX).1 >= rules.height());
    }
}

#[test]
fn valid_texts_parse_as_rules() {
    let rules = |width, height, line| Rules::new(width, height, line).unwrap();
    for (text, wanted) in [
        ("4x3x3", rules(4, 3, 3)),
        (" 15X15x5 ", Rules::GOMOKU),
        ("19×19×19", rules(19, 19, 19)),
        ("3x3", Rules::CLASSIC),
        ("1x3", rules(1, 3, 3)),
        ("3x2", rules(3, 2, 3)),
        ("classic", Rules::CLASSIC),
        ("Gomoku", Rules::GOMOKU),
        ("classic-misere", Rules::CLASSIC.with(LineRule::Loses)),
        ("3x3-misère", Rules::CLASSIC.with(LineRule::Loses)),
        ("15x15x5-Misere", Rules::GOMOKU.with(LineRule::Loses)),
    ] {
        assert_eq!(text.parse(), Ok(wanted), "{text}");
    }
    assert_eq!(format!("{:>8}|", Rules::CLASSIC), "   3x3x3|");
}

#[test]
fn invalid_texts_are_refused_with_the_reason() {
    let not_a_board = |text: &str| {
        format!(
            "{text:?} is not a board: write WIDTHxHEIGHTxLINE such as 4x3x3 \
             (LINE may be left out only when no side is longer than 3), classic or gomoku"
        )
    };
    for text in [
        "", "3", "x", "3x", "4x4", "15x15", "3x3x3x3", "+3x3x3", "-3x3x3", "3 x 3", "300x3x3",
        "chess", "٣x٣",
    ] {
        let refused = text.parse::<Rules>().unwrap_err();
        assert_eq!(
            refused,
            RulesError::Text {
                text: text.to_owned()
            }
        );
        assert_eq!(refused.to_string(), not_a_board(text));
    }
    let refused = "z".repeat(5_000).parse::<Rules>().unwrap_err();
    assert_eq!(
        refused.to_string(),
        not_a_board(&format!("{}…", "z".repeat(24)))
    );
    for (text, sentence) in [
        (
            "20x3x3",
            "the board cannot be 20 cells wide: the width must be 1 to 19",
        ),
        (
            "3x0x3",
            "the board cannot be 0 cells high: the height must be 1 to 19",
        ),
        (
            "4x5x6",
            "a line of 6 cannot win on a board whose longer side is 5: the line must be 3 to 5",
        ),
        (
            "3x3x4",
            "a line of 4 cannot win on a board whose longer side is 3: the line must be 3 to 3",
        ),
        (
            "4x5x2",
            "a line of 2 cannot win on a board whose longer side is 5: the line must be 3 to 5",
        ),
        (
            "2x2",
            "no line of 3 fits a board whose longer side is 2: one side must be 3 to 19 cells",
        ),
    ] {
        assert_eq!(text.parse::<Rules>().unwrap_err().to_string(), sentence);
    }
}

#[test]
fn json_is_the_three_numbers_and_nothing_else() {
    let json = r#"{"width":4,"height":3,"line":3}"#;
    let rules: Rules = serde_json::from_str(json).unwrap();
    assert_eq!(rules, "4x3x3".parse().unwrap());
    assert_eq!(serde_json::to_string(&rules).unwrap(), json);
    for (json, told) in [
        (
            r#"{"width":4,"height":3,"line":5}"#,
            "a line of 5 cannot win",
        ),
        (
            r#"{"width":0,"height":3,"line":3}"#,
            "expected a whole number from 1 to 19",
        ),
        (
            r#"{"width":300,"height":3,"line":3}"#,
            "invalid value: integer `300`",
        ),
        (r#"{"width":4,"height":3}"#, "missing field `line`"),
        (
            r#"{"width":4,"height":3,"line":3,"gravity":1}"#,
            "unknown field `gravity`",
        ),
    ] {
        let refused = serde_json::from_str::<Rules>(json).unwrap_err().to_string();
        assert!(refused.contains(told), "{refused}");
    }
}
