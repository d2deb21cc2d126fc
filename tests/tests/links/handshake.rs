//! The WebSocket handshake (RFC 6455 section 4.2): the requests that become a socket, the hosts
//! that the server answers for, and the clients that a proxy speaks for.

use config::ServerOptions;
use protocol::Limits;
use tests::{
    Raw, TestServer,
    raw::upgrade,
    server::{in_memory, roomy},
};

const KEY: &str = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";

/// A server's answer to these lines of a request, headers in front.
async fn ask(server: &TestServer, lines: &[&str]) -> String {
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    raw.say(&(lines.join("\r\n") + "\r\n\r\n")).await;
    raw.answer().await
}

/// Its answer to a handshake in which one line is replaced by others.
async fn changed(server: &TestServer, line: &str, by: &[&str]) -> String {
    let whole = [
        "GET /ws HTTP/1.1",
        "host: box:1952",
        "connection: keep-alive, Upgrade",
        "upgrade: websocket",
        "sec-websocket-version: 13",
        KEY,
    ];
    let begins = |it: &&str| it.starts_with(line);
    assert_eq!(whole.iter().filter(|it| begins(it)).count(), 1, "{line}");
    let lines = whole.iter().flat_map(|it| match begins(it) {
        true => by.to_vec(),
        false => vec![*it],
    });
    ask(server, &lines.collect::<Vec<_>>()).await
}

fn status(answer: &str) -> u16 {
    let status = answer.split(' ').nth(1);
    status.and_then(|it| it.parse().ok()).expect("a status")
}

