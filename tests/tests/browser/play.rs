//! Games from their beginning to their end.

use tests::{
    Browser,
    browser::{BrowserOptions, Key},
};

use super::{
    BrowserSetup, id,
    people::{at, invitation, invite, play, play_all, sit, turn_of},
};

#[tokio::test]
async fn two_browsers_play_from_the_link_to_a_rematch() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    assert!(bia.address().await.ends_with(&format!("/r/{code}")));
    play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    ana.shows_in(&id("headline"), "you win").await;
    bia.shows_in(&id("headline"), "you lose").await;
    for browser in [&ana, &bia] {
        let won = "return [...document.querySelectorAll('.cell.won')].map(one => one.dataset.cell)";
        browser.has(".cell.won").await;
        assert_eq!(
            browser.script(won).await,
            serde_json::json!(["2", "4", "6"])
        );
    }
    bia.click(&id("rematch")).await;
    ana.click(&id("accept")).await;
    // The player of O begins the next game.
    turn_of(&bia).await;
    ana.has_no("[data-mark]").await;
    play(&bia, &ana, 8).await;
    ana.click(&id("abort")).await;
    ana.click(&id("ask-no")).await;
    // What cannot be done any more is not asked any more, and the keys are the board's again.
    bia.click(&id("abort")).await;
    bia.has(&id("dialog-ask")).await;
    play(&ana, &bia, 4).await;
    bia.has_no(&id("dialog-ask")).await;
    bia.press('7').await;
    ana.has(&format!("{}[data-mark]", at(0))).await;
    bia.click(&id("resign")).await;
    bia.click(&id("ask-yes")).await;
    ana.shows_in(&id("headline"), "Bia resigned").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_browser_plays_against_a_terminal() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal("Ana", &["new", "--first", "host", "--clock", "5m+3s"]);
    let code = invitation(&mut ana).await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    ana.shows("Your turn").await;
    bia.has(&id("clock-guest")).await;
    for (key, cell) in [("7", 4), ("8", 3), ("9", 0)] {
        ana.keys(key);
        turn_of_or_end(&bia).await;
        if key != "9" {
            bia.click(&at(cell)).await;
            ana.shows("Your turn").await;
        }
    }
    ana.shows("you win").await;
    bia.shows_in(&id("headline"), "Ana made a line: you lose")
        .await;
    bia.click(&id("say")).await;
    bia.click("[data-testid=say-well_played]").await;
    ana.shows("Well played!").await;
    bia.click(&id("rematch")).await;
    ana.shows_lit("y play again").await;
    ana.keys("y");
    turn_of(&bia).await;
    bia.close().await;
}

async fn turn_of_or_end(browser: &Browser) {
    let either = "const line = document.querySelector('[data-testid=headline]')?.innerText ?? '';
        return line.includes('Your turn') || line.includes('you lose')";
    browser.until("one's turn or the end", either).await;
}

#[tokio::test]
async fn a_late_spectator_sees_the_whole_game_and_looks_back_while_it_goes_on() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, code) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0, 2]).await;
    let caio = Browser::open(BrowserOptions::default()).await;
    caio.visit(&setup.url(&format!("/r/{code}#watch"))).await;
    caio.has(&format!("{}[data-mark=X]", at(2))).await;
    ana.has(&id("spectators")).await;
    assert_eq!(
        caio.script("return document.querySelectorAll('[data-mark]').length")
            .await,
        3
    );
    caio.has_no(&id("actions")).await;
    for ply in [2, 1] {
        caio.click(&id("back")).await;
        let line = format!("Move {ply} of 3");
        caio.shows_in(&id("headline"), &line).await;
    }
    caio.has_no(&format!("{}[data-mark]", at(0))).await;
    // The game goes on, and the look back stays.
    play(&bia, &ana, 6).await;
    caio.shows_in(&id("headline"), "Move 1 of 4").await;
    caio.click(&id("now")).await;
    caio.has(&format!("{}[data-mark=O]", at(6))).await;
    // A click of a spectator is no move.
    caio.click(&at(8)).await;
    play(&ana, &bia, 7).await;
    caio.has(&format!("{}[data-mark=X]", at(7))).await;
    caio.has_no(&format!("{}[data-mark]", at(8))).await;
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
}

