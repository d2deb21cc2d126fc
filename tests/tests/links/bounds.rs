//! The bounds of one address, and of the whole server: a request above them is refused in words,
//! and room is made by what ends.

use protocol::{Limits, Refusal, RoomCode, close, frame::Reason, refusal::LimitOf};
use serde_json::json;
use tests::{Client, Raw, TestServer, raw::upgrade, server::roomy};

use crate::links::common::until;

/// Comes when there is no place: a client without a seat is refused.
async fn turned_away(server: &TestServer) {
    let mut client = server.client("Eve").await;
    let refused = client.refused(client.creation(json!({}))).await;
    assert!(
        matches!(refused, Refusal::Unavailable { .. }),
        "{refused:?}"
    );
    let (bye, code) = client.bye().await;
    assert_eq!((bye.reason, code), (Reason::Full, Some(close::FULL)));
}

async fn until_admitted(server: &TestServer, count: u64) {
    until("connections to end", || {
        server.node.limiter.gauges().0 == count
    })
    .await;
}

#[tokio::test]
async fn connections_of_an_address_are_bounded() {
    let limits = Limits {
        connections: 4,
        connections_per_address: 2,
        ..roomy()
    };
    let server = TestServer::with_limits(limits).await;
    let (one, mut two) = (server.client("Ana").await, server.client("Bia").await);
    turned_away(&server).await;
    one.close().await;
    until_admitted(&server, 1).await;
    server.client("Cid").await.create(json!({})).await;
    two.beat().await;
    server.stop().await;
}

#[tokio::test]
async fn connections_without_a_hello_are_bounded() {
    let server = TestServer::limited(|it| it.ungreeted_per_address = 2).await;
    let mut silent = Vec::new();
    // Two with a place and four in the doorway.
    for _ in 0..6 {
        silent.push(Client::connect(&server.url()).await);
    }
    // A connection that has asked for nothing does not count.
    let _visit = Raw::connect(server.node.facts.bound()).await;
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    raw.say(&upgrade("/ws", "")).await;
    let head = raw.head().await;
    assert!(head.starts_with("HTTP/1.1 503"), "{head}");
    silent[0].hello("Ana").await;
    server.client("Bia").await.create(json!({})).await;
    server.stop().await;
}

/// Opens a room and gives it up again.
async fn open_and_leave(client: &mut Client) {
    client.create(json!({})).await;
    client.act(json!({"type": "leave"})).await;
}

#[tokio::test]
async fn rooms_a_minute_are_bounded_by_address() {
    let server = TestServer::limited(|it| it.rooms_per_minute = 3).await;
    let mut one = server.client("Ana").await;
    for _ in 0..3 {
        open_and_leave(&mut one).await;
    }
    let mut two = server.client("Bia").await;
    let request = json!({"type": "create_room", "secret": two.secret.reveal()});
    let refused = two.refused(request).await;
    assert_eq!(
        refused,
        Refusal::RoomsTooFast {
            retry_in_ms: 20_000
        }
    );
    server.advance(20_000);
    open_and_leave(&mut two).await;
    server.stop().await;
}

#[tokio::test]
async fn asking_again_for_an_open_room_opens_no_second_one() {
    let server = TestServer::limited(|it| it.rooms_per_minute = 1).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    assert_eq!(ana.create(json!({})).await, room);
    server.stop().await;
}

#[tokio::test]
async fn after_too_many_wrong_codes_right_ones_have_to_wait_too() {
    let server = TestServer::limited(|it| it.failed_joins_per_minute = 4).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let mut eve = server.client("Eve").await;
    let secret = eve.secret.reveal().to_owned();
    for (n, kind) in (0..).zip(["join_room", "watch_room", "resume", "join_room"]) {
        let code = RoomCode::from_bits(n);
        let mut request = json!({"type": kind, "room": code});
        if kind != "watch_room" {
            request["secret"] = secret.as_str().into();
        }
        assert_eq!(eve.refused(request).await, Refusal::NoSuchRoom);
    }
    let too_fast = Refusal::JoinsTooFast {
        retry_in_ms: 15_000,
    };
    let join = json!({"type": "join_room", "room": room, "secret": secret});
    assert_eq!(eve.refused(join).await, too_fast);
    let watch = json!({"type": "watch_room", "room": room});
    assert_eq!(eve.refused(watch).await, too_fast);
    server.advance(15_000);
    eve.join(room).await;
    server.stop().await;
}

