//! A full server: those who have a seat come back, and nobody else takes their
//! place.

use std::net::Ipv4Addr;

use protocol::{
    Limits, Refusal, close,
    frame::{Bye, Reason},
};
use serde_json::{Value, json};
use tests::{
    Client, Raw, TestServer,
    client::{play_out, seat_two},
    raw::{status_and_body, upgrade},
    server::roomy,
};
use tokio::io::AsyncReadExt;

/// The players' addresses.
fn player(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, last)
}

/// The strangers' addresses.
fn stranger(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 2, last)
}

/// A server for few.
async fn small(connections: u64) -> TestServer {
    TestServer::with_limits(Limits {
        connections,
        connections_per_address: connections,
        ..roomy()
    })
    .await
}

/// Two of two addresses at a table, with a game that runs.
async fn pair(server: &TestServer, of: u8) -> [Client; 2] {
    let mut ana = server.client_from(player(of), "Ana").await;
    let mut bia = server.client_from(player(of + 1), "Bia").await;
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    [ana, bia]
}

/// Request of a client to come back.
fn resume(client: &Client) -> Value {
    json!({"type": "resume", "room": client.room, "secret": client.secret.reveal(), "last_seq": 0})
}

/// Idle connections that have said hello, until the server is full.
async fn fill(server: &TestServer, from: Ipv4Addr) -> Vec<Client> {
    let mut idle = Vec::new();
    while server.node.limiter.gauges().0 < server.node.limits.connections {
        idle.push(server.client_from(from, "Eve").await);
    }
    idle
}

/// Reads on to the goodbye of a full server.
async fn turned_out(client: &mut Client) {
    let (bye, code) = client.bye().await;
    let Bye {
        reason,
        retry_in_ms,
        ..
    } = bye;
    assert_eq!((reason, code), (Reason::Full, Some(close::FULL)));
    assert!(retry_in_ms.is_some_and(|ms| (5_000..10_000).contains(&ms)));
}

#[tokio::test]
async fn every_seated_player_comes_back_to_a_full_server() {
    let server = small(40).await;
    let mut away = Vec::new();
    for of in (1..20).step_by(2) {
        away.extend(pair(&server, of).await);
    }
    let seats: Vec<Value> = away.iter().map(resume).collect();
    drop(away);
    server.until_connections(0).await;
    let mut strangers = Vec::new();
    for last in 1..=4 {
        for _ in 0..10 {
            strangers.push(server.client_from(stranger(last), "Eve").await);
        }
    }
    for (of, seat) in (1..).zip(seats) {
        let mut back = server.client_from(player(of), "").await;
        back.done(seat).await;
        back.snapshot().await;
        strangers.push(back);
    }
    server.until_connections(40).await;
    assert_eq!(server.node.limiter.gauges().0, 40);
    server.stop().await;
}

