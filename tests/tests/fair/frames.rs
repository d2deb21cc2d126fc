//! Frames of a WebSocket above the budget: empty fragments, and requests of an
//! address that has spent what it has.

use protocol::{Frame, Limits, Refusal, close, frame::Reason};
use serde_json::json;
use tests::{
    Client, Raw, TestServer,
    client::{Received, play_out, two},
    raw::upgrade,
    soon,
};

const HELLO: &str = r#"{"type":"hello","id":1,"versions":[1]}"#;

/// A masked data frame that is not the last of its message.
fn fragment(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).unwrap();
    let mut bytes = vec![opcode, 0x80 | length, 0, 0, 0, 0];
    bytes.extend_from_slice(payload);
    bytes
}

/// A message that never ends, in `n` empty pieces.
fn endless(fragments: usize) -> Vec<u8> {
    let mut bytes = fragment(1, b"");
    bytes.extend(fragment(0, b"").repeat(fragments - 1));
    bytes
}

/// Reads on to the goodbye and the close after it.
async fn goodbye(
    client: &mut Client,
    mut look: impl FnMut(&Frame),
) -> (Option<Reason>, Option<u16>) {
    let mut reason = None;
    soon("the end", async {
        loop {
            match client.receive().await {
                Received::Frame(frame) => {
                    look(&frame);
                    if let Frame::Bye(bye) = *frame {
                        reason = Some(bye.reason);
                    }
                }
                Received::Closed(code) => return (reason, code),
            }
        }
    })
    .await
}

async fn greeted(server: &TestServer) -> Raw {
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    assert!(raw.text(HELLO).await);
    raw
}

#[tokio::test]
async fn a_flood_of_empty_fragments_is_cut_and_a_pair_beside_it_plays_on() {
    let server = TestServer::with_limits(Limits::default()).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let mut flooder = greeted(&server).await;
    let flooding = tokio::spawn(async move {
        let bytes = endless(10_000);
        let mut taken = 0;
        while taken < 64 << 20 && flooder.send(&bytes).await {
            taken += bytes.len();
        }
        taken
    });
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert_eq!(ana.view.score.host, 1);
    // Before the next game they wait for nobody either.
    assert!(ana.view.seats_two_people() && !ana.view.is_played_by_people());
    let taken = flooding.await.unwrap();
    assert!(taken < 32 << 20, "{taken} bytes were read");
    server.until_connections(2).await;
    server.stop().await;
}

#[tokio::test]
async fn a_message_in_too_many_fragments_ends_with_the_reason() {
    let server = TestServer::with_limits(Limits::default()).await;
    for fragments in [65, 3_000] {
        let mut raw = Raw::websocket(server.node.facts.bound()).await;
        assert!(raw.send(&endless(fragments)).await);
        let mut end = raw.bytes().await;
        // The last frame is the close, with its code.
        let code = end.split_off(end.len() - 2);
        assert_eq!(code, close::POLICY.to_be_bytes(), "{fragments}");
        let bye = String::from_utf8_lossy(&end).into_owned();
        assert!(bye.contains(r#""reason":"flood""#), "{bye}");
    }
    server.stop().await;
}

#[tokio::test]
async fn fragments_that_come_with_the_handshake_count_too() {
    let server = TestServer::with_limits(Limits::default()).await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    let mut bytes = upgrade("/ws", "").into_bytes();
    bytes.extend(endless(1_000));
    assert!(raw.send(&bytes).await);
    let said = raw.rest().await;
    assert!(said.contains(r#""reason":"flood""#), "{said}");
    server.stop().await;
}

#[tokio::test]
async fn a_message_in_many_fragments_with_pings_between_is_answered() {
    let server = TestServer::with_limits(Limits::default()).await;
    let mut raw = greeted(&server).await;
    let (first, rest) = HELLO.as_bytes().split_at(1);
    assert!(raw.send(&fragment(1, first)).await);
    for (at, byte) in rest.iter().enumerate() {
        assert!(raw.send(&fragment(0, &[*byte])).await);
        if at % 10 == 0 {
            assert!(raw.frame(0x9, b"still here").await);
        }
    }
    // The last of it is empty.
    assert!(raw.frame(0x0, b"").await);
    assert!(raw.frame(0x8, &close::NORMAL.to_be_bytes()).await);
    let said = raw.rest().await;
    assert!(said.contains("already_greeted"), "{said}");
    server.stop().await;
}

/// A budget that is spent by the first thing that has to be asked for.
fn spent() -> Limits {
    Limits {
        work_us_per_s: 1_000,
        work_burst_us: 3_000,
        ..Limits::default()
    }
}

/// Asks for pages until there is nothing left of the budget.
async fn spend(server: &TestServer) {
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    loop {
        raw.say("GET /health/live HTTP/1.1\r\nhost: box:1952\r\n\r\n")
            .await;
        if raw.answer().await.starts_with("HTTP/1.1 429 ") {
            return;
        }
    }
}

#[tokio::test]
async fn a_spent_budget_refuses_expensive_requests_and_spares_players() {
    let server = TestServer::with_limits(spent()).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let (mut eve, mut back) = (server.client("Eve").await, server.client("").await);
    spend(&server).await;
    let Refusal::TooFast { retry_in_ms } = eve.refused(json!({"type": "rooms"})).await else {
        panic!("not for being too fast")
    };
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    assert_eq!(ana.view.score.host, 1);
    // Resuming a seat does not count as a stranger's request either.
    back.resume(ana.room.unwrap(), &ana.secret, 0).await;
    // Meanwhile the players have spent some of it, too.
    server.advance(retry_in_ms + 2_000);
    eve.done(json!({"type": "rooms"})).await;
    server.stop().await;
}

#[tokio::test]
async fn a_spent_budget_ends_a_flood_of_requests_sooner() {
    let server = TestServer::with_limits(spent()).await;
    let mut client = server.client("Ana").await;
    spend(&server).await;
    // Thirty at once are every connection's own, and `hello` was one.
    for _ in 0..29 + 90 {
        client.send(json!({"type": "ping"})).await;
    }
    let mut refused = 0;
    let (reason, code) = goodbye(&mut client, |frame| {
        refused += usize::from(matches!(frame, Frame::Reply(_)));
    })
    .await;
    assert_eq!((reason, code), (Some(Reason::Flood), Some(close::POLICY)));
    assert!(refused < 90, "{refused}");
    server.stop().await;
}
