//! The closing handshake (RFC 6455 section 7): which code answers which, and
//! that the connection ends with it, neither later nor by a reset.

use protocol::close;
use tests::{Raw, TestServer};

const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
/// The first byte of the server's last frame.
const CLOSES: u8 = 0x88;

/// A server on which whatever lingers lasts longer than any test.
async fn patient() -> TestServer {
    TestServer::limited(|it| it.linger_ms = 600_000).await
}

/// The payload of a close frame.
fn payload(code: u16, reason: &[u8]) -> Vec<u8> {
    [code.to_be_bytes().as_slice(), reason].concat()
}

/// Reads on to the server's close frame, which has to be the last thing that
/// comes before the end; its code.
async fn closed(raw: &mut Raw) -> u16 {
    loop {
        let (first, payload) = raw.read_frame().await;
        if first == CLOSES {
            let rest = raw.to_the_end().await;
            assert!(matches!(&rest, Ok(rest) if rest.is_empty()), "{rest:?}");
            return u16::from_be_bytes(payload[..2].try_into().unwrap());
        }
    }
}

/// The server's answer to a close frame with this payload.
async fn answer(server: &TestServer, payload: &[u8]) -> u16 {
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    assert!(raw.frame(CLOSE, payload).await);
    closed(&mut raw).await
}

#[tokio::test]
async fn a_close_is_answered_with_its_own_code_and_ends_at_once() {
    let server = patient().await;
    for code in [
        1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 3000, 3999, 4000, 4999,
    ] {
        let words = [b'x'; 123];
        for reason in [&words[..0], "adiós".as_bytes(), &words] {
            assert_eq!(answer(&server, &payload(code, reason)).await, code);
        }
    }
    assert_eq!(answer(&server, b"").await, close::NORMAL);
    server.until_connections(0).await;
    server.stop().await;
}

#[tokio::test]
async fn a_close_that_may_not_be_sent_is_a_protocol_error() {
    let server = patient().await;
    for code in [
        0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535,
    ] {
        let answer = answer(&server, &payload(code, b"")).await;
        assert_eq!(answer, close::PROTOCOL, "{code}");
    }
    assert_eq!(answer(&server, &[3]).await, close::PROTOCOL, "one byte");
    let long = payload(1000, &[b'x'; 124]);
    assert_eq!(answer(&server, &long).await, close::PROTOCOL, "126 bytes");
    let latin = payload(1000, b"adi\xF3s");
    assert_eq!(answer(&server, &latin).await, close::NOT_UTF8);
    server.until_connections(0).await;
    server.stop().await;
}

#[tokio::test]
async fn when_the_server_began_the_answer_ends_it_at_once() {
    let server = patient().await;
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    server.advance(server.node.limits.hello_ms);
    let (bye, _) = raw.read_frame().await;
    assert_eq!(bye, 0x80 | TEXT);
    let (first, code) = raw.read_frame().await;
    assert_eq!(first, CLOSES);
    assert_eq!(code, payload(close::HELLO_TIMEOUT, b""));
    // Bytes in flight cause no reset.
    let hello = br#"{"type":"hello","id":1,"versions":[1]}"#;
    raw.frames(&[(TEXT, hello), (CLOSE, &code), (TEXT, hello)])
        .await;
    assert!(raw.to_the_end().await.unwrap().is_empty());
    server.until_connections(0).await;
    server.stop().await;
}

#[tokio::test]
async fn bytes_behind_a_close_do_not_reset_the_answer() {
    let server = patient().await;
    for _ in 0..20 {
        let mut raw = Raw::websocket(server.node.facts.bound()).await;
        let junk = [b'x'; 8_000];
        let bye = payload(1000, b"");
        raw.frames(&[(TEXT, b"{}"), (CLOSE, &bye), (TEXT, &junk), (0x9, b"")])
            .await;
        assert_eq!(closed(&mut raw).await, 1000);
    }
    server.until_connections(0).await;
    server.stop().await;
}

/// Where frames cannot be delimited any more, no answer could be read: the
/// server's half ends with its close frame, and what still comes is dropped.
#[tokio::test]
async fn after_a_broken_frame_the_end_comes_with_the_close() {
    let server = patient().await;
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    let junk = [0xFF; 4_000];
    raw.frames(&[(0x3, b"?"), (0x3, &junk), (0x3, &junk)]).await;
    assert_eq!(closed(&mut raw).await, close::PROTOCOL);
    assert!(raw.frame(TEXT, b"more").await);
    assert_eq!(server.service.connections.len(), 1);
    drop(raw);
    server.until_connections(0).await;
    server.stop().await;
}
