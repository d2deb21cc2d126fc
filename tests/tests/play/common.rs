//! Helpers shared by the tests of play: two at a table, links that break and come back, and how a
//! game ended.

use protocol::{
    Seat,
    event::{EndReason, GameResult, Over},
};
use serde_json::{Value, json};
use tests::{Client, TestServer, server::roomy};

pub use tests::client::{SeatCredentials, two};

/// A server that hangs up on nobody who is silent for hours.
pub async fn patient() -> TestServer {
    TestServer::with_limits(patient_limits()).await
}

pub fn patient_limits() -> protocol::Limits {
    protocol::Limits {
        dead_ms: 1 << 50,
        ..roomy()
    }
}

/// A device's subscription to notifications.
pub fn subscription() -> Value {
    json!({
        "endpoint": "https://push.example/send/1",
        "p256dh": format!("BA{}", "A".repeat(85)),
        "auth": "A".repeat(22),
        "key": "A".repeat(43),
    })
}

/// Both read on until they have seen the same.
pub async fn sync(one: &mut Client, other: &mut Client) {
    one.up_to(other.view.seq).await;
    other.up_to(one.view.seq).await;
    assert_eq!(one.view, other.view);
}

/// Cuts a link and waits until the server has noticed.
pub async fn gone(server: &TestServer, client: Client) -> SeatCredentials {
    let place = SeatCredentials::of(&client);
    let others = server.service.connections.len() - 1;
    client.close().await;
    server.until_connections(others).await;
    place
}

/// Cuts a link and lets it be gone long enough to count; `other` sees it.
pub async fn lost(server: &TestServer, client: Client, other: &mut Client) -> SeatCredentials {
    let seat = client.seat.unwrap();
    let place = gone(server, client).await;
    server.advance(server.node.limits.lost_after_ms);
    while is_there(other, seat) {
        other.event().await;
    }
    place
}

/// Whether a seat is taken and not lost.
pub fn is_there(client: &Client, seat: Seat) -> bool {
    let seated = client.view.seats[seat].as_ref();
    seated.is_some_and(|seated| seated.lost.is_none())
}

/// Result of the last game.
pub fn over(client: &Client) -> Over {
    let game = client.view.game.as_ref().expect("a game");
    game.over.expect("a game that is over")
}

pub fn ending(client: &Client) -> (GameResult, Option<Seat>, EndReason) {
    let over = over(client);
    (over.result, over.winner, over.reason)
}

/// Seat to move.
pub fn turn(client: &Client) -> Option<Seat> {
    let game = client.view.running()?;
    game.turn.map(|turn| turn.seat)
}

pub fn draw_offer() -> Value {
    json!({"type": "offer", "kind": "draw"})
}

pub fn offer(kind: &str) -> Value {
    json!({"type": "offer", "kind": kind})
}

pub fn takeback(ply: u32) -> Value {
    json!({"type": "offer", "kind": "takeback", "ply": ply})
}

pub fn accept(offer: u64) -> Value {
    json!({"type": "accept", "offer": offer})
}

pub fn decline(offer: u64) -> Value {
    json!({"type": "decline", "offer": offer})
}

pub fn claim(what: &str) -> Value {
    json!({"type": "claim", "result": what})
}

/// A command without fields.
pub fn plain(kind: &str) -> Value {
    json!({"type": kind})
}