#[tokio::test]
async fn only_a_seat_in_a_game_between_people_opens_a_full_server() {
    let server = small(4).await;
    let mut keys = Vec::new();
    // Waiting for somebody; against a computer; a game that is over.
    for settings in [json!({}), json!({"computer": {"level": 1}})] {
        let mut eve = server.client_from(stranger(1), "Eve").await;
        eve.create(settings).await;
        keys.push(resume(&eve));
    }
    server.until_connections(0).await;
    let [mut ana, mut bia] = pair(&server, 1).await;
    play_out(&mut ana, &mut bia, &[3, 1, 5]).await;
    assert!(ana.view.running().is_none());
    keys.push(resume(&ana));
    drop((ana, bia));
    server.until_connections(0).await;
    // Nor is a secret that nobody knows.
    keys.push(
        json!({"type": "resume", "room": "K7QX-4MTR", "secret": "A".repeat(22), "last_seq": 0}),
    );

    let mut idle = fill(&server, stranger(2)).await;
    for key in keys {
        let mut eve = server.client_from(stranger(1), "Eve").await;
        let refused = eve.refused(key).await;
        assert!(
            matches!(refused, Refusal::Unavailable { .. }),
            "{refused:?}"
        );
        turned_out(&mut eve).await;
    }
    for client in &mut idle {
        client.beat().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn the_newest_idle_connection_of_the_address_with_most_makes_way_for_a_returning_player() {
    let server = small(9).await;
    let [ana, mut bia] = pair(&server, 1).await;
    let seat = resume(&ana);
    drop(ana);
    server.until_connections(1).await;
    // In a room, with a ticket, idle: the first two stay, whatever their age.
    let mut few = server.client_from(stranger(1), "Eve").await;
    let mut many = Vec::new();
    for _ in 0..3 {
        many.push(server.client_from(stranger(2), "Eve").await);
    }
    let [mut older, mut newer, mut host] = many.try_into().ok().unwrap();
    host.create(json!({})).await;
    let mut ticket = server.client_from(stranger(2), "Eve").await;
    ticket.quick_match("a key of somebody", json!({})).await;
    let mut rest = fill(&server, stranger(3)).await;
    // A second later the newest may be a player before their `resume`.
    server.advance(2_000);
    let mut ana = server.client_from(player(1), "").await;
    ana.done(seat).await;
    turned_out(&mut newer).await;
    server.until_connections(9).await;
    for client in [&mut few, &mut older, &mut host, &mut ticket, &mut bia] {
        client.beat().await;
    }
    for client in &mut rest {
        client.beat().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn a_seat_resumed_twice_holds_one_place() {
    let server = small(3).await;
    let [mut ana, mut bia] = pair(&server, 1).await;
    let seat = resume(&ana);
    let mut idle = fill(&server, stranger(1)).await;
    let mut again = server.client_from(player(1), "").await;
    again.done(seat).await;
    ana.until("word of the newer connection", |frame| {
        matches!(frame, protocol::Frame::Superseded { .. }).then_some(())
    })
    .await;
    turned_out(&mut ana).await;
    server.until_connections(3).await;
    bia.beat().await;
    idle[0].beat().await;
    server.stop().await;
}

#[tokio::test]
async fn an_address_at_its_share_makes_way_for_its_own_returning_player() {
    let server = TestServer::with_limits(Limits {
        connections: 8,
        connections_per_address: 4,
        ..roomy()
    })
    .await;
    let [ana, _bia] = pair(&server, 1).await;
    let seat = resume(&ana);
    drop(ana);
    server.until_connections(1).await;
    let mut others: Vec<Client> = Vec::new();
    for _ in 0..4 {
        others.push(server.client_from(stranger(1), "Eve").await);
    }
    // Half full: this address has its share, and the server has places.
    let mut at_the_door = server.client_from(stranger(1), "Eve").await;
    assert!(server.node.limiter.gauges().0 < 8);
    at_the_door.done(seat).await;
    turned_out(&mut others[3]).await;
    others[0].beat().await;
    server.stop().await;
}

#[tokio::test]
async fn a_connection_in_the_doorway_may_only_resume_and_has_two_seconds() {
    let server = small(1).await;
    let idle = fill(&server, stranger(1)).await;
    let mut eve = server.client_from(stranger(2), "Eve").await;
    let refused = eve.refused(eve.creation(json!({}))).await;
    assert!(
        matches!(refused, Refusal::Unavailable { .. }),
        "{refused:?}"
    );
    turned_out(&mut eve).await;
    let mut silent = server.client_from(stranger(2), "Eve").await;
    server.advance(2_000);
    turned_out(&mut silent).await;
    // A place that becomes free while a client stands there is theirs.
    let mut patient = server.client_from(stranger(2), "Eve").await;
    drop(idle);
    server.until_connections(1).await;
    patient.create(json!({})).await;
    server.stop().await;
}

#[tokio::test]
async fn beyond_the_doorway_the_answer_is_503() {
    let server = small(1).await;
    let _idle = fill(&server, stranger(1)).await;
    let mut at_the_door = Vec::new();
    for _ in 0..4 {
        at_the_door.push(server.client_from(stranger(2), "Eve").await);
    }
    let mut raw = Raw::connect_from(stranger(2), server.node.facts.bound()).await;
    raw.say(&upgrade("/ws", "connection: close\r\n")).await;
    let answer = raw.rest().await;
    let (status, words) = status_and_body(&answer);
    assert!(status.contains("503"), "{status}");
    assert!(answer.contains("retry-after: 10"), "{answer}");
    assert!(words.contains("this server"), "{words}");
    // A browser does not say how a handshake was answered; a page asks plainly.
    let mut raw = Raw::connect_from(stranger(2), server.node.facts.bound()).await;
    raw.say("GET /ws HTTP/1.1\r\nhost: localhost:1952\r\nconnection: close\r\n\r\n")
        .await;
    let answer = raw.rest().await;
    assert!(status_and_body(&answer).0.contains("503"), "{answer}");
    // Another address has its own place there.
    server.client_from(stranger(3), "Eve").await;
    server.stop().await;
}

#[tokio::test]
async fn a_hello_that_has_arrived_is_not_late() {
    let server = TestServer::memory().await;
    let raw = Raw::websocket(server.node.facts.bound()).await;
    server.until_connections(1).await;
    // Written, and not read before the clock has moved: nothing else runs meanwhile.
    let mut stream = raw.into_stream();
    let hello = json!({"type": "hello", "id": 1, "versions": [1], "client": "model/1"});
    let frame = tests::raw::masked(0x1, hello.to_string().as_bytes());
    assert_eq!(stream.try_write(&frame).unwrap(), frame.len());
    server.advance(server.node.limits.hello_ms);
    let mut read = [0; 512];
    let length = stream.read(&mut read).await.unwrap();
    let text = String::from_utf8_lossy(&read[..length]);
    assert!(text.contains("welcome"), "{text}");
    server.stop().await;
}
