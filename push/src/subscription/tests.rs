//! Tests of reading subscriptions.

use super::*;

const ENDPOINT: &str = "https://push.example.org/send/abc?of=1";
/// Those of RFC 8291, section 5.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const KEY: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn endpoint_of(length: usize) -> String {
    let start = "https://push.example.org/";
    format!("{start}{}", "a".repeat(length - start.len()))
}

#[test]
fn a_subscription_is_read() {
    let read = Subscription::new(ENDPOINT, P256DH, AUTH, KEY).unwrap();
    assert_eq!(read.host(), "push.example.org");
    assert_eq!(read.target.authority(), "push.example.org");
    assert_eq!(read.target.path, "/send/abc?of=1");
    assert_eq!(encode(&read.auth), AUTH);
    let at_a_port = "https://push.example.org:8443";
    let read = Subscription::new(at_a_port, P256DH, AUTH, KEY).unwrap();
    assert_eq!(read.target.authority(), "push.example.org:8443");
    assert_eq!(read.target.path, "/");
    assert!(Subscription::new(&endpoint_of(1_024), P256DH, AUTH, KEY).is_some());
}

#[test]
fn each_invalid_part_of_a_subscription_refuses_it() {
    let longer_when_encoded = endpoint_of(1_000) + &"é".repeat(12);
    for endpoint in [
        "",
        "push.example.org/send",
        "http://push.example.org/send",
        "wss://push.example.org/send",
        "https://ana@push.example.org/send",
        "https://:secret@push.example.org/send",
        "https://push.example.org/send#there",
        "https:///",
        &endpoint_of(1_025),
        &longer_when_encoded,
    ] {
        let read = Subscription::new(endpoint, P256DH, AUTH, KEY);
        assert!(read.is_none(), "{endpoint}");
    }
    let point = URL_SAFE_NO_PAD.decode(P256DH).unwrap();
    let mut beside_the_curve = point.clone();
    beside_the_curve[64] ^= 1;
    let mut hybrid = point.clone();
    hybrid[0] = 6;
    let mut compressed = point[..33].to_vec();
    compressed[0] = 2 | (point[64] & 1);
    for p256dh in [
        String::new(),
        format!("{P256DH}="),
        P256DH.replace('_', "/"),
        encode(&point[..64]),
        encode(&compressed),
        encode(&beside_the_curve),
        encode(&hybrid),
        encode(&[0; 65]),
        encode(&[0; 1]),
    ] {
        let read = Subscription::new(ENDPOINT, &p256dh, AUTH, KEY);
        assert!(read.is_none(), "{p256dh}");
    }
    for auth in ["", "AAAA", &format!("{AUTH}=="), &encode(&[7; 17])] {
        let read = Subscription::new(ENDPOINT, P256DH, auth, KEY);
        assert!(read.is_none(), "{auth}");
    }
    // Zero, and the order of the group, are no scalars of it.
    let order = "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE";
    for key in [
        "",
        order,
        &encode(&[0; 32]),
        &encode(&[255; 32]),
        &encode(&[7; 31]),
    ] {
        let read = Subscription::new(ENDPOINT, P256DH, AUTH, key);
        assert!(read.is_none(), "{key}");
    }
}

#[test]
fn a_subscription_shows_only_its_host() {
    let read = Subscription::new(ENDPOINT, P256DH, AUTH, KEY).unwrap();
    let shown = format!("{read:?}");
    assert_eq!(shown, r#"Subscription { host: "push.example.org", .. }"#);
}
