//! Removal of players' names from a finished game, on the page.

use tests::{Browser, browser::BrowserOptions, raw};

use super::{BrowserSetup, access::sound, id, people::play_all};

/// Ana and Bia on the page of the game that they have played, and its address.
async fn played(setup: &BrowserSetup) -> (Browser, Browser, String) {
    let look = BrowserOptions {
        size: (360, 740),
        phone: true,
        ..BrowserOptions::default()
    };
    let (ana, bia, _) = setup.table(look).await;
    play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    for browser in [&ana, &bia] {
        browser.click(&id("review")).await;
        browser.has(&id("forget")).await;
    }
    let address = ana.address().await;
    (ana, bia, address)
}

/// Presses the button, and says yes.
async fn take_out(browser: &Browser) {
    browser.click(&id("forget")).await;
    browser.click(&id("forget-yes")).await;
}

#[tokio::test]
async fn the_first_players_request_removes_a_name_and_the_seconds_the_game() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, address) = played(&setup).await;
    // A visitor with the link has no such button.
    let caio = Browser::open(BrowserOptions::default()).await;
    caio.visit(&address).await;
    caio.has(&id("slider")).await;
    caio.has_no(&id("forget")).await;

    ana.click(&id("forget")).await;
    ana.has(&id("dialog-forget")).await;
    sound(&ana, "question").await;
    ana.click(&id("forget-no")).await;
    ana.has_no(&id("dialog-forget")).await;
    caio.reload().await;
    caio.shows_in(&id("headline"), "Ana made a line").await;

    take_out(&ana).await;
    ana.shows_in(&id("removal"), "Your name is out of this game")
        .await;
    ana.has_no(&id("forget")).await;
    sound(&ana, "name out").await;
    let left = "return Object.values(localStorage).filter(kept => kept.includes('oxo.game.v1') && /Ana|\"secrets\":\\[\"/.test(kept))";
    assert_eq!(ana.script(left).await, serde_json::json!([]));
    caio.reload().await;
    caio.shows_in(&id("headline"), "somebody made a line").await;

    take_out(&bia).await;
    bia.shows_in(&id("removal"), "The server has deleted this game")
        .await;
    bia.has_no(&id("forget")).await;
    bia.has_no(&id("sgf")).await;
    let to = setup.server.address.parse().unwrap();
    let (_, path) = address.split_at(address.find("/games/").unwrap());
    let answer = raw::request(to, "GET", path).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    // The copies that browsers keep can still be looked at.
    bia.click(&id("logo")).await;
    bia.click(&format!("{} button", id("kept"))).await;
    bia.has(&id("slider")).await;
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_player_is_told_that_the_server_has_the_game_no_more() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, address) = played(&setup).await;
    let (_, game) = address.rsplit_once('/').unwrap();
    setup.operated(&["games", "delete", game]).await;
    take_out(&ana).await;
    ana.shows_in(&id("removal"), "no longer has this game")
        .await;
    ana.close_after_breaking(&address).await;
    bia.close().await;
}
