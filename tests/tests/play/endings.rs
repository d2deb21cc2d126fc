//! Every way in which a game, and a room, comes to its end, what the score
//! makes of it, and who begins the next.

use protocol::{
    Event, Seat,
    event::{GameResult, How, RoomEnd, Score},
};
use serde_json::json;
use tests::{Client, client::play_out};

use crate::common::{
    accept, claim, draw_offer, ending, lost, offer, over, patient, plain, sync, turn, two,
};

const WON_BY_HOST: [u16; 5] = [4, 0, 2, 1, 6];
/// Full after nine moves, with a line for nobody.
const DRAWN: [u16; 9] = [0, 1, 2, 4, 3, 5, 7, 6, 8];

async fn rematch(one: &mut Client, other: &mut Client) {
    one.act(offer("rematch")).await;
    sync(one, other).await;
    other.act(accept(other.view.offers)).await;
    sync(one, other).await;
}

fn score(host: u32, guest: u32, draws: u32) -> Score {
    Score { host, guest, draws }
}

#[tokio::test]
async fn a_game_is_won_by_a_line() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &WON_BY_HOST).await;
    assert_eq!(ana.view, bia.view);
    assert_eq!(ending(&ana), (GameResult::Won, Some(Seat::Host), How::Line));
    assert_eq!(ana.view.game.as_ref().unwrap().lines, [[2, 4, 6]]);
    assert_eq!(over(&ana).next_first, Seat::Guest);
    assert_eq!(ana.view.score, score(1, 0, 0));
    server.stop().await;
}

#[tokio::test]
async fn the_last_cell_wins_with_two_lines_at_once_and_is_no_draw() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[0, 3, 1, 4, 5, 6, 8, 7, 2]).await;
    assert_eq!(ending(&bia), (GameResult::Won, Some(Seat::Host), How::Line));
    let mut lines = bia.view.game.unwrap().lines;
    lines.sort();
    assert_eq!(lines, [[0, 1, 2], [2, 5, 8]]);
}

#[tokio::test]
async fn o_wins_too() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[0, 2, 1, 4, 8, 6]).await;
    assert_eq!(
        ending(&ana),
        (GameResult::Won, Some(Seat::Guest), How::Line)
    );
    assert_eq!(ana.view.score, score(0, 1, 0));
}

#[tokio::test]
async fn a_full_board_is_a_draw() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &DRAWN).await;
    assert_eq!(ending(&bia), (GameResult::Drawn, None, How::Full));
    assert_eq!(bia.view.score, score(0, 0, 1));
}

#[tokio::test]
async fn either_may_resign_whoever_is_to_move() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    bia.act(plain("resign")).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(
        ending(&ana),
        (GameResult::Won, Some(Seat::Host), How::Resigned)
    );
}

#[tokio::test]
async fn both_may_agree_to_a_draw() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    bia.act(accept(1)).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(ending(&ana), (GameResult::Drawn, None, How::Agreed));
}

#[tokio::test]
async fn a_draw_can_be_claimed_as_soon_as_no_line_is_open() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    for cell in DRAWN {
        play_out(&mut ana, &mut bia, &[cell]).await;
        if ana.view.game.as_ref().unwrap().no_open_lines {
            break;
        }
        assert_eq!(ana.act_refused(claim("draw")).await.code(), "lines_open");
    }
    assert!(ana.view.running().is_some(), "dead before it was full");
    bia.act(claim("draw")).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(ending(&ana), (GameResult::Drawn, None, How::NoOpenLines));
}

#[tokio::test]
async fn a_game_is_called_off_before_both_have_moved_and_does_not_count() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    for made in 0..2 {
        play_out(&mut ana, &mut bia, &[0, 4][..made]).await;
        bia.act(plain("abort")).await;
        sync(&mut ana, &mut bia).await;
        assert_eq!(ending(&ana), (GameResult::Aborted, None, How::CalledOff));
        assert_eq!(ana.view.score, score(0, 0, 0));
        assert_eq!(over(&ana).next_first, Seat::Host, "nobody has had the turn");
        rematch(&mut ana, &mut bia).await;
    }
    play_out(&mut ana, &mut bia, &[0, 4]).await;
    assert_eq!(
        bia.act_refused(plain("abort")).await.code(),
        "too_late_to_abort"
    );
}

#[tokio::test]
async fn a_game_whose_first_moves_do_not_come_is_called_off() {
    for made in [0, 1] {
        let server = patient().await;
        let (mut ana, mut bia) = two(&server, json!({})).await;
        play_out(&mut ana, &mut bia, &[4][..made]).await;
        server.advance(59_999);
        ana.beat().await;
        server.advance(1);
        ana.event().await;
        assert_eq!(ending(&ana), (GameResult::Aborted, None, How::NoFirstMove));
    }
}

#[tokio::test]
async fn a_game_without_clocks_is_lost_by_who_does_not_move_for_a_quarter_of_an_hour() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(900_000);
    bia.event().await;
    assert_eq!(
        ending(&bia),
        (GameResult::Won, Some(Seat::Guest), How::Idle)
    );
}

