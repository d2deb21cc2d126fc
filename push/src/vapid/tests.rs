//! Tests of the token: what it says, and that the key in the same header has signed it.

use p256::ecdsa::{SigningKey, VerifyingKey, signature::Verifier};
use serde_json::Value;

use super::*;
use crate::tests::browser::TestBrowser;

const NOW_MS: u64 = 1_795_900_000_999;

fn decode(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// The claims of a header, once its signature is verified.
fn verified(authorization: &str, to: &Subscription) -> Value {
    let (token, key) = authorization.split_once(", k=").unwrap();
    let token = token.strip_prefix("vapid t=").unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, claims) = signed.split_once('.').unwrap();
    let key = VerifyingKey::from_sec1_bytes(&decode(key)).unwrap();
    assert_eq!(&key, to.signing.verifying_key());
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    key.verify(signed.as_bytes(), &signature).unwrap();
    let header: Value = serde_json::from_slice(&decode(header)).unwrap();
    assert_eq!(header, json!({"typ": "JWT", "alg": "ES256"}));
    serde_json::from_slice(&decode(claims)).unwrap()
}

#[test]
fn the_token_says_for_which_service_until_when_and_who_answers_for_it() {
    let browser = TestBrowser::new();
    for (endpoint, audience) in [
        ("https://push.example.org/a?b", "https://push.example.org"),
        ("https://push.example.org:443/", "https://push.example.org"),
        (
            "https://PUSH.example.org:8443/",
            "https://push.example.org:8443",
        ),
        ("https://[2606:4700::1]/x", "https://[2606:4700::1]"),
    ] {
        let to = browser.at(endpoint);
        let exp = 1_795_900_000 + 12 * 60 * 60;
        let claims = verified(&authorization(&to, None, NOW_MS), &to);
        assert_eq!(claims, json!({"aud": audience, "exp": exp}));
        let contact = "mailto:\"host\"@example.org";
        let claims = verified(&authorization(&to, Some(contact), NOW_MS), &to);
        let expected = json!({"aud": audience, "exp": exp, "sub": contact});
        assert_eq!(claims, expected);
    }
}

#[test]
fn the_key_is_the_one_that_the_browser_subscribed_with() {
    let to = TestBrowser::new().at("https://push.example.org/");
    let key = authorization(&to, None, NOW_MS);
    let key = decode(key.rsplit_once("k=").unwrap().1);
    assert_eq!(key.len(), 65);
    let signing = SigningKey::from_slice(&to.signing.to_bytes()).unwrap();
    let public = signing.verifying_key().to_sec1_point(false);
    assert_eq!(key, public.as_bytes());
}