#[tokio::test]
async fn keys_alone_play_a_game() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    // 7 8 9 are on top.
    ana.press('7').await;
    bia.has(&format!("{}[data-mark=X]", at(0))).await;
    bia.script("document.querySelector('[data-cell][tabindex=\"0\"]').focus()")
        .await;
    for key in [
        Key::Home,
        Key::Up,
        Key::Up,
        Key::Down,
        Key::Right,
        Key::Enter,
    ] {
        bia.press(key).await;
    }
    ana.has(&format!("{}[data-mark=O]", at(4))).await;
    ana.click(&id("settings")).await;
    ana.choose(&id("digits-phone")).await;
    ana.press(Key::Escape).await;
    ana.has_no(&id("dialog-settings")).await;
    // 1 2 3 are on top now.
    ana.press('2').await;
    bia.has(&format!("{}[data-mark=X]", at(1))).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn two_quick_matches_find_each_other() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    ana.click(&id("play-anyone")).await;
    ana.has(&id("queue")).await;
    bia.click(&id("play-anyone")).await;
    for browser in [&ana, &bia] {
        browser.has(&id("board")).await;
    }
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn offers_say_what_they_are_and_a_game_begins_anew_only_by_both() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0]).await;
    ana.click(&id("restart")).await;
    ana.shows_in(&id("prompt"), "You offer to start this game over")
        .await;
    bia.shows_in(&id("prompt"), "Ana offers to start this game over")
        .await;
    bia.click(&id("accept")).await;
    ana.has_no("[data-mark]").await;
    // A game that did not count changes nothing about who begins.
    play(&ana, &bia, 4).await;
    play(&bia, &ana, 0).await;
    ana.click(&id("take-back")).await;
    bia.shows_in(&id("prompt"), "Ana asks to take back").await;
    bia.click(&id("decline")).await;
    ana.shows_in(&id("message"), "Bia declined the offer.")
        .await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_finished_game_is_stepped_through_and_opened_by_its_address() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    play_all(&ana, &bia, &[4, 0, 2, 1, 6]).await;
    ana.click(&id("review")).await;
    ana.has(&id("slider")).await;
    assert!(ana.address().await.contains("/games/"));
    ana.click(&id("first")).await;
    ana.has_no("[data-mark]").await;
    ana.press(Key::Right).await;
    ana.has(&format!("{}[data-mark=X]", at(4))).await;
    // A third person with the address.
    let caio = Browser::open(BrowserOptions::default()).await;
    caio.visit(&ana.address().await).await;
    caio.shows_in(&id("headline"), "Ana made a line and wins")
        .await;
    for browser in [ana, bia, caio] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_game_can_be_opened_by_o() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("choices")).await;
    ana.choose(&id("opens-o")).await;
    ana.click(&id("choices")).await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    ana.shows_in(&id("headline"), "place O").await;
    play_all(&ana, &bia, &[4, 0]).await;
    bia.has(&format!("{}[data-mark=O]", at(4))).await;
    ana.has(&format!("{}[data-mark=X]", at(0))).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_room_in_the_list_is_found() {
    let setup = BrowserSetup::open().await;
    let mut ana = setup.terminal("Ana", &["new", "--listed", "--first", "guest"]);
    ana.shows("Waiting for your friend").await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.shows_in(&id("rooms"), "Ana").await;
    bia.click(&format!("{} button", id("rooms"))).await;
    turn_of(&bia).await;
    ana.shows("Bia is to move.").await;
    bia.close().await;
}

#[tokio::test]
async fn a_removed_guest_is_told_so_and_the_old_link_leads_nowhere() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    let code = invite(&ana, "host").await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    ana.click(&id("remove")).await;
    ana.click(&id("ask-yes")).await;
    bia.shows("removed you").await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    bia.shows_in("main", "There is no room at this link").await;
    bia.has_no(&id("sit")).await;
    ana.close().await;
    // The browser tells its console of the status.
    bia.close_after_breaking(&setup.url(&format!("/r/{code}")))
        .await;
}
