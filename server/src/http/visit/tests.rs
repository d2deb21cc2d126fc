//! Tests of `visit`.

use hyper::header::HeaderName;

use super::*;

fn forwarded(hops: &str) -> HeaderMap {
    let name = HeaderName::from_static("x-forwarded-for");
    HeaderMap::from_iter([(name, hops.parse().unwrap())])
}

#[test]
fn only_a_trusted_proxy_is_believed_and_only_its_last_hop() {
    let options = ServerOptions {
        trusted_proxy: vec!["10.0.0.0/8".parse().unwrap()],
        ..ServerOptions::default()
    };
    let ip = |text: &str| text.parse::<IpAddr>().unwrap();
    let plain = forwarded("1.1.1.1, 2.2.2.2, 10.0.0.9");
    assert_eq!(visitor(&plain, ip("10.0.0.1"), &options), ip("2.2.2.2"));
    assert_eq!(visitor(&plain, ip("9.9.9.9"), &options), ip("9.9.9.9"));
    let garbled = forwarded("1.1.1.1, nonsense, 10.0.0.9");
    assert_eq!(visitor(&garbled, ip("10.0.0.1"), &options), ip("10.0.0.9"));
    assert_eq!(
        visitor(&HeaderMap::new(), ip("10.0.0.1"), &options),
        ip("10.0.0.1")
    );
}
