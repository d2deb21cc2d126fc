//! The operator's notice, and a server that has closed as it announced.

use tests::{Browser, browser::BrowserOptions};

use super::{BrowserSetup, id, people::play};

#[tokio::test]
async fn an_announcement_stands_on_every_screen_until_it_is_taken_back() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    setup.operated(&["announce", "Back at <b>nine</b>"]).await;
    // At the table, and on the start screen of a later visitor.
    let eve = Browser::open(BrowserOptions::default()).await;
    eve.visit(&setup.url("/")).await;
    for browser in [&ana, &bia, &eve] {
        browser.shows_in(&id("notice"), "Back at <b>nine</b>").await;
    }
    play(&ana, &bia, 4).await;
    setup.operated(&["announce", "--stop"]).await;
    for browser in [&ana, &bia, &eve] {
        browser.has_no(&id("notice")).await;
    }
    for browser in [ana, bia, eve] {
        browser.close().await;
    }
}

#[tokio::test]
async fn a_server_that_closes_says_so_before_and_is_expected_back() {
    let setup = BrowserSetup::open().await;
    let (ana, bia, _) = setup.table(BrowserOptions::default()).await;
    setup.operated(&["announce", "Back at nine"]).await;
    setup.operated(&["drain"]).await;
    let eve = setup.browser("Eve", BrowserOptions::default()).await;
    eve.shows_in(&id("notice"), "about to close").await;
    eve.click(&id("play-friend")).await;
    eve.shows("The server is shutting down").await;
    ana.shows_in(&id("notice"), "Games in progress can be finished")
        .await;
    play(&ana, &bia, 4).await;
    let socket = setup.socket();
    let BrowserSetup { server, folder } = setup;
    server.terminate().await;
    for browser in [&ana, &bia, &eve] {
        browser.shows("closed as announced, and will be back").await;
        browser.shows_in(&id("notice"), "Back at nine").await;
    }
    drop(folder);
    for browser in [ana, bia, eve] {
        browser.close_after_breaking(&socket).await;
    }
}
