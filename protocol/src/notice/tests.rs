use super::*;

#[test]
fn a_message_is_one_printable_line_of_bounded_length() {
    for (typed, shown) in [
        ("Back at eight.", Some("Back at eight.")),
        ("  two\n lines\t", Some("two lines")),
        ("\u{1b}[31mred\u{202e}", Some("?[31mred?")),
        ("", None),
        (" \n ", None),
    ] {
        assert_eq!(clean(typed).as_deref(), shown, "{typed:?}");
    }
    assert!(clean(&"ж".repeat(MAX_CHARS)).is_some());
    assert_eq!(clean(&"ж".repeat(MAX_CHARS + 1)), None);
}

#[test]
fn an_empty_notice_is_an_empty_object() {
    let json = serde_json::to_string(&Notice::default());
    assert_eq!(json.ok().as_deref(), Some("{}"));
}
