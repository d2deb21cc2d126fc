//! Blocked networks: refused with the reason, and let in again.

use std::net::Ipv4Addr;

use protocol::{close, frame::Reason};
use serde_json::json;
use tests::{Client, Raw, raw};
use tokio::net::TcpSocket;

use super::OperatorSetup;

const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 5, 6, 7);

async fn client_from(from: Ipv4Addr, setup: &OperatorSetup) -> Client {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let to = setup.server.address.parse().unwrap();
    let stream = socket.connect(to).await.unwrap();
    let mut client = Client::over(stream, &setup.server.url()).await;
    client.hello("").await;
    client
}

async fn page_from(from: Ipv4Addr, setup: &OperatorSetup) -> String {
    let mut raw = Raw::connect_from(from, setup.server.address.parse().unwrap()).await;
    raw.say("GET / HTTP/1.1\r\nhost: box\r\n\r\n").await;
    raw.answer().await
}

async fn handshake_from(from: Ipv4Addr, setup: &OperatorSetup) -> String {
    let mut raw = Raw::connect_from(from, setup.server.address.parse().unwrap()).await;
    raw.say(&raw::upgrade("/ws", "")).await;
    raw.head().await
}

#[tokio::test]
async fn a_blocked_network_is_told_so_until_it_is_let_in() {
    let setup = OperatorSetup::open(&["--journal", "memory"]).await;
    let mut ana = setup.server.client("Ana").await;
    let mut stranger = client_from(STRANGER, &setup).await;
    let said = setup.done(&["block", "127.5.0.0/16", "--for", "1h"]).await;
    assert!(said.contains("ended: 1"), "{said}");
    let (bye, code) = stranger.bye().await;
    assert_eq!((bye.reason, code), (Reason::Blocked, Some(close::POLICY)));
    assert_eq!(bye.retry_in_ms, None);
    for answer in [
        page_from(STRANGER, &setup).await,
        handshake_from(STRANGER, &setup).await,
    ] {
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    assert!(
        page_from(STRANGER, &setup)
            .await
            .contains("blocked your network")
    );
    let list = setup.done(&["block"]).await;
    assert!(list.starts_with("127.5.0.0/16  for 59 m"), "{list}");
    let json = setup.done(&["block", "--json"]).await;
    assert!(json.contains("\"127.5.0.0/16\""), "{json}");
    // Everybody else goes on.
    ana.create(json!({})).await;
    setup.done(&["unblock", "127.5.0.0/16"]).await;
    client_from(STRANGER, &setup).await;
    assert!(
        setup
            .refused(&["unblock", "127.5.0.0/16"])
            .await
            .contains("not blocked")
    );
    assert_eq!(setup.done(&["block"]).await, "No network is blocked.\n");
}

#[tokio::test]
async fn behind_a_proxy_visitors_are_blocked_and_not_the_proxy() {
    let setup = OperatorSetup::open(&["--journal", "memory", "--trusted-proxy", "127.0.0.1"]).await;
    setup.done(&["block", "198.51.100.7"]).await;
    let to = setup.server.address.parse().unwrap();
    let from = |visitor| format!("x-forwarded-for: {visitor}\r\n");
    let blocked = raw::request_with(to, "GET", "/", &from("198.51.100.7")).await;
    assert!(blocked.starts_with("HTTP/1.1 403"), "{blocked}");
    let other = raw::request_with(to, "GET", "/", &from("198.51.100.8")).await;
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
}
