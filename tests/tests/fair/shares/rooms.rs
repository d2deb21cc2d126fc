//! The places in a room: members of one address take none from those of others.

use std::net::Ipv4Addr;

use protocol::event::RoomEnd;
use serde_json::json;
use tests::{
    Client, TestServer,
    client::{play_out, rematch, seat_two},
};

use super::{GREEDY, NEWCOMER, fifty, row};

/// Two of an address, after one game.
async fn pair(server: &TestServer, from: Ipv4Addr) -> [Client; 2] {
    let mut ana = server.client_from(from, "Ana").await;
    let mut bia = server.client_from(from, "Bia").await;
    seat_two(&mut ana, &mut bia, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    [ana, bia]
}

/// Another game, with which the room has had its events. How many there were.
async fn to_the_end([mut ana, mut bia]: [Client; 2]) -> u64 {
    rematch(&mut ana, &mut bia).await;
    play_out(&mut ana, &mut bia, &[0, 4, 1, 3, 8, 5]).await;
    while ana.view.ended.is_none() {
        ana.event().await;
    }
    assert_eq!(ana.view.ended, Some(RoomEnd::Events));
    ana.view.seq
}

#[tokio::test]
async fn rooms_of_one_address_and_of_fifty_have_their_own_events() {
    let row = row("events and bytes of a room");
    let server = TestServer::limited(|it| it.room_events = 12).await;
    let mut greedy = Vec::new();
    for _ in 0..3 {
        greedy.push(pair(&server, GREEDY).await);
    }
    let mut of_others = Vec::new();
    for from in fifty().chain([NEWCOMER]) {
        of_others.push(to_the_end(pair(&server, from).await).await);
    }
    for pair in greedy {
        assert_eq!(to_the_end(pair).await, of_others[0], "{}", row.name);
    }
    of_others.dedup();
    assert_eq!(of_others.len(), 1, "{}: {of_others:?}", row.name);
    server.until_rooms(0).await;
    // The next room has as many again.
    assert_eq!(to_the_end(pair(&server, GREEDY).await).await, of_others[0]);
    server.stop().await;
}
