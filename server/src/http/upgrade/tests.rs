//! Tests of `upgrade`.

use super::*;

/// A handshake with a host and an origin.
fn from(host: &str, origin: &str) -> Request<()> {
    let lines = [
        (HOST, host),
        (ORIGIN, origin),
        (UPGRADE, "websocket"),
        (CONNECTION, "Upgrade"),
        (SEC_WEBSOCKET_VERSION, VERSION),
        (SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let mut request = Request::new(());
    for (name, value) in lines {
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    request
}

#[test]
fn origins_are_the_host_the_public_address_or_listed() {
    let options = ServerOptions {
        public_url: Some("https://oxo.example/play".parse().unwrap()),
        origin: vec!["https://friend.example".into()],
        ..ServerOptions::default()
    };
    let allowed = |origin: &str| check(&from("box:1952", origin), &options).is_ok();
    assert!(allowed("http://box:1952"));
    assert!(allowed("https://oxo.example"));
    assert!(allowed("https://friend.example"));
    assert!(!allowed("https://evil.example"));
    assert!(!allowed("null"));
    assert!(!allowed("http://box:1952.evil.example"));
    let mut terminal = from("box:1952", "https://evil.example");
    terminal.headers_mut().remove(ORIGIN);
    assert!(check(&terminal, &options).is_ok());
}