#[tokio::test]
async fn nobody_wins_by_the_idleness_of_the_other_when_away() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    lost(&server, bia, &mut ana).await;
    server.advance(900_000);
    ana.event().await;
    assert_eq!(ending(&ana), (GameResult::Aborted, None, How::Idle));
}

#[tokio::test]
async fn a_win_and_a_draw_can_be_claimed_once_the_grace_is_over() {
    for (what, wanted) in [
        ("win", (GameResult::Won, Some(Seat::Host), How::ClaimedWin)),
        ("draw", (GameResult::Drawn, None, How::ClaimedDraw)),
    ] {
        let server = patient().await;
        let (mut ana, mut bia) = two(&server, json!({})).await;
        play_out(&mut ana, &mut bia, &[4, 0, 2]).await;
        lost(&server, bia, &mut ana).await;
        server.advance(39_999);
        assert_eq!(ana.act_refused(claim(what)).await.code(), "grace_running");
        server.advance(1);
        ana.act(claim(what)).await;
        assert_eq!(ending(&ana), wanted);
    }
}

#[tokio::test]
async fn nothing_is_claimed_on_ones_own_turn() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    lost(&server, bia, &mut ana).await;
    server.advance(60_000);
    assert_eq!(
        ana.act_refused(claim("win")).await.code(),
        "claim_on_your_turn"
    );
    ana.play(2).await;
    ana.act(claim("win")).await;
}

#[tokio::test]
async fn a_restart_ends_the_game_without_counting_it_and_begins_another() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0, 8]).await;
    bia.act(offer("restart")).await;
    ana.act(accept(1)).await;
    assert!(matches!(
        bia.event().await,
        Event::Finished { over, .. } if (over.result, over.reason) == (GameResult::Aborted, How::Restarted)
    ));
    sync(&mut ana, &mut bia).await;
    let game = ana.view.running().unwrap();
    assert_eq!((game.number, game.moves.len()), (2, 0));
    assert_eq!(turn(&ana), Some(Seat::Host), "who plays X is as it was");
    assert_eq!(ana.view.score, score(0, 0, 0));
}

#[tokio::test]
async fn a_room_ends_by_its_age_and_takes_the_running_game_with_it() {
    let limits = protocol::Limits {
        room_age_ms: 50_000,
        ..crate::common::patient_limits()
    };
    let server = tests::TestServer::with_limits(limits).await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    server.advance(50_000);
    ana.event().await;
    assert_eq!(ana.view.ended, Some(RoomEnd::Age));
    assert_eq!(ending(&ana), (GameResult::Aborted, None, How::RoomEnded));
    assert_eq!(ana.act_refused(plain("resign")).await.code(), "not_in_room");
    let gauges = server.state.rooms.gauges();
    assert_eq!(gauges, server::rooms::Gauges::default(), "nothing is left");
}

#[tokio::test]
async fn a_room_that_nobody_comes_back_to_ends() {
    let server = patient().await;
    let (ana, mut bia) = two(&server, json!({})).await;
    bia.act(plain("resign")).await;
    let mut eve = server.client("Eve").await;
    eve.watch(bia.room.unwrap()).await;
    lost(&server, ana, &mut eve).await;
    lost(&server, bia, &mut eve).await;
    server.advance(120_000);
    eve.event().await;
    assert_eq!(eve.view.ended, Some(RoomEnd::Empty));
}

#[tokio::test]
async fn a_room_waits_for_a_guest_only_while_its_host_is_there() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let room = ana.create(json!({})).await;
    let mut eve = server.client("Eve").await;
    eve.watch(room).await;
    server.advance(3_600_000);
    eve.beat().await;
    lost(&server, ana, &mut eve).await;
    server.advance(120_000);
    eve.event().await;
    assert_eq!(eve.view.ended, Some(RoomEnd::Empty));
}

#[tokio::test]
async fn x_goes_round_and_the_score_runs_on() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &WON_BY_HOST).await;
    rematch(&mut ana, &mut bia).await;
    assert_eq!(turn(&ana), Some(Seat::Guest));
    play_out(&mut ana, &mut bia, &DRAWN).await;
    rematch(&mut bia, &mut ana).await;
    assert_eq!(turn(&ana), Some(Seat::Host));
    ana.act(plain("resign")).await;
    sync(&mut ana, &mut bia).await;
    assert_eq!(bia.view.score, score(1, 1, 1));
    assert_eq!(bia.view.game.unwrap().number, 3);
}

#[tokio::test]
async fn x_stays_where_it_is_when_the_two_wished_so() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({"alternate": "fixed"})).await;
    for _ in 0..2 {
        play_out(&mut ana, &mut bia, &WON_BY_HOST).await;
        assert_eq!(over(&ana).next_first, Seat::Host);
        rematch(&mut ana, &mut bia).await;
        assert_eq!(turn(&bia), Some(Seat::Host));
    }
}

#[tokio::test]
async fn the_guest_begins_where_the_host_wished_so() {
    let server = patient().await;
    let (mut ana, mut bia) = (server.client("Ana").await, server.client("Bia").await);
    let room = ana.create(json!({"first": "guest"})).await;
    bia.join(room).await;
    assert!(bia.my_turn());
    sync(&mut ana, &mut bia).await;
    assert_eq!(ana.view.mark_of(Seat::Guest), Some(game::Mark::X));
}
