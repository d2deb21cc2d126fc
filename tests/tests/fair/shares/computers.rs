//! Computers whose opponents have gone: they are there for others, and for who comes back.

use protocol::{Event, Frame, Limits, Refusal, RoomCode, Secret, refusal::LimitOf};
use serde_json::json;
use tests::TestServer;

use super::{GREEDY, NEWCOMER, one_of};

/// Somebody against the computer after a move, whose connection is cut.
async fn abandon(server: &TestServer) -> (RoomCode, Secret) {
    let mut client = server.client_from(GREEDY, "").await;
    let settings = json!({"first": "host", "rules": {"width": 9, "height": 9, "line": 5},
        "computer": {"level": 1}});
    let room = client.create(settings).await;
    client.play(40).await;
    (room, client.secret.clone())
}

#[tokio::test]
async fn computers_in_empty_rooms_are_available_to_others() {
    let server = TestServer::with_limits(Limits {
        computers: 100,
        ..Limits::default()
    })
    .await;
    let mut abandoned = Vec::new();
    for _ in 0..100 {
        abandoned.push(abandon(&server).await);
        server.until_connections(0).await;
    }
    assert_eq!(server.service.rooms.computers.rooms(), 0, "nobody is there");
    assert_eq!(server.service.rooms.gauges().rooms, 100);
    let mut others = Vec::new();
    for number in 0..50 {
        let mut other = server.client_from(one_of(number), "").await;
        other
            .create(json!({"first": "host", "computer": {"level": 1}}))
            .await;
        others.push(other);
    }
    assert_eq!(server.service.rooms.computers.rooms(), 50);
    // Whose computer was to move: it does once its opponent is back, and not before.
    server.advance(2_000);
    let (room, secret) = &abandoned[0];
    let mut back = server.client_from(GREEDY, "").await;
    back.return_to(*room, secret).await;
    while !back.my_turn() {
        back.event().await;
    }
    let moves = &back.view.running().unwrap().moves;
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[1].at_ms, server.now_ms(), "nobody was there before");
    server.stop().await;
}

#[tokio::test]
async fn a_returning_player_has_a_computer_and_takes_none_from_others() {
    let server = TestServer::limited(|it| it.computers = 20).await;
    let mut abandoned = Vec::new();
    for _ in 0..60 {
        abandoned.push(abandon(&server).await);
        server.until_connections(0).await;
    }
    // All at once: more than there are places.
    let mut back = Vec::new();
    for (room, secret) in &abandoned {
        let mut client = server.client_from(GREEDY, "").await;
        client.return_to(*room, secret).await;
        back.push(client);
    }
    let mut other = server.client_from(GREEDY, "").await;
    let refused = other
        .refused(other.creation(json!({"computer": {"level": 1}})))
        .await;
    let of = LimitOf::Address;
    assert_eq!(refused, Refusal::TooManyComputers { of });
    let mut newcomer = server.client_from(NEWCOMER, "").await;
    newcomer.create(json!({"computer": {"level": 1}})).await;
    server.advance(500);
    for client in &mut back {
        client
            .until("the computer's move", |frame| match frame {
                Frame::Event(it) => matches!(it.event, Event::Moved { .. }).then_some(()),
                _ => None,
            })
            .await;
    }
    server.stop().await;
}
