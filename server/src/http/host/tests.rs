//! Tests of `host`.

use super::*;

#[test]
fn a_host_is_a_name_or_an_address_and_perhaps_a_port() {
    for good in [
        "box",
        "box:1952",
        "box.example.",
        "box:",
        "1.2.3.4:80",
        "[::1]",
        "[::1]:80",
        "xn--bcher-kva.example",
    ] {
        assert!(authority(good.as_bytes()).is_ok(), "{good}");
    }
    for bad in [
        "",
        ":80",
        "me@box",
        "me:80@me:80",
        "a b",
        "box/",
        "http://box",
        "box:port",
        "box:65536",
        "[::1",
        "::1",
    ] {
        assert!(authority(bad.as_bytes()).is_err(), "{bad}");
    }
}
