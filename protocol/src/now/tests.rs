//! Unit tests of `now`.

use super::*;

#[test]
fn phrase_keys_are_their_wire_form() {
    for (key, phrase) in Phrase::ALL {
        assert_eq!(
            serde_json::to_string(&phrase).unwrap(),
            format!("\"{key}\"")
        );
        assert_eq!(Phrase::of_key(key), Some(phrase));
        assert_eq!(phrase.key(), key);
    }
    assert_eq!(Phrase::of_key("insult"), None);
}
