use super::*;

#[test]
fn a_server_is_found_by_what_people_write() {
    for (text, path) in [
        ("ws://127.0.0.1:1952", "/ws"),
        ("http://127.0.0.1:1952/", "/ws"),
        ("ws://127.0.0.1:1952/oxo", "/oxo/ws"),
        ("ws://127.0.0.1:1952/oxo/ws", "/oxo/ws"),
    ] {
        let target = LoadTarget::server(text).unwrap();
        assert_eq!(target.address, SocketAddr::from(([127, 0, 0, 1], 1952)));
        assert_eq!(&*target.path, path, "{text}");
    }
    assert_eq!(
        LoadTarget::server("ws://[::1]:7").unwrap().address.port(),
        7
    );
}

#[test]
fn other_schemes_are_refused_with_a_reason() {
    let why = |text| LoadTarget::server(text).unwrap_err().to_string();
    assert!(why("wss://127.0.0.1").contains("behind the proxy"));
    assert!(why("ftp://127.0.0.1").contains("ftp:// is not supported"));
    assert!(why("127.0.0.1").contains("write ws://host:port"));
}
