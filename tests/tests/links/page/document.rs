//! The document, and who gets a text instead; the code of an invitation.

use admission::Cost;
use protocol::Limits;
use tests::{Raw, TestServer, server::roomy, soon};

use super::{BROWSER, ask, below, files};

const GAME: &str = "22222222222222222222222222";

#[tokio::test]
async fn a_browser_gets_a_document_wherever_a_person_may_come() {
    for base in ["", "/oxo"] {
        let server = below(base).await;
        for (path, status) in [
            ("/", 200),
            ("/r/K7QX-4MTR", 404),
            ("/r/nonsense", 404),
            (&format!("/games/{GAME}"), 404),
            ("/games/nonsense", 404),
            ("/nothing", 404),
        ] {
            let answer = ask(&server, "GET", &format!("{base}{path}"), BROWSER).await;
            assert_eq!(answer.status, status, "{path}");
            assert!(answer.is_document(), "{}", answer.head);
            for (name, value) in [
                (
                    "vary",
                    "accept, accept-encoding, accept-language, user-agent",
                ),
                ("referrer-policy", "no-referrer"),
                ("x-content-type-options", "nosniff"),
                ("cross-origin-opener-policy", "same-origin"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{name}");
            }
            let policy = answer.header("content-security-policy").unwrap();
            assert!(policy.starts_with("default-src 'none'; "), "{policy}");
            assert!(policy.ends_with("; trusted-types oxo-worker"), "{policy}");
            assert!(!policy.contains("unsafe"), "{policy}");
            // Or else a browser would not keep it for the way back.
            let kept = answer.header("cache-control");
            assert_eq!(kept, Some("private, no-cache"), "{path}");
            assert!(answer.header("permissions-policy").is_some());
            // Nothing inline, nothing foreign.
            let text = answer.text();
            for part in [" style=", "<style", " onclick=", "<script>", "__"] {
                assert!(!text.contains(part), "{part} in {text}");
            }
        }
        server.stop().await;
    }
}

#[tokio::test]
async fn programs_that_want_lines_get_the_texts() {
    let server = below("").await;
    for lines in [
        "user-agent: curl/8.5.0\r\naccept: */*\r\n",
        "accept: text/plain\r\n",
        "accept: text/html;q=0, text/plain\r\n",
    ] {
        for (path, status, part) in [
            ("/", 200, "oxo play"),
            ("/r/K7QX-4MTR", 404, "no room"),
            ("/r/nonsense", 404, "no valid room code"),
            (&format!("/games/{GAME}"), 404, "no finished games"),
            ("/nothing", 404, "nothing at this address"),
        ] {
            let answer = ask(&server, "GET", path, lines).await;
            assert_eq!(answer.status, status, "{path}");
            assert!(answer.text().contains(part), "{part:?} at {path}");
            let by = answer.header("vary");
            assert_eq!(
                by,
                Some("accept, accept-encoding, accept-language, user-agent")
            );
            assert_eq!(
                answer.header("content-type"),
                Some("text/plain; charset=utf-8")
            );
        }
    }
    for path in ["/info", "/health/live", &format!("/games/{GAME}.sgf")] {
        let answer = ask(&server, "GET", path, BROWSER).await;
        assert!(!answer.is_document(), "{path}");
    }
    for (method, path) in [("POST", "/"), ("DELETE", &format!("/games/{GAME}"))] {
        let answer = ask(&server, method, path, BROWSER).await;
        assert!(!answer.is_document(), "{method} {path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_document_is_compressed_for_those_who_take_it() {
    let server = below("").await;
    for path in ["/", "/r/K7QX-4MTR", "/nothing"] {
        let plain = ask(&server, "GET", path, BROWSER).await;
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        let lines = format!("{BROWSER}accept-encoding: gzip, br\r\n");
        let packed = ask(&server, "GET", path, &lines).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        assert!(packed.body.len() < plain.body.len(), "{path}");
        let mut unpacked = String::new();
        let mut decoder = flate2::read::GzDecoder::new(&packed.body[..]);
        std::io::Read::read_to_string(&mut decoder, &mut unpacked).unwrap();
        assert_eq!(unpacked, plain.text(), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn the_service_worker_stands_outside_of_the_hash_and_is_never_kept() {
    for base in ["", "/oxo"] {
        let server = below(base).await;
        let files = files(&server).await;
        let hash = files.rsplit('/').nth(1).unwrap();
        let answer = ask(&server, "GET", &format!("{base}/worker.js"), "").await;
        assert_eq!(answer.status, 200);
        for (name, value) in [
            ("content-type", "text/javascript; charset=utf-8"),
            ("cache-control", "no-cache"),
            ("x-content-type-options", "nosniff"),
            (
                "content-security-policy",
                "default-src 'none'; connect-src 'self'",
            ),
        ] {
            assert_eq!(answer.header(name), Some(value), "{name}");
        }
        assert!(answer.text().contains(hash), "{}", answer.text());
        assert!(!answer.text().contains("__"), "{}", answer.text());
        server.stop().await;
    }
}

#[tokio::test]
async fn the_page_of_a_game_costs_a_look_at_the_game() {
    let look = Cost::CONNECTION.0 + Cost::TEXT.0 + Cost::GAME.0;
    let server = TestServer::with_limits(Limits {
        work_us_per_s: 1,
        work_burst_us: u64::from(2 * look),
        ..roomy()
    })
    .await;
    for status in [404, 404, 429] {
        let answer = ask(&server, "GET", &format!("/games/{GAME}"), BROWSER).await;
        assert_eq!(answer.status, status);
    }
    server.stop().await;
}

#[tokio::test]
async fn head_answers_with_the_headers_of_get() {
    let server = below("").await;
    let files = files(&server).await;
    let gzip = "accept-encoding: gzip\r\n";
    for (path, lines) in [
        ("/", BROWSER),
        ("/", ""),
        (&format!("{files}main.js"), gzip),
        (&format!("{files}locales/en.json"), gzip),
        (&format!("{files}locales/en.json"), ""),
        ("/qr.svg?url=http://localhost:1952/r/K7QX-4MTR", ""),
    ] {
        let [get, head] = [
            ask(&server, "GET", path, lines).await,
            ask(&server, "HEAD", path, lines).await,
        ];
        assert_eq!((get.status, head.status), (200, 200), "{path}");
        assert!(!get.body.is_empty() && head.body.is_empty(), "{path}");
        let but_date = |head: &str| {
            let mut lines: Vec<_> = head.lines().map(str::to_owned).collect();
            lines.retain(|line| !line.starts_with("date: "));
            lines
        };
        assert_eq!(but_date(&get.head), but_date(&head.head), "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_of_ours_has_a_qr_code() {
    let server = below("/oxo").await;
    // The host that was asked for, and the server's own addresses.
    for address in [
        "http://localhost:1952/oxo",
        &server.node.facts.local_address(),
    ] {
        let asked = format!("/oxo/qr.svg?url={address}/r/K7QX-4MTR");
        let answer = ask(&server, "GET", &asked, "").await;
        assert_eq!(answer.status, 200, "{address}");
    }
    let ours = "/oxo/qr.svg?url=https%3A%2F%2Flocalhost%3A1952%2Foxo%2Fr%2FK7QX-4MTR";
    let answer = ask(&server, "GET", ours, "").await;
    assert_eq!(answer.status, 200);
    // From the cache it is the same.
    assert_eq!(ask(&server, "GET", ours, "").await.body, answer.body);
    assert_eq!(answer.header("content-type"), Some("image/svg+xml"));
    let kept = answer.header("cache-control").unwrap();
    assert!(kept.contains("private") && kept.contains("immutable"));
    assert!(answer.text().starts_with("<svg "), "{}", answer.text());
    for query in [
        "",
        "?",
        "?url=",
        "?link=x",
        "?url=https://localhost:1952/oxo/",
        "?url=https://localhost:1952/r/K7QX-4MTR",
        "?url=https://evil.example/oxo/r/K7QX-4MTR",
        "?url=ftp://localhost:1952/oxo/r/K7QX-4MTR",
    ] {
        let answer = ask(&server, "GET", &format!("/oxo/qr.svg{query}"), "").await;
        assert_eq!(answer.status, 400, "{query}");
        assert!(answer.text().contains("/oxo/r/CODE"), "{}", answer.text());
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    server.stop().await;
}

#[tokio::test]
async fn the_qr_code_of_a_shared_seat_keeps_its_token_out_of_addresses_and_caches() {
    let server = below("").await;
    let asked = "/qr.svg?url=http://localhost:1952/r/K7QX-4MTR";
    let plain = ask(&server, "GET", asked, "").await;
    let token = |token: &str| format!("authorization: Bearer {token}\r\n");
    let shared = ask(&server, "GET", asked, &token("EBESExQVFhcYGRobHB0eHw")).await;
    assert_eq!(shared.status, 200);
    assert_ne!(shared.body, plain.body);
    assert_eq!(shared.header("cache-control"), Some("no-store"));
    for answer in [&plain, &shared] {
        assert_eq!(answer.header("vary"), Some("Authorization"));
    }
    assert_eq!(ask(&server, "GET", asked, "").await.body, plain.body);
    let none = ask(&server, "GET", asked, &token("no token at all")).await;
    assert_eq!(none.status, 401);
    assert!(none.text().contains("Bearer TOKEN"), "{}", none.text());
    let behind_a_proxy = "authorization: Basic YW5hOmJpYQ==\r\n";
    assert_eq!(
        ask(&server, "GET", asked, behind_a_proxy).await.body,
        plain.body
    );
    server.stop().await;
}

/// A browser asks for the files of the page one after the other as it learns
/// of them, over the connections that it has.
#[tokio::test]
async fn a_connection_that_is_asked_again_is_kept() {
    let server = below("").await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    for _ in 0..3 {
        raw.say("HEAD / HTTP/1.1\r\nhost: localhost:1952\r\n\r\n")
            .await;
        let head = soon("an answer", raw.head()).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        server.advance(server.node.limits.hello_ms - 1);
    }
    server.advance(1);
    assert_eq!(raw.rest().await, "");
    server.stop().await;
}
