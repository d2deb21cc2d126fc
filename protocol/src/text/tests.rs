//! Unit tests of `text`.

use super::*;

#[test]
fn nothing_that_a_terminal_obeys_is_left() {
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
