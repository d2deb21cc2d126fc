//! The opening of a game on the page: what is to be done stands there, and is done by buttons.

use serde_json::json;
use tests::{Browser, browser::BrowserOptions};

use super::{
    BrowserSetup,
    access::sound,
    id,
    looks::fits,
    people::{self, at},
};

/// Ana opens a table by a program with that opening and places a mark in each of these cells; Bia joins in a browser, on the
/// smallest telephone.
async fn placed(setup: &BrowserSetup, opening: &str, cells: &[u16]) -> (Browser, tests::Client) {
    let mut ana = setup.server.client("Ana").await;
    let rules = json!({"width": 5, "height": 5, "line": 4});
    ana.create(json!({"first": "host", "rules": rules, "opening": opening}))
        .await;
    let room = ana.room.unwrap();
    let bia = Browser::open(BrowserOptions {
        size: (320, 640),
        ..BrowserOptions::default()
    })
    .await;
    bia.visit(&setup.url(&format!("/r/{room}"))).await;
    people::sit(&bia, "Bia").await;
    ana.up_to(3).await;
    for &cell in cells {
        ana.play(cell).await;
    }
    (bia, ana)
}

#[tokio::test]
async fn the_first_mark_is_taken_over_by_a_button_or_played_against() {
    let setup = BrowserSetup::open().await;
    let (bia, mut ana) = placed(&setup, "pie", &[12]).await;
    bia.shows_in(&id("status"), "Your choice: take X, or place O")
        .await;
    sound(&bia, "pie").await;
    fits(&bia, "pie").await;
    bia.click(&id("choose-X")).await;
    bia.shows_in(&id("status"), "Ana").await;
    bia.has_no(&id("choosing")).await;
    ana.up_to(5).await;
    ana.play(6).await;
    // Bia has the first mark, and goes on with it.
    people::turn_of(&bia).await;
    bia.click(&at(18)).await;
    bia.has(&format!("{}[data-mark=X]", at(18))).await;
    bia.close().await;
}

#[tokio::test]
async fn two_more_are_placed_before_the_other_chooses() {
    let setup = BrowserSetup::open().await;
    let (bia, mut ana) = placed(&setup, "swap2", &[12, 0, 24]).await;
    bia.shows_in(&id("status"), "or place two more").await;
    sound(&bia, "swap2").await;
    fits(&bia, "swap2").await;
    // No mark before a choice.
    bia.click(&at(6)).await;
    bia.has_no(&format!("{}[data-mark]", at(6))).await;
    bia.click(&id("choose-place_two")).await;
    bia.shows_in(&id("status"), "place O").await;
    bia.click(&at(6)).await;
    bia.shows_in(&id("status"), "place X").await;
    bia.click(&at(8)).await;
    bia.shows_in(&id("status"), "Ana chooses a mark").await;
    ana.up_to(9).await;
    let choose = json!({"type": "choose", "ply": 5, "choice": "O"});
    ana.act(choose).await;
    bia.shows_in(&id("status"), "Ana").await;
    bia.has_no(&id("choosing")).await;
    bia.close().await;
}
