//! Unit tests of `network`.

use super::*;
use crate::address::parse;

#[tokio::test]
async fn an_address_that_does_not_answer_is_followed_by_the_next() {
    let address = |text: &str| parse(text).unwrap();
    // Nobody listens on this port.
    let mut network = Network::new(address("ws://127.0.0.1:1"));
    network.relocate(address("http://127.0.0.1:1/b/"));
    for next in [
        "ws://127.0.0.1:1/b",
        "ws://127.0.0.1:1",
        "ws://127.0.0.1:1/b",
    ] {
        assert_eq!(network.next, address(next));
        let refused = network.connect().await.err();
        assert_eq!(
            refused,
            Some(LinkError::Unreachable(Unreachable::ConnectionRefused))
        );
    }
}

#[test]
fn a_secret_that_was_sent_encrypted_is_never_sent_in_the_open() {
    let address = |text: &str| parse(text).unwrap();
    let mut network = Network::new(address("https://oxo.example"));
    network.relocate(address("http://b.oxo.example"));
    assert_eq!(network.next, address("wss://oxo.example"));
    network.relocate(address("https://b.oxo.example/x/"));
    assert_eq!(network.next, address("wss://b.oxo.example/x"));
}
