//! Unit tests of `now`.

use super::*;

#[test]
fn phrase_keys_are_their_wire_form() {
    for phrase in Phrase::ALL {
        let key = phrase.to_string();
        assert_eq!(serde_json::to_string(phrase).unwrap(), format!("\"{key}\""));
        assert_eq!(key.parse(), Ok(*phrase));
    }
    assert!("insult".parse::<Phrase>().is_err());
}
