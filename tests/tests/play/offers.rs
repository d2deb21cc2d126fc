//! An offer over sockets: it expires by the server. The rules are tested in
//! `referee/src/tests/offers.rs`.

use protocol::{Event, Refusal, event::Closed};
use serde_json::json;

use crate::play::common::{accept, draw_offer, patient, two};

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
