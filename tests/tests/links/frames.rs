//! Frames that are none, too big, of the wrong kind or at the wrong time: the
//! answer names the fault, and only a fatal one ends the connection.

use protocol::{Accepted, Answer, Frame, Refusal, close, frame::Reason};
use serde_json::{Value, json};
use tests::{Client, Raw, TestServer};
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::frame::{
        Frame as RawFrame,
        coding::{Control, Data, OpCode},
    },
};

use crate::links::common::until;

fn raw(payload: impl Into<Vec<u8>>, opcode: OpCode, last: bool) -> Message {
    Message::Frame(RawFrame::message(payload.into(), opcode, last))
}

const TEXT: OpCode = OpCode::Data(Data::Text);
const MORE: OpCode = OpCode::Data(Data::Continue);

/// The server's reason and code for ending a connection over one message.
async fn ended_by(message: Message) -> (Reason, Option<u16>) {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    client.send_raw(message).await;
    let (bye, code) = client.bye().await;
    server.until_connections(0).await;
    server.stop().await;
    (bye.reason, code)
}

fn ping_of(bytes: usize) -> String {
    let empty = json!({"type": "ping", "id": 9, "data": ""}).to_string();
    let any = "x".repeat(bytes - empty.len());
    json!({"type": "ping", "id": 9, "data": any}).to_string()
}

#[tokio::test]
async fn a_frame_may_have_4096_bytes_and_not_one_more() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    client.send_text(&ping_of(4_096)).await;
    client
        .until("a pong", |frame| {
            matches!(frame, Frame::Pong(_)).then_some(())
        })
        .await;
    server.stop().await;
    for bytes in [4_097, 1_000_000] {
        let ended = ended_by(Message::text(ping_of(bytes))).await;
        assert_eq!(ended, (Reason::BadFrame, Some(close::TOO_BIG)));
    }
}

#[tokio::test]
async fn fragments_together_have_the_same_limit() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    client.send_raw(raw("x".repeat(3_000), TEXT, false)).await;
    client.send_raw(raw("x".repeat(3_000), MORE, true)).await;
    let (bye, code) = client.bye().await;
    assert_eq!((bye.reason, code), (Reason::BadFrame, Some(close::TOO_BIG)));
    server.stop().await;
}

#[tokio::test]
async fn a_message_that_is_no_utf8_text_ends_with_its_own_code() {
    let binary = Message::binary(vec![1, 2, 3]);
    assert_eq!(
        ended_by(binary).await,
        (Reason::BadFrame, Some(close::BINARY))
    );
    let latin = raw(
        b"{\"type\":\"ping\",\"id\":1,\"data\":\"caf\xE9\"}".to_vec(),
        TEXT,
        true,
    );
    assert_eq!(
        ended_by(latin).await,
        (Reason::BadFrame, Some(close::NOT_UTF8))
    );
}

#[tokio::test]
async fn a_frame_that_breaks_the_websocket_ends_as_a_protocol_error() {
    let mut reserved = RawFrame::message("{}".to_owned(), TEXT, true);
    reserved.header_mut().rsv1 = true;
    let lone = raw("{}", MORE, true);
    let mut long_ping = RawFrame::message("x".repeat(126), TEXT, true);
    long_ping.header_mut().opcode = OpCode::Control(Control::Ping);
    let long_ping = Message::Frame(long_ping);
    for message in [Message::Frame(reserved), lone, long_ping] {
        let ended = ended_by(message.clone()).await;
        assert_eq!(
            ended,
            (Reason::BadFrame, Some(close::PROTOCOL)),
            "{message:?}"
        );
    }
}

#[tokio::test]
async fn fragments_are_put_together_with_a_ping_between() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    let text = json!({"type": "ping", "id": 77, "data": "São Tomé"}).to_string();
    // Also in the middle of a character.
    let cut = text.find('ã').unwrap() + 1;
    let (one, two) = text.as_bytes().split_at(cut);
    client.send_raw(raw(one, TEXT, false)).await;
    client.send_raw(Message::Ping("hi".into())).await;
    client.send_raw(raw(two, MORE, true)).await;
    let any = client
        .until("a pong", |frame| match frame {
            Frame::Pong(pong) if pong.id == 77 => Some(pong.data.clone()),
            _ => None,
        })
        .await;
    assert_eq!(any.as_ref().map(|data| data.get()), Some("\"São Tomé\""));
    server.stop().await;
}

