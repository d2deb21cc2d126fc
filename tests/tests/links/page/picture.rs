//! The pictures of link previews: drawn once, paid for, and as messengers want them.

use admission::Cost;
use protocol::Limits;
use serde_json::json;
use tests::{TestServer, raw::Raw, server::roomy};
use tiny_skia::Pixmap;

use super::{Answer, ask, below};

/// The answer to a messenger that comes back after each 503: pictures are drawn at the lowest priority, and a busy machine
/// gives that next to nothing.
async fn picture(server: &TestServer, path: &str) -> Answer {
    let look = || ask(server, "GET", path, "user-agent: WhatsApp/2.23.20.0\r\n");
    let mut answer = look().await;
    for _ in 0..10 {
        if answer.status != 503 {
            break;
        }
        answer = look().await;
    }
    answer
}

/// A picture in pixels; it must be one.
pub fn decoded(answer: &Answer) -> Pixmap {
    assert_eq!(answer.status, 200, "{}", answer.head);
    assert_eq!(answer.header("content-type"), Some("image/png"));
    let picture = Pixmap::decode_png(&answer.body).expect("a PNG");
    assert_eq!((picture.width(), picture.height()), (1_200, 630));
    picture
}

#[tokio::test]
async fn every_board_has_its_picture() {
    let server = below("").await;
    let mut seen: Vec<(String, Pixmap)> = Vec::new();
    for rules in [
        json!({"width": 3, "height": 3, "line": 3}),
        json!({"width": 3, "height": 3, "line": 3, "misere": true}),
        json!({"width": 4, "height": 4, "line": 4}),
        json!({"width": 7, "height": 6, "line": 4}),
        json!({"width": 15, "height": 15, "line": 5}),
        json!({"width": 19, "height": 3, "line": 3}),
    ] {
        let mut ana = server.client("Ana").await;
        let room = ana.create(json!({"rules": rules})).await;
        let answer = picture(&server, &format!("/r/{room}.png")).await;
        assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
        assert!(answer.body.len() < 60_000, "{} bytes", answer.body.len());
        let picture = decoded(&answer);
        for (other, before) in &seen {
            assert_ne!(picture.data(), before.data(), "{rules} and {other}");
        }
        seen.push((rules.to_string(), picture));
    }
    let usual = picture(&server, "/preview.png").await;
    assert_eq!(usual.header("cache-control"), Some("public, max-age=86400"));
    decoded(&usual);
    server.stop().await;
}

#[tokio::test]
async fn a_picture_says_who_invites_in_the_visitors_language() {
    let server = below("").await;
    let mut seen = Vec::new();
    for name in ["Ana", "Bia"] {
        let mut host = server.client(name).await;
        let room = host.create(json!({})).await;
        for language in ["en", "pt-BR", "zh-CN", "zh-TW"] {
            let path = format!("/r/{room}.png");
            let lines = format!("accept-language: {language}\r\n");
            let picture = decoded(&ask(&server, "GET", &path, &lines).await);
            assert!(!seen.contains(&picture), "{name} in {language}");
            seen.push(picture);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_picture_is_paid_for_by_who_has_it_drawn() {
    let look = Cost::CONNECTION.0 + Cost::INVITATION.0;
    // Two looks and half of a third beside a drawing. What it takes beyond its cost is paid afterwards, so
    // somebody else has it drawn: nothing here depends on how long that takes.
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 1,
        work_burst_us: u64::from(Cost::PICTURE.0 + 2 * look + look / 2),
        ..roomy()
    })
    .await;
    let mut rooms = Vec::new();
    for side in [3, 4] {
        let rules = json!({"width": side, "height": side, "line": 3});
        let mut ana = server.client_from([127, 0, 0, 9].into(), "Ana").await;
        rooms.push((ana.create(json!({"rules": rules})).await, ana));
    }
    let [(first, _), (second, _)] = &rooms[..] else {
        panic!("two rooms");
    };
    let mut bia = Raw::connect_from([127, 0, 0, 8].into(), server.node.facts.bound()).await;
    bia.say(&format!(
        "GET /r/{first}.png HTTP/1.1\r\nhost: localhost:1952\r\nconnection: close\r\n\r\n"
    ))
    .await;
    assert!(bia.bytes().await.starts_with(b"HTTP/1.1 200"));
    // From the cache it costs no more than a look.
    for _ in 0..2 {
        decoded(&picture(&server, &format!("/r/{first}.png")).await);
    }
    // A drawing is more than there is left.
    let refused = picture(&server, &format!("/r/{second}.png")).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    server.stop().await;
}

#[tokio::test]
async fn many_who_ask_at_once_wait_for_one_drawing() {
    let server = below("").await;
    let mut ana = server.client("Ana").await;
    let room = ana
        .create(json!({"rules": {"width": 9, "height": 9, "line": 5}}))
        .await;
    let path = format!("/r/{room}.png");
    let asked = (0..30).map(|_| picture(&server, &path));
    for answer in futures::future::join_all(asked).await {
        decoded(&answer);
    }
    server.stop().await;
}

#[tokio::test]
async fn favicon_ico_is_served_though_no_page_names_it() {
    for base in ["", "/oxo"] {
        let server = below(base).await;
        let answer = ask(&server, "GET", &format!("{base}/favicon.ico"), "").await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("image/png"));
        assert!(Pixmap::decode_png(&answer.body).is_ok());
        server.stop().await;
    }
}
