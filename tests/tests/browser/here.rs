//! Meeting on the start screen: waiting players are seen, and played with one tap.

use tests::{Browser, browser::BrowserOptions};

use super::{BrowserSetup, id};

/// A player who waits for a board of four by four.
async fn who_waits(setup: &BrowserSetup, name: &str) -> Browser {
    let browser = setup.browser(name, BrowserOptions::default()).await;
    browser.click(&id("choices")).await;
    browser.choose(&id("board-four")).await;
    browser.click(&id("play-anyone")).await;
    browser.shows_in(&id("seen"), "Others can see").await;
    browser
}

/// Waits until both sit at a board of this many cells.
async fn meet(browsers: [&Browser; 2], cells: usize) {
    for browser in browsers {
        browser.has(&format!("[data-cell='{}']", cells - 1)).await;
        browser.has_no(&format!("[data-cell='{cells}']")).await;
    }
}

#[tokio::test]
async fn a_waiting_player_is_shown_and_played_with_one_tap() {
    let setup = BrowserSetup::open().await;
    let ana = who_waits(&setup, "Ana").await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.shows_in(&id("here-line"), "Ana is waiting to play. 2 online.")
        .await;
    assert!(!bia.words("main").await.contains("Nobody"));
    bia.click("[data-testid^='answer-']").await;
    meet([&ana, &bia], 16).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn two_who_wait_for_different_boards_meet_when_one_takes_any() {
    let setup = BrowserSetup::open().await;
    let ana = who_waits(&setup, "Ana").await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.click(&id("play-anyone")).await;
    // Each sees the other, whom a tap would play.
    bia.has("[data-testid^='answer-']").await;
    ana.shows_in(&id("here-line"), "Bia is waiting to play.")
        .await;
    bia.click(&id("any-board")).await;
    meet([&ana, &bia], 16).await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_waiting_player_without_a_name_counts_as_a_person() {
    let setup = BrowserSetup::open().await;
    for (languages, line, name) in [
        ("en", "1 person is waiting to play. 2 online.", "Guest"),
        ("zh", "1 人在等对手。2 人在线。", "访客"),
    ] {
        let ana = Browser::open(BrowserOptions::default()).await;
        ana.visit(&setup.url("/")).await;
        ana.click(&id("play-anyone")).await;
        ana.has(&id("queue")).await;
        let look = BrowserOptions {
            languages,
            ..BrowserOptions::default()
        };
        let bia = Browser::open(look).await;
        bia.visit(&setup.url("/")).await;
        bia.shows_in(&id("here-line"), line).await;
        bia.shows_in(&id("rooms"), name).await;
        ana.close().await;
        bia.close().await;
    }
}

#[tokio::test]
async fn an_unlisted_waiter_is_not_shown() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("choices")).await;
    ana.choose(&id("unseen")).await;
    ana.click(&id("play-anyone")).await;
    ana.shows_in(&id("seen"), "Others cannot see").await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.shows_in(&id("here-line"), "2 online.").await;
    assert!(!bia.words(&id("here-line")).await.contains("waiting"));
    bia.shows("Send a friend a link").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn games_to_watch_do_not_hide_what_to_do() {
    let setup = BrowserSetup::with(&["--exhibition", "3x3x3"]).await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    // It has a place of its own, and is offered there only.
    ana.has(&id("watch-exhibition")).await;
    ana.shows_in(&id("here-line"), "Only you are online.").await;
    assert!(!ana.words("main").await.contains("game to watch"));
    ana.shows_in(&id("alone"), "play the computer until somebody comes")
        .await;
    ana.close().await;
}

#[tokio::test]
async fn ones_own_listed_room_does_not_count_as_somebody_who_waits() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.click(&id("choices")).await;
    ana.choose(&id("listed")).await;
    ana.click(&id("play-friend")).await;
    ana.has(&id("code")).await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.shows_in(&id("here-line"), "Ana is waiting to play.")
        .await;
    ana.script("history.back()").await;
    ana.shows_in(&id("here-line"), "2 online.").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn a_room_that_another_tab_has_listed_is_ones_own_too() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.shows_in(&id("here-line"), "Only you are online.").await;
    ana.open_tab().await;
    ana.visit(&setup.url("/")).await;
    ana.click(&id("choices")).await;
    ana.choose(&id("listed")).await;
    ana.click(&id("play-friend")).await;
    ana.has(&id("code")).await;
    let bia = setup.browser("Bia", BrowserOptions::default()).await;
    bia.shows_in(&id("here-line"), "Ana is waiting to play. 3 online.")
        .await;
    ana.go_to_tab(0).await;
    ana.shows_in(&id("here-line"), "3 online.").await;
    ana.close().await;
    bia.close().await;
}

#[tokio::test]
async fn with_nobody_there_the_page_says_what_to_do() {
    let setup = BrowserSetup::open().await;
    let ana = setup.browser("Ana", BrowserOptions::default()).await;
    ana.shows_in(&id("here-line"), "Only you are online.").await;
    ana.shows("play the computer until somebody comes").await;
    ana.close().await;
}
