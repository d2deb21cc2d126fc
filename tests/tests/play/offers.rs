//! Offers: made, crossed, answered, laid aside, and what they leave behind.

use protocol::{
    Accepted, Event, Refusal,
    event::{Closed, GameResult, How, TurnLimit},
};
use serde_json::json;
use tests::client::play_out;

use crate::common::{
    accept, claim, decline, draw_offer, ending, offer, patient, sync, takeback, turn, two,
};

#[tokio::test]
async fn an_offer_that_crosses_one_of_its_kind_accepts_it() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    assert!(matches!(
        bia.act(draw_offer()).await,
        Accepted::Accepted { .. }
    ));
    assert_eq!(ending(&bia), (GameResult::Drawn, None, How::Agreed));
}

#[tokio::test]
async fn an_offer_of_another_kind_is_refused_with_the_number_of_the_open_one() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    ana.act(takeback(1)).await;
    let open = Refusal::OfferOpen { offer: 1 };
    assert_eq!(bia.act_refused(draw_offer()).await, open);
    assert_eq!(bia.act_refused(takeback(0)).await, open, "another ply");
    assert_eq!(ana.act_refused(takeback(1)).await, open, "one's own");
    assert!(matches!(
        bia.act(takeback(1)).await,
        Accepted::Accepted { .. }
    ));
}

#[tokio::test]
async fn a_draw_offer_stands_through_ones_own_move_and_lapses_by_the_others() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    play_out(&mut ana, &mut bia, &[4]).await;
    assert!(ana.view.offer.is_some());
    bia.play(0).await;
    assert!(matches!(
        ana.event().await,
        Event::Moved {
            lapsed_offer: Some(1),
            ..
        }
    ));
    assert_eq!(ana.view.offer, None);
    assert_eq!(bia.act_refused(accept(1)).await, Refusal::NoSuchOffer);
    ana.act(draw_offer()).await;
}

#[tokio::test]
async fn a_takeback_offer_lapses_by_any_move() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    ana.act(takeback(0)).await;
    ana.play(8).await;
    assert_eq!(ana.view.offer, None);
    assert_eq!(bia.act_refused(accept(1)).await, Refusal::NoSuchOffer);
}

#[tokio::test]
async fn every_offer_lapses_with_the_game() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(offer("restart")).await;
    play_out(&mut ana, &mut bia, &[4, 0, 2, 1]).await;
    assert!(ana.view.offer.is_some(), "a restart stands through moves");
    ana.play(6).await;
    assert_eq!(ana.view.offer, None);
}

#[tokio::test]
async fn after_a_decline_the_one_who_offered_has_to_wait() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    bia.act(decline(1)).await;
    assert!(matches!(
        bia.act(draw_offer()).await,
        Accepted::Offered { offer: 2, .. }
    ));
    ana.act(decline(2)).await;
    let again_ms = server.now_ms() + 10_000;
    assert_eq!(
        ana.act_refused(offer("restart")).await,
        Refusal::OfferCooldown { again_ms }
    );
    server.advance(10_000);
    ana.act(draw_offer()).await;
}

#[tokio::test]
async fn an_offer_that_nobody_answers_expires_and_has_to_wait_too() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    bia.up_to(ana.view.seq).await;
    server.advance(30_000);
    assert!(matches!(
        bia.event().await,
        Event::OfferClosed {
            offer: 1,
            reason: Closed::Expired,
            ..
        }
    ));
    assert_eq!(ana.act_refused(draw_offer()).await.code(), "offer_cooldown");
    assert_eq!(bia.act_refused(accept(1)).await, Refusal::NoSuchOffer);
}

#[tokio::test]
async fn an_offer_that_lapsed_leaves_no_wait() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    bia.act(draw_offer()).await;
    ana.play(4).await;
    bia.act(draw_offer()).await;
}

#[tokio::test]
async fn a_takeback_gives_moves_turn_and_clocks_back() {
    // To the beginning, to a first move, and to where the clocks began to run.
    for (ply, host_ms, limit) in [
        (0, 60_000, TurnLimit::FirstMove),
        (2, 60_000, TurnLimit::Clock),
        (4, 56_000, TurnLimit::Clock),
    ] {
        let server = patient().await;
        let clock = json!({"type": "total", "initial_ms": 60_000, "increment_ms": 1_000});
        let (mut ana, mut bia) = two(&server, json!({"clock": clock})).await;
        play_out(&mut ana, &mut bia, &[4, 0]).await;
        for cell in [1, 7, 3] {
            server.advance(5_000);
            play_out(&mut ana, &mut bia, &[cell]).await;
        }
        let spent = ana.view.game.as_ref().unwrap().clocks.unwrap();
        assert_eq!((spent.host, spent.guest), (52_000, 56_000));
        ana.act(takeback(ply)).await;
        bia.act(accept(1)).await;
        sync(&mut ana, &mut bia).await;
        let game = ana.view.running().unwrap();
        assert_eq!(game.clocks.unwrap().host, host_ms);
        assert_eq!((game.turn.unwrap().limit, turn(&ana)), (limit, ana.seat));
        assert_eq!(game.turn.unwrap().since_ms, server.now_ms());
        assert_eq!(u32::try_from(game.moves.len()), Ok(ply));
        ana.play(3).await;
    }
}

#[tokio::test]
async fn the_move_that_was_taken_back_is_stale_for_who_has_not_seen_it() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let next = ana.move_to(8);
    ana.act(takeback(0)).await;
    bia.act(accept(1)).await;
    let stale = Refusal::Stale { game: 1, ply: 0 };
    assert_eq!(ana.act_refused(next).await, stale);
    ana.play(8).await;
    bia.up_to(ana.view.seq).await;
    assert_eq!(bia.view.running().unwrap().moves.len(), 1);
}

#[tokio::test]
async fn only_moves_that_were_made_are_taken_back() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let none = json!({"type": "offer", "kind": "takeback"});
    for wish in [takeback(2), takeback(9), none] {
        assert_eq!(ana.act_refused(wish).await, Refusal::BadTakeback { ply: 2 });
    }
}

#[tokio::test]
async fn only_the_other_answers_an_offer_and_only_the_open_one() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    ana.act(draw_offer()).await;
    assert_eq!(ana.act_refused(accept(1)).await, Refusal::OwnOffer);
    assert_eq!(ana.act_refused(decline(1)).await, Refusal::OwnOffer);
    assert_eq!(bia.act_refused(accept(2)).await, Refusal::NoSuchOffer);
    bia.act(accept(1)).await;
    assert_eq!(bia.act_refused(accept(1)).await, Refusal::NoSuchOffer);
}

#[tokio::test]
async fn a_position_without_open_lines_is_still_one_after_a_takeback() {
    let server = patient().await;
    let strip = json!({"rules": {"width": 4, "height": 1, "line": 3}});
    let (mut ana, mut bia) = two(&server, strip).await;
    play_out(&mut ana, &mut bia, &[1, 2]).await;
    assert!(ana.view.game.as_ref().unwrap().no_open_lines);
    ana.play(0).await;
    ana.act(takeback(2)).await;
    bia.act(accept(1)).await;
    sync(&mut ana, &mut bia).await;
    ana.act(claim("draw")).await;
    assert_eq!(ending(&ana), (GameResult::Drawn, None, How::NoOpenLines));
}
