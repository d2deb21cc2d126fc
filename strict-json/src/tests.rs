use proptest::prelude::*;

use super::*;

/// A field as requests have it, or nearly.
fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => r#" ?"[a-z_]{0,3}" ?: ?("[a-zA-Z0-9_-]{0,4}"|[1-9][0-9]{0,16}|0) ?"#,
        1 => r#"("[a-z\\ ,:é]{0,3}"|[a-z]{0,2}):("[a-z\\ ,:é]{0,3}"|-?[0-9.e]{0,18}|[\[\]{}a-z]{0,3})"#,
    ]
}

proptest! {
    #[test]
    fn fields_read_as_plain_equal_those_read_by_serde(
        fields in proptest::collection::vec(field(), 0..5),
        end in prop_oneof![9 => Just("}"), 1 => Just(",}"), 1 => Just("} ")],
    ) {
        let text = format!("{{{}{end}", fields.join(","));
        if let Some(plain) = Fields::plain(&text) {
            let general: Fields = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(plain.0, general.0);
        }
    }
}

#[test]
fn the_requests_of_a_rematch_are_plain() {
    for text in [
        r#"{"type":"offer","id":7,"room":"K7QX-4MTR","n":3,"game":1,"kind":"rematch"}"#,
        r#"{"type":"accept","id":8,"room":"K7QX-4MTR","n":4,"offer":2}"#,
    ] {
        assert!(Fields::plain(text).is_some(), "{text}");
    }
}

#[test]
fn unusual_json_is_left_to_serde() {
    for text in [
        "{}",
        r#"{"n":01}"#,
        r#"{"n":-1}"#,
        r#"{"n":1.5}"#,
        r#"{"n":9007199254740992}"#,
        r#"{"n":1,}"#,
        r#"{"a\u0062":1}"#,
        r#"{"name":"Ana, Bia"}"#,
        r#"{"name":"Conceição"}"#,
        r#"{"rules":{"width":3}}"#,
        r#"{"n":null}"#,
    ] {
        assert!(Fields::plain(text).is_none(), "{text}");
    }
}
