//! A node whose service has ended: what is kept is served, and nothing that is played is made up.

use serde_json::json;
use tempfile::TempDir;
use tests::{
    Raw, TestServer,
    client::{play_out, two},
    raw::{request, status_and_body, upgrade},
    server::BEGIN_MS,
    soon,
};

use crate::kept::on;

async fn status(server: &TestServer, path: &str) -> (u16, String) {
    let answer = request(server.node.facts.bound(), "GET", path).await;
    let (status, body) = status_and_body(&answer);
    let status = status.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

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

    let (code, page) = status(&server, "/").await;
    assert!(code == 200 && page.contains("<main"), "the page");
    let (code, kept) = status(&server, &format!("/games/{game}.json")).await;
    assert!(code == 200 && kept.contains("\"moved\""), "the game");
    let picture = status(&server, &format!("/games/{game}.png")).await;
    assert_eq!(picture.0, 200, "its picture");
    for path in ["/info", "/health/live", "/preview.png"] {
        assert_eq!(status(&server, path).await.0, 200, "{path}");
    }
    let invitation = format!("/r/{room}");
    for path in ["/rooms.json", "/health/ready", &invitation] {
        assert_eq!(status(&server, path).await.0, 503, "{path}");
    }
    let mut raw = Raw::connect(server.node.facts.bound()).await;
    raw.say(&upgrade("/ws", "")).await;
    assert!(raw.head().await.starts_with("HTTP/1.1 503"), "no WebSocket");
    server.stop().await;
}
