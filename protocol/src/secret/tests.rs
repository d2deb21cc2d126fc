//! Unit tests of `secret`.

use super::*;

#[test]
fn a_drawn_secret_reads_back_and_hashes_alike() {
    let secret = Secret::draw().unwrap();
    let again = Secret::new(secret.reveal()).unwrap();
    assert!(secret.hash().same(&again.hash()));
    assert!(!secret.hash().same(&Secret::draw().unwrap().hash()));
    let key = Secret::draw_key().unwrap();
    assert!(Secret::new(key.reveal()).is_ok());
    assert_eq!(BASE64.decode(key.reveal()).unwrap().len(), 24);
}

#[test]
fn short_long_and_foreign_texts_are_refused() {
    for text in [
        "",
        "abc",
        &"A".repeat(20),
        &"A".repeat(90),
        "ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ",
    ] {
        assert_eq!(Secret::new(text), Err(NotASecret), "{text}");
    }
}

#[test]
fn debug_output_shows_nothing() {
    let secret = Secret::draw().unwrap();
    assert_eq!(
        format!("{secret:?} {:?}", secret.hash()),
        "Secret(…) SecretHash(…)"
    );
}
