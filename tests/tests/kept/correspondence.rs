//! Correspondence rooms: days pass, the server restarts, nobody is there, and the game goes on.

use protocol::{
    Event, Refusal, View,
    event::{EndReason, GameResult, RoomEnd},
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, TestServer,
    client::{play_out, two},
    server::BEGIN_MS,
    soon,
};

use crate::kept::on;

const HOUR_MS: u64 = 3_600_000;
const DAY_MS: u64 = 24 * HOUR_MS;

fn three_days() -> Value {
    json!({"clock": {"type": "correspondence", "move_days": 3}})
}

/// Two in the middle of a game, who have gone.
async fn two_who_went(server: &TestServer) -> [Client; 2] {
    let (mut ana, mut bia) = two(server, three_days()).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    ana.hang_up().await;
    bia.hang_up().await;
    server.until_connections(0).await;
    [ana, bia]
}

/// Comes back knowing the room as it was.
async fn back(server: &TestServer, client: &mut Client) {
    client.come_back(&server.url()).await.expect("the seat");
}

/// Moves the clock on until that many rooms are in the journal alone.
async fn until_unloaded(server: &TestServer, count: u64) {
    soon("rooms to be let go of", async {
        while server.service.rooms.tally().unloaded != count {
            server.advance(1_000);
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_player_who_returns_after_days_finds_the_game_as_it_was() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let [mut ana, mut bia] = two_who_went(&server).await;
    until_unloaded(&server, 1).await;
    assert_eq!(server.service.rooms.gauges().deadlines, 1);
    server.advance(2 * DAY_MS);

    back(&server, &mut ana).await;
    assert_eq!(ana.view.seq, bia.view.seq, "nothing was written");
    ana.play(8).await;
    ana.hang_up().await;
    until_unloaded(&server, 1).await;
    server.advance(2 * DAY_MS);

    back(&server, &mut bia).await;
    assert_eq!(bia.view.seq, ana.view.seq);
    bia.play(1).await;
    server.stop().await;
}

#[tokio::test]
async fn a_flag_falls_while_nobody_is_there() {
    let server = TestServer::memory().await;
    let [mut ana, _bia] = two_who_went(&server).await;
    until_unloaded(&server, 1).await;
    server.advance(3 * DAY_MS);
    back(&server, &mut ana).await;
    let over = ana.view.game.as_ref().unwrap().over.unwrap();
    assert_eq!(
        (over.result, over.reason),
        (GameResult::Won, EndReason::Flag)
    );
    let waits_ms = ana.view.empty_until_ms.unwrap() - ana.view.at_ms;
    assert_eq!(waits_ms, 14 * DAY_MS);
    server.stop().await;
}

#[tokio::test]
async fn a_room_that_nobody_comes_to_ends_by_itself() {
    // Who stays is not silent for days.
    let server = TestServer::limited(|it| it.dead_ms = 1_000_000_000_000).await;
    let mut host = server.client("Ana").await;
    host.create(three_days()).await;
    host.close().await;
    until_unloaded(&server, 1).await;
    server.advance(14 * DAY_MS);
    server.until_rooms(0).await;
    assert_eq!(server.service.rooms.opened.correspondence.taken(), 0);

    let mut host = server.client("Ana").await;
    host.create(three_days()).await;
    server.advance(14 * DAY_MS);
    let ended = host.event().await;
    let reason = RoomEnd::Empty;
    assert_eq!(ended, Event::Ended { reason, over: None });
    server.stop().await;
}

#[tokio::test]
async fn a_short_restart_writes_nothing_and_a_long_one_is_refunded() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let [mut ana, bia] = two_who_went(&server).await;
    let stopped_ms = server.now_ms();
    server.stop().await;

    let server = on(folder.path(), stopped_ms + HOUR_MS - 10_000).await;
    assert_eq!(server.service.rooms.opened.correspondence.taken(), 1);
    // Ordinary rooms would have been looked at by now.
    server.advance(HOUR_MS);
    server.client("").await.beat().await;
    assert_eq!(server.service.rooms.tally().unloaded, 1);
    back(&server, &mut ana).await;
    ana.hang_up().await;
    assert_eq!(ana.view, bia.view);
    server.until_connections(0).await;
    let stopped_ms = server.now_ms();
    server.stop().await;

    let server = on(folder.path(), stopped_ms + 2 * HOUR_MS).await;
    let before = ana.view.clone();
    back(&server, &mut ana).await;
    let due_ms = |view: &View| view.running().unwrap().turn.unwrap().due_ms;
    assert_eq!(due_ms(&ana.view), due_ms(&before) + 2 * HOUR_MS);
    let lost = ana
        .view
        .seats
        .iter()
        .filter_map(|(_, seat)| seat.as_ref()?.lost);
    assert_eq!((ana.view.seq, lost.count()), (before.seq + 1, 0));
    server.stop().await;
}

#[tokio::test]
async fn a_correspondence_game_is_not_to_be_had_in_the_queue() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    let clocks = json!([{"type": "correspondence", "move_days": 3}]);
    let secret = client.secret.reveal();
    let mut request =
        json!({"type": "quick_match", "clocks": clocks, "secret": secret, "key": "a key of mine"});
    let refused = client.refused(request.take()).await;
    let Refusal::BadField { field, .. } = &refused else {
        panic!("{refused:?}")
    };
    assert_eq!(field, "clocks");
    server.stop().await;
}

#[tokio::test]
async fn no_computer_plays_for_days() {
    let server = TestServer::memory().await;
    let mut client = server.client("Ana").await;
    let mut settings = three_days();
    settings["computer"] = json!({"level": 1});
    let request = client.creation(settings);
    let is_of_the_computer =
        |why: &Refusal| matches!(why, Refusal::BadField { field, .. } if field == "computer");
    assert!(is_of_the_computer(&client.refused(request).await));
    assert_eq!(server.service.rooms.opened.correspondence.taken(), 0);
    client.create(three_days()).await;
    let computer = json!({"type": "seat_computer", "computer": {"level": 1}});
    assert!(is_of_the_computer(&client.act_refused(computer).await));
    server.stop().await;
}

#[tokio::test]
async fn a_listed_room_is_in_the_list_again_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let server = on(folder.path(), BEGIN_MS).await;
    let mut host = server.client("Ana").await;
    let mut settings = three_days();
    settings["listed"] = true.into();
    let room = host.create(settings).await;
    host.close().await;
    server.until_connections(0).await;
    server.stop().await;

    let server = on(folder.path(), BEGIN_MS + 60_000).await;
    soon("the list", async {
        while server.service.rooms.page(None).0.first().map(|it| it.room) != Some(room) {
            server.advance(1_000);
            tokio::task::yield_now().await;
        }
    })
    .await;
    // There it stays, and is not let go of.
    server.advance(HOUR_MS);
    server.client("").await.beat().await;
    assert_eq!(server.service.rooms.page(None).0.len(), 1);
    server.stop().await;
}
