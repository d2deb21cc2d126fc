//! Games and rooms that end, as their members see it. Every ending is tested in
//! `referee/src/tests/`.

use protocol::{
    Seat,
    event::{EndReason, GameResult, RoomEnd, Score},
};
use serde_json::json;
use tests::client::{play_out, rematch};

use crate::play::common::{ending, over, patient, patient_limits, plain, two};

const WON_BY_HOST: [u16; 5] = [4, 0, 2, 1, 6];

#[tokio::test]
async fn a_game_is_won_by_a_line() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &WON_BY_HOST).await;
    assert_eq!(ana.view, bia.view);
    assert_eq!(
        ending(&ana),
        (GameResult::Won, Some(Seat::Host), EndReason::Line)
    );
    assert_eq!(ana.view.game.as_ref().unwrap().lines, [[2, 4, 6]]);
    assert_eq!(over(&ana).next_first, Seat::Guest);
    let score = Score {
        host: 1,
        ..Score::default()
    };
    assert_eq!(ana.view.score, score);
    server.stop().await;
}

#[tokio::test]
async fn a_room_ends_by_its_age_and_takes_the_running_game_with_it() {
    let limits = protocol::Limits {
        room_age_ms: 50_000,
        ..patient_limits()
    };
    let server = tests::TestServer::with_limits(limits).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(50_000);
    ana.event().await;
    assert_eq!(ana.view.ended, Some(RoomEnd::Age));
    assert_eq!(
        ending(&ana),
        (GameResult::Aborted, None, EndReason::RoomEnded)
    );
    assert_eq!(ana.act_refused(plain("resign")).await.code(), "not_in_room");
    let gauges = server.service.rooms.gauges();
    assert_eq!(gauges, rooms::Gauges::default(), "nothing is left");
}

#[tokio::test]
async fn a_room_at_its_event_limit_ends_with_the_game() {
    let limits = protocol::Limits {
        room_events: 12,
        ..patient_limits()
    };
    let server = tests::TestServer::with_limits(limits).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &WON_BY_HOST).await;
    rematch(&mut ana, &mut bia).await;
    // A game that begins below the number is played to its end.
    play_out(&mut ana, &mut bia, &[0, 4, 1, 3, 8, 5]).await;
    while ana.view.ended.is_none() {
        ana.event().await;
    }
    assert!(ana.view.seq > 16, "{}", ana.view.seq);
    assert_eq!(ana.view.ended, Some(RoomEnd::Events));
    assert_eq!(ending(&ana).0, GameResult::Won);
    server.until_rooms(0).await;
}
