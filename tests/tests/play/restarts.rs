//! State that survives a restart, on the same data after an orderly stop.

use protocol::{
    Accepted, Refusal, Seat,
    event::{Cause, OfferKind, Score},
};
use serde_json::json;
use tests::{Client, TestServer, client::play_out, server::BEGIN_MS};

use crate::play::common::{Place, accept, draw_offer, ending, is_there, offer, plain, sync, two};

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

/// Both come back to their seats.
async fn both_back(server: &TestServer, [ana, bia]: [Place; 2]) -> (Client, Client) {
    let (mut ana, mut bia) = (ana.back(server).await, bia.back(server).await);
    sync(&mut ana, &mut bia).await;
    (ana, bia)
}

fn places(ana: Client, bia: Client) -> [Place; 2] {
    [ana, bia].map(|client| Place::of(&client))
}

#[tokio::test]
async fn a_game_goes_on_with_its_board_score_offer_and_turn() {
    let (server, data) = begin().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1, 6]).await;
    bia.act(offer("rematch")).await;
    ana.act(accept(1)).await;
    sync(&mut ana, &mut bia).await;
    play_out(&mut ana, &mut bia, &[8, 4]).await;
    ana.act(draw_offer()).await;
    let before = ana.view.clone();
    let seats = places(ana, bia);
    let server = restart(server, &data, 0).await;
    let (ana, mut bia) = both_back(&server, seats).await;
    let score = Score {
        host: 1,
        ..Score::default()
    };
    assert_eq!(ana.view.score, score);
    let (then, now) = (before.game.unwrap(), ana.view.game.unwrap());
    assert_eq!(now.moves, then.moves);
    assert_eq!(now.turn, then.turn);
    assert_eq!(ana.view.offer.unwrap().kind, OfferKind::Draw);
    bia.act(accept(2)).await;
    assert_eq!(bia.view.score.draws, 1);
    server.stop().await;
}

#[tokio::test]
async fn the_time_of_an_outage_counts_for_neither_player() {
    let (server, data) = begin().await;
    let clock = json!({"clock": {"type": "per_move", "move_ms": 10_000}});
    let (mut ana, mut bia) = two(&server, clock).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(4_000);
    let seats = places(ana, bia);
    let server = restart(server, &data, 3_600_000).await;
    let (ana, mut bia) = both_back(&server, seats).await;
    let turn = ana.view.running().unwrap().turn.unwrap();
    assert_eq!(turn.due_ms, server.now_ms() + 6_000);
    server.advance(6_000);
    bia.event().await;
    assert_eq!(ending(&bia).1, Some(Seat::Guest), "and then the flag falls");
    server.stop().await;
}

#[tokio::test]
async fn after_a_restart_both_have_a_fresh_grace_and_may_come_back() {
    let (server, data) = begin().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let [ana, _] = places(ana, bia);
    let server = restart(server, &data, 1_000_000).await;
    let mut ana = ana.back(&server).await;
    assert!(is_there(&ana, Seat::Host));
    let lost = ana.view.seats.guest.as_ref().unwrap().lost.unwrap();
    assert_eq!(lost.cause, Cause::Restart);
    assert_eq!(lost.deadline_ms, server.now_ms() + 40_000);
    ana.play(8).await;
    let refused = ana.act_refused(crate::play::common::claim("win")).await;
    assert_eq!(refused.code(), "grace_running");
    server.stop().await;
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
    let ana = ana.back(&server).await;
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
