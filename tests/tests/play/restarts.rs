//! State that survives a restart, on the same data after an orderly stop.

use protocol::{Accepted, Refusal};
use serde_json::json;
use tests::{Client, TestServer, server::BEGIN_MS};

use crate::play::common::{SeatCredentials, plain, two};

/// Stops the server and starts it again `away_ms` later on the same data.
async fn restart(server: TestServer, data: &tempfile::TempDir, away_ms: u64) -> TestServer {
    let now_ms = server.now_ms() + away_ms;
    server.stop().await;
    TestServer::on_disk(data.path().into(), now_ms).await
}

async fn begin() -> (TestServer, tempfile::TempDir) {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::on_disk(data.path().into(), BEGIN_MS).await;
    (server, data)
}

fn places(ana: Client, bia: Client) -> [SeatCredentials; 2] {
    [ana, bia].map(|client| SeatCredentials::of(&client))
}

#[tokio::test]
async fn the_code_after_a_removal_is_kept_and_the_old_one_stays_dead() {
    let (server, data) = begin().await;
    let (mut ana, bia) = two(&server, json!({})).await;
    let old = bia.room.unwrap();
    let Accepted::Removed { room: new, .. } = ana.act(plain("remove_guest")).await else {
        panic!("not removed");
    };
    let [ana, bia] = places(ana, bia);
    let server = restart(server, &data, 0).await;
    let mut cai = server.client("Cai").await;
    let join = |room| json!({"type": "join_room", "room": room, "secret": cai.secret.reveal()});
    let (dead, back) = (
        join(old),
        json!({"type": "resume", "room": old, "secret": bia.secret.reveal()}),
    );
    assert_eq!(cai.refused(dead).await, Refusal::NoSuchRoom);
    assert_eq!(cai.refused(back).await, Refusal::NoSuchRoom);
    cai.join(new).await;
    let ana = ana.back(&server.url()).await;
    assert_eq!(ana.view.running().unwrap().number, 2);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_has_ended_is_gone() {
    let (server, data) = begin().await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    ana.act(plain("leave")).await;
    drop(ana);
    let server = restart(server, &data, 0).await;
    assert_eq!(server.service.rooms.gauges(), rooms::Gauges::default());
    server.stop().await;
}
