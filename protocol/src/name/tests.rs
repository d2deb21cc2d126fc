//! Unit tests of `name`.

use super::*;

#[test]
fn ordinary_names_of_the_world_pass() {
    for name in [
        "Ana",
        "José Luís",
        "王小明",
        "Ольга",
        "O'Neil-9",
        "Zoë",
        "علي",
        "नमस्ते",
        "🙂",
        "👍🏽",
        "🇧🇷",
        "👨‍👩‍👧‍👦",
        "Ana 👩🏽‍🚀",
        "🏳️‍🌈",
        "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    ] {
        assert_eq!(clean(name), Ok(Some(name.nfc().collect())), "{name}");
    }
}

#[test]
fn white_space_is_folded_and_nothing_is_no_name() {
    assert_eq!(clean("  Ana   Maria "), Ok(Some("Ana Maria".into())));
    assert_eq!(clean(""), Ok(None));
    assert_eq!(clean("   "), Ok(None));
}

#[test]
fn names_are_kept_composed() {
    assert_eq!(clean("Jose\u{301}"), Ok(Some("Jos\u{e9}".into())));
}

#[test]
fn hostile_names_are_refused() {
    for name in [
        "\u{1b}[2J",
        "a\nb",
        "a\u{202e}b",
        "a\u{200b}b",
        "\u{e000}",
        "\u{378}",
        "a\u{3164}b",
        "\u{2028}",
        "\u{200d}",
        "a\u{200d}b",
        // Unicode lists no car that is a man: it would be drawn as two.
        "👨\u{200d}🚗",
        "🙂\u{200d}",
        "\u{e0067}",
    ] {
        assert_eq!(clean(name), Err(BadName::Characters), "{name:?}");
    }
    assert_eq!(clean(&"a".repeat(25)), Err(BadName::TooLong));
    assert_eq!(clean(&"王".repeat(13)), Err(BadName::TooLong));
    assert_eq!(clean(&"x".repeat(100_000)), Err(BadName::TooLong));
    assert_eq!(clean("Z\u{351}\u{352}\u{353}\u{354}"), Err(BadName::Marks));
    assert_eq!(clean("\u{301}a"), Err(BadName::Marks));
}

#[test]
fn an_emoji_is_one_letter_of_two_columns() {
    let family = "👨‍👩‍👧‍👦";
    assert_eq!(family.width(), 2);
    // Its bytes count all the same: three and a half of them fill a name.
    assert_eq!(clean(&family.repeat(3)), Ok(Some(family.repeat(3))));
    assert_eq!(clean(&family.repeat(4)), Err(BadName::TooLong));
    assert_eq!(unique_name(family, [family]), format!("{family} 2"));
}

#[test]
fn look_alikes_are_numbered() {
    assert_eq!(unique_name("Ana", ["Bob"]), "Ana");
    assert_eq!(unique_name("Ana", ["Ana"]), "Ana 2");
    assert_eq!(unique_name("ana", ["Ana", "Ana 2"]), "ana 3");
    // The second ones are Cyrillic and Greek.
    assert_eq!(unique_name("Ana", ["Аnа"]), "Ana 2");
    assert_eq!(unique_name("Ana", ["\u{391}na"]), "Ana 2");
    let long = "a".repeat(24);
    assert_eq!(
        unique_name(&long, [long.as_str()]),
        format!("{} 2", "a".repeat(22))
    );
}