async fn error(client: &mut Client) -> Refusal {
    client
        .until("an error", |frame| match frame {
            Frame::Error(why) => Some(why.clone()),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn the_fifth_invalid_message_ends_the_connection() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    for text in ["hello?", "[1, 2]", r#"{"id": 1}"#, r#"{"type": "ping"}"#] {
        client.send_text(text).await;
        let why = error(&mut client).await;
        assert!(matches!(why, Refusal::BadMessage { .. }), "{text}: {why:?}");
    }
    client.beat().await;
    client.send_text("").await;
    assert!(matches!(
        error(&mut client).await,
        Refusal::BadMessage { .. }
    ));
    let (bye, code) = client.bye().await;
    assert_eq!((bye.reason, code), (Reason::Malformed, Some(close::POLICY)));
    server.stop().await;
}

#[tokio::test]
async fn ids_that_are_no_whole_number_below_2_to_the_53_are_refused() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    for id in ["9007199254740992", "-1", "1.5", "\"1\""] {
        client
            .send_text(&format!(r#"{{"type":"ping","id":{id}}}"#))
            .await;
        let why = error(&mut client).await;
        assert!(matches!(why, Refusal::BadMessage { .. }), "{id}: {why:?}");
    }
    client.beat().await;
    server.stop().await;
}

fn nested(levels: usize) -> String {
    let any = "[".repeat(levels - 1) + &"]".repeat(levels - 1);
    format!(r#"{{"type":"ping","id":5,"data":{any}}}"#)
}

#[tokio::test]
async fn json_nests_sixteen_deep_and_no_deeper() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    client.send_text(&nested(16)).await;
    client
        .until("a pong", |frame| {
            matches!(frame, Frame::Pong(_)).then_some(())
        })
        .await;
    for levels in [17, 2_000] {
        client.send_text(&nested(levels)).await;
        let why = error(&mut client).await;
        assert!(matches!(why, Refusal::BadMessage { .. }), "{why:?}");
    }
    client.beat().await;
    server.stop().await;
}

#[tokio::test]
async fn an_unknown_or_wrong_field_is_named_and_the_connection_lives() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    let got = "dance".to_owned();
    let dance = json!({"type": "dance"});
    assert_eq!(client.refused(dance).await, Refusal::UnknownType { got });
    for (request, wanted) in [
        (json!({"type": "rooms", "page": 2}), "page"),
        (json!({"type": "cancel", "n": 1}), "n"),
        (
            json!({"type": "resign", "room": "K7QX-4MTR", "n": 1, "game": 1, "why": "tired"}),
            "why",
        ),
    ] {
        let Refusal::UnknownField { field } = client.refused(request.clone()).await else {
            panic!("{request}")
        };
        assert_eq!(field, wanted, "{request}");
    }
    let bad: [(Value, &str); 5] = [
        (json!({"type": "watch_room"}), "room"),
        (json!({"type": "watch_room", "room": "no"}), "room"),
        (
            json!({"type": "resign", "room": "K7QX-4MTR", "game": 1}),
            "n",
        ),
        (
            json!({"type": "move", "room": "K7QX-4MTR", "n": 1, "game": 1, "ply": 0, "cell": "b2"}),
            "cell",
        ),
        (json!({"type": "create_room", "secret": "short"}), "secret"),
    ];
    for (request, wanted) in bad {
        let why = client.refused(request.clone()).await;
        let Refusal::BadField { field, detail } = why else {
            panic!("{request}: {why:?}")
        };
        assert_eq!(field, wanted, "{request}");
        assert!(!detail.is_empty());
    }
    client.beat().await;
    server.stop().await;
}

#[tokio::test]
async fn hello_comes_first_and_once() {
    let server = TestServer::memory().await;
    let mut client = Client::connect(&server.url()).await;
    for kind in ["rooms", "ping", "cancel"] {
        assert_eq!(
            client.refused(json!({"type": kind})).await,
            Refusal::HelloFirst
        );
    }
    let hello = json!({"type": "hello", "versions": [1, 2], "mood": "fine", "more": {"a": [1]}});
    let Accepted::Welcome(welcome) = client.done(hello.clone()).await else {
        panic!()
    };
    assert_eq!((welcome.version, welcome.at_ms), (1, server.now_ms()));
    assert_eq!(welcome.limits, *server.node.limits);
    assert_eq!(client.refused(hello).await, Refusal::AlreadyGreeted);
    client.beat().await;
    server.stop().await;
}

#[tokio::test]
async fn unknown_versions_are_valid_however_large() {
    let server = TestServer::memory().await;
    let mut client = Client::connect(&server.url()).await;
    let versions = json!([9_007_199_254_740_991_u64, 4_294_967_296_u64, 1]);
    let hello = json!({"type": "hello", "versions": versions});
    assert!(matches!(client.done(hello).await, Accepted::Welcome(_)));
    let mut later = Client::connect(&server.url()).await;
    let hello = json!({"type": "hello", "versions": [4_294_967_297_u64]});
    let refused = later.refused(hello).await;
    assert!(matches!(refused, Refusal::VersionUnsupported { .. }));
    server.stop().await;
}

#[tokio::test]
async fn a_pings_data_comes_back_byte_for_byte() {
    let server = TestServer::memory().await;
    let mut raw = Raw::websocket(server.node.facts.bound()).await;
    raw.text(r#"{"type":"hello","id":1,"versions":[1]}"#).await;
    raw.read_frame().await;
    for data in [
        r#"{"a":1,"a":2}"#,
        "123456789012345678901234567890",
        "0.1e-400",
        "1e999",
        "-0.0",
        "null",
        r#""\ud800 \u00e9\/""#,
        r#"[ 1 , {  "b" : [] } ]"#,
        "\"\u{9b}\u{202e}\"",
    ] {
        raw.text(&format!(r#"{{"type":"ping","id":2,"data":{data}}}"#))
            .await;
        let (_, pong) = raw.read_frame().await;
        let pong = String::from_utf8(pong).unwrap();
        let at = format!(r#"{{"type":"pong","id":2,"data":{data},"at_ms":"#);
        assert!(pong.starts_with(&at), "{pong}");
        let frame = Frame::read(&pong).unwrap();
        let Frame::Pong(pong) = frame else {
            panic!("{frame:?}")
        };
        assert_eq!(pong.data.unwrap().get(), data);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_old_client_is_answered_with_the_supported_versions() {
    let server = TestServer::memory().await;
    let mut client = Client::connect(&server.url()).await;
    let supported = protocol::VERSIONS.to_vec();
    let refused = client
        .refused(json!({"type": "hello", "versions": [0, 99]}))
        .await;
    assert_eq!(refused, Refusal::VersionUnsupported { supported });
    let (bye, code) = client.bye().await;
    assert_eq!(
        (bye.reason, code),
        (Reason::VersionUnsupported, Some(close::VERSION))
    );
    server.stop().await;
}

#[tokio::test]
async fn a_bad_name_may_be_mended() {
    let server = TestServer::memory().await;
    let mut client = Client::connect(&server.url()).await;
    let hello = json!({"type": "hello", "versions": [1], "name": "A\u{202E}na"});
    assert!(matches!(
        client.refused(hello).await,
        Refusal::BadName { .. }
    ));
    client.hello("Ana").await;
    server.stop().await;
}

#[tokio::test]
async fn a_connection_without_hello_in_time_is_closed() {
    let server = TestServer::memory().await;
    let mut silent = Client::connect(&server.url()).await;
    server.advance(4_000);
    assert!(matches!(
        silent.ask(json!({"type": "rooms"})).await,
        Answer::Error(_)
    ));
    server.advance(1_000);
    let (bye, code) = silent.bye().await;
    assert_eq!(
        (bye.reason, code),
        (Reason::HelloTimeout, Some(close::HELLO_TIMEOUT))
    );
    server.stop().await;
}

#[tokio::test]
async fn the_time_for_hello_runs_from_the_handshakes_answer_on() {
    let server = TestServer::memory().await;
    let connected = Raw::connect(server.node.facts.bound()).await;
    until("the connection", || server.node.visits.count() == 1).await;
    server.advance(4_000);
    let mut slow = Client::over(connected.into_stream(), &server.url()).await;
    server.advance(4_000);
    slow.refused(json!({"type": "rooms"})).await;
    server.advance(1_000);
    let (bye, code) = slow.bye().await;
    assert_eq!(
        (bye.reason, code),
        (Reason::HelloTimeout, Some(close::HELLO_TIMEOUT))
    );
    server.stop().await;
}

#[tokio::test]
async fn a_connection_with_no_or_half_a_request_is_closed() {
    let server = TestServer::memory().await;
    let mut strangers = Vec::new();
    for words in ["", "GET /ws HT", "GET /info HTTP/1.1\r\nhost: x\r\n\r\n"] {
        let mut stranger = Raw::connect(server.node.facts.bound()).await;
        stranger.say(words).await;
        strangers.push(stranger);
    }
    until("the connections", || server.node.visits.count() == 3).await;
    assert!(strangers[2].head().await.starts_with("HTTP/1.1 200"));
    server.advance(5_000);
    for stranger in &mut strangers {
        stranger.rest().await;
    }
    until("their end", || server.node.visits.count() == 0).await;
    server.stop().await;
}