/// Who guesses keeps nobody behind the same address from a room, until they have guessed with as many
/// connections as there are first tries in a minute.
#[tokio::test]
async fn a_guesser_does_not_block_the_first_try_of_another_connection() {
    let server = TestServer::limited(|it| it.failed_joins_per_minute = 4).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let watch = |room: RoomCode| json!({"type": "watch_room", "room": room});
    let too_fast = |retry_in_ms| Refusal::JoinsTooFast { retry_in_ms };
    let mut eve = server.client("Eve").await;
    for n in 0..4 {
        let dead = watch(RoomCode::from_bits(n));
        assert_eq!(eve.refused(dead).await, Refusal::NoSuchRoom);
    }
    assert_eq!(eve.refused(watch(room)).await, too_fast(15_000));
    // However often it is right.
    let mut fay = server.client("Fay").await;
    for _ in 0..8 {
        fay.watch(room).await;
    }
    let dead = watch(RoomCode::from_bits(100));
    assert_eq!(fay.refused(dead).await, Refusal::NoSuchRoom);
    assert_eq!(fay.refused(watch(room)).await, too_fast(15_000));
    for n in 0..3 {
        let mut one_of_many = server.client("").await;
        let dead = watch(RoomCode::from_bits(200 + n));
        assert_eq!(one_of_many.refused(dead).await, Refusal::NoSuchRoom);
    }
    // From here on nobody at this address could distinguish a right code from a wrong one.
    let mut gus = server.client("Gus").await;
    assert_eq!(gus.refused(watch(room)).await, too_fast(15_000));
    server.advance(15_000);
    gus.watch(room).await;
    server.stop().await;
}

#[tokio::test]
async fn spectators_of_a_room_are_bounded() {
    let server = TestServer::limited(|it| it.spectators = 2).await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let (mut one, mut two) = (server.client("").await, server.client("").await);
    one.watch(room).await;
    two.watch(room).await;
    let mut three = server.client("").await;
    let request = json!({"type": "watch_room", "room": room});
    assert_eq!(three.refused(request).await, Refusal::WatchingFull);
    one.done(json!({"type": "unwatch"})).await;
    three.watch(room).await;
    two.close().await;
    server.until_connections(3).await;
    one.watch(room).await;
    server.stop().await;
}

#[tokio::test]
async fn rooms_in_all_are_bounded() {
    let server = TestServer::limited(|it| it.rooms = 2).await;
    let (mut one, mut two) = (server.client("Ana").await, server.client("Bia").await);
    one.create(json!({})).await;
    two.create(json!({})).await;
    let mut three = server.client("Cid").await;
    let request = json!({"type": "create_room", "secret": three.secret.reveal()});
    let of = LimitOf::Server;
    let refused = three.refused(request.clone()).await;
    assert_eq!(refused, Refusal::TooManyRooms { of });
    one.act(json!({"type": "leave"})).await;
    three.done(request).await;
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_nobody_may_watch_is_answered_like_a_missing_one() {
    let server = TestServer::memory().await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({"watching": "none"})).await;
    let mut eve = server.client("Eve").await;
    let answer = |room: String| json!({"type": "watch_room", "room": room});
    let none = eve.ask(answer("K7QX-4MTR".into())).await;
    let private = eve.ask(answer(room.to_string())).await;
    assert_eq!(none, private);
    server.stop().await;
}
