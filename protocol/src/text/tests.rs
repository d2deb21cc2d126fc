//! Unit tests of `text`.

use proptest::prelude::*;
use serde_json::Value;

use super::*;

#[test]
fn neutral_text_has_nothing_that_a_terminal_obeys() {
    assert_eq!(
        neutral("\u{1b}]0;title\u{7}Ana\r\n\u{9b}2J\u{202e}x"),
        "?]0;title?Ana???2J?x"
    );
    assert_eq!(neutral("Olá, 王!"), "Olá, 王!");
    assert_eq!(neutral(&"a".repeat(10_000)).len(), LONGEST);
    // A family, a farmer and a flag are one character each; a joiner elsewhere is nothing to see.
    for emoji in ["👨‍👩‍👧‍👦", "👩🏽‍🌾", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"] {
        assert_eq!(neutral(emoji), emoji);
    }
    assert_eq!(neutral("a\u{200d}b 👨\u{200d}x"), "a?b 👨?x");
    assert_eq!(
        neutral("👨\u{200d}🚗"),
        "👨?🚗",
        "Unicode lists no such one"
    );
    assert!(neutral(&"👨‍👩‍👧".repeat(1_000)).chars().count() <= LONGEST);
}

#[test]
fn printable_text_keeps_line_ends_and_no_other_control_character() {
    assert_eq!(
        printable("1.\tAna\u{200b}\r\nBia\u{7f}\n"),
        "1.\tAna??\nBia?\n"
    );
    assert_eq!(printable(&"a".repeat(10_000)).len(), 10_000);
    assert_eq!(printable("👩🏽‍🌾\u{200b}"), "👩🏽‍🌾?", "an emoji is one character");
}

#[test]
fn json_on_one_line_keeps_its_value_and_shows_every_character() {
    let json = "{\"a\":\n\t\"\u{9b}\u{7f}\u{202e}\u{2066}\u{200b}\u{2028}\u{e0001}é王\"}";
    let line = json_line(json);
    assert_eq!(
        line,
        r#"{"a":  "\u009b\u007f\u202e\u2066\u200b\u2028\udb40\udc01é王"}"#
    );
    let value = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(value(json), value(&line));
    assert_eq!(json_line("no JSON\u{1b}[2J"), r"no JSON\u001b[2J");
}

/// Text in which what a terminal obeys is as frequent as letters.
fn hostile() -> impl Strategy<Value = String> {
    let known = "[\u{0}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{61c}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{feff}\u{e0001}\\\\\"a-c]{0,12}";
    prop_oneof![known, any::<String>()]
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        hostile().prop_map(Value::from),
        any::<u32>().prop_map(Value::from)
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(hostile(), inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_survives_and_every_character_is_harmless(value in json()) {
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        let document = json_document(&pretty);
        prop_assert_eq!(document.lines().count(), pretty.lines().count());
        for text in [&value.to_string(), &pretty, &*document] {
            let line = json_line(text);
            prop_assert!(line.chars().all(is_harmless), "{line:?}");
            prop_assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value.clone());
        }
    }

    #[test]
    fn text_that_is_not_json_becomes_harmless_too(text in hostile()) {
        prop_assert!(json_line(&text).chars().all(is_harmless));
        prop_assert!(neutral(&text).chars().all(is_harmless));
        let kept = |c| matches!(c, '\n' | '\t') || is_harmless(c);
        prop_assert!(printable(&text).chars().all(kept));
    }
}
