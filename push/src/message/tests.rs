//! Tests of the bounds of a message.

use super::*;
use crate::tests::{browser::TestBrowser, message};

#[test]
fn a_message_beyond_its_bounds_is_refused_without_asking() {
    let to = TestBrowser::new().at("https://push.example.org/");
    for (payload, topic, expected) in [
        (2_048, "", None),
        (2_049, "", Some(413)),
        (0, "abcdefghijklmnopqrstuvwxyz012-_Z", None),
        (0, "abcdefghijklmnopqrstuvwxyz012-_ZZ", Some(400)),
        (0, "two words", Some(400)),
        (0, "a\r\nb", Some(400)),
        (0, "é", Some(400)),
    ] {
        let message = PushMessage {
            payload: vec![7; payload],
            topic: topic.to_owned(),
            ..message()
        };
        let refused = message.request(&to, None, 0).err();
        assert_eq!(
            refused,
            expected.map(PushOutcome::Refused),
            "{payload} {topic}"
        );
    }
}

#[test]
fn a_message_without_a_topic_has_no_header_for_it() {
    let to = TestBrowser::new().at("https://push.example.org/");
    let message = PushMessage {
        topic: String::new(),
        ..message()
    };
    let request = message.request(&to, None, 0).unwrap();
    assert!(!request.headers().contains_key("topic"));
}
