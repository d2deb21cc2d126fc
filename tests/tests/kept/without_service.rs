//! A node whose service has ended: what is kept is served, and nothing that is played is made up.

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Raw,
    client::{play_out, two},
    raw::upgrade,
    server::BEGIN_MS,
    soon,
};

use crate::kept::{ask, on};

#[tokio::test]
async fn a_node_without_a_service_serves_what_is_kept_and_refuses_what_is_played() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    let room = ana.room.unwrap();
    let over = ana.view.game.as_ref().unwrap().over.as_ref().unwrap();
    let game = over.id.unwrap();
    let mut running = server.node.take_service().unwrap();
    running.stop();
    drop((ana, bia));
    soon("connections to end", running.emptied()).await;

    let (code, page) = ask(&server, "GET", "/", "").await;
    assert!(code == 200 && page.contains("<main"), "the page");
    let (code, kept) = ask(&server, "GET", &format!("/games/{game}.json"), "").await;
    assert!(code == 200 && kept.contains("\"moved\""), "the game");
    let picture = ask(&server, "GET", &format!("/games/{game}.png"), "").await;
    assert_eq!(picture.0, 200, "its picture");
    for path in ["/info", "/health/live", "/preview.png"] {
        assert_eq!(ask(&server, "GET", path, "").await.0, 200, "{path}");
    }
    let invitation = format!("/r/{room}");
    for path in ["/rooms.json", "/health/ready", &invitation] {
        assert_eq!(ask(&server, "GET", path, "").await.0, 503, "{path}");
    }
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    raw.say(&upgrade("/ws", "")).await;
    assert!(raw.head().await.starts_with("HTTP/1.1 503"), "no WebSocket");
    server.stop().await;
}
