//! Plain requests, and who may make a WebSocket of them.

use config::ServerOptions;
use protocol::Limits;
use serde_json::{Value, json};
use tests::{
    Raw, TestServer,
    raw::{request, request_with, status_and_body, upgrade},
    server::in_memory,
};

use crate::links::page::below;

/// The status line and body of a page in lines.
async fn get(server: &TestServer, path: &str) -> (String, String) {
    let lines = "user-agent: curl/8.5.0\r\naccept: */*\r\n";
    let answer = request_with(server.node.facts.bound(), "GET", path, lines).await;
    let (status, body) = status_and_body(&answer);
    (status.to_owned(), body.to_owned())
}

/// The status and body that a handshake with these lines gets.
async fn handshake(server: &TestServer, lines: &str) -> (u16, String) {
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    let path = format!("{}/ws", server.node.options.base_path);
    let connection = if lines.is_empty() {
        String::new()
    } else {
        format!("{lines}\r\n")
    };
    raw.say(&upgrade(&path, &connection)).await;
    let head = raw.head().await;
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    if status == 101 {
        return (status, head);
    }
    server.advance(5_000);
    (status, raw.rest().await)
}

#[tokio::test]
async fn the_front_door_says_how_to_play() {
    let server = TestServer::memory().await;
    let (status, body) = get(&server, "/").await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    for word in ["oxo play", "oxo new", "oxo rooms", "http://localhost:1952/"] {
        assert!(body.contains(word), "{word} in {body}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_says_how_to_join_and_watch() {
    let server = TestServer::memory().await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let (status, body) = get(&server, &format!("/r/{room}")).await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    for way in ["join", "watch"] {
        let line = format!("oxo {way} http://localhost:1952/r/{room}");
        assert!(body.contains(&line), "{body}");
    }
    assert!(ana.invitation.ends_with(&format!("/r/{room}")));
    let (status, body) = get(&server, "/r/nonsense").await;
    assert_eq!(status, "HTTP/1.1 404 Not Found");
    assert!(body.contains("no valid room code"), "{body}");
    server.stop().await;
}

#[tokio::test]
async fn limits_and_promise_are_public() {
    let server = TestServer::memory().await;
    let (status, body) = get(&server, "/info").await;
    assert_eq!(status, "HTTP/1.1 200 OK");
    let info: Value = serde_json::from_str(&body).unwrap();
    let limits: Limits = serde_json::from_value(info["limits"].clone()).unwrap();
    assert_eq!(limits, *server.node.limits);
    assert_eq!(info["promise"]["acknowledged"], "memory");
    assert_eq!(info["promise"]["addresses_logged"], false);
    assert_eq!(info["versions"], json!(protocol::VERSIONS));
    server.stop().await;
}

#[tokio::test]
async fn health_is_asked_for_by_machines() {
    let server = TestServer::memory().await;
    for (path, word) in [("/health/live", "live\n"), ("/health/ready", "ready\n")] {
        let (status, body) = get(&server, path).await;
        assert_eq!((status.as_str(), body.as_str()), ("HTTP/1.1 200 OK", word));
    }
    server.stop().await;
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused_in_words() {
    let server = TestServer::memory().await;
    let (status, body) = get(&server, "/admin").await;
    assert_eq!(status, "HTTP/1.1 404 Not Found");
    assert!(body.contains("nothing at this address"), "{body}");
    for (method, path) in [("POST", "/"), ("DELETE", "/r/K7QX-4MTR"), ("PUT", "/ws")] {
        let answer = request(server.node.facts.bound(), method, path).await;
        let (status, body) = status_and_body(&answer);
        assert_eq!(status, "HTTP/1.1 405 Method Not Allowed", "{method} {path}");
        assert!(body.contains("GET"), "{body}");
    }
    let answer = request(server.node.facts.bound(), "HEAD", "/").await;
    let (status, body) = status_and_body(&answer);
    assert_eq!((status, body), ("HTTP/1.1 200 OK", ""));
    server.stop().await;
}

#[tokio::test]
async fn everything_stands_below_the_base_path_and_nothing_beside_it() {
    let server = below("/oxo").await;
    for path in [
        "",
        "/",
        "/info",
        "/health/live",
        "/health/ready",
        "/preview.png",
        "/favicon.ico",
    ] {
        let (status, _) = get(&server, &format!("/oxo{path}")).await;
        assert_eq!(status, "HTTP/1.1 200 OK", "{path}");
    }
    for path in ["/", "/info", "/ws", "/oxonian", "/oxoinfo"] {
        let (status, body) = get(&server, path).await;
        assert_eq!(status, "HTTP/1.1 404 Not Found", "{path}");
        assert!(body.contains("/oxo/"), "{body}");
    }
    let (_, body) = get(&server, "/oxo/").await;
    assert!(body.contains("http://localhost:1952/oxo"), "{body}");
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    assert!(ana.invitation.ends_with(&format!("/oxo/r/{room}")));
    server.stop().await;
}

#[tokio::test]
async fn a_page_load_of_the_websockets_path_says_so() {
    let server = TestServer::memory().await;
    let (status, body) = get(&server, "/ws").await;
    assert!(status.contains("426"), "{status}");
    assert!(body.contains("WebSocket"), "{body}");
    server.stop().await;
}

#[tokio::test]
async fn the_subprotocol_is_ours_or_not_asked_for() {
    let server = TestServer::memory().await;
    let (status, words) = handshake(&server, "sec-websocket-protocol: chat, soap").await;
    assert_eq!(status, 400);
    assert!(words.contains("oxo.v1"), "{words}");
    let (status, head) = handshake(&server, "sec-websocket-protocol: chat, oxo.v1").await;
    assert_eq!(status, 101);
    assert!(head.contains("sec-websocket-protocol: oxo.v1"), "{head}");
    let (status, head) = handshake(&server, "").await;
    assert_eq!(status, 101);
    assert!(!head.contains("sec-websocket-protocol"), "{head}");
    assert!(!head.contains("sec-websocket-extensions"), "{head}");
    server.stop().await;
}

#[tokio::test]
async fn compression_is_not_offered() {
    let server = TestServer::memory().await;
    let lines = "sec-websocket-extensions: permessage-deflate";
    let (status, head) = handshake(&server, lines).await;
    assert_eq!(status, 101);
    assert!(!head.contains("extensions"), "{head}");
    server.stop().await;
}

#[tokio::test]
async fn pages_of_another_origin_are_refused_before_the_upgrade() {
    let server = TestServer::start(ServerOptions {
        public_url: Some("https://oxo.example/play".parse().unwrap()),
        origin: vec!["https://friend.example".into()],
        ..in_memory()
    })
    .await;
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost:1953",
        "http://localhost:1952.evil.example",
    ] {
        let (status, words) = handshake(&server, &format!("origin: {origin}")).await;
        assert_eq!(status, 403, "{origin}");
        // Its own page looks foreign too when a proxy hides what it was asked for.
        assert!(words.contains("--public-url"), "{words}");
    }
    assert_eq!(server.service.connections.len(), 0);
    for origin in [
        "http://localhost:1952",
        "https://oxo.example",
        "https://friend.example",
    ] {
        let (status, _) = handshake(&server, &format!("origin: {origin}")).await;
        assert_eq!(status, 101, "{origin}");
    }
    server.stop().await;
}
