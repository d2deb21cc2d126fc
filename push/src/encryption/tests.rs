//! Tests of the encryption: the example of RFC 8291, and what a browser reads.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

use super::*;
use crate::tests::browser::TestBrowser;

/// The example of RFC 8291, section 5.
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
const BROWSER: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const SENDER: &str = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
const PLAINTEXT: &str = "When I grow up, I want to be a watermelon";
const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

fn decode<const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
    bytes.try_into().unwrap()
}

fn secret(text: &str) -> SecretKey {
    SecretKey::from_slice(&decode::<32>(text)).unwrap()
}

#[test]
fn the_example_of_the_rfc_is_encrypted_as_it_says() {
    let plaintext = [PLAINTEXT.as_bytes(), &[LAST_RECORD]].concat();
    let browser = secret(BROWSER).public_key();
    let (salt, auth) = (decode(SALT), decode(AUTH));
    let body = seal(&plaintext, &salt, &secret(SENDER), &browser, &auth).unwrap();
    assert_eq!(URL_SAFE_NO_PAD.encode(&body), BODY);
    let browser = TestBrowser::with(secret(BROWSER), auth);
    assert_eq!(browser.open(&body), PLAINTEXT.as_bytes());
}

#[test]
fn a_browser_decrypts_the_message_and_padding_hides_its_length() {
    let browser = TestBrowser::new();
    let to = browser.at("https://push.example.org/");
    for (length, padded) in [(0, 512), (1, 512), (511, 512), (512, 1_024), (2_048, 2_560)] {
        let payload = vec![2; length];
        let body = encrypt(&payload, &to.browser, &to.auth).unwrap();
        assert_eq!(body.len(), 86 + padded + 16, "header, plaintext and tag");
        let rs: [u8; 4] = body[16..20].try_into().unwrap();
        assert!(u32::from_be_bytes(rs) as usize > padded + 16);
        assert_eq!(browser.open(&body), payload);
    }
}

#[test]
fn salt_and_key_are_drawn_for_every_message() {
    let to = TestBrowser::new().at("https://push.example.org/");
    let [one, other] = [(); 2].map(|()| encrypt(b"same", &to.browser, &to.auth).unwrap());
    assert_ne!(one[..16], other[..16], "the salt");
    assert_ne!(one[21..86], other[21..86], "the key");
}
