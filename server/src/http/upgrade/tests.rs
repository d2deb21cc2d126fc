//! Tests of `upgrade`.

use super::*;

#[test]
fn origins_are_the_host_the_public_address_or_listed() {
    let options = ServerOptions {
        public_url: Some("https://oxo.example/play".parse().unwrap()),
        origin: vec!["https://friend.example".into()],
        ..ServerOptions::default()
    };
    let allowed = |origin: &str| {
        let headers = [(HOST, "box:1952"), (ORIGIN, origin)];
        let headers = headers.map(|(name, value)| (name, value.parse().unwrap()));
        origin_allowed(&HeaderMap::from_iter(headers), &options)
    };
    assert!(allowed("http://box:1952"));
    assert!(allowed("https://oxo.example"));
    assert!(allowed("https://friend.example"));
    assert!(!allowed("https://evil.example"));
    assert!(!allowed("null"));
    assert!(!allowed("http://box:1952.evil.example"));
    assert!(origin_allowed(&HeaderMap::new(), &options));
}