#[track_caller]
fn refused(answer: &str, wanted: u16, word: &str) {
    assert_eq!(status(answer), wanted, "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(body.contains(word), "{word} in {answer}");
}

#[tokio::test]
async fn a_request_without_a_valid_upgrade_is_answered_with_the_one_to_use() {
    let server = TestServer::memory().await;
    let page = ask(&server, &["GET /ws HTTP/1.1", "host: box"]).await;
    refused(&page, 426, "WebSocket");
    let older = changed(
        &server,
        "sec-websocket-version",
        &["sec-websocket-version: 8"],
    )
    .await;
    refused(&older, 426, "13");
    let none = changed(&server, "sec-websocket-version", &[]).await;
    refused(&none, 426, "13");
    let old_proxy = changed(&server, "GET", &["GET /ws HTTP/1.0"]).await;
    refused(&old_proxy, 426, "HTTP/1.1");
    for answer in [page, older, none] {
        let head = answer.to_lowercase();
        for line in [
            "\r\nupgrade: websocket\r\n",
            "\r\nconnection: upgrade\r\n",
            "\r\nsec-websocket-version: 13\r\n",
        ] {
            assert!(head.contains(line), "{line} in {head}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_websocket_key_is_sixteen_bytes_of_base64_and_appears_once() {
    let server = TestServer::memory().await;
    for key in [
        &["sec-websocket-key:"][..],
        &["sec-websocket-key: x"],
        &["sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ"],
        &["sec-websocket-key: dGhlIHNhbXBsZSBub25j"],
        &["sec-websocket-key: dGhlIHNhbXBsZSBub25jZWU="],
        &["sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ=="],
        &["sec-websocket-key: dGhlIHNhbXBsZSBub25j_Q=="],
        &[KEY, KEY],
        &[],
    ] {
        let answer = changed(&server, "sec-websocket-key", key).await;
        refused(&answer, 400, "Sec-WebSocket-Key");
    }
    let good = changed(&server, "sec-websocket-key", &[KEY]).await;
    assert_eq!(status(&good), 101);
    assert!(good.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{good}");
    server.stop().await;
}

#[tokio::test]
async fn deciding_headers_must_appear_exactly_once() {
    let server = TestServer::memory().await;
    let twice = ["host: box:1952", "host: box:1952"];
    refused(&changed(&server, "host", &twice).await, 400, "Host");
    refused(&changed(&server, "host", &[]).await, 400, "Host");
    for bad in ["host: a b", "host:", "host: box:port", "host: me@box"] {
        refused(&changed(&server, "host", &[bad]).await, 400, "Host");
    }
    let page = ["GET /info HTTP/1.1", twice[0], twice[1]];
    refused(&ask(&server, &page).await, 400, "Host");
    let old = ask(&server, &["GET /health/live HTTP/1.0"]).await;
    assert_eq!(status(&old), 200, "{old}");
    let own = ["host: box:1952", "origin: http://box:1952"];
    assert_eq!(status(&changed(&server, "host", &own).await), 101);
    let two = [own[0], own[1], own[1]];
    refused(&changed(&server, "host", &two).await, 400, "Origin");
    server.stop().await;
}

/// A server that knows its names.
fn named() -> ServerOptions {
    ServerOptions {
        public_url: Some("https://oxo.example/".parse().unwrap()),
        origin: vec!["https://friend.example:8443".into()],
        moved_to: Some("https://b.oxo.example".parse().unwrap()),
        ..in_memory()
    }
}

const FOREIGN: [&str; 7] = [
    "evil.example",
    "evil.example:1952",
    "oxo.example.evil.example",
    "evil-oxo.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example:1952",
    "oxo",
];

/// DNS rebinding: a page of another name that resolves to this machine is of
/// one origin with itself, so only the name tells.
#[tokio::test]
async fn a_server_that_knows_its_name_answers_to_no_other() {
    let server = TestServer::start(named()).await;
    for name in FOREIGN {
        let host = format!("host: {name}");
        let origin = format!("origin: http://{name}");
        let answer = changed(&server, "host", &[&host, &origin]).await;
        refused(&answer, 421, "--public-url");
        for path in [
            "/",
            "/info",
            "/qr.svg?url=x",
            "/r/K7QX-4MTR",
            "/games/x.json",
            "/a/b",
        ] {
            let line = format!("GET {path} HTTP/1.1");
            for kind in ["accept: text/html", "accept: */*"] {
                refused(&ask(&server, &[&line, &host, kind]).await, 421, "421");
            }
        }
        let line = format!("GET http://{name}/info HTTP/1.1");
        let whole = ask(&server, &[&line, "host: oxo.example"]).await;
        refused(&whole, 421, "421");
        for path in ["/health/live", "/health/ready"] {
            let line = format!("GET {path} HTTP/1.1");
            assert_eq!(status(&ask(&server, &[&line, &host]).await), 200);
        }
    }
    assert_eq!(server.service.connections.len(), 0);
    for name in [
        "oxo.example",
        "OXO.Example:443",
        "oxo.example.",
        "oxo.example.:8080",
        "friend.example",
        "b.oxo.example",
        "localhost",
        "LOCALHOST.:1952",
        "127.0.0.1:1952",
        "192.168.1.7",
        "[::1]:1952",
        "[2001:db8::1]",
    ] {
        let host = format!("host: {name}");
        let answer = changed(&server, "host", &[&host]).await;
        assert_eq!(status(&answer), 101, "{name}");
        let answer = ask(&server, &["GET /info HTTP/1.1", &host]).await;
        assert_eq!(status(&answer), 200, "{name}");
    }
    server.stop().await;
}

/// By default nginx asks for the name of its upstream.
#[tokio::test]
async fn a_trusted_proxy_may_ask_for_any_name() {
    let trusting = |net: &str| ServerOptions {
        trusted_proxy: vec![net.parse().unwrap()],
        ..named()
    };
    for (net, wanted) in [("127.0.0.0/8", [200, 101]), ("10.0.0.0/8", [421, 421])] {
        let server = TestServer::start(trusting(net)).await;
        let page = ask(&server, &["GET /info HTTP/1.1", "host: oxo"]).await;
        let socket = changed(&server, "host", &["host: oxo"]).await;
        assert_eq!([status(&page), status(&socket)], wanted);
        server.stop().await;
    }
}

#[tokio::test]
async fn without_a_public_address_every_name_is_answered() {
    let server = TestServer::memory().await;
    for name in FOREIGN {
        let answer = ask(&server, &["GET /info HTTP/1.1", &format!("host: {name}")]).await;
        assert_eq!(status(&answer), 200, "{name}");
    }
    server.stop().await;
}

/// Outcome of handshakes where one address may have one connection.
struct Arrivals {
    /// Number that got a place; the others stand in the doorway.
    places: u64,
    /// Number of their addresses.
    addresses: usize,
    statuses: Vec<u16>,
}

/// Shakes hands with these header lines, each of which says for whom a proxy
/// comes, at a server that trusts these.
async fn arrivals(trusted: &[&str], lines: &[String]) -> Arrivals {
    let server = TestServer::start(ServerOptions {
        trusted_proxy: trusted.iter().map(|net| net.parse().unwrap()).collect(),
        limits: Limits {
            connections: 2,
            connections_per_address: 1,
            ..roomy()
        },
        ..in_memory()
    })
    .await;
    let (mut open, mut statuses) = (Vec::new(), Vec::new());
    for line in lines {
        let mut raw = Raw::connect(server.node.facts.bound()).await;
        raw.say(&upgrade("/ws", &format!("{line}\r\n"))).await;
        statuses.push(status(&raw.answer().await));
        open.push(raw);
    }
    let (places, addresses) = server.node.limiter.gauges();
    server.stop().await;
    Arrivals {
        places,
        addresses,
        statuses,
    }
}

/// Number of places and addresses of handshakes with these lines.
async fn visitors(lines: &[&str]) -> (u64, usize) {
    let lines: Vec<_> = lines.iter().map(ToString::to_string).collect();
    let seen = arrivals(&["127.0.0.0/8"], &lines).await;
    (seen.places, seen.addresses)
}

/// Number of these visitors that get a place.
async fn admitted(trusted: &[&str], visitors: &[&str]) -> u64 {
    let line = |visitor: &&str| format!("x-forwarded-for: {visitor}");
    let lines: Vec<_> = visitors.iter().map(line).collect();
    let seen = arrivals(trusted, &lines).await;
    assert!(seen.statuses.iter().all(|status| *status == 101));
    seen.places
}

#[tokio::test]
async fn only_a_trusted_proxy_may_name_the_visitor() {
    let two = ["198.51.100.1", "198.51.100.2"];
    assert_eq!(admitted(&[], &two).await, 1);
    assert_eq!(admitted(&["10.0.0.0/8"], &two).await, 1);
    assert_eq!(admitted(&["127.0.0.0/8"], &two).await, 2);
}

#[tokio::test]
async fn a_visitor_behind_a_proxy_has_the_limit_of_an_address() {
    // The visitor's own claim stands further left and is not trusted.
    let one = ["1.1.1.1, 198.51.100.7", "2.2.2.2, 198.51.100.7"];
    assert_eq!(admitted(&["127.0.0.0/8"], &one).await, 1);
}

#[tokio::test]
async fn a_visitor_is_the_same_however_a_proxy_writes_it() {
    let four = [
        "x-forwarded-for: 198.51.100.1",
        "x-forwarded-for: 198.51.100.1:4711",
        "x-forwarded-for: 9.9.9.9, \"198.51.100.1:4712\"",
        "forwarded: for=198.51.100.1",
        "Forwarded: proto=https;FOR=\"198.51.100.1:4713\"",
        "forwarded: for=9.9.9.9, for=198.51.100.1;by=_b",
        "forwarded: for=9.9.9.9\r\nx-forwarded-for: ::ffff:198.51.100.1",
    ];
    assert_eq!(visitors(&four).await, (1, 1));
    let six = [
        "x-forwarded-for: 2001:db8::1",
        "x-forwarded-for: [2001:db8::1]:567",
        "x-forwarded-for: [2001:DB8::1]",
        "forwarded: for=\"[2001:db8::1]:567\"",
        "forwarded: for=\"[2001:db8::1]\";proto=http, for=127.0.0.1",
    ];
    assert_eq!(visitors(&six).await, (1, 1));
}

#[tokio::test]
async fn hops_left_of_an_unknown_hop_are_not_trusted() {
    // Each is the proxy's own address, then.
    let lines = [
        "forwarded: for=9.9.9.1, for=unknown",
        "forwarded: for=9.9.9.2, for=_hidden",
        "forwarded: for=9.9.9.3, for=\"_gazonk:_p\"",
        "forwarded: for=9.9.9.4, proto=https",
        "forwarded: for=9.9.9.5, for=\"9.9.9.5",
        "x-forwarded-for: 9.9.9.6, unknown",
        "x-forwarded-for: 9.9.9.7, 9.9.9.7.7",
    ];
    assert_eq!(visitors(&lines).await, (1, 1));
}
