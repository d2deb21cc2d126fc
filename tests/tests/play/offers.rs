//! Offers over sockets: one expires, and a takeback makes a move on its way stale. The rules are
//! tested in `referee/src/tests/offers.rs`.

use protocol::{Event, Refusal, event::Closed};
use serde_json::json;
use tests::client::play_out;

use crate::play::common::{accept, draw_offer, patient, takeback, two};

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
